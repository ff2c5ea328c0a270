"""How long simulated players take to decide: people, and programs that pretend to be people.

A person takes longer over close decisions and large pots, has a mood that lasts for some hands, and
is quick or slow by nature. Programs know the clock and not the doubt: also those that copy a
person's times.
"""

from collections.abc import Mapping
from math import exp, log, log2

from msgspec import Struct

from cardroom.simulation.population.deciding import Move, Situation, perceived
from cardroom.simulation.scripts import Chance

PERSON = "person"
BOTS = ("steady", "clockwork", "uniform", "copied", "copied_by_street")
"""Always the same time; whole quarters of a second; any time in a range; a person's times in any
order; a person's times in any order, those of each street apart."""
FASTEST_MS, SLOWEST_MS = 250, 25_000
HABITS_KEPT = 400
"""How many earlier spots a copying program draws from."""


class Temper(Struct, frozen=True):
    """One person: logarithms of milliseconds."""

    usual: float
    by_difficulty: float
    """How much longer the hardest decision takes than the easiest."""
    noise: float
    mood: float
    """How far the mood reaches; it fades by a tenth with every decision."""


def temper(chance: Chance) -> Temper:
    """A person drawn by chance: quick ones and slow ones, steady ones and moody ones."""
    return Temper(
        log(900 + chance.randrange(2_400)),
        0.5 + chance.randrange(1_000) / 1_000,
        0.35 + chance.randrange(350) / 1_000,
        0.1 + chance.randrange(250) / 1_000,
    )


class Tempo:
    """The times of everybody in a pool; its chance is its own, so that no card depends on it."""

    def __init__(self, kinds: Mapping[str, str], chance: Chance) -> None:
        self._kinds = kinds
        self._chance = chance
        self._tempers = {name: temper(chance) for name in kinds}
        self._moods = dict.fromkeys(kinds, 0.0)
        self._spots: dict[str, list[tuple[int, float]]] = {name: [] for name in kinds}

    def think_ms(self, name: str, situation: Situation, move: Move) -> int:
        """How long a player takes over a decision."""
        match self._kinds[name]:
            case "steady":
                took = 1_500.0 + self._chance.randrange(90)
            case "clockwork":
                took = 250.0 * (4 + self._chance.randrange(13)) + self._chance.randrange(12)
            case "uniform":
                took = 800.0 + self._chance.randrange(3_700)
            case _ as kind:
                took = exp(self._person(name, self._felt(name, kind, situation, move)))
        if took < FASTEST_MS:
            took = FASTEST_MS + self._chance.randrange(FASTEST_MS)
        return min(SLOWEST_MS, round(took))

    def _felt(self, name: str, kind: str, situation: Situation, move: Move) -> float:
        """How hard the decision is, or was in a spot that a program has copied."""
        hard = difficulty(situation, move, self._chance)
        if kind == PERSON:
            return hard
        street, known = len(situation.board), self._spots[name]
        known.append((street, hard))
        del known[:-HABITS_KEPT]
        alike = [one for at, one in known if kind == "copied" or at == street]
        return alike[self._chance.randrange(len(alike))]

    def _person(self, name: str, hard: float) -> float:
        one = self._tempers[name]
        self._moods[name] = 0.9 * self._moods[name] + 0.44 * one.mood * self._bell()
        return (
            one.usual
            + one.by_difficulty * (hard - 0.4)
            + self._moods[name]
            + one.noise * self._bell()
        )

    def _bell(self) -> float:
        """About normal, of variance one."""
        return (sum(self._chance.randrange(1_001) for _ in range(6)) - 3_000) / 708


def difficulty(situation: Situation, move: Move, chance: Chance) -> float:
    """How hard a decision is to a person, from 0 to about 1: close ones and large pots are."""
    held = perceived(situation, 0, chance)
    wanted = 0.58
    if situation.to_call:
        wanted = 0.4 + 0.75 * situation.to_call / (situation.pot + situation.to_call)
    close = max(0.0, 1 - abs(held - wanted) / 0.35)
    large = min(1.0, log2(1 + situation.pot / 200) / 7)
    return 0.6 * close + 0.3 * large + (0.1 if move.act == "raise" else 0.0)
