"""Players by script: how they play a hand and how long they think."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from cardroom.cards import Card
from cardroom.engine.answers import Options
from cardroom.units import Chips


class Chance(Protocol):
    """The part of `random.Random` that a simulation needs."""

    def randrange(self, stop: int, /) -> int:
        """A uniform number from 0 up to, not including, `stop`."""

    def sample(self, population: Sequence[Card], k: int, /) -> list[Card]:
        """Some different cards in random order."""


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """In a thousand: how often a player folds to a bet, raises, and raises all he has."""

    folds: int
    raises: int
    all_ins: int


STYLES = (
    Style(folds=700, raises=90, all_ins=60),
    Style(folds=550, raises=130, all_ins=120),
    Style(folds=450, raises=220, all_ins=200),
    Style(folds=250, raises=320, all_ins=300),
)
THINKS_MS_MAX = 5_000
SHORT_STACK_BLINDS = 8
SHORT_STACK_PUSHES = 350


def decide(
    style: Style, options: Options, *, pot: Chips, big_blind: Chips, chance: Chance
) -> tuple[str, Chips]:
    """An action with its total: more or less random, always legal; short stacks push."""
    roll = chance.randrange(1000)
    maximum = options.raise_to
    if maximum:
        is_short = maximum <= SHORT_STACK_BLINDS * big_blind
        if is_short and roll < SHORT_STACK_PUSHES:
            return "raise", maximum
        if roll < style.raises:
            return "raise", _raise_to(style, options, pot, roll, chance)
    if options.call == 0:
        return "check", 0
    return ("fold", 0) if roll >= 1000 - style.folds else ("call", 0)


def _raise_to(style: Style, options: Options, pot: Chips, roll: int, chance: Chance) -> Chips:
    if roll * 1000 < style.raises * style.all_ins:
        return options.raise_to
    return min(options.raise_to, options.raise_from + chance.randrange(pot + 1))
