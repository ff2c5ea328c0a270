"""A pool of simulated players at tables of six: from a seed, hand by hand, by the engine."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from cardroom.engine.events import Game
from cardroom.engine.hand import Hand
from cardroom.rulebook import HandRules
from cardroom.simulation.population.hand_play import BIG_BLIND, HandPlay
from cardroom.simulation.population.schemes import Scheme
from cardroom.simulation.population.styles import TILTED, PlayStyle, style
from cardroom.simulation.population.tempo import PERSON, Tempo
from cardroom.simulation.scripts import Chance
from cardroom.units import Seat

SEATS = 6
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
    game: Game = "nl-holdem"
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
            self._terms.game,
            stacks=stacks,
            blinds=(BIG_BLIND // 2, BIG_BLIND),
            rules=self._rules,
            rand_below=self._chance.randrange,
        )
        play = HandPlay(self, hand, by_seat, schemes, number)
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
