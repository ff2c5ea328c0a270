"""The worth of up to 20 stacks within a bound: as `sets`, with numpy (the extra `fast`).

Nothing is ever subtracted, and what is added up at the end is rounded once. So every result has
fewer than 500 roundings of half a unit in the last place behind it.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import fsum

import numpy as np
from numpy.typing import NDArray

from cardroom.tournament.icm.exact import above_last
from cardroom.tournament.prizes.rounding import Rational
from cardroom.units import Chips

BITS_KEPT = 43
"""Of the 53 bits of a float: 500 roundings cost less than ten."""

Floats = NDArray[np.float64]
Sizes = NDArray[np.int8]
"""How many players are in each set."""


def by_floats(
    stacks: Sequence[Chips], prizes: Sequence[Rational]
) -> tuple[list[Fraction], Fraction]:
    """The worth of every stack, and how far it can be off."""
    base, above = above_last(len(stacks), prizes)
    sizes = _sizes(len(stacks))
    worth_of = np.zeros(len(stacks) + 1)
    worth_of[: len(above)] = [float(prize) for prize in above]
    won = _chances_per_chip(stacks, sizes, len(above)) * worth_of[sizes]
    worth: list[Fraction] = []
    for stack in reversed(stacks):
        half = len(won) // 2
        worth.append(base + stack * Fraction(fsum(won[:half])))
        won = won[:half] + won[half:]
    return worth[::-1], max(worth) / (1 << BITS_KEPT)


def _sizes(players: int) -> Sizes:
    sizes = np.zeros(1 << players, dtype=np.int8)
    for player in range(players):
        bit = 1 << player
        sizes[bit : 2 * bit] = sizes[:bit] + 1
    return sizes


def _chances_per_chip(stacks: Sequence[Chips], sizes: Sizes, places: int) -> Floats:
    """For every set the chance that it took the first places, divided by the chips left then."""
    by_size = np.argsort(sizes, kind="stable").astype(np.int32)
    starts = np.searchsorted(sizes[by_size], np.arange(len(stacks) + 1))
    left = _chips_left(stacks)
    parts = np.zeros(len(sizes))
    parts[0] = 1 / sum(stacks)
    for size in range(1, places):
        sets = by_size[starts[size] : starts[size + 1]]
        chance = np.zeros(len(sets))
        for player, stack in enumerate(stacks):
            # A set without the player leads to itself, which is still zero.
            chance += stack * parts[sets & ~(1 << player)]
        parts[sets] = chance / left[sets]
    return parts


def _chips_left(stacks: Sequence[Chips]) -> NDArray[np.int64]:
    """The chips of everybody outside of each set, in whole numbers."""
    left = np.full(1 << len(stacks), sum(stacks), dtype=np.int64)
    for player, stack in enumerate(stacks):
        bit = 1 << player
        left[bit : 2 * bit] = left[:bit] - stack
    return left
