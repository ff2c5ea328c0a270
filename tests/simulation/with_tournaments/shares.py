"""What a cancelled tournament gives to the players left, worked out a second time (CXL)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

Stacks = Mapping[int, int]
"""Chips by entry."""


def out_of_the_money(pot: int, stacks: Stacks) -> dict[int, int]:
    """Half of the pot equally, half by chips (CXL-03, TAMB-82)."""
    chips = sum(stacks.values())
    exact = {
        one: Fraction(pot, 2 * len(stacks)) + Fraction(pot * has, 2 * chips)
        for one, has in stacks.items()
    }
    return _in_cents(exact, stacks)


def at_several_tables(prizes: Sequence[int], stacks: Stacks) -> dict[int, int]:
    """The lowest prize left for everybody, the rest by chips (CXL-06, TAMB-83)."""
    rest, chips = sum(prizes) - len(prizes) * prizes[-1], sum(stacks.values())
    exact = {one: prizes[-1] + Fraction(rest * has, chips) for one, has in stacks.items()}
    return _in_cents(exact, stacks)


def at_the_final_table(prizes: Sequence[Fraction | int], stacks: Stacks) -> dict[int, int]:
    """By the chance of every player to take every place (CXL-07, TAMB-84)."""
    return _in_cents(_worth(tuple(prizes), dict(stacks)), stacks)


def of_a_drawn_pool(pool: int, paid: int, prizes: Sequence[int], stacks: Stacks) -> dict[int, int]:
    """A tenth of the pool each, the rest by the prizes left (CXL-09, TAMB-85)."""
    each = Fraction(pool, 10)
    scale = (pool - paid - len(stacks) * each) / sum(prizes)
    places = [*prizes, *[0] * (len(stacks) - len(prizes))]
    return at_the_final_table([each + prize * scale for prize in places], stacks)


def _worth(prizes: tuple[Fraction | int, ...], stacks: dict[int, int]) -> dict[int, Fraction]:
    if not prizes or not stacks:
        return dict.fromkeys(stacks, Fraction(0))
    chips = sum(stacks.values())
    worth: dict[int, Fraction] = dict.fromkeys(stacks, Fraction(0))
    for first, has in stacks.items():
        chance = Fraction(has, chips)
        if not chance:
            continue
        worth[first] += chance * prizes[0]
        others = {one: stack for one, stack in stacks.items() if one != first}
        for one, value in _worth(prizes[1:], others).items():
            worth[one] += chance * value
    return worth


def _in_cents(exact: Mapping[int, Fraction], stacks: Stacks) -> dict[int, int]:
    """Rounded down; the cents left over by the largest remainder (TAMB-40)."""
    cents = {one: floor(share) for one, share in exact.items()}
    left = round(sum(exact.values())) - sum(cents.values())
    order = sorted(exact, key=lambda one: (cents[one] - exact[one], -stacks[one], one))
    for one in order[:left]:
        cents[one] += 1
    return cents
