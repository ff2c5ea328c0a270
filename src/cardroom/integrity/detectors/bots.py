"""D7, programs: accounts whose times and choices are unlike those of everybody else in the pool.

People take longer over hard decisions, scatter, and have moods. How hard a kind of decision is, the
pool shows itself: by how long the others take over it. A player's figures are compared with those
of peers drawn by chance, each drawn again from rows of their own decisions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from statistics import median
from typing import NamedTuple

from msgspec import Struct

from cardroom.engine.chance import RandBelow
from cardroom.integrity.decision_times import TimedDecision
from cardroom.integrity.detectors.tempo import DRAWN_MAX, Tempo, distance, grids_for, in_steps
from cardroom.integrity.p_values import (
    SMALLEST,
    benjamini_hochberg,
    cauchy,
    permutation_p,
)

TIMED_MIN = 150
PEERS_MIN = 8
"""With fewer other players nobody knows what people at these tables are like."""
BORROWED = 10
"""How many decisions of the coarse kind every fine kind borrows."""
UNLIKE = 1.0
"""How much further than its peers a new person may be: as much as two of them differ by."""
REACH = 6.0
"""Peers so many times further from the middle than half of them are measured as no people."""
WEAK_LEAST = 1e-3
"""What a single weak figure can say at most: peers are too few to show how people differ, and none
of these figures alone makes an alert."""
SCATTER_LEAST = 1e-3
"""Times that scatter less than this, as a part of themselves, are all the same."""
TAKEN_MAX = 20
POOLED_MAX = 1_000


class TempoTest(Struct, frozen=True):
    """One test: what was found, what is usual among peers, and how likely it is by chance."""

    test: str
    observed: float
    usual: float
    p: float


class BotFinding(Struct, frozen=True):
    """One player's tempo against that of all others."""

    player: int
    decisions: int
    p: float
    q: float
    tests: tuple[TempoTest, ...]
    """Strongest first."""


class _Figure(NamedTuple):
    """A figure of a tempo; with sign -1 it is odd where it is low, with 1 where it is high."""

    name: str
    of: Callable[[Tempo, Sequence[int]], float]
    sign: int
    least: float = WEAK_LEAST
    compared_as: Callable[[float], float] = float


def _ratio(scatter: float) -> float:
    """Half as much is as far off as twice as much."""
    return log(max(scatter, SCATTER_LEAST))


FIGURES = (
    _Figure("follows", Tempo.follows, -1),
    _Figure("scatter", Tempo.scatter, -1, SMALLEST, _ratio),
    _Figure("echo", Tempo.echo, -1),
)


def bot_findings(
    decisions: Mapping[int, Sequence[TimedDecision]],
    below: RandBelow,
    *,
    rounds: int,
    is_alert: Callable[[float, float], bool],
) -> list[BotFinding]:
    """Every player with enough timed decisions, strongest first.

    Who is found is no peer any more, and the rest is judged again: a room may have several
    programs, and they must not vouch for each other.
    """
    judged = {player: held for player, held in decisions.items() if len(held) >= TIMED_MIN}
    difficulty = Difficulty(judged)
    agreements = {player: agreement(held) for player, held in judged.items()}
    taken: dict[int, BotFinding] = {}
    while True:
        people = {
            player: Tempo(held, difficulty.of(player, held, taken))
            for player, held in judged.items()
            if player not in taken
        }
        if len(people) <= PEERS_MIN:
            return sorted(_with_q([*taken.values()]), key=lambda one: one.p)
        rest = [_judge(one, people, agreements, below, rounds) for one in people]
        every = _with_q([*taken.values(), *rest])
        found = {one.player: one for one in every if is_alert(one.p, one.q)}
        if found.keys() <= taken.keys() or len(taken) >= TAKEN_MAX:
            return sorted(every, key=lambda one: one.p)
        taken |= found


class Difficulty:
    """How long people take over a kind of decision, each measured by their own mean.

    Kinds that are hardly ever met borrow from the street, and whether there is a bet to answer.
    """

    def __init__(self, decisions: Mapping[int, Sequence[TimedDecision]]) -> None:
        self._own = {player: _sums(held) for player, held in decisions.items()}
        self._all = _Sums()
        for one in self._own.values():
            self._all.add(one, 1)

    def of(self, player: int, held: Sequence[TimedDecision], without: Iterable[int]) -> list[float]:
        """How hard the decisions of a player are, as the others show it."""
        sums = _Sums()
        sums.add(self._all, 1)
        for one in {player, *without}:
            sums.add(self._own[one], -1)
        return [sums.mean(one) for one in held]


class _Sums:
    """Sums of logarithms of times, and how many: by fine and by coarse kind of decision."""

    def __init__(self) -> None:
        self._fine: dict[tuple[int, int], list[float]] = {}
        self._coarse: dict[tuple[int, int], list[float]] = {}

    def note(self, one: TimedDecision, value: float) -> None:
        for kinds, kind in ((self._fine, _fine(one)), (self._coarse, _coarse(one))):
            entry = kinds.setdefault(kind, [0.0, 0.0])
            entry[0] += value
            entry[1] += 1

    def add(self, other: "_Sums", sign: int) -> None:
        for mine, theirs in ((self._fine, other._fine), (self._coarse, other._coarse)):
            for kind, (value, count) in theirs.items():
                entry = mine.setdefault(kind, [0.0, 0.0])
                entry[0] += sign * value
                entry[1] += sign * count

    def mean(self, one: TimedDecision) -> float:
        value, count = self._coarse.get(_coarse(one), (0.0, 0.0))
        coarse = value / (count + BORROWED)
        value, count = self._fine.get(_fine(one), (0.0, 0.0))
        return (value + BORROWED * coarse) / (count + BORROWED)


def _fine(one: TimedDecision) -> tuple[int, int]:
    return one.stratum, one.act


def _coarse(one: TimedDecision) -> tuple[int, int]:
    return one.stratum // 50, 3 * bool(one.stratum % 5) + one.act


def _sums(held: Sequence[TimedDecision]) -> _Sums:
    middle = sum([log(one.ms) for one in held]) / len(held)
    sums = _Sums()
    for one in held:
        sums.note(one, log(one.ms) - middle)
    return sums


def agreement(decisions: Sequence[TimedDecision]) -> float:
    """How often two decisions with the same cards in the same situation are the same; -1 where
    there are no such two."""
    spots: dict[int, Counter[int]] = {}
    for one in decisions:
        if one.same >= 0:
            spots.setdefault(one.same, Counter())[one.act] += 1
    couples = sum(_couples(acts.total()) for acts in spots.values())
    alike = sum(_couples(count) for acts in spots.values() for count in acts.values())
    return alike / couples if couples else -1.0


def _couples(count: int) -> int:
    return count * (count - 1) // 2


def _judge(
    player: int,
    people: Mapping[int, Tempo],
    agreements: Mapping[int, float],
    below: RandBelow,
    rounds: int,
) -> BotFinding:
    own = people[player]
    peers = [one for other, one in people.items() if other != player]
    pooled = _pooled(peers)
    shape = _Figure("shape", lambda one, places: distance(one.shape(places), pooled), 1)
    tests = [
        _against_peers(figure, own, peers, below, rounds=rounds) for figure in (*FIGURES, shape)
    ]
    tests.append(_steps(own, below, rounds))
    tests.append(_same(player, people, agreements))
    tests.sort(key=lambda one: one.p)
    return BotFinding(player, own.count, cauchy([one.p for one in tests]), 1.0, tuple(tests))


def _against_peers(
    figure: _Figure, own: Tempo, peers: Sequence[Tempo], below: RandBelow, *, rounds: int
) -> TempoTest:
    """One figure against peers."""
    of, sign, compared = figure.of, figure.sign, figure.compared_as
    observed = of(own, own.last)
    found = [of(one, one.last) for one in peers]
    every = [compared(one) for one in found]
    kept = within_reach(every)
    peers, usual = [peers[place] for place in kept], [every[place] for place in kept]

    def draw() -> float:
        place = below(len(peers))
        drawn = compared(of(peers[place], peers[place].drawn(own.count, below)))
        apart = usual[below(len(usual))] - usual[below(len(usual))]
        return sign * (drawn + UNLIKE * apart)

    p = permutation_p(draw, sign * compared(observed), rounds=rounds)
    return TempoTest(
        figure.name, observed, median([found[place] for place in kept]), max(figure.least, p)
    )


def within_reach(figures: Sequence[float]) -> list[int]:
    """The places of figures that people may have: other programs are no measure of people."""
    middle = median(figures)
    reach = REACH * median([abs(one - middle) for one in figures])
    return [place for place, one in enumerate(figures) if abs(one - middle) <= reach]


def _pooled(peers: Sequence[Tempo]) -> list[float]:
    """The shape of everybody's times together."""
    held = sorted([value for one in peers for value in one.shape(one.last)])
    step = max(1, len(held) // POOLED_MAX)
    return held[::step]


def _steps(own: Tempo, below: RandBelow, rounds: int) -> TempoTest:
    """Whether times come in whole steps: by chance they fall anywhere between two."""
    ms = own.ms[-DRAWN_MAX:]
    grids = grids_for(ms)
    observed = in_steps(ms, grids)

    def draw() -> float:
        return in_steps([one + below(1_000) for one in ms], grids)

    p = permutation_p(draw, observed, rounds=rounds) if grids else 1.0
    return TempoTest("steps", observed, 1.0, p)


def _same(player: int, people: Mapping[int, Tempo], agreements: Mapping[int, float]) -> TempoTest:
    """Whether choices in the same spot are more alike than those of all peers."""
    peers = [agreements[one] for one in people if one != player]
    observed = agreements[player]
    reached = sum(one >= observed for one in peers)
    return TempoTest(
        "same", observed, median(peers), max(WEAK_LEAST, (reached + 1) / (len(peers) + 1))
    )


def _with_q(found: Sequence[BotFinding]) -> list[BotFinding]:
    q_values = benjamini_hochberg([one.p for one in found])
    return [
        BotFinding(one.player, one.decisions, one.p, q, one.tests)
        for one, q in zip(found, q_values, strict=True)
    ]
