"""Orders to the cashier survive a crash at every single step: booked once, or not at all."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import Kind, house, player_cash, withdrawal
from cardroom.ledger.banking import deposit
from cardroom.room.bank import Bank
from cardroom.room.channels import Switchboard
from cardroom.room.house import SteadyClock
from cardroom.room.orders import OrderDesk
from cardroom.room.records import CashierAnswer, MoneyOrder, NewAccount, OrderKind
from cardroom.room.vault import Vault
from cardroom.store import Store
from cardroom.store.accounts import StoredAccounts
from cardroom.store.holdings import StoredHoldings
from cardroom.store.orders import StoredOrders
from cardroom.store.rooms import RoomStore
from tests.cash.tables import cash_rules
from tests.server.fakes import FakeClock, FakeOwner

ANA = PlayerId(1)
HAS, WANTS = 5_000, 3_000


class Died(Exception):
    """The process ends here."""


class Mortal:
    """Passes calls on to a part of the store, and dies before or after one of them."""

    def __init__(self, part: Any, fate: "Fate") -> None:
        self._part = part
        self._fate = fate

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*words: Any, **named: Any) -> Any:
            self._fate.step()
            answer = await getattr(self._part, name)(*words, **named)
            self._fate.step()
            return answer

        return call


class Fate:
    """Counts steps; at one of them everything ends."""

    def __init__(self, dies_at: int) -> None:
        self.steps = 0
        self._dies_at = dies_at

    def step(self) -> None:
        self.steps += 1
        if self.steps >= self._dies_at:
            raise Died


class Cashier:
    """The operator's cashier: gives the same word every time he is told."""

    def __init__(self, outcome: str) -> None:
        self.outcome: Any = outcome
        self.told: list[str] = []

    def is_due(self, reference: str) -> bool:
        return bool(reference)

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        self.told.append(order.reference)
        return CashierAnswer(reference=order.reference, outcome=self.outcome)


def desk_of(store: Store, clock: FakeClock, fate: Fate) -> OrderDesk:
    """The desk of a process that has just started."""
    steady = SteadyClock(clock)
    switchboard = Switchboard(steady, lambda _: FakeOwner())
    vault = Vault(Mortal(RoomStore(store), fate), "EUR", lambda _: None)  # type: ignore[arg-type]
    bank = Bank(
        vault, StoredHoldings(store, "EUR"), switchboard, steady, cash_rules().conduct,
        currency="EUR", play_money=0, seats_of=lambda _: (),
    )  # fmt: skip
    orders: Any = Mortal(StoredOrders(store), fate)
    return OrderDesk(orders, bank, switchboard, steady, currency="EUR", smallest=1, largest=10_000)


async def live(store: Store, kind: OrderKind, cashier: Cashier, fate: Fate) -> bool:
    """Order, and carry orders on; whether nothing ended it."""
    clock = FakeClock()
    clock.advance(fate._dies_at)
    desk = desk_of(store, clock, fate)
    try:
        await desk.ask(ANA, "person", kind, WANTS, "one")
        for _ in range(3):
            await desk.carry(cashier)
    except Died:
        return False
    return True


@pytest.mark.parametrize("outcome", ["confirmed", "refused"])
@pytest.mark.parametrize("kind", ["deposit", "withdrawal"])
async def test_whenever_the_room_dies_an_order_is_booked_once(
    tmp_path: Path, kind: OrderKind, outcome: str
) -> None:
    died, number, lived = 0, 0, False
    while not lived:
        number += 1
        async with await Store.open(f"sqlite:///{tmp_path}/{number}.db") as store:
            await prepare(store)
            cashier = Cashier(outcome)
            lived = await live(store, kind, cashier, Fate(number))
            died += not lived
            assert await live(store, kind, cashier, Fate(10_000))
            await verify(store, kind, outcome)
            assert set(cashier.told) == {f"{kind}-1-one"}
    assert died > 10


async def prepare(store: Store) -> None:
    new = NewAccount(name="Ana", name_key="ana", kind="person", created_ms=1)
    assert await StoredAccounts(store).add(new) is not None
    await store.transfer(deposit(ANA, HAS, "EUR", reference="before", at_ms=1))


async def verify(store: Store, kind: OrderKind, outcome: str) -> None:
    """Ana has what she must have, nothing lies aside, the order is at its end."""
    moved = WANTS if outcome == "confirmed" else 0
    has = HAS + (moved if kind == "deposit" else -moved)
    accounts = player_cash(ANA, "EUR"), withdrawal(ANA, "EUR"), house(Kind.BANK, "EUR")
    assert list((await store.balances(accounts)).values()) == [has, 0, -has]
    (order,) = await StoredOrders(store).of_player(ANA, 9)
    assert (order.outcome, order.is_booked) == (outcome, True)
    assert await StoredOrders(store).unfinished(9) == []


async def test_a_withdrawal_of_money_that_is_not_there_never_reaches_the_cashier(
    tmp_path: Path,
) -> None:
    async with await Store.open(f"sqlite:///{tmp_path}/room.db") as store:
        await prepare(store)
        desk, cashier = desk_of(store, FakeClock(), Fate(10_000)), Cashier("confirmed")
        with pytest.raises(TransferRefused, match="not enough money"):
            await desk.ask(ANA, "person", "withdrawal", HAS + 1, "much")
        await desk.carry(cashier)
        assert cashier.told == []
        (order,) = await desk.of_player(ANA)
        assert (order.outcome, order.said, order.is_booked) == ("refused", "not_enough_money", True)
        assert await store.balance(player_cash(ANA, "EUR")) == HAS
