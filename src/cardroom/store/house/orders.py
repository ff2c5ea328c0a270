"""What players asked of the operator's own cashier, in the database.

Every step reads the order in the transaction that changes it, and the money that it moves is moved
in that transaction, too: nobody who has read an order earlier can bring it further than it is. Only
the process that has claimed the job takes a step.
"""

from typing import Literal, cast

from msgspec.structs import replace

from cardroom.errors import AccessRefused, TransferRefused
from cardroom.ledger import PlayerId, Transfer
from cardroom.ledger.invariants import Invariant
from cardroom.office import outbox_messages
from cardroom.office.order_rules import closing, opening, verify_by_hand
from cardroom.room.net import Net
from cardroom.room.receipts import verify_same
from cardroom.room.records import Handed, MoneyOrder, Receipt
from cardroom.store import reading, receipts
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.jobs import Job
from cardroom.store.ownership import UnitClaim, verify_unit
from cardroom.store.store import Store
from cardroom.store.units import Post

_COLUMNS = (
    "reference, kind, player, amount, currency, asked_ms, handed_ms, told_ms, pay_at, outcome,"
    " said, closed_ms, booked, parked"
)
_SELECT = f"select {_COLUMNS} from money_orders"  # noqa: S608 - our own names
_KEPT = f"{_SELECT} where reference = $1"
_OF_PLAYER = f"{_SELECT} where player = $1 order by asked_ms desc, reference limit $2"
_UNFINISHED = f"{_SELECT} where booked = 0 order by asked_ms, reference limit $1"
_TO_CARRY = (
    f"{_SELECT} where booked = 0 and (outcome <> 'pending' or (told_ms = 0 and parked = ''))"
    " and (asked_ms, reference) > ($1, $2) order by asked_ms, reference limit $3"
)
_AFTER = f"{_SELECT} where reference > $1 order by reference limit $2"
_OPEN = "select count(*) from money_orders where player = $1 and outcome = 'pending'"
_COUNTS = "select count(*), coalesce(sum(case when parked <> '' then 1 else 0 end), 0)"
_COUNTS = f"{_COUNTS} from money_orders where booked = 0"


class StoredOrders:
    """OrderStore of `room/ports.py`; `tells` fills the outbox for the operator."""

    def __init__(self, store: Store, *, tells: bool = False) -> None:
        self._store = store
        self._tells = tells
        self.job = Job(store, "orders")

    # Questions

    async def find(self, reference: str) -> MoneyOrder | None:
        found = await self._store.ask(lambda: _orders(_KEPT, reference))
        return found[0] if found else None

    async def of_player(self, player: PlayerId, limit: int) -> list[MoneyOrder]:
        """A player's orders, newest first."""
        return await self._store.ask(lambda: _orders(_OF_PLAYER, player, limit))

    async def unfinished(self, limit: int) -> list[MoneyOrder]:
        """Orders that are not booked to their end, oldest first."""
        return await self._store.ask(lambda: _orders(_UNFINISHED, limit))

    async def to_carry(self, after: MoneyOrder | None, limit: int) -> list[MoneyOrder]:
        """A page of those that wait for us: not taken by the cashier, or closed and not booked."""
        place = (0, "") if after is None else (after.asked_ms, after.reference)
        return await self._store.ask(lambda: _orders(_TO_CARRY, *place, limit))

    async def counts(self) -> tuple[int, int]:
        """How many orders are not booked to their end, and how many of these are parked."""
        return await self._store.ask(_counts)

    # Steps

    async def open(self, order: MoneyOrder, maximum: int, receipt: Receipt) -> MoneyOrder:
        """Keep an order and set its money aside; the same reference again is the kept one.

        Refused with `maximum` open orders already, or where the id belongs to another request.
        """
        claim = await self.job.claim()
        step = await self._store.booking(
            lambda post: _ours(claim, self._open(order, maximum, receipt, post))
        )
        return cast("MoneyOrder", step)

    async def hand_over(self, reference: str, at_ms: int) -> Handed | None:
        """Note that the order goes to the cashier now; None when it need not."""
        claim = await self.job.claim()
        step = await self._store.run_script(lambda: _ours(claim, _hand_over(reference, at_ms)))
        return cast("Handed | None", step)

    async def hand_back(self, handed: Handed) -> None:
        """Note that the order could not even be sent; it is where it was before."""
        claim = await self.job.claim()
        await self._store.run_script(lambda: _ours(claim, _hand_back(handed)))

    async def note_taken(self, reference: str, at_ms: int, pay_at: str) -> MoneyOrder:
        """Note that the cashier has taken an order and will answer later."""
        claim = await self.job.claim()
        step = await self._store.run_script(
            lambda: _ours(claim, _note_taken(reference, at_ms, pay_at))
        )
        return cast("MoneyOrder", step)

    async def park(self, reference: str, why: str) -> MoneyOrder:
        """Send an open order no more, for a reason; or again, without one."""
        claim = await self.job.claim()
        step = await self._store.run_script(lambda: _ours(claim, _park(reference, why)))
        return cast("MoneyOrder", step)

    async def close(
        self,
        reference: str,
        outcome: Literal["confirmed", "refused"],
        said: str,
        at_ms: int,
        *,
        by_hand: bool = False,
    ) -> MoneyOrder:
        """Close an order and move its money; the same again changes nothing, the other is refused.

        Not `by_hand` while the cashier has it.
        """
        answered = {"outcome": outcome, "said": said, "closed_ms": at_ms}
        claim = await self.job.claim()
        step = await self._store.booking(
            lambda post: _ours(claim, self._close(reference, answered, post, by_hand=by_hand))
        )
        return cast("MoneyOrder", step)

    # Inside a transaction

    def _open(
        self, order: MoneyOrder, maximum: int, receipt: Receipt, post: Post
    ) -> Script[object]:
        known = yield from _orders(_KEPT, order.reference)
        if known:
            return known[0]
        ((waiting,),) = yield One(_OPEN, (order.player,))
        if waiting >= maximum:
            raise AccessRefused(Net.RATE, "too_many_waiting", {"most": maximum})
        verify_same(receipt, (yield from receipts.find(receipt.player, receipt.request)))
        yield from self._move(opening(order), post)
        yield from receipts.note([receipt])
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

    def _close(
        self, reference: str, answered: dict[str, object], post: Post, *, by_hand: bool
    ) -> Script[object]:
        order = yield from _kept(reference)
        if order.outcome not in {"pending", answered["outcome"]}:
            rule = Invariant.SET_ASIDE_CLOSED_ONCE
            raise TransferRefused(rule, "closed_the_other_way", {"outcome": order.outcome})
        if order.is_booked:
            return order
        if order.outcome == "pending":
            order = replace(order, **answered)
            if by_hand:
                verify_by_hand(order)
        yield from self._move(closing(order), post)
        yield One(
            "update money_orders set outcome = $2, said = $3, closed_ms = $4, booked = 1"
            " where reference = $1",
            (reference, order.outcome, order.said, order.closed_ms),
        )
        return replace(order, is_booked=True)

    def _move(self, transfer: Transfer | None, post: Post) -> Script[None]:
        """Move the money of a step, unless the very same was booked by somebody already."""
        if transfer is None:
            return
        booked = yield from reading.transfer(transfer.key)
        if booked is None or booked.entries != transfer.entries:
            yield from post(transfer, outbox_messages.of_transfer(transfer) if self._tells else ())


def _ours(claim: UnitClaim, step: Script[object]) -> Script[object]:
    """Take a step while the job is ours."""
    yield from verify_unit(claim)
    return (yield from step)


def _hand_over(reference: str, at_ms: int) -> Script[object]:
    order = yield from _kept(reference)
    if order.outcome != "pending" or order.parked or order.told_ms:
        return None
    yield One("update money_orders set handed_ms = $2 where reference = $1", (reference, at_ms))
    return Handed(replace(order, handed_ms=at_ms), order.handed_ms)


def _hand_back(handed: Handed) -> Script[object]:
    order, before_ms = handed
    yield One(
        "update money_orders set handed_ms = $3 where reference = $1 and handed_ms = $2",
        (order.reference, order.handed_ms, before_ms),
    )
    return None


def _note_taken(reference: str, at_ms: int, pay_at: str) -> Script[object]:
    order = yield from _kept(reference)
    if order.outcome != "pending":
        return order
    # A second answer may bring a new page to pay at; when they took it stays.
    order = replace(order, told_ms=order.told_ms or at_ms, pay_at=pay_at or order.pay_at)
    yield One(
        "update money_orders set told_ms = $2, pay_at = $3 where reference = $1",
        (reference, order.told_ms, order.pay_at),
    )
    return order


def _park(reference: str, why: str) -> Script[object]:
    order = yield from _kept(reference)
    if order.outcome != "pending":
        return order
    # Sent again also when the cashier has taken it: they may have lost it.
    order = replace(order, parked=why, told_ms=order.told_ms if why else 0)
    yield One(
        "update money_orders set parked = $2, told_ms = $3 where reference = $1",
        (reference, order.parked, order.told_ms),
    )
    return order


def _counts() -> Script[tuple[int, int]]:
    ((waiting, parked),) = yield One(_COUNTS)
    return waiting, int(parked)


def _kept(reference: str) -> Script[MoneyOrder]:
    known = yield from _orders(_KEPT, reference)
    if not known:
        raise AccessRefused(Net.UNKNOWN, "no_such_order")
    return known[0]


def orders_after(reference: str, limit: int) -> Script[list[MoneyOrder]]:
    """The next orders of the whole book, by reference."""
    return (yield from _orders(_AFTER, reference, limit))


def _orders(sql: str, *values: object) -> Script[list[MoneyOrder]]:
    rows = yield One(sql, values)
    return [_order(row) for row in rows]


def _order(row: Row) -> MoneyOrder:
    *named, booked, parked = row
    fields = _COLUMNS.split(", ")[:-2]
    return MoneyOrder(
        **dict(zip(fields, named, strict=True)), is_booked=bool(booked), parked=parked
    )
