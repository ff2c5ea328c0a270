"""Money through a cashier who is slow, forgets, answers twice or not at all, and his own book.

What he has promised and what the house has booked must agree to the cent at the end of the evening;
what lies on a withdrawal account always belongs to an open order.
"""

import asyncio
import contextlib
import sqlite3
from collections import Counter
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import msgspec

from cardroom.errors import Refused, TransferRefused, Unavailable
from cardroom.office.bank import Bank, Statements
from cardroom.office.orders import OPEN_MAX, OrderDesk
from cardroom.office.ports import OrderStore
from cardroom.room.people import Caller
from cardroom.room.records import CashierAnswer, MoneyOrder, OrderKind
from cardroom.store import Store
from cardroom.store.house.holdings import StoredHoldings
from cardroom.store.house.orders import StoredOrders
from tests.room.rooms import EUR
from tests.simulation.books import Books, Withdrawal
from tests.simulation.store import Gated, StoreGate

if TYPE_CHECKING:
    from tests.room.rooms import Shell
    from tests.simulation.world import World

Word = Literal["confirmed", "refused"]
SMALLEST, LARGEST = 50, 5_000
PATIENCE_S = 1.0
SIGNS = {"deposit": 1, "withdrawal": -1}
COLUMNS = "reference, kind, player, amount, outcome, booked"


class SimCashier:
    """The operator's own cashier: one word for each reference, whatever is asked how often."""

    def __init__(self, world: "World", chance: Random) -> None:
        self.book: dict[str, Word] = {}
        self.received: dict[str, MoneyOrder] = {}
        self.is_calm = False
        self._world = world
        self._chance = chance
        self._slips = Random(world.seed + 3)

    def is_due(self, reference: str) -> bool:
        return self.is_calm or self._chance.randrange(4) > 0

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        """He hears of an order: it is open, and the money of a withdrawal lies aside."""
        self._world.verify_received(order)
        chance = self._chance
        await asyncio.sleep(0.01 if self.is_calm else chance.choice((0.01, 0.2, 3.0)))
        if not self.is_calm and not chance.randrange(4):
            return None
        known = self.received.setdefault(order.reference, order)
        assert (known.kind, known.amount, known.player) == (order.kind, order.amount, order.player)
        if order.reference in self.book or chance.randrange(2):
            return self._word(order)
        self._world.call_later(chance.choice((0.1, 2.0, 8.0)), self._call_back, order)
        return CashierAnswer(
            reference=order.reference, outcome="pending", pay_at="https://pay.example/1"
        )

    def _word(self, order: MoneyOrder) -> CashierAnswer:
        word = self.book.setdefault(
            order.reference, "refused" if self._chance.randrange(3) == 0 else "confirmed"
        )
        return CashierAnswer(reference=order.reference, outcome=word, said="so it is")

    def _call_back(self, order: MoneyOrder) -> None:
        """He calls until he is heard, and sometimes once more."""
        if self._world.is_down:
            self._world.call_later(1.0, self._call_back, order)
        else:
            calling = self._world.spawn(self._answer(order))
            calling.add_done_callback(partial(self._hung_up, order))

    def _hung_up(self, order: MoneyOrder, calling: asyncio.Task[Any]) -> None:
        """The process died before it answered him, perhaps before it heard anything."""
        if calling.cancelled():
            self._world.call_later(0.5, self._call_back, order)

    async def _answer(self, order: MoneyOrder) -> None:
        word = self._word(order)
        try:
            await self._world.desk.answer(word)
        except Unavailable:
            self._world.call_later(0.5, self._call_back, order)
            return
        if not self.is_calm and not self._chance.randrange(4):
            self._world.call_later(1.0, self._call_back, order)
        if not self.is_calm and not self._slips.randrange(4):
            self._world.call_later(0.5, self._slip, order)

    def _slip(self, order: MoneyOrder) -> None:
        """He says by mistake the contrary of what is booked."""
        if not self._world.is_down:
            self._world.spawn(self._contradict(order))

    async def _contradict(self, order: MoneyOrder) -> None:
        word = self._word(order)
        contrary: Word = "refused" if word.outcome == "confirmed" else "confirmed"
        try:
            await self._world.desk.answer(msgspec.structs.replace(word, outcome=contrary))
        except TransferRefused:
            return
        raise AssertionError(f"{order.reference} is {word.outcome} and became {contrary} (I11)")

    @property
    def paid_in(self) -> int:
        """What he has taken from players and not paid out, by his own book."""
        return sum(
            SIGNS[order.kind] * order.amount
            for reference, order in self.received.items()
            if self.book.get(reference) == "confirmed"
        )


def order_desk(shell: "Shell", store: Store, gate: StoreGate) -> OrderDesk:
    """The desk of one process, as `server/main.py` sets it up."""
    house = shell.room.services
    bank = Bank(
        house.wallets,
        cast("Statements", Gated(StoredHoldings(store, EUR), gate)),
        house.switchboard,
        house.clock,
        house.rules.conduct,
        currency=EUR,
        play_money=0,
        seats_of=lambda _: (),
    )
    return OrderDesk(
        cast("OrderStore", Gated(StoredOrders(store), gate)),
        bank,
        house.switchboard,
        house.clock,
        currency=EUR,
        smallest=SMALLEST,
        largest=LARGEST,
    )


async def carry_orders(world: "World", desk: OrderDesk) -> None:
    """As the server does: carry until the process ends, also while the store is out of reach."""
    while True:
        with contextlib.suppress(Unavailable):
            await desk.carry(world.cashier)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await desk.news.wait()
        except TimeoutError:
            continue


class Row(NamedTuple):
    """An order as it is stored."""

    reference: str
    kind: str
    player: int
    amount: int
    outcome: str
    booked: int


class Orders:
    """What the players ordered, and what became of it."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.acknowledged: dict[str, MoneyOrder] = {}
        self._asking = 0

    async def ask(self, caller: Caller, kind: OrderKind, amount: int, request: str) -> None:
        """One request of a player's; asked again until it is answered."""
        self._asking += 1
        try:
            await self._ask(caller, kind, amount, request)
        finally:
            self._asking -= 1

    async def _ask(self, caller: Caller, kind: OrderKind, amount: int, request: str) -> None:
        world = self._world
        while True:
            try:
                order = await world.desk.ask(caller.player, caller.kind, kind, amount, request)
            except Unavailable:
                await asyncio.sleep(0.5)
                continue
            except Refused as refusal:
                world.trace.note(refusal.reason.encode())
                return
            break
        before = self.acknowledged.setdefault(order.reference, order)
        assert (before.kind, before.amount) == (kind, amount), "another order under its reference"

    def rush(self, caller: Caller) -> None:
        """A player asks for more at once than may wait at the same time."""
        for number in range(OPEN_MAX + 2):
            self._world.spawn(self.ask(caller, "deposit", SMALLEST, f"rush-{number}"))

    async def decide(self, reference: str, outcome: Word) -> None:
        """Somebody of the house closes an order by hand; refused while the cashier has it."""
        try:
            await self._world.desk.decide(reference, outcome, "by hand")
        except (Refused, Unavailable) as refusal:
            self._world.trace.note(str(refusal).encode())

    def verify(self, raw: sqlite3.Connection, books: Books) -> None:
        """The orders and the books tell the same story; what lies aside is that of open orders."""
        opened: Counter[int] = Counter()
        rows = raw.execute(f"select {COLUMNS} from money_orders").fetchall()
        for row in rows:
            order = Row(*row)
            opened[order.player] += order.outcome == "pending"
            if order.kind == "withdrawal":
                _verify_withdrawal(order, books.withdrawals.get(f"withdrawal:{order.reference}"))
            else:
                _verify_deposit(order, books.credited.get(order.reference))
        assert max(opened.values(), default=0) <= OPEN_MAX, f"too many open orders: {opened}"
        there = {reference for reference, *_ in rows}
        lost = set(self.acknowledged) - there
        assert not lost, f"acknowledged orders are lost: {lost}"
        strangers = {key.removeprefix("withdrawal:") for key in books.withdrawals} - there
        assert not strangers, f"money lies aside without an order: {strangers}"

    @property
    def waiting(self) -> int:
        """Orders that are asked for or not at their end."""
        sql = "select count(*) from money_orders where booked = 0"
        (count,) = self._world.database.raw.execute(sql).fetchone()
        return self._asking + int(count)

    def verify_end(self, raw: sqlite3.Connection, books: Books, funded: int) -> None:
        """Nothing waits any more, and the house agrees with the cashier's book to the cent."""
        book, received = self._world.cashier.book, self._world.cashier.received
        rows = raw.execute(f"select {COLUMNS} from money_orders").fetchall()
        for reference, _, _, _, outcome, booked in rows:
            assert outcome != "pending", f"{reference} still waits"
            assert booked, f"{reference} is {outcome} and not booked"
            if reference in received:
                assert book[reference] == outcome, (
                    f"{reference}: the cashier said {book[reference]}"
                )
        clearing = -books.balances["bank:clearing:EUR"]
        by_hand = {
            reference: SIGNS[kind] * amount
            for reference, kind, _, amount, outcome, _ in rows
            if outcome == "confirmed" and reference not in received
        }
        owed = funded + self._world.cashier.paid_in + sum(by_hand.values())
        assert clearing == owed, f"the bank holds {clearing}, the cashier's book says {owed}"


def _verify_withdrawal(order: Row, money: Withdrawal | None) -> None:
    """Paid when confirmed, given back when refused, and nothing lies aside after that (I11)."""
    name = order.reference
    if money is None:
        assert order.outcome != "confirmed", f"{name} is confirmed and was never set aside"
        return
    assert money.amount == order.amount, f"{name}: {money.amount} set aside, not {order.amount}"
    assert money.closed in ("", order.outcome), f"{name} is {order.outcome}: {money}"
    assert money.closed or not order.booked, f"{name} is at its end and lies aside still"


def _verify_deposit(order: Row, credited: int | None) -> None:
    name = order.reference
    if credited is not None:
        assert order.outcome == "confirmed", f"{name} is {order.outcome} and was credited"
        assert credited == order.amount, f"{name}: credited {credited}, not {order.amount}"
    elif order.booked:
        assert order.outcome == "refused", f"{name} is {order.outcome} and was never credited"
