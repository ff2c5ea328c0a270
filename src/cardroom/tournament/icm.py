"""What a stack is worth in prizes, by Malmuth and Harville, in exact rationals (TAMB-84).

The chance to finish first is a player's part of the chips; the places after it go the same way
among those who are left. A set of players is a number, one bit each. `icm` counts sets by size and
keeps the chance that just these players took the first places.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from cardroom.units import Chips

Prize = int | Fraction


def icm(stacks: Sequence[Chips], prizes: Sequence[Prize]) -> list[Fraction]:
    """The exact worth of every stack (TAMB-84); work and digits grow with the sets of players."""
    base, above = above_last(len(stacks), prizes)
    unit = lcm(*(Fraction(prize).denominator for prize in above))
    worth = [0] * len(stacks)
    sets, chips, scale = {0: 1}, {0: sum(stacks)}, unit
    for prize in above:
        step = lcm(*(chips[members] for members in sets))
        won = [0] * len(stacks)
        sets = _next_place(stacks, sets, chips, step, won)
        cents = int(prize * unit)
        worth = [value * step + cents * wins for value, wins in zip(worth, won, strict=True)]
        scale *= step
    return [base + Fraction(value, scale) for value in worth]


def _next_place(
    stacks: Sequence[Chips],
    sets: dict[int, int],
    chips: dict[int, Chips],
    step: int,
    won: list[int],
) -> dict[int, int]:
    """Let somebody take the next place after each set; `won` counts who, `chips` are those left.

    All chances have one denominator, which grows by the factor `step`.
    """
    larger: dict[int, int] = {}
    for members, chance in sets.items():
        left = chips[members]
        part = chance * (step // left)
        for player, stack in enumerate(stacks):
            if not members >> player & 1:
                wins = part * stack
                won[player] += wins
                joined = members | 1 << player
                larger[joined] = larger.get(joined, 0) + wins
                chips[joined] = left - stack
    return larger


def above_last(players: int, prizes: Sequence[Prize]) -> tuple[Prize, list[Prize]]:
    """What every player is sure of, and what the better places win on top of it."""
    assert 1 <= len(prizes) <= players
    base = prizes[-1] if len(prizes) == players else 0
    above = [prize - base for prize in prizes]
    while above and above[-1] == 0:
        above.pop()
    return base, above
