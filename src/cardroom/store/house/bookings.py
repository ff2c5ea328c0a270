"""Bookings of the house in the database: each step reads and writes in one transaction."""

from collections.abc import Sequence
from typing import cast

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.bookings import DAY_MS, NEW_MS, Booking, BookingState
from cardroom.room.net import Net
from cardroom.room.records import CashierOrder
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.store import Store
from cardroom.units import Cents

_BOOKING = (
    "select reference, kind, player, amount, reason, asked_by, asked_ms, state, decided_by,"
    " decided_ms, said from bookings"
)


class StoredBookings:
    """BookingStore on top of the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def ask(self, booking: Booking, since_ms: int, alone: Cents) -> Booking:
        """Keep a booking once: approved if its person may do it alone, waiting if not."""
        kept = await self._store.run_script(lambda: _ask(booking, since_ms, alone))
        return cast("Booking", kept)

    async def decide(
        self, reference: str, state: BookingState, by: PlayerId, at_ms: int, said: str
    ) -> Booking:
        """End the waiting of a booking, once."""
        decided = await self._store.run_script(lambda: _decide(reference, state, by, at_ms, said))
        return cast("Booking", decided)

    async def close(self, reference: str, state: BookingState, said: str) -> None:
        """Note what became of an approved booking."""
        await self._store.run_script(lambda: _close(reference, state, said))

    async def find(self, reference: str) -> Booking | None:
        return await self._store.ask(lambda: _find(reference))

    async def unfinished(self) -> Sequence[Booking]:
        """Bookings that wait, and approved ones that were not booked, oldest first."""
        return await self._store.ask(_unfinished)


def _ask(booking: Booking, since_ms: int, alone: Cents) -> Script[object]:
    order = booking.order
    known = yield from _find(order.reference)
    if known is not None:
        if (known.order, known.asked_by) != (order, booking.asked_by):
            raise AccessRefused(Net.ACCOUNT, "reference_with_another_content")
        if known.state != "refused" or known.decided_by is not None:
            return known
        # The bank refused it, perhaps for want of money; it counts as asked for now.
    ((before,),) = yield One(
        "select coalesce(sum(abs(amount)), 0) from bookings where asked_by = $1"
        " and asked_ms > $2 and decided_by is null and state in ('approved', 'booked')",
        (booking.asked_by, since_ms),
    )
    state = "approved" if int(before) + abs(order.amount) <= alone else "waiting"
    yield One(
        "insert into bookings (reference, kind, player, amount, reason, asked_by, asked_ms, state)"
        " values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (reference)"
        " do update set asked_ms = excluded.asked_ms, state = excluded.state, said = ''",
        (
            order.reference,
            order.kind,
            order.player,
            order.amount,
            order.reason,
            booking.asked_by,
            booking.asked_ms,
            state,
        ),
    )
    return (yield from _find(order.reference))


def _decide(
    reference: str, state: BookingState, by: PlayerId, at_ms: int, said: str
) -> Script[object]:
    known = yield from _find(reference)
    if known is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_booking")
    if known.state != "waiting":
        if (known.state, known.decided_by, known.decided_ms) == (state, by, at_ms):
            # The same decision once more, after an unknown commit.
            return known
        raise AccessRefused(Net.ACCOUNT, "booking_was_decided", {"state": known.state})
    if state == "approved":
        yield from _verify_second_person(known, by)
    yield One(
        "update bookings set state = $2, decided_by = $3, decided_ms = $4, said = $5"
        " where reference = $1",
        (reference, state, by, at_ms, said),
    )
    return (yield from _find(reference))


def _verify_second_person(booking: Booking, by: PlayerId) -> Script[None]:
    since_ms = booking.asked_ms - NEW_MS
    askers = yield from _circle(booking.asked_by, since_ms)
    deciders = yield from _circle(by, since_ms)
    if askers & deciders:
        raise AccessRefused(Net.ROLE, "no_second_person", {"days": NEW_MS // DAY_MS})


def _circle(person: PlayerId, since_ms: int) -> Script[set[PlayerId]]:
    """Somebody, and who made them an administrator since a moment, directly or through others."""
    found, new = {person}, [person]
    while new:
        rows = yield One(
            "select distinct actor from measures where subject = $1"
            " and deed = 'made_administrator' and at_ms > $2",
            (new.pop(), since_ms),
        )
        givers = {PlayerId(giver) for (giver,) in rows} - found
        found |= givers
        new += givers
    return found


def _close(reference: str, state: BookingState, said: str) -> Script[object]:
    yield One(
        "update bookings set state = $2, said = $3 where reference = $1", (reference, state, said)
    )
    return None


def _find(reference: str) -> Script[Booking | None]:
    rows = yield One(f"{_BOOKING} where reference = $1", (reference,))
    return _booking(rows[0]) if rows else None


def _unfinished() -> Script[list[Booking]]:
    rows = yield One(
        f"{_BOOKING} where state in ('waiting', 'approved') order by asked_ms, reference"
    )
    return [_booking(row) for row in rows]


def _booking(row: Row) -> Booking:
    reference, kind, player, amount, reason, asked_by, asked_ms, state, by, at_ms, said = row
    order = CashierOrder(
        kind=kind, player=PlayerId(player), amount=amount, reference=reference, reason=reason
    )
    return Booking(
        order=order,
        asked_by=PlayerId(asked_by),
        asked_ms=asked_ms,
        state=state,
        decided_by=None if by is None else PlayerId(by),
        decided_ms=at_ms,
        said=said,
    )
