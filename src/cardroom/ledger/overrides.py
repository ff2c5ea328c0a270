"""What an operator may do by hand: take a transfer back, move money with a reason (CASH-01)."""

from cardroom.ledger.accounts import Account
from cardroom.ledger.transfers import Reason, Transfer, moved
from cardroom.ledger.verifying import reversal_key, verify_amount
from cardroom.units import Cents


def reverse(original: Transfer, *, operator: str, note: str, at_ms: int) -> Transfer:
    """Take a transfer back by a new one; the old one stays as it is (CRASH-03, AMB-24)."""
    return Transfer(
        reversal_key(original.key),
        Reason.REVERSED,
        at_ms,
        tuple((account, -amount) for account, amount in original.entries),
        reverses=original.key,
        hand=original.hand,
        tournament=original.tournament,
        case=original.case,
        operator=operator,
        note=note,
    )


def adjust(
    amount: Cents,
    out_of: Account,
    into: Account,
    *,
    request: str,
    operator: str,
    note: str,
    at_ms: int,
) -> Transfer:
    """Move an amount because fairness demands it; somebody answers for it (CASH-01, FAIR-13)."""
    return Transfer(
        f"adjustment:{request}",
        Reason.ADJUSTED,
        at_ms,
        moved(verify_amount(amount), out_of, into),
        operator=operator,
        note=note,
    )
