"""The audit of the order book: every order beside the money that it moved.

What lies on a withdrawal account belongs to exactly one open order. What an order says became of
it, the ledger says too.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from cardroom.errors import UNREADABLE, CardroomError
from cardroom.ledger import Invariant, Transfer
from cardroom.ledger.audit import Audit
from cardroom.ledger.transfers import read_transfer
from cardroom.ledger.verifying import closing_key
from cardroom.office.order_rules import closing, opening
from cardroom.room.records import MoneyOrder
from cardroom.store.audit.reading import CHUNK, contents
from cardroom.store.databases.database import One, Script
from cardroom.store.house.orders import orders_after
from cardroom.store.store import Store

RULE = Invariant.SET_ASIDE_CLOSED_ONCE
_OPEN_ASIDES = (
    "select key, name, amount from set_aside join transfers on seq = opened"
    " join accounts on id = account where reason = 'withdrawal_requested' and closed is null"
    " and not exists (select 1 from money_orders where key = 'withdrawal:' || reference"
    " and kind = 'withdrawal' and outcome = 'pending' and money_orders.amount = set_aside.amount"
    " and name = 'player:' || player || ':withdrawal:' || currency) order by opened"
)
"""Withdrawals that are set aside without an open order of just that amount."""
_ACCOUNTS = (
    "select name, balance, coalesce((select sum(amount) from money_orders where kind = 'withdrawal'"
    " and outcome = 'pending' and name = 'player:' || player || ':withdrawal:' || currency), 0)"
    " from accounts where name like 'player:%:withdrawal:%' order by name"
)
"""The withdrawal accounts, with what their open orders add up to."""


class Booked(NamedTuple):
    """An order, and the transfers that were booked under the keys of its steps."""

    order: MoneyOrder
    opened: Transfer | None
    closed: Transfer | None


async def audit_orders(store: Store, audit: Audit) -> None:
    """Tell the audit where orders and ledger differ."""
    strays, accounts = await store.ask(_open_money)
    for key, account, amount in strays:
        flaw = f"{amount} on {account}, set aside by {key}, belong to no open order"
        audit.find_at_end(RULE, "withdrawal_without_order", flaw)
    for account, balance, ordered in accounts:
        if balance != ordered:
            flaw = f"{account} has {balance}, the open orders for it are {int(ordered)}"
            audit.find_at_end(RULE, "withdrawals_differ", flaw)
    after = ""
    while page := await store.ask(partial(_booked_orders, after)):
        for one in page:
            for flaw in _flaws(one):
                audit.find_at_end(RULE, "order_differs", f"order {one.order.reference!r} {flaw}")
        after = page[-1].order.reference


def _flaws(booked: Booked) -> list[str]:
    try:
        return list(_differences(booked))
    except (CardroomError, ValueError) as error:
        return [f"cannot be read: {error}"]


def _differences(booked: Booked) -> Iterator[str]:
    """Where the ledger has not moved what an order says."""
    order, opened, closed = booked
    expected = opening(order)
    if order.outcome == "refused" and opened is None:
        # It was refused before it was set aside, or is a deposit: nothing has moved.
        if closed is not None:
            yield f"is refused, but {closed.key} was booked"
        return
    if expected is not None and (opened is None or opened.entries != expected.entries):
        yield f"is not what {expected.key} has set aside"
        return
    wanted = closing(order) if order.outcome != "pending" and order.is_booked else None
    if _moved(wanted) != _moved(closed):
        said = "nothing" if closed is None else closed.reason.value
        yield f"is {order.outcome}, but the ledger has {said} for it"


def _moved(transfer: Transfer | None) -> object:
    return None if transfer is None else (transfer.reason, transfer.entries)


def _open_money() -> Script[tuple[list[tuple[str, str, int]], list[tuple[str, int, int]]]]:
    strays = yield One(_OPEN_ASIDES)
    accounts = yield One(_ACCOUNTS)
    return (
        [(key, account, amount) for key, account, amount in strays],
        [(account, balance, ordered) for account, balance, ordered in accounts],
    )


def _booked_orders(after: str) -> Script[list[Booked]]:
    orders = yield from orders_after(after, CHUNK)
    keys = [key for order in orders for key in _keys(order)]
    rows = yield from contents(keys)
    found = {key: _readable(content) for key, _, content in rows}
    return [Booked(order, *(found.get(key) for key in _keys(order))) for order in orders]


def _readable(content: bytes) -> Transfer | None:
    """A transfer; one that cannot be read was reported where the chain was read."""
    try:
        return read_transfer(content)
    except UNREADABLE:
        return None


def _keys(order: MoneyOrder) -> tuple[str, str]:
    """The keys under which its money is set aside, and moved at its end."""
    if order.kind == "deposit":
        return "", f"deposit:{order.reference}"
    opened = f"withdrawal:{order.reference}"
    return opened, closing_key(opened)
