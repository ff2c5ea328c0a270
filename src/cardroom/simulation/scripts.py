"""What scripted players of every game share: chance, a style of play, how large a raise is."""

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

    def shuffle(self, x: list[Card], /) -> None:
        """Mix cards in place."""

    def sample(self, population: Sequence[Card], k: int, /) -> list[Card]:
        """Some different cards in random order."""


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """In a thousand: how often a player folds to a bet, raises, and raises all-in."""

    folds: int
    raises: int
    all_ins: int


def raise_total(options: Options, pot: Chips, chance: Chance, *, all_in: bool) -> Chips:
    """The total of a raise: everything, or up to a pot above the smallest."""
    if all_in:
        return options.raise_to
    return min(options.raise_to, options.raise_from + chance.randrange(pot + 1))
