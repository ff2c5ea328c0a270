"""What the house books by hand: bounded, and above an amount only with a second person."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

import msgspec

from cardroom.errors import AccessRefused, Refused
from cardroom.ledger import PlayerId
from cardroom.office.ports import AccountStore, CashierDesk
from cardroom.room.incidents import report
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, CaseBook, Clock
from cardroom.room.records import Account, CashierOrder, MoneyOrder
from cardroom.units import Cents

DAY_MS = 86_400_000
NEW_MS = 7 * DAY_MS
"""For this long an administrator is no second person for whoever gave them the role."""
BookingState = Literal["waiting", "approved", "booked", "refused", "withdrawn"]


class Booking(msgspec.Struct, frozen=True, kw_only=True):
    """A booking with who asked for it and who decided; without a second person nobody did."""

    order: CashierOrder
    asked_by: PlayerId
    asked_ms: int
    state: BookingState
    decided_by: PlayerId | None = None
    decided_ms: int = 0
    said: str = ""


class BookingView(msgspec.Struct, frozen=True, kw_only=True):
    """A booking that waits, with the names of everybody."""

    reference: str
    kind: str
    player: int
    name: str
    amount: Cents
    reason: str
    asked_by: str
    asked_ms: int


class Limits(NamedTuple):
    """The most that one booking may be, and that one person may book alone in a day, in cents."""

    largest: Cents
    alone: Cents


class BookingStore(Protocol):
    """Bookings that outlive a restart."""

    async def ask(self, booking: Booking, since_ms: int, alone: Cents) -> Booking:
        """Keep a booking once: approved if its person may do it alone, waiting if not.

        What the person booked alone since a moment counts, so that a large amount in small parts
        needs a second person, too.
        """

    async def decide(
        self, reference: str, state: BookingState, by: PlayerId, at_ms: int, said: str
    ) -> Booking:
        """End the waiting of a booking, once; refused when it waits no longer.

        Nobody approves it who is no second person: one who gave the other the role since `NEW_MS`
        before it was asked for, also through others, or both had it from the same person.
        """

    async def close(self, reference: str, state: BookingState, said: str) -> None:
        """Note what became of an approved booking."""

    async def find(self, reference: str) -> Booking | None: ...

    async def unfinished(self) -> Sequence[Booking]:
        """Bookings that wait, and approved ones that were not booked, oldest first."""


class OrdersByHand(Protocol):
    """Orders of players to the cashier, as far as administrators close them."""

    async def find_confirmable(self, reference: str) -> MoneyOrder | None:
        """An order, refused when nobody may confirm it by hand now; None if there is none."""

    async def decide(
        self, reference: str, outcome: Literal["confirmed", "refused"], reason: str
    ) -> MoneyOrder:
        """Close an order by hand; the same again changes nothing."""


class BookingDesk:
    """Books what administrators ask for, and has a second one look at what is large.

    A deposit under the reference of a player's order confirms that order.
    """

    def __init__(
        self,
        store: BookingStore,
        bank: CashierDesk,
        orders: OrdersByHand,
        accounts: AccountStore,
        cases: CaseBook,
        *,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self._store = store
        self._bank = bank
        self._orders = orders
        self._accounts = accounts
        self._cases = cases
        self._clock = clock
        self._limits = limits

    async def ask(self, caller: Caller, order: CashierOrder) -> Answer:
        """Book at once what one person may, once per reference; keep the rest for a second one."""
        if abs(order.amount) > self._limits.largest:
            raise AccessRefused(Net.FORM, "too_large", {"largest": self._limits.largest})
        if await self._accounts.find(order.player) is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_player")
        await self._find_order(order)
        now_ms = self._clock.now_ms()
        wanted = Booking(order=order, asked_by=caller.person, asked_ms=now_ms, state="approved")
        kept = await self._store.ask(wanted, now_ms - DAY_MS, self._limits.alone)
        if kept.state == "waiting":
            if kept.asked_ms == now_ms:
                await self._record(caller.person, kept, "booking_asked", order.reason)
            return {"waiting": True, "reference": order.reference, "alone": self._limits.alone}
        if kept.state not in ("approved", "booked"):
            raise AccessRefused(Net.ACCOUNT, "booking_was_decided", {"state": kept.state})
        return await self._book(kept)

    async def confirm(self, caller: Caller, reference: str, reason: str) -> MoneyOrder:
        """Confirm an order by hand: a deposit counts as a booking of who confirms it.

        When that is too much for one person it waits; another one who confirms it approves it.
        """
        order = await self._orders.find_confirmable(reference)
        if order is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_order")
        if order.kind == "deposit" and order.outcome == "pending":
            known = await self._store.find(reference)
            if known is not None and known.state == "waiting" and known.asked_by != caller.person:
                await self.approve(caller, reference, reason)
            else:
                await self._ask_to_confirm(caller, order, known, reason)
        return await self._orders.decide(reference, "confirmed", reason)

    async def _ask_to_confirm(
        self, caller: Caller, order: MoneyOrder, known: Booking | None, reason: str
    ) -> None:
        wanted = CashierOrder(
            kind="deposit",
            player=order.player,
            amount=order.amount,
            reference=order.reference,
            reason=reason if known is None else known.order.reason,
        )
        if "waiting" in await self.ask(caller, wanted):
            raise AccessRefused(Net.ROLE, "needs_second_person", {"alone": self._limits.alone})

    async def waiting(self) -> list[BookingView]:
        """What waits for a second person, oldest first."""
        found = [one for one in await self._store.unfinished() if one.state == "waiting"]
        return [await self._view(one) for one in found]

    async def approve(self, caller: Caller, reference: str, reason: str) -> Answer:
        """Book what somebody else has asked for."""
        booking = await self._waiting(reference)
        if caller.person == booking.asked_by:
            raise AccessRefused(Net.ROLE, "not_oneself", {"said": "another administrator does it"})
        await self._find_order(booking.order)
        decided = await self._decide(caller, booking, "approved", reason)
        return await self._book(decided)

    async def state_of(self, reference: str) -> BookingState | None:
        """What became of a booking; None if nobody has asked for it."""
        found = await self._store.find(reference)
        return None if found is None else found.state

    async def refuse(self, caller: Caller, reference: str, reason: str) -> None:
        """Refuse what somebody else has asked for, or take back what one has asked for oneself."""
        booking = await self._waiting(reference)
        is_own = caller.person == booking.asked_by
        await self._decide(caller, booking, "withdrawn" if is_own else "refused", reason)

    async def finish(self) -> None:
        """Book what was approved before a crash."""
        for booking in await self._store.unfinished():
            if booking.state != "approved":
                continue
            try:
                await self._book(booking)
            except Refused as refusal:
                report(f"booking {booking.order.reference} was refused", refusal)

    async def _waiting(self, reference: str) -> Booking:
        booking = await self._store.find(reference)
        if booking is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_booking")
        return booking

    async def _decide(
        self, caller: Caller, booking: Booking, state: BookingState, reason: str
    ) -> Booking:
        reference, now_ms = booking.order.reference, self._clock.now_ms()
        decided = await self._store.decide(reference, state, caller.person, now_ms, reason)
        asker = await self._name(booking.asked_by)
        await self._record(caller.person, booking, f"booking_{state}", f"{reason} (asked: {asker})")
        return decided

    async def _find_order(self, booking: CashierOrder) -> MoneyOrder | None:
        """The player's order that a deposit confirms, if there is one."""
        if booking.kind != "deposit":
            return None
        order = await self._orders.find_confirmable(booking.reference)
        if order is None:
            return None
        if (order.kind, order.player, order.amount) != ("deposit", booking.player, booking.amount):
            raise AccessRefused(Net.ACCOUNT, "reference_with_another_content")
        return order

    async def _book(self, booking: Booking) -> Answer:
        order = booking.order
        try:
            answer = await self._move(booking)
        except Refused as refusal:
            await self._store.close(order.reference, "refused", refusal.reason)
            raise
        await self._store.close(order.reference, "booked", booking.said)
        return answer

    async def _move(self, booking: Booking) -> Answer:
        order = booking.order
        if await self._find_order(order) is not None:
            await self._orders.decide(order.reference, "confirmed", order.reason)
            return {"balance": await self._bank.balance(order.player)}
        asker = await self._accounts.find(booking.asked_by)
        assert asker is not None
        second = "" if booking.decided_by is None else await self._name(booking.decided_by)
        return await self._bank.book(_as_caller(asker), order, second)

    async def _record(self, actor: PlayerId, booking: Booking, deed: str, reason: str) -> None:
        order, now_ms = booking.order, self._clock.now_ms()
        note = f"{order.kind} of {order.amount}, {order.reference}: {reason}"
        await self._cases.record(actor, order.player, deed, note, now_ms)

    async def _name(self, player: PlayerId) -> str:
        account = await self._accounts.find(player)
        return str(player) if account is None else account.name

    async def _view(self, booking: Booking) -> BookingView:
        order = booking.order
        return BookingView(
            reference=order.reference,
            kind=order.kind,
            player=order.player,
            name=await self._name(order.player),
            amount=order.amount,
            reason=order.reason,
            asked_by=await self._name(booking.asked_by),
            asked_ms=booking.asked_ms,
        )


def _as_caller(account: Account) -> Caller:
    return Caller(player=account.player, name=account.name, kind=account.kind, role=account.role)
