"""What players asked of the operator's own cashier, in the database."""

from typing import cast

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, Transfer
from cardroom.ledger.invariants import Invariant
from cardroom.room.records import MoneyOrder
from cardroom.store.database import One, Row, Script
from cardroom.store.store import Store

_COLUMNS = (
    "reference, kind, player, amount, currency, asked_ms, told_ms, pay_at, outcome, said,"
    " closed_ms, booked"
)
_SELECT = f"select {_COLUMNS} from money_orders"  # noqa: S608 - our own names
_KEPT = f"{_SELECT} where reference = $1"
_OF_PLAYER = f"{_SELECT} where player = $1 order by asked_ms desc, reference limit $2"
_UNFINISHED = f"{_SELECT} where booked = 0 order by asked_ms, reference limit $1"
_TO_CARRY = (
    f"{_SELECT} where booked = 0 and (told_ms = 0 or outcome <> 'pending')"
    " order by asked_ms, reference limit $1"
)


class StoredOrders:
    """OrderStore of `room/ports.py`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, order: MoneyOrder) -> MoneyOrder:
        """Keep an order; the same reference again is answered with the one that is kept."""
        return cast("MoneyOrder", await self._store.errand(lambda: _add(order)))

    async def find(self, reference: str) -> MoneyOrder | None:
        found = await self._store.ask(lambda: _orders(_KEPT, reference))
        return found[0] if found else None

    async def of_player(self, player: PlayerId, limit: int) -> list[MoneyOrder]:
        """A player's orders, newest first."""
        return await self._store.ask(lambda: _orders(_OF_PLAYER, player, limit))

    async def unfinished(self, limit: int) -> list[MoneyOrder]:
        """Orders that are not booked to their end, oldest first."""
        return await self._store.ask(lambda: _orders(_UNFINISHED, limit))

    async def to_carry(self, limit: int) -> list[MoneyOrder]:
        """Those of them that wait for us: not told yet, or closed and not booked."""
        return await self._store.ask(lambda: _orders(_TO_CARRY, limit))

    async def keep(self, order: MoneyOrder) -> MoneyOrder:
        """Keep what has become of an order, and return it as it is kept: it is closed once."""
        return cast("MoneyOrder", await self._store.errand(lambda: _keep(order)))

    async def booked(self, key: str) -> Transfer | None:
        """The transfer that was booked under a key."""
        return await self._store.stored_transfer(key)


def _orders(sql: str, *values: object) -> Script[list[MoneyOrder]]:
    rows = yield One(sql, values)
    return [_order(row) for row in rows]


def _order(row: Row) -> MoneyOrder:
    (
        reference,
        kind,
        player,
        amount,
        currency,
        asked,
        told,
        pay_at,
        outcome,
        said,
        closed,
        booked,
    ) = row
    return MoneyOrder(
        reference=reference,
        kind=kind,
        player=PlayerId(player),
        amount=amount,
        currency=currency,
        asked_ms=asked,
        told_ms=told,
        pay_at=pay_at,
        outcome=outcome,
        said=said,
        closed_ms=closed,
        is_booked=bool(booked),
    )


def _add(order: MoneyOrder) -> Script[object]:
    known = yield from _orders(_KEPT, order.reference)
    if known:
        return known[0]
    yield One(
        "insert into money_orders (reference, kind, player, amount, currency, asked_ms)"
        " values ($1, $2, $3, $4, $5, $6)",
        (
            order.reference,
            order.kind,
            order.player,
            order.amount,
            order.currency,
            order.asked_ms,
        ),
    )
    return order


def _keep(order: MoneyOrder) -> Script[object]:
    """The first word that closes an order stays; what came before it may still be noted."""
    known = yield from _orders(_KEPT, order.reference)
    if not known:
        key = {"reference": order.reference}
        raise TransferRefused(Invariant.SET_ASIDE_CLOSED_ONCE, "no_such_order", key)
    (kept,) = known
    if kept.outcome == "pending" and order.outcome != "pending":
        yield One(
            "update money_orders set outcome = $2, said = $3, closed_ms = $4 where reference = $1",
            (order.reference, order.outcome, order.said, order.closed_ms),
        )
    if order.told_ms and not kept.told_ms:
        yield One(
            "update money_orders set told_ms = $2, pay_at = $3 where reference = $1",
            (order.reference, order.told_ms, order.pay_at),
        )
    if order.is_booked and not kept.is_booked:
        yield One(
            "update money_orders set booked = 1 where reference = $1 and outcome <> 'pending'",
            (order.reference,),
        )
    (kept,) = yield from _orders(_KEPT, order.reference)
    return kept
