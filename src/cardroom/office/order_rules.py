"""What an order leads to, always the same for the same order, and when it is closed by hand."""

from cardroom.errors import TransferRefused
from cardroom.ledger import Transfer
from cardroom.ledger.banking import (
    cancel_withdrawal,
    deposit,
    pay_withdrawal,
    request_withdrawal,
)
from cardroom.ledger.invariants import Invariant
from cardroom.room.records import MoneyOrder

ON_ITS_WAY_MS = 60_000
"""How long a sent message may still reach the cashier: far longer than one try."""


def opening(order: MoneyOrder) -> Transfer | None:
    """What sets a withdrawal aside when it is asked for; a deposit moves nothing yet."""
    if order.kind == "deposit":
        return None
    return request_withdrawal(
        order.player,
        order.amount,
        order.currency,
        reference=order.reference,
        at_ms=order.asked_ms,
    )


def closing(order: MoneyOrder) -> Transfer | None:
    """What the answer to an order leads to; a refused deposit moves nothing."""
    opened = opening(order)
    if opened is not None:
        close = pay_withdrawal if order.outcome == "confirmed" else cancel_withdrawal
        return close(opened, at_ms=order.closed_ms)
    if order.outcome == "refused":
        return None
    return deposit(
        order.player,
        order.amount,
        order.currency,
        reference=order.reference,
        at_ms=order.closed_ms,
    )


def verify_by_hand(order: MoneyOrder) -> None:
    """Refuse to close an order by hand that the cashier may act on at the same moment (I11).

    Once the room has begun to send it, only their answer closes it, or somebody parks it first,
    so that it is not sent again, and asks them what has become of it.
    """
    if not order.handed_ms:
        return
    rule, free_ms = Invariant.SET_ASIDE_CLOSED_ONCE, order.handed_ms + ON_ITS_WAY_MS
    if not order.parked:
        raise TransferRefused(rule, "with_the_cashier", {"handed_ms": order.handed_ms})
    if order.closed_ms < free_ms:
        raise TransferRefused(rule, "on_its_way_to_the_cashier", {"until_ms": free_ms})
