"""What a stack is worth in prizes, by Malmuth and Harville, in exact rationals (TAMB-84).

The chance to finish first is a player's part of the chips; the places after it go the same way
among those who are left. A set of players is a number, one bit each. `icm` counts sets by size and
keeps the chance that just these players took the first places.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from cardroom.tournament.prizes.rounding import Rational
from cardroom.units import Chips


def icm(stacks: Sequence[Chips], prizes: Sequence[Rational]) -> list[Fraction]:
    """The exact worth of every stack (TAMB-84); work and digits grow with the sets of players."""
    base, above = above_last(len(stacks), prizes)
    unit = lcm(*(Fraction(prize).denominator for prize in above))
    worth = [0] * len(stacks)
    sets, left, scale = {0: 1}, {0: sum(stacks)}, unit
    for place, prize in enumerate(above, start=1):
        # All chances have one denominator; it grows by the factor `step` from place to place.
        step = lcm(*(left[members] for members in sets))
        scale *= step
        parts = {members: chance * (step // left[members]) for members, chance in sets.items()}
        cents = int(prize * unit)
        worth = [
            value * step + cents * stack * part
            for value, stack, part in zip(worth, stacks, _without(parts, stacks), strict=True)
        ]
        if place < len(above):
            sets, left = _next_place(stacks, parts, left)
    return [base + Fraction(value, scale) for value in worth]


def _without(parts: dict[int, int], stacks: Sequence[Chips]) -> list[int]:
    """For each player the sum over the sets without them: whoever is in a set has their place."""
    sums = [sum(parts.values())] * len(stacks)
    for members, part in parts.items():
        rest = members
        while rest:
            player = rest.bit_length() - 1
            sums[player] -= part
            rest ^= 1 << player
    return sums


def _next_place(
    stacks: Sequence[Chips], parts: dict[int, int], left: dict[int, Chips]
) -> tuple[dict[int, int], dict[int, Chips]]:
    """Let everybody else take the next place after each set: the larger sets and their chances.

    `parts` are chances for each chip that is left; `left` counts those chips.
    """
    larger: dict[int, int] = {}
    fewer: dict[int, Chips] = {}
    for members, part in parts.items():
        chips = left[members]
        for player, stack in enumerate(stacks):
            if not members >> player & 1:
                joined = members | 1 << player
                if joined in larger:
                    larger[joined] += part * stack
                else:
                    larger[joined] = part * stack
                    fewer[joined] = chips - stack
    return larger, fewer


def above_last(players: int, prizes: Sequence[Rational]) -> tuple[Rational, list[Rational]]:
    """What every player is sure of, and what the better places win on top of it."""
    assert 1 <= len(prizes) <= players
    base = prizes[-1] if len(prizes) == players else 0
    above = [prize - base for prize in prizes]
    while above and above[-1] == 0:
        above.pop()
    return base, above
