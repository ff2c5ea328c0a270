"""Money through the operator's own cashier: what a player asks for, and what becomes of it.

An order is kept first, then told to the cashier until he has taken it; his signed word closes it,
and the ledger follows. Every step may be repeated after a crash: the reference is the key of all.
A withdrawal is set aside before the cashier hears of it, so that nobody plays with it meanwhile.
"""

import asyncio
from typing import Literal, Protocol

from msgspec.structs import replace

from cardroom.errors import AccessRefused, Refused, TransferRefused
from cardroom.ledger import PlayerId, Transfer
from cardroom.ledger.banking import (
    cancel_withdrawal,
    deposit,
    pay_withdrawal,
    request_withdrawal,
)
from cardroom.ledger.invariants import Invariant
from cardroom.room.bank import Bank
from cardroom.room.channels import Switchboard
from cardroom.room.net import Net
from cardroom.room.notices import CashierAnswered
from cardroom.room.people import AccountKind
from cardroom.room.ports import Clock, OrderStore
from cardroom.room.records import CashierAnswer, MoneyOrder, OrderKind
from cardroom.room.trouble import report
from cardroom.units import Cents

OPEN_MAX = 5
"""Orders of one player that wait for the cashier's word."""
BATCH = 100


class Cashier(Protocol):
    """The operator's own cashier."""

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        """Tell him of an order; None when he did not take it, or not as himself."""

    def is_due(self, reference: str) -> bool:
        """Whether it is time to tell him, again."""


class OrderDesk:
    """Takes orders, carries them to the cashier and books what he says."""

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
        self._booking = asyncio.Lock()
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
        kept = await self._orders.find(order.reference) or await self._new(order)
        if (kept.kind, kept.amount) != (what, amount):
            raise AccessRefused(Net.FORM, "id_with_another_content")
        await self._set_aside(kept)
        self.news.set()
        return kept

    async def _new(self, order: MoneyOrder) -> MoneyOrder:
        waiting = [one for one in await self.of_player(order.player) if one.outcome == "pending"]
        if len(waiting) >= OPEN_MAX:
            raise AccessRefused(Net.RATE, "too_many_waiting", {"most": OPEN_MAX})
        return await self._orders.add(order)

    async def of_player(self, player: PlayerId) -> list[MoneyOrder]:
        """A player's orders, newest first."""
        return await self._orders.of_player(player, BATCH)

    async def waiting(self) -> list[MoneyOrder]:
        """Orders that are not at their end, oldest first."""
        return await self._orders.unfinished(BATCH)

    # The cashier

    async def carry(self, cashier: Cashier) -> None:
        """Bring every order that waits for us one step further."""
        self.news.clear()
        for order in await self._orders.to_carry(BATCH):
            try:
                await self._carry(order, cashier)
            except Refused as refusal:
                report(f"order {order.reference} goes no further", refusal)

    async def _carry(self, order: MoneyOrder, cashier: Cashier) -> None:
        if order.outcome != "pending":
            await self._book(order)
        elif not order.told_ms and cashier.is_due(order.reference):
            await self._tell(order, cashier)

    async def _tell(self, order: MoneyOrder, cashier: Cashier) -> None:
        await self._set_aside(order)
        answer = await cashier.tell(order)
        if answer is not None:
            told = replace(order, told_ms=self._clock.now_ms(), pay_at=answer.pay_at)
            await self._take(told, answer)

    async def answer(self, answer: CashierAnswer) -> MoneyOrder:
        """Take the cashier's final word, once; the same again changes nothing (I11)."""
        order = await self._orders.find(answer.reference)
        if order is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_order")
        return await self._take(order, answer)

    async def _take(self, order: MoneyOrder, answer: CashierAnswer) -> MoneyOrder:
        """Keep that he was told and what he said in one step: he is not told again after it."""
        if answer.outcome == "pending":
            return await self._orders.keep(order)
        order = await self._close(order, answer.outcome, answer.said)
        if order.outcome != answer.outcome:
            rule = Invariant.SET_ASIDE_CLOSED_ONCE
            raise TransferRefused(rule, "closed_the_other_way", {"outcome": order.outcome})
        await self._book(order)
        return order

    async def _close(
        self, order: MoneyOrder, outcome: Literal["confirmed", "refused"], said: str
    ) -> MoneyOrder:
        now_ms = self._clock.now_ms()
        closed = replace(order, outcome=outcome, said=said, closed_ms=now_ms)
        return await self._orders.keep(closed)

    # The ledger

    async def _set_aside(self, order: MoneyOrder) -> None:
        """Take a withdrawal out of what the player can spend; without the money it is refused."""
        if order.kind == "deposit" or order.outcome != "pending":
            return
        async with self._booking:
            if await self._orders.booked(_opening(order).key) is not None:
                return
            try:
                await self._bank.put(order.player, _opening(order))
            except TransferRefused as refusal:
                closed = await self._close(order, "refused", refusal.reason)
                await self._orders.keep(replace(closed, is_booked=True))
                raise

    async def _book(self, order: MoneyOrder) -> None:
        """Let the ledger follow the cashier's word."""
        async with self._booking:
            kept = await self._orders.find(order.reference)
            if kept is None or kept.is_booked:
                return
            transfer = _closing(order)
            if transfer is not None and await self._orders.booked(transfer.key) is None:
                await self._bank.put(order.player, transfer)
            await self._orders.keep(replace(order, is_booked=True))
        if order.outcome != "pending":
            notice = CashierAnswered(
                reference=order.reference,
                kind=order.kind,
                amount=order.amount,
                outcome=order.outcome,
                said=order.said,
            )
            self._switchboard.tell(order.player, notice)


def _opening(order: MoneyOrder) -> Transfer:
    """The transfer that sets a withdrawal aside; always the same for an order."""
    return request_withdrawal(
        order.player,
        order.amount,
        order.currency,
        reference=order.reference,
        at_ms=order.asked_ms,
    )


def _closing(order: MoneyOrder) -> Transfer | None:
    """The transfer that the cashier's word leads to; a refused deposit moves nothing."""
    if order.kind == "deposit":
        if order.outcome == "refused":
            return None
        return deposit(
            order.player,
            order.amount,
            order.currency,
            reference=order.reference,
            at_ms=order.closed_ms,
        )
    close = pay_withdrawal if order.outcome == "confirmed" else cancel_withdrawal
    return close(_opening(order), at_ms=order.closed_ms)
