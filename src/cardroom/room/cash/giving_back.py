"""Giving a paid hand back to its players, at the table where it was played or without it (AMB-24).

The reversal is one transfer between the cash of the players, so that a table that plays on keeps
its stacks. Only a winner with too little cash pays from their stack, between two hands.
"""

from collections.abc import Mapping

from cardroom.cash.hand_reversal import Share, shares
from cardroom.cash.table_desk import TableDesk
from cardroom.errors import OperatorRefused
from cardroom.ledger import PlayerId, SettledHand
from cardroom.ledger.overrides import take_back
from cardroom.room.cash.messages import GiveBackHand
from cardroom.room.wallets import Wallets
from cardroom.units import Cents


def shares_now(
    wallets: Wallets, hand: SettledHand, stacks: Mapping[PlayerId, Cents]
) -> tuple[Share, ...]:
    """Who gives and gets what, by the cash and stacks of this moment."""
    return shares(hand, {player: wallets.balance(player) for player in hand.deltas}, dict(stacks))


def give_back(
    wallets: Wallets, word: GiveBackHand, at_ms: int, desk: TableDesk | None = None
) -> dict[PlayerId, Cents]:
    """Count and write everything at once, so that nobody spends in between what they owe.

    What winners gave from their stacks at the table, if there is one.
    """
    stacks = {} if desk is None else {one.player: one.stack for one in desk.table.in_order()}
    now = shares_now(wallets, word.hand, stacks)
    verify_paid(word, now)
    from_stacks = {share.player: share.from_stack for share in now if share.from_stack}
    for player, amount in from_stacks.items():
        assert desk is not None
        desk.take_from_stack(player, amount, at_ms)
    missing = {share.player: share.missing for share in now if share.missing}
    back = take_back(word.hand, missing, operator=word.operator, note=word.reason, at_ms=at_ms)
    wallets.move(back)
    return from_stacks


def verify_paid(word: GiveBackHand, moved: tuple[Share, ...]) -> None:
    """Refuse what would leave losers without their money, unless the house pays it (AMB-24)."""
    missing = [
        {"player": share.player, "name": word.names[share.player], "amount": share.missing}
        for share in moved
        if share.missing
    ]
    if missing and not word.house_pays:
        about = {"missing": missing, "currency": word.hand.currency}
        raise OperatorRefused("AMB-24", "winner_has_too_little", about)
