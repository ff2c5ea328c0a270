"""Closing what was set aside: a withdrawal, a hold, a suspense item; once and in full."""

from cardroom.ledger.accounts import Account, PlayerId, player_cash, read_account
from cardroom.ledger.transfers import Reason, Transfer, moved
from cardroom.ledger.verifying import closing_key, set_aside


def cash_of_owner(opened: Transfer) -> Account:
    """The cash account of the player whose money was set aside."""
    account, _ = set_aside(opened)
    parts = read_account(account)
    return player_cash(PlayerId(parts.ids[-1]), parts.asset)


def close(
    opened: Transfer,
    reason: Reason,
    into: Account,
    *,
    at_ms: int,
    operator: str = "",
    note: str = "",
) -> Transfer:
    """Move all that was set aside to where it ends; every way has the same key (I11)."""
    account, amount = set_aside(opened)
    return Transfer(
        closing_key(opened.key),
        reason,
        at_ms,
        moved(amount, account, into),
        closes=opened.key,
        case=opened.case,
        operator=operator,
        note=note,
    )
