"""When a hand must be taken back after it was paid, or its money finds no owner."""

from collections.abc import Mapping
from typing import NamedTuple

from cardroom.ledger import PlayerId, SettledHand, Transfer
from cardroom.ledger.accounts import Account
from cardroom.ledger.suspense import suspend
from cardroom.rulebook.cash.crash import CrashRules
from cardroom.units import Cents


class Share(NamedTuple):
    """What a player gets when a paid hand is taken back; what they give is negative.

    What they give comes out of their cash, then out of their stack at the table
    (`from_stack`), and is `missing` where both are too little.
    """

    player: PlayerId
    gets: Cents
    from_stack: Cents = 0
    missing: Cents = 0


def shares(
    hand: SettledHand, cash: Mapping[PlayerId, Cents], stacks: Mapping[PlayerId, Cents]
) -> tuple[Share, ...]:
    """Who gives and gets how much when a paid hand is taken back (CASH-01, AMB-24)."""
    return tuple(
        _share(player, -delta, cash[player], stacks.get(player, 0))
        for player, delta in sorted(hand.deltas.items())
        if delta
    )


def _share(player: PlayerId, gets: Cents, cash: Cents, stack: Cents) -> Share:
    lacking = max(0, -gets - cash)
    from_stack = min(lacking, stack)
    return Share(player, gets, from_stack, lacking - from_stack)


def set_aside(
    rules: CrashRules,
    player: PlayerId,
    amount: Cents,
    source: Account,
    *,
    reference: str,
    at_ms: int,
    operator: str = "",
    note: str = "",
) -> Transfer:
    """Money that cannot be credited waits in suspense before it goes to charity (CRASH-04)."""
    return suspend(
        player,
        amount,
        source,
        reference=reference,
        after_days=rules.uncredited_after_days,
        at_ms=at_ms,
        operator=operator,
        note=note,
    )
