"""The cashier of the running room: play money, balances, and what an administrator books."""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeVar

from cardroom.errors import TransferRefused
from cardroom.ledger import Kind, PlayerId, Transfer
from cardroom.ledger.accounts import house, player_cash
from cardroom.ledger.banking import deposit, pay_withdrawal, request_withdrawal
from cardroom.ledger.overrides import adjust
from cardroom.room.cash.lobby_views import OwnSeat
from cardroom.room.channels import Switchboard
from cardroom.room.notices import BalanceChanged
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.receipts import HOUSE, receipt_of, verify_same
from cardroom.room.records import CashierOrder, Holding, Holdings, Receipt, StatementLine
from cardroom.room.services import SteadyClock
from cardroom.room.wallets import Wallets
from cardroom.rulebook.cash.conduct import ConductRules
from cardroom.units import Cents

T = TypeVar("T")


class Statements(Protocol):
    """What is stored about a player's money."""

    async def statement(self, player: PlayerId, before: int, limit: int) -> list[StatementLine]: ...

    async def holdings(self, player: PlayerId) -> list[Holding]: ...

    async def booked(self, key: str) -> Transfer | None:
        """The transfer that was booked under a key."""


class Bank:
    """CashierDesk: money of players outside the tables."""

    def __init__(
        self,
        wallets: Wallets,
        statements: Statements,
        switchboard: Switchboard,
        clock: SteadyClock,
        rules: ConductRules,
        *,
        currency: str,
        play_money: Cents,
        seats_of: Callable[[PlayerId], Iterable[OwnSeat]],
    ) -> None:
        self._wallets = wallets
        self._statements = statements
        self._switchboard = switchboard
        self._clock = clock
        self._rules = rules
        self._currency = currency
        self._play_money = play_money
        self._seats_of = seats_of

    async def welcome(self, player: PlayerId) -> None:
        """Give a new account its play money from the house, once."""
        if self._play_money:
            gift = self._adjustment(player, self._play_money, f"welcome-{player}", "play money")
            if await self._statements.booked(gift.key) is None:
                await self.put(player, gift)

    async def give(self, player: PlayerId, amount: Cents, request: str, note: str) -> None:
        """House money to a player, once per request."""
        await self.put(player, self._adjustment(player, amount, request, note))

    async def balance(self, player: PlayerId) -> Cents:
        return await self._wallets.look_up(player)

    async def statement(self, player: PlayerId, before: int, limit: int) -> list[StatementLine]:
        return await self._statements.statement(player, before, limit)

    async def holdings(self, player: PlayerId) -> Holdings:
        """Cash, stacks at the tables, and what lies elsewhere."""
        currency = self._currency
        # What somebody has at the tables is known of those who were looked up.
        balance = await self.balance(player)
        stacks = [
            Holding(kind="table", place=one.table, asset=currency, amount=one.stack)
            for one in self._seats_of(player)
        ]
        elsewhere = stacks + await self._statements.holdings(player)
        return Holdings(currency=currency, balance=balance, elsewhere=elsewhere)

    async def book(self, caller: Caller, order: CashierOrder, approved_by: str = "") -> Answer:
        """Carry out a booking, once per reference; who booked and approved is recorded with it.

        Money of the house moves only where its rules know that override (CASH-01).
        """
        player = order.player
        content = (order.kind, player, order.amount)
        receipt = receipt_of(HOUSE, order.reference, content, self._clock.now_ms())
        names = f"{caller.name}, approved by {approved_by}" if approved_by else caller.name
        async with self.turn_of(receipt):
            known = await self._wallets.receipt(HOUSE, order.reference)
            money = self._booking(names, order)
            await self._wallets.look_up(player)
            if not verify_same(receipt, known):
                missing = [one for one in money if not await self._was_booked(one)]
                if missing:
                    await self._wallets.book_all(missing, receipt)
                    self._tell_balance(player)
        return {"balance": self._wallets.balance(player)}

    def turn_of(self, receipt: Receipt) -> AbstractAsyncContextManager[None]:
        """Whoever asks for something with the same id meanwhile waits for the outcome."""
        return self._wallets.once.turn_of(receipt)

    def _booking(self, names: str, order: CashierOrder) -> list[Transfer]:
        """The transfers of a booking, which belong together; whose names are recorded with it."""
        reference, at_ms, what = order.reference, self._clock.now_ms(), (order.player, order.amount)
        if order.kind == "deposit":
            return [deposit(*what, self._currency, reference=reference, at_ms=at_ms)]
        if order.kind == "withdrawal":
            asked = request_withdrawal(*what, self._currency, reference=reference, at_ms=at_ms)
            return [asked, pay_withdrawal(asked, at_ms=at_ms)]
        self._rules.verify_override("move_money")
        note = f"{order.reason} ({names})"
        return [self._adjustment(order.player, order.amount, order.reference, note, names)]

    async def _was_booked(self, transfer: Transfer) -> bool:
        """Whether the same money moved under its key before, at another moment."""
        kept = await self._statements.booked(transfer.key)
        return kept is not None and kept.entries == transfer.entries

    def _adjustment(
        self, player: PlayerId, amount: Cents, request: str, note: str, operator: str = "house"
    ) -> Transfer:
        """House money to a player or, when negative, back from them (CASH-01)."""
        ours, theirs = house(Kind.OVERLAY, self._currency), player_cash(player, self._currency)
        out_of, into = (ours, theirs) if amount > 0 else (theirs, ours)
        return adjust(
            abs(amount),
            out_of,
            into,
            request=request,
            operator=operator,
            note=note,
            at_ms=self._clock.now_ms(),
        )

    async def put_by(
        self, work: Callable[[], Awaitable[T]], player: PlayerId, *, spends: Cents = 0
    ) -> T:
        """Have the store do what moves a player's money, and tell them what they have now."""
        before = await self._wallets.look_up(player)
        done = await self._wallets.book_by(work, player, spends=spends)
        if self._wallets.balance(player) != before:
            self._tell_balance(player)
        return done

    async def put(self, player: PlayerId, transfer: Transfer) -> None:
        """Book a transfer of a player's money, once, and send them their new balance."""
        await self._wallets.look_up(player)
        try:
            await self._wallets.book(transfer)
        except TransferRefused:
            if not await self._was_booked(transfer):
                raise
            return
        self._tell_balance(player)

    def _tell_balance(self, player: PlayerId) -> None:
        balance = self._wallets.balance(player)
        self._switchboard.tell(player, BalanceChanged(balance=balance, currency=self._currency))
