"""What an operator may do by hand: take a transfer back, move money with a reason (CASH-01)."""

from collections.abc import Mapping

from cardroom.ledger.accounts import Account, Kind, PlayerId, house, player_cash
from cardroom.ledger.hands import SettledHand
from cardroom.ledger.settling import settle_hand
from cardroom.ledger.transfers import Reason, Transfer, merged, moved
from cardroom.ledger.verifying import cash_of, reversal_key, verify_amount
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
        floor=original.floor,
        operator=operator,
        note=note,
    )


def take_back(
    hand: SettledHand, missing: Mapping[PlayerId, Cents], *, operator: str, note: str, at_ms: int
) -> Transfer:
    """Void a paid hand from and to the cash of its players, the rake included (CASH-01, AMB-24).

    The stacks of a table that plays on are left alone. What is `missing` of a winner's cash the
    house pays, so that nobody who lost waits for it.
    """
    settled = settle_hand(hand)
    sides = [(cash_of(account), -amount) for account, amount in settled.entries]
    for player, amount in missing.items():
        overlay = house(Kind.OVERLAY, hand.currency)
        sides += moved(verify_amount(amount), overlay, player_cash(player, hand.currency))
    return Transfer(
        reversal_key(hand.key),
        Reason.REVERSED,
        at_ms,
        merged(sides),
        reverses=hand.key,
        hand=hand.key,
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
        adjustment_key(request),
        Reason.ADJUSTED,
        at_ms,
        moved(verify_amount(amount), out_of, into),
        operator=operator,
        note=note,
    )


def adjustment_key(request: str) -> str:
    """Under which key an adjustment is booked."""
    return f"adjustment:{request}"
