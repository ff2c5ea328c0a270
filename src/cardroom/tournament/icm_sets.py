"""The worth of stacks where exact rationals grow too long: every set of players, within a bound.

As in `icm`, but the chance of a set is kept with so many digits only. Nothing is ever subtracted,
so that the lost digits have a bound that can be proven, and cents follow from it (`worth`).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import fsum

from cardroom.tournament.icm import Prize, above_last
from cardroom.units import Chips

Progress = Callable[[int, int], None]
"""Hears how much of how much work is done."""

BITS = 192
FLOAT_BITS_KEPT = 43
"""Of the 53 bits of a float; fewer than 500 roundings, half a bit each, cost less than ten."""
SETS_PER_STEP = 1 << 14


def by_integers(
    stacks: Sequence[Chips], prizes: Sequence[Prize], progress: Progress
) -> tuple[list[Fraction], Fraction]:
    """The worth of every stack in fixed point, and how much too low it can be.

    Rounding a set's chance down loses less than one chip's part of it; what is lost once is lost to
    all later places, but never grows.
    """
    base, above = above_last(len(stacks), prizes)
    parts = _chances_per_chip(stacks, len(above), progress)
    worth = [base + Fraction(value, 1 << BITS) for value in _sums(stacks, parts, above)]
    lost = Fraction(len(above) * len(parts) * sum(stacks), 1 << BITS)
    return worth, max(above) * lost


def _chances_per_chip(stacks: Sequence[Chips], places: int, progress: Progress) -> list[int]:
    """For every set the chance that it took the first places, divided by the chips left then."""
    bits = [(1 << player, stack) for player, stack in enumerate(stacks)]
    total, count = sum(stacks), 1 << len(stacks)
    parts = [0] * count
    parts[0] = (1 << BITS) // total
    for members in range(1, count - 1):
        if members.bit_count() < places:
            chance, left = 0, total
            for bit, stack in bits:
                if members & bit:
                    chance += stack * parts[members ^ bit]
                    left -= stack
            parts[members] = chance // left
        if members % SETS_PER_STEP == 0:
            progress(members, count)
    return parts


def _sums(stacks: Sequence[Chips], parts: list[int], above: Sequence[Prize]) -> list[Prize]:
    """What each stack wins: its chips times the parts of all sets without it, times the prize."""
    won = [part * above[members.bit_count()] if part else 0 for members, part in enumerate(parts)]
    worth: list[Prize] = []
    for stack in reversed(stacks):
        half = len(won) // 2
        worth.append(stack * sum(won[:half]))
        won = [without + joined for without, joined in zip(won[:half], won[half:], strict=True)]
    return worth[::-1]


def by_floats(stacks: Sequence[Chips], prizes: Sequence[Prize]) -> tuple[list[Fraction], Fraction]:
    """The same with numpy (the extra `fast`), a hundred times faster and less precise."""
    import numpy as np

    base, above = above_last(len(stacks), prizes)
    players, count = len(stacks), 1 << len(stacks)
    left = np.full(count, sum(stacks), dtype=np.int64)
    sizes = np.zeros(count, dtype=np.int8)
    for player, stack in enumerate(stacks):
        bit = 1 << player
        left[bit : 2 * bit] = left[:bit] - stack
        sizes[bit : 2 * bit] = sizes[:bit] + 1
    by_size = np.argsort(sizes, kind="stable").astype(np.int32)
    ends = np.searchsorted(sizes[by_size], np.arange(players + 1))
    parts = np.zeros(count)
    parts[0] = 1 / sum(stacks)
    for size in range(1, len(above)):
        sets = by_size[ends[size] : ends[size + 1]]
        chance = np.zeros(len(sets))
        for player, stack in enumerate(stacks):
            # A set without the player leads to itself, which is still zero.
            chance += stack * parts[sets & ~(1 << player)]
        parts[sets] = chance / left[sets]
    worth_of = np.zeros(players + 1)
    worth_of[: len(above)] = [float(prize) for prize in above]
    won = parts * worth_of[sizes]
    worth: list[Fraction] = []
    for stack in reversed(stacks):
        half = len(won) // 2
        worth.append(base + stack * Fraction(fsum(won[:half])))
        won = won[:half] + won[half:]
    return worth[::-1], max(worth) / (1 << FLOAT_BITS_KEPT)
