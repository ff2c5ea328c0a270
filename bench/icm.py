"""What stacks are worth in prizes (ICM): final tables, twenty players, a thousand."""

from decimal import Decimal, localcontext
from random import Random
from typing import Any

from bench.harness import Check, Contender, Goal, Task, Work

NOTES = """
- `pokerkit` is the only peer in the package index that counts Malmuth and Harville. It goes through
  all finishing orders in floats: all of ten players would take it minutes, so nine are its last
  figure here. Other implementations exist as source code only (one, in C, integrates as well).
- cardroom's answer is in whole cents whose sum is the prize pool. Nine players are counted in exact
  rationals, twenty through all their sets with a proven bound, a thousand as an integral.
- A handful of players is as quick in any way; there floats are faster than exact rationals that
  become cents, and the goal is the full final table.
- A room needs final tables only; larger fields are for the tool.
"""

CHANCE = Random(8)
STACKS = [CHANCE.randrange(500, 60_000) for _ in range(1000)]


def prizes(count: int) -> list[int]:
    return [10_000_00 // (place + 1) for place in range(count)]


def cardroom(players: int, paid: int) -> Work:
    from cardroom.tournament.icm.worth import icm_cents
    from cardroom.tournament.ids import EntryId

    stacks = {EntryId(number): STACKS[number] for number in range(players)}

    def work() -> int:
        assert sum(icm_cents(stacks, prizes(paid)).values()) == sum(prizes(paid))
        return 1

    return work


def pokerkit(players: int, paid: int) -> Work:
    from pokerkit import calculate_icm

    def work() -> int:
        assert len(calculate_icm(prizes(paid), STACKS[:players])) == players
        return 1

    return work


def task(players: int, paid: int, factor: float = 0, *, peer: bool = True) -> Task:
    contenders = [Contender("cardroom", lambda: cardroom(players, paid))]
    if peer:
        contenders.append(Contender("pokerkit", lambda: pokerkit(players, paid)))
    goals = [Goal("cardroom pure", factor)] if factor else []
    return Task(f"{players} players, {paid} places paid", "answer", contenders, goals)


TASKS = [
    task(3, 3),
    task(6, 3),
    task(9, 3),
    task(9, 9, 10),
    task(20, 3),
    task(20, 20, peer=False),
    task(1000, 150, peer=False),
    task(1000, 1000, peer=False),
]


def error_of_the_integral() -> str:
    """The largest difference to the exact worth, over fields small enough for it."""
    from cardroom.tournament.icm.exact import icm
    from cardroom.tournament.icm.integral import by_integral

    worst, stated = 0.0, 0.0
    for players in range(2, 11):
        exact = icm(STACKS[:players], prizes(players))
        worth = [float(prize) for prize in prizes(players)]
        found, error = by_integral(STACKS[:players], worth, lambda *_: None)
        off = max(abs(float(one - other)) for one, other in zip(exact, found, strict=True))
        assert off <= error, f"{players} players: off by {off}, stated {error}"
        worst, stated = max(worst, off), max(stated, error)
    return f"off by at most {worst:.1e} cents of {prizes(1)[0]:,}; stated at most {stated:.1e}"


def error_at_a_thousand_players() -> str:
    """Two places can be summed directly, in fifty digits, for a thousand players too."""
    from cardroom.tournament.icm.integral import by_integral

    first, second = prizes(2)
    found, stated = by_integral(STACKS, [float(first), float(second)], lambda *_: None)
    with localcontext() as context:
        context.prec = 50
        chips = Decimal(sum(STACKS))
        after = [Decimal(stack) / (chips - stack) for stack in STACKS]
        others = sum(after, Decimal(0))
        exact = [
            stack / chips * (first + second * (others - own))
            for stack, own in zip(STACKS, after, strict=True)
        ]
    off = max(abs(float(one - Decimal(other))) for one, other in zip(exact, found, strict=True))
    assert off <= stated, f"off by {off}, stated {stated}"
    return f"off by at most {off:.1e} cents of {first:,}; stated {stated:.1e}"


CHECKS: list[Any] = [
    Check("The integral against exact rationals, 2 to 10 players", error_of_the_integral),
    Check("The integral against fifty digits, 1,000 players", error_at_a_thousand_players),
]
