"""Players by script: how they play a hand, how long they think, what they do with their seats."""

from typing import Protocol

from cardroom.cards import Card
from cardroom.engine.answers import Options
from cardroom.units import Cents


class Chance(Protocol):
    """The part of `random.Random` that a simulation needs."""

    def randrange(self, stop: int, /) -> int: ...

    def shuffle(self, x: list[Card], /) -> None: ...


class Style:
    """How often in a thousand a player folds to a bet, raises, and forgets to act at all."""

    def __init__(self, *, folds: int, raises: int, all_ins: int) -> None:
        self.folds = folds
        self.raises = raises
        self.all_ins = all_ins


STYLES = (
    Style(folds=650, raises=60, all_ins=5),
    Style(folds=350, raises=60, all_ins=10),
    Style(folds=450, raises=200, all_ins=25),
    Style(folds=150, raises=350, all_ins=60),
)
THINKS_MS_MAX = 9_000
"""Usually; now and then somebody needs the timebank."""


def decide(style: Style, options: Options, pot: Cents, chance: Chance) -> tuple[str, Cents]:
    """An action with its total: more or less random, always legal."""
    roll = chance.randrange(1000)
    if options.raise_to and roll < style.raises:
        return "raise", _raise_to(style, options, pot, chance)
    if options.call == 0:
        return "check", 0
    if chance.randrange(1000) < style.folds:
        return "fold", 0
    return "call", 0


def _raise_to(style: Style, options: Options, pot: Cents, chance: Chance) -> Cents:
    if chance.randrange(1000) < style.all_ins:
        return options.raise_to
    more = chance.randrange(pot + 1)
    return min(options.raise_to, options.raise_from + more)
