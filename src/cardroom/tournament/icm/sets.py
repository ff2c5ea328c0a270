"""The worth of stacks where exact rationals grow too long: every set of players, within a bound.

As in `exact`, but the chance of a set is kept with a limited number of digits. What they lose has a
bound that can be proven, and cents follow from it (`worth`). `set_arrays` counts the same with
numpy.
"""

from collections.abc import Sequence
from fractions import Fraction

from cardroom.odds.runouts import Progress
from cardroom.tournament.icm.exact import above_last
from cardroom.tournament.prizes.rounding import Rational
from cardroom.units import Chips

BITS = 192
SETS_PER_STEP = 1 << 14


def by_integers(
    stacks: Sequence[Chips], prizes: Sequence[Rational], progress: Progress
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


def _sums(stacks: Sequence[Chips], parts: list[int], above: Sequence[Rational]) -> list[Rational]:
    """What each stack wins: its chips times the parts of all sets without it, times the prize."""
    won = [part * above[members.bit_count()] if part else 0 for members, part in enumerate(parts)]
    worth: list[Rational] = []
    for stack in reversed(stacks):
        half = len(won) // 2
        worth.append(stack * sum(won[:half]))
        won = [without + joined for without, joined in zip(won[:half], won[half:], strict=True)]
    return worth[::-1]
