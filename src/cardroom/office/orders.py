"""Money through the operator's own cashier: what a player asks for, and what becomes of it.

An order is kept together with the money of a withdrawal, so that nobody plays with it meanwhile.
Then it is handed to the cashier until they have taken it; their signed answer closes it, and the
ledger follows in the same transaction. Nothing here trusts an order that was read earlier: every
step is decided by the store, on the order as it is then. Every step may be repeated after a crash.
"""

import asyncio
from typing import Literal, Protocol

from msgspec.structs import replace

from cardroom.errors import AccessRefused, Refused, TransferRefused, Unavailable
from cardroom.ledger import PlayerId
from cardroom.ledger.invariants import Invariant
from cardroom.office.bank import Bank
from cardroom.office.order_rules import verify_by_hand
from cardroom.office.ports import OrderStore
from cardroom.office.review.signals import SignalWatch
from cardroom.room.channels import Switchboard
from cardroom.room.incidents import report
from cardroom.room.net import Net
from cardroom.room.notices import CashierAnswered
from cardroom.room.people import AccountKind
from cardroom.room.ports import Clock
from cardroom.room.receipts import receipt_of
from cardroom.room.records import CashierAnswer, MoneyOrder, OrderKind, Receipt
from cardroom.units import Cents

OPEN_MAX = 5
"""Orders of one player that wait for the cashier's answer."""
BATCH = 100
FAILED = "failed"
"""Why the room itself parks an order: it could not be carried out."""


class NotSent(Exception):
    """No line to the cashier could be opened: they have heard nothing."""


class Cashier(Protocol):
    """The operator's own cashier."""

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        """Tell them of an order; None when they did not take it, or the answer was not theirs.

        Raises NotSent when it is certain that they have heard nothing.
        """

    def is_due(self, reference: str) -> bool:
        """Whether it is time to tell them, again."""


class OrderDesk:
    """Takes orders, carries them to the cashier and books what they say."""

    def __init__(
        self,
        orders: OrderStore,
        bank: Bank,
        switchboard: Switchboard,
        clock: Clock,
        *,
        currency: str,
        smallest: Cents,
        largest: Cents,
    ) -> None:
        self._orders = orders
        self._bank = bank
        self._switchboard = switchboard
        self._clock = clock
        self._currency = currency
        self._smallest = smallest
        self._largest = largest
        self.signals: SignalWatch | None = None
        """Notes who pays, where the house keeps such signals."""
        self.news = asyncio.Event()
        """There is something to carry to the cashier."""

    # The player

    async def ask(
        self, player: PlayerId, kind: AccountKind, what: OrderKind, amount: Cents, request: str
    ) -> MoneyOrder:
        """Keep a player's order; the same request again is the same order."""
        if kind != "person":
            raise AccessRefused(Net.ACCOUNT, "only_persons_have_money")
        if not self._smallest <= amount <= self._largest:
            legal = {"from": self._smallest, "to": self._largest}
            raise TransferRefused(Invariant.SUMS_TO_ZERO, "not_an_amount", legal)
        order = MoneyOrder(
            reference=f"{what}-{player}-{request}",
            kind=what,
            player=player,
            amount=amount,
            currency=self._currency,
            asked_ms=self._clock.now_ms(),
        )
        receipt = receipt_of(player, request, (what, amount), order.asked_ms)
        async with self._bank.turn_of(receipt):
            kept = await self._orders.find(order.reference) or await self._open(order, receipt)
        if (kept.kind, kept.amount) != (what, amount):
            raise AccessRefused(Net.FORM, "id_with_another_content")
        self.news.set()
        return kept

    async def _open(self, order: MoneyOrder, receipt: Receipt) -> MoneyOrder:
        spends = order.amount if order.kind == "withdrawal" else 0
        return await self._bank.put_by(
            lambda: self._orders.open(order, OPEN_MAX, receipt), order.player, spends=spends
        )

    async def of_player(self, player: PlayerId) -> list[MoneyOrder]:
        """A player's orders, newest first."""
        return await self._orders.of_player(player, BATCH)

    async def waiting(self) -> list[MoneyOrder]:
        """Orders that are not at their end, oldest first."""
        return await self._orders.unfinished(BATCH)

    async def counts(self) -> tuple[int, int]:
        """How many orders are not at their end, and how many of these are parked."""
        return await self._orders.counts()

    # The cashier

    async def carry(self, cashier: Cashier) -> None:
        """Bring every order that waits for us one step further; one that cannot is parked."""
        self.news.clear()
        last: MoneyOrder | None = None
        while page := await self._orders.to_carry(last, BATCH):
            for order in page:
                await self._try_to_carry(order, cashier)
            last = page[-1]

    async def _try_to_carry(self, order: MoneyOrder, cashier: Cashier) -> None:
        try:
            await self._carry(order, cashier)
        except Unavailable:
            raise
        except Refused as refusal:
            report(f"order {order.reference!r} goes no further", refusal)
        except Exception as error:  # noqa: BLE001 - our own mistake must not stop the others
            report(f"order {order.reference!r} cannot be carried out and is parked", error)
            await self._orders.park(order.reference, FAILED)

    async def _carry(self, order: MoneyOrder, cashier: Cashier) -> None:
        if order.outcome != "pending":
            # Closed by an older cardroom that stopped before it was booked.
            await self._close(order, order.outcome, order.said)
        elif cashier.is_due(order.reference):
            await self._tell(order.reference, cashier)

    async def _tell(self, reference: str, cashier: Cashier) -> None:
        """Send the order to the cashier, unless it need not be sent any more by now."""
        handed = await self._orders.hand_over(reference, self._clock.now_ms())
        if handed is None:
            return
        try:
            answer = await cashier.tell(handed.order)
        except NotSent:
            await self._orders.hand_back(handed)
            return
        if answer is not None:
            await self._take(handed.order, answer)

    async def answer(self, answer: CashierAnswer) -> MoneyOrder:
        """Take the cashier's final answer, once; the same again changes nothing (I11)."""
        return await self._take(await self._find(answer.reference), answer)

    async def _take(self, order: MoneyOrder, answer: CashierAnswer) -> MoneyOrder:
        if self.signals is not None and answer.payer:
            await self.signals.seen(order.player, "payment", answer.payer)
        if answer.outcome == "pending":
            now_ms = self._clock.now_ms()
            return await self._orders.note_taken(order.reference, now_ms, answer.pay_at)
        return await self._close(order, answer.outcome, answer.said)

    # The administrator

    async def find_confirmable(self, reference: str) -> MoneyOrder | None:
        """An order, refused when nobody may confirm it by hand now; None if there is none."""
        order = await self._orders.find(reference)
        if order is not None and order.outcome == "refused":
            rule = Invariant.SET_ASIDE_CLOSED_ONCE
            raise TransferRefused(rule, "closed_the_other_way", {"outcome": order.outcome})
        if order is not None and order.outcome == "pending":
            verify_by_hand(replace(order, closed_ms=self._clock.now_ms()))
        return order

    async def decide(
        self, reference: str, outcome: Literal["confirmed", "refused"], reason: str
    ) -> MoneyOrder:
        """Close an order by hand; refused while the cashier has it."""
        return await self._close(await self._find(reference), outcome, reason, by_hand=True)

    async def park(self, reference: str, why: str) -> MoneyOrder:
        """Send an order to the cashier no more, or again without a reason."""
        order = await self._orders.park(reference, why)
        if order.outcome != "pending":
            rule = Invariant.SET_ASIDE_CLOSED_ONCE
            raise TransferRefused(rule, "already_closed", {"outcome": order.outcome})
        self.news.set()
        return order

    # What both lead to

    async def _find(self, reference: str) -> MoneyOrder:
        order = await self._orders.find(reference)
        if order is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_order")
        return order

    async def _close(
        self,
        order: MoneyOrder,
        outcome: Literal["confirmed", "refused"],
        said: str,
        *,
        by_hand: bool = False,
    ) -> MoneyOrder:
        """Close an order with its money, and tell its player; of the order only what never changes
        is used: whose it is."""
        now_ms = self._clock.now_ms()
        closed = await self._bank.put_by(
            lambda: self._orders.close(order.reference, outcome, said, now_ms, by_hand=by_hand),
            order.player,
        )
        if order.is_booked:
            return closed
        notice = CashierAnswered(
            reference=closed.reference,
            kind=closed.kind,
            amount=closed.amount,
            outcome=outcome,
            said=closed.said,
        )
        self._switchboard.tell(order.player, notice)
        return closed
