"""The review of a period: reads hands one by one, then judges all pairs together."""

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cardroom.engine.chance import RandBelow
from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.alerts import (
    BENIGN,
    CLEARING,
    KINDS,
    BotAlert,
    Episode,
    Evidence,
    Loss,
    PairAlert,
    SuperuserAlert,
)
from cardroom.integrity.best_hands import best_hands
from cardroom.integrity.detectors.any_change import any_change_tests
from cardroom.integrity.detectors.company import Attendance
from cardroom.integrity.detectors.dump_graph import Edge, dump_edges, rings
from cardroom.integrity.detectors.episodes import episode_tests
from cardroom.integrity.detectors.hidden_information import hidden_information_tests
from cardroom.integrity.detectors.relational import Found, Pair, Stretch, relational_tests
from cardroom.integrity.detectors.superusers import SuperuserFinding, superuser_findings
from cardroom.integrity.detectors.value_transfer import CollusionTable, value_tests
from cardroom.integrity.equities import DealEquities
from cardroom.integrity.hands import NOBODY, ReviewedHand
from cardroom.integrity.impacts import transfers
from cardroom.integrity.judged_before import JudgedBefore
from cardroom.integrity.meetings import Meetings
from cardroom.integrity.p_values import benjamini_hochberg, cauchy, double_centred
from cardroom.integrity.policies import policies
from cardroom.integrity.program_watch import ProgramWatch
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import moved_by, spots_of

Q = 0.05
"""Alerts are the pairs up to this share of false ones (Benjamini-Hochberg)."""
P = 3e-4
"""And only those so unlikely by themselves: one large finding must not open the door to others."""
SUPERUSER_P = 1e-4
"""Players are judged alone, by one test."""
ROUNDS = 2_000
"""How often partners are exchanged by chance at most."""
SHARED_MIN = 50
"""Pairs with fewer hands together are not judged: there is nothing to see yet."""
EVIDENCE_MAX = 4
EPISODE_P = 0.01
"""An episode so unlikely by itself is shown with an alert that other tests have raised."""
LOSSES_MAX = 50
HAND_MS = 60_000
"""How long a hand lasts where nobody wrote down when it was played."""
TAKEN_MAX = 50
"""After so many alerts a person has enough to do; the rest is judged as it is."""


class JudgedPair(Struct, frozen=True):
    """One pair with everything that was found: alert or not."""

    players: tuple[int, int]
    shared: int
    p: float
    q: float
    found: tuple[tuple[Pair, Found], ...]
    """Every test of both directions, strongest first."""


class Report(Struct, frozen=True, kw_only=True):
    """What a scan has found."""

    hands: int
    unreadable: int
    """Hands that could not be judged: cards unknown, or fewer than two players."""
    players: int
    pairs: int
    """How many pairs shared enough hands to be judged."""
    alerts: tuple[PairAlert, ...]
    superusers: tuple[SuperuserAlert, ...]
    losses: tuple[Loss, ...]
    """Who lost to whom, most concentrated first."""
    rings: tuple[tuple[str, ...], ...]
    programs: tuple[BotAlert, ...] = ()
    """Players whose tempo is unlike that of people; only where times of decisions are known."""

    @property
    def has_alerts(self) -> bool:
        """Whether a person should look at anything."""
        return bool(self.alerts or self.superusers or self.programs)


class Scan:
    """Takes hands in the order in which they were played; the memory grows with the decisions.

    What earlier reviews have raised alerts about is no evidence again.
    """

    def __init__(self, before: JudgedBefore | None = None) -> None:
        self._before = before or JudgedBefore()
        self._attendance = Attendance()
        self._programs = ProgramWatch()
        self._hand_numbers: list[int] = []
        self._times_ms: list[int] = []
        self.names: list[str] = []
        self.hands = 0
        self.unreadable = 0
        self.table = CollusionTable()
        self._numbers: dict[str, int] = {}
        self._keys: list[str] = []
        self._spots: dict[int, list[Spot]] = {}
        self._meetings = Meetings()

    def add(self, hand: ReviewedHand) -> None:
        """Read one hand; one without all its cards is only counted."""
        if not hand.is_complete or len(hand.players) < 2:
            self.unreadable += 1
            return
        players = [self._number(name) for name in hand.players]
        equities = DealEquities(hand)
        moved = moved_by(hand, equities)
        self.table.add(players, transfers(hand, moved))
        for spot in spots_of(hand, self.hands, players, equities, moved):
            if spot.partner == NOBODY or not self._is_old(spot.actor, spot.partner, hand.number):
                self._spots.setdefault(spot.actor, []).append(spot)
        self._attendance.add(hand.table, hand.at_ms or HAND_MS * self.hands, players)
        old = [self._before.has_time(name, hand.number) for name in hand.players]
        self._programs.add(hand, self.hands, players, old)
        self._keys.append(hand.key)
        self._hand_numbers.append(hand.number)
        self._times_ms.append(hand.at_ms)
        self._meetings.add(players, self.hands, partial(self._is_old, hand=hand.number))
        self.hands += 1

    def _is_old(self, one: int, other: int, hand: int) -> bool:
        return self._before.has_pair(self.names[one], self.names[other], hand)

    def _number(self, name: str) -> int:
        number = self._numbers.setdefault(name, len(self.names))
        if number == len(self.names):
            self.names.append(name)
        return number

    # What was found

    def judged(self, below: RandBelow, *, rounds: int = ROUNDS) -> list[JudgedPair]:
        """Every pair with enough hands together, strongest first; `below` is chance.

        A pair that is found is taken out and the rest judged again: what X does with a partner
        must not make X's play with everybody else look odd.
        """
        spots = self._spots
        taken: list[JudgedPair] = []
        while True:
            rest = self._judge(spots, {one.players for one in taken}, below, rounds)
            every = _with_q([*taken, *rest])
            first = [one for one in strongest_of_both(every[len(taken) :]) if is_alert(one)]
            if not first or len(taken) >= TAKEN_MAX:
                return sorted(every, key=lambda one: one.p)
            taken = [*every[: len(taken)], *first]
            spots = _without(spots, {one.players for one in taken})

    def _judge(
        self, spots: dict[int, list[Spot]], taken: set[Pair], below: RandBelow, rounds: int
    ) -> list[JudgedPair]:
        usual = policies(spots)
        actors = {
            actor: ActorSpots([spot for spot in held if spot.partner != NOBODY])
            for actor, held in spots.items()
        }
        tests: dict[Pair, list[Found]] = {}
        for more in (
            relational_tests(spots, usual),
            hidden_information_tests(spots, usual, partial(self._is_apart, taken)),
            value_tests(actors, below, rounds=rounds),
            any_change_tests(actors, below, rounds=rounds),
            episode_tests(actors, self._meetings, below, rounds=rounds),
        ):
            for pair, found in more.items():
                tests.setdefault(pair, []).extend(found)
        judged = []
        for pair, shared in self._meetings.shared.items():
            if shared >= SHARED_MIN and pair not in taken:
                sides = _both_sides(pair, tests)
                p = _together(sides)
                judged.append(JudgedPair(pair, shared, p, 1.0, sides))
        return judged

    def _is_apart(self, taken: set[Pair], one: int, other: int, hand: int) -> bool:
        """Whether what one did beside the other in a hand of this scan is no evidence."""
        pair = (min(one, other), max(one, other))
        return pair in taken or self._is_old(one, other, self._hand_numbers[hand])

    def superuser_chances(self) -> list[SuperuserFinding]:
        """Every player with enough decisions, the likeliest to see hidden cards first."""
        spots = {actor: self._new_spots(actor) for actor in self._spots}
        return superuser_findings(spots, policies(spots))

    def superusers(self) -> list[SuperuserAlert]:
        """Players whose decisions follow cards that nobody could see."""
        found = self.superuser_chances()
        return [
            SuperuserAlert(
                player=self.names[one.player],
                p=one.p,
                q=one.q,
                decisions=one.spots,
                follows=one.slope,
                usual=one.usual,
            )
            for one in found
            if one.q <= Q and one.p <= SUPERUSER_P
        ]

    def programs(self, below: RandBelow, *, rounds: int = ROUNDS) -> tuple[BotAlert, ...]:
        """Players who seem to be programs."""
        return self._programs.alerts(
            self.names, self._keys, below, rounds=rounds, is_alert=is_program
        )

    def _new_spots(self, actor: int) -> list[Spot]:
        """The decisions of a player that were no evidence against them alone before."""
        until = self._before.until(self.names[actor])
        return [spot for spot in self._spots[actor] if self._hand_numbers[spot.hand] > until]

    def report(self, below: RandBelow, *, q: float = Q, rounds: int = ROUNDS) -> Report:
        """The alerts of the period, and who lost to whom."""
        judged = self.judged(below, rounds=rounds)
        edges = dump_edges(self.table.transfers)
        alerted = {one.players for one in judged if is_alert(one, q=q)}
        between = [edge for edge in edges if _sorted(edge) in alerted]
        ahead = {pair: one.ahead for pair, one in self.table.transfers.items()}
        centred = double_centred(ahead)
        return Report(
            hands=self.hands,
            unreadable=self.unreadable,
            players=len(self.names),
            pairs=len(judged),
            alerts=tuple(self._alert(one, centred) for one in judged if is_alert(one, q=q)),
            superusers=tuple(self.superusers()),
            losses=tuple(self._loss(edge) for edge in edges[:LOSSES_MAX]),
            rings=tuple(tuple(self.names[one] for one in ring) for ring in rings(between)),
            programs=self.programs(below, rounds=rounds),
        )

    def _alert(self, judged: JudgedPair, centred: dict[Pair, float]) -> PairAlert:
        a, b = judged.players
        (_, strongest), *_ = judged.found
        kind, stretch = strongest.test, strongest.stretch
        spots = [
            spot
            for one, other in ((a, b), (b, a))
            for spot in self._spots.get(one, [])
            if (other in spot.others if kind == "shared_folds" else spot.partner == other)
            and (stretch is None or stretch.first <= spot.hand <= stretch.last)
        ]
        return PairAlert(
            players=(self.names[a], self.names[b]),
            q=judged.q,
            p=judged.p,
            shared_hands=judged.shared,
            kind=kind,
            finding=KINDS[kind],
            evidence=tuple(self._evidence(*entry) for entry in _shown(judged.found)),
            hands=best_hands(spots, kind, self._keys),
            benign_explanation=BENIGN[kind],
            would_clear=CLEARING[kind],
            total_impact=self.table.total_impact(a, b),
            marginal_impact=self.table.marginal_impact(a, b),
            least_impact=self.table.least_impact(a, b),
            centred_impact=centred[a, b] + centred[b, a],
            company=judged.shared
            * self.hands
            / (self._meetings.played(a) * self._meetings.played(b)),
            together=self._attendance.company(a, b),
        )

    def _loss(self, edge: Edge) -> Loss:
        return Loss(
            loser=self.names[edge.loser],
            winner=self.names[edge.winner],
            big_blinds=edge.big_blinds,
            share=edge.share,
            expected=edge.expected,
            z=edge.z,
        )

    def _evidence(self, side: Pair, found: Found) -> Evidence:
        return Evidence(
            test=found.test,
            actor=self.names[side[0]],
            partner=self.names[side[1]],
            observed=found.observed,
            expected=found.expected,
            p=found.p,
            episode=None if found.stretch is None else self._episode(found.stretch),
        )

    def _episode(self, stretch: Stretch) -> Episode:
        return Episode(
            first=self._keys[stretch.first],
            last=self._keys[stretch.last],
            begun_ms=self._times_ms[stretch.first],
            ended_ms=self._times_ms[stretch.last],
            hands=stretch.hands,
        )


def is_alert(judged: JudgedPair, *, q: float = Q) -> bool:
    """Whether a pair is strong enough to be shown to a person."""
    return judged.q <= q and judged.p <= P


def is_program(p: float, q: float) -> bool:
    """Whether a tempo is strange enough to be shown to a person."""
    return q <= Q and p <= SUPERUSER_P


def strongest_of_both(judged: Sequence[JudgedPair]) -> list[JudgedPair]:
    """The pairs that are the strongest finding of either member."""
    best: dict[int, JudgedPair] = {}
    for one in judged:
        for player in one.players:
            if player not in best or one.p < best[player].p:
                best[player] = one
    return [one for one in judged if all(best[player] is one for player in one.players)]


def _sorted(edge: Edge) -> Pair:
    return min(edge.loser, edge.winner), max(edge.loser, edge.winner)


def _with_q(judged: Sequence[JudgedPair]) -> list[JudgedPair]:
    q_values = benjamini_hochberg([one.p for one in judged])
    return [replace(one, q=q) for one, q in zip(judged, q_values, strict=True)]


def _without(spots: dict[int, list[Spot]], taken: set[Pair]) -> dict[int, list[Spot]]:
    """All spots but those between two who were taken out."""
    return {
        actor: [
            spot
            for spot in held
            if (actor, spot.partner) not in taken and (spot.partner, actor) not in taken
        ]
        for actor, held in spots.items()
    }


def _shown(found: Sequence[tuple[Pair, Found]]) -> list[tuple[Pair, Found]]:
    """The strongest tests, and the strongest episode: it says when to look."""
    first = [*found[:EVIDENCE_MAX]]
    later = [entry for entry in found[EVIDENCE_MAX:] if entry[1].stretch is not None]
    has_one = any(one.stretch is not None for _, one in first)
    return first if has_one else first + [entry for entry in later[:1] if entry[1].p <= EPISODE_P]


def _together(sides: Sequence[tuple[Pair, Found]]) -> float:
    """All tests in one figure; a test of both directions counts as one."""
    by_test: dict[str, list[float]] = {}
    for _, one in sides:
        by_test.setdefault(one.test, []).append(one.p)
    return cauchy([cauchy(held) for held in by_test.values()])


def _both_sides(pair: Pair, tests: dict[Pair, list[Found]]) -> tuple[tuple[Pair, Found], ...]:
    found = [(side, one) for side in (pair, (pair[1], pair[0])) for one in tests.get(side, [])]
    return tuple(sorted(found, key=lambda entry: entry[1].p))
