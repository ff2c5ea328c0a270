"""A pool of simulated players at tables of six: from a seed, hand by hand, by the engine."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from cardroom.engine.hand import Hand
from cardroom.rulebook import HandRules
from cardroom.simulation.population.colluding import (
    Around,
    Scheme,
    scheming_move,
    superuser_move,
)
from cardroom.simulation.population.deciding import Move, Situation, honest_move
from cardroom.simulation.population.styles import TILTED, PlayStyle, style
from cardroom.simulation.population.tempo import PERSON, Tempo
from cardroom.simulation.scripts import Chance
from cardroom.units import Seat

SEATS = 6
BIG_BLIND = 100
SESSION_HANDS = 60
"""After so many hands players change tables; colluders find each other again."""
TILT_PERMILLE, TILT_HANDS = 8, 40
SHORT_PERMILLE, SHORT_STACK_BB = 300, 12
"""How often one who is passed chips is short: near the bubble."""


class PoolTerms(Struct, frozen=True, kw_only=True):
    """Who plays, and who cheats how."""

    styles: Mapping[str, str]
    """By player: the name of a style."""
    schemes: Sequence[Scheme] = ()
    superusers: Mapping[str, int] = {}
    """By player: in how many of a thousand decisions they hide it."""
    companions: Sequence[tuple[str, str]] = ()
    """Honest players who always sit together."""
    tempos: Mapping[str, str] = {}
    """By player: a person, or the kind of program that pretends to be one."""


class PoolHand(Struct, frozen=True):
    """A finished hand of the pool, and who sat where."""

    hand: Hand
    names: Mapping[Seat, str]
    number: int
    think_ms: tuple[int, ...] = ()
    """How long every decision took; nothing where nobody measures."""


class Pool:
    """Plays one table after the other; who sits there is drawn for every session."""

    def __init__(
        self,
        terms: PoolTerms,
        rules: HandRules,
        chance: Chance,
        *,
        hands: int,
        timing: Chance | None = None,
    ) -> None:
        self._terms = terms
        self._rules = rules
        self._chance = chance
        self._hands = hands
        self.tempo = None
        """How long players take; nobody measures where there is no chance for that."""
        if timing is not None:
            self.tempo = Tempo({one: terms.tempos.get(one, PERSON) for one in terms.styles}, timing)
        self._styles = {name: style(one) for name, one in terms.styles.items()}
        self._tilted_until: dict[str, int] = {}

    def play(self) -> Iterator[PoolHand]:
        """All hands of the pool."""
        seated: list[str] = []
        for number in range(self._hands):
            if number % SESSION_HANDS == 0:
                seated = self._line_up()
            yield self._play_hand(number, seated[number % SEATS :] + seated[: number % SEATS])

    def _line_up(self) -> list[str]:
        """Who sits down: partners and companions together, the rest by chance."""
        couples = [scheme.players for scheme in self._terms.schemes] + [*self._terms.companions]
        names = list(self._styles)
        drawn = [names[place] for place in self._chance.sample(range(len(names)), len(names))]
        seated: list[str] = []
        for name in drawn:
            together = [couple for couple in couples if name in couple]
            wanted = [one for couple in together for one in couple] or [name]
            new = [one for one in dict.fromkeys(wanted) if one not in seated]
            if len(seated) + len(new) <= SEATS:
                seated += new
        order = self._chance.sample(range(len(seated)), len(seated))
        return [seated[place] for place in order]

    def _play_hand(self, number: int, names: list[str]) -> PoolHand:
        by_seat = dict(enumerate(names, 1))
        schemes = {
            name: scheme
            for scheme in self._terms.schemes
            if self._chance.randrange(1000) < scheme.intensity and scheme.is_on(number)
            for name in scheme.players
        }
        stacks = {seat: self._stack(name) for seat, name in by_seat.items()}
        hand = Hand.deal(
            "nl-holdem",
            stacks=stacks,
            blinds=(BIG_BLIND // 2, BIG_BLIND),
            rules=self._rules,
            rand_below=self._chance.randrange,
        )
        play = _Play(self, hand, by_seat, schemes, number)
        while hand.waits_for == "action":
            play.act()
        while hand.waits_for == "showdown":
            assert hand.actor is not None
            hand.show(hand.actor)
        return PoolHand(hand, by_seat, number, tuple(play.think_ms))

    def _stack(self, name: str) -> int:
        for scheme in self._terms.schemes:
            passed = scheme.kind == "passing" and scheme.players[1] == name
            if passed and self._chance.randrange(1000) < SHORT_PERMILLE:
                return SHORT_STACK_BB * BIG_BLIND
        return self._styles[name].stack_bb * BIG_BLIND

    def style_now(self, name: str, number: int) -> PlayStyle:
        """How a player plays at this hand: tilted, or changed half-way."""
        usual = self._styles[name]
        if usual.tilts:
            if number < self._tilted_until.get(name, 0):
                return TILTED
            if self._chance.randrange(1000) < TILT_PERMILLE:
                self._tilted_until[name] = number + TILT_HANDS
        if usual.changes_to and number * 2 >= self._hands:
            return style(usual.changes_to)
        return usual

    def superuser_noise(self, name: str) -> int | None:
        """How much a superuser hides; None for everybody else."""
        return self._terms.superusers.get(name)

    @property
    def chance(self) -> Chance:
        """Where everything comes from."""
        return self._chance


class _Play:
    """One hand while it is played."""

    def __init__(
        self,
        pool: Pool,
        hand: Hand,
        names: Mapping[Seat, str],
        schemes: Mapping[str, Scheme],
        number: int,
    ) -> None:
        self._pool = pool
        self._hand = hand
        self._names = names
        self._seats = {name: seat for seat, name in names.items()}
        self._schemes = schemes
        self._styles = {name: pool.style_now(name, number) for name in names.values()}
        self._street = hand.street
        self._raises = 0
        self._aggressor: Seat | None = None
        self._raised: set[Seat] = set()
        self.think_ms: list[int] = []

    def act(self) -> None:
        """Let the next player decide."""
        hand = self._hand
        seat, options = hand.actor, hand.options
        assert seat is not None
        assert options is not None
        if hand.street != self._street:
            self._street, self._raises, self._aggressor = hand.street, 0, None
        situation = Situation(
            hand.hole(seat),
            hand.board,
            hand.chips_in,
            options.call,
            len(hand.live),
            self._raises,
            seat == hand.started.button,
        )
        move = self._move(seat, situation)
        if self._pool.tempo is not None:
            self.think_ms.append(self._pool.tempo.think_ms(self._names[seat], situation, move))
        self._do(seat, move)

    def _move(self, seat: Seat, situation: Situation) -> Move:
        pool, name = self._pool, self._names[seat]
        honest = honest_move(situation, self._styles[name], pool.chance)
        noise = pool.superuser_noise(name)
        if noise is not None:
            others = [self._hand.hole(one) for one in self._hand.live if one != seat]
            return superuser_move(situation, others, honest, noise, pool.chance)
        scheme = self._schemes.get(name)
        if scheme is None:
            return honest
        around = self._around(seat, scheme)
        if around is None:
            return honest
        return scheming_move(scheme, situation, around, honest, pool.chance)

    def _around(self, seat: Seat, scheme: Scheme) -> Around | None:
        first, second = scheme.players
        gives = self._names[seat] == first
        partner = self._seats.get(second if gives else first)
        if partner is None:
            return None
        live = self._hand.live
        return Around(
            self._hand.hole(partner),
            partner in live,
            self._aggressor == partner,
            partner in self._raised,
            self._hand.stacks[partner] // BIG_BLIND,
            gives,
            len(live) > 2,
            len(live) == 2 and partner in live,
        )

    def _do(self, seat: Seat, move: Move) -> None:
        hand = self._hand
        options = hand.options
        assert options is not None
        if move.act == "raise" and options.raise_to:
            current = max(hand.bets.values())
            wanted = current + (hand.chips_in + options.call) * move.size // 1000
            hand.raise_to(seat, max(options.raise_from, min(options.raise_to, wanted)))
            self._raises += 1
            self._aggressor = seat
            self._raised.add(seat)
        elif options.call == 0:
            hand.check(seat)
        elif move.act == "fold":
            hand.fold(seat)
        else:
            hand.call(seat)
