"""An order desk over a real store, with a cashier and a process that may die at any step."""

from collections.abc import Awaitable, Callable
from typing import Any

from cardroom.ledger import PlayerId
from cardroom.ledger.banking import deposit
from cardroom.office.bank import Bank
from cardroom.office.orders import OrderDesk
from cardroom.room.channels import Switchboard
from cardroom.room.records import CashierAnswer, MoneyOrder, NewAccount
from cardroom.room.services import SteadyClock
from cardroom.room.wallets import Wallets
from cardroom.store import Store
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.holdings import StoredHoldings
from cardroom.store.house.orders import StoredOrders
from cardroom.store.rooms import RoomStore
from tests.cash.tables import cash_rules
from tests.server.fakes import FakeClock, FakeOwner

ANA = PlayerId(1)
HAS, WANTS = 5_000, 3_000
NEVER = 10_000_000


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
        self.dies_at = dies_at

    def step(self) -> None:
        self.steps += 1
        if self.steps >= self.dies_at:
            raise Died


class Cashier:
    """The operator's cashier: gives the same word every time he is told."""

    def __init__(self, outcome: str) -> None:
        self.outcome: Any = outcome
        self.received: list[str] = []

    def is_due(self, reference: str) -> bool:
        return bool(reference)

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        self.received.append(order.reference)
        return CashierAnswer(reference=order.reference, outcome=self.outcome)


def desk_of(store: Store, clock: FakeClock, fate: Fate | None = None) -> OrderDesk:
    """The desk of a process that has just started."""
    fate = fate or Fate(NEVER)
    steady = SteadyClock(clock)
    switchboard = Switchboard(steady, lambda _: FakeOwner())
    wallets = Wallets(Mortal(RoomStore(store), fate), "EUR", lambda _: None)  # type: ignore[arg-type]
    bank = Bank(
        wallets, StoredHoldings(store, "EUR"), switchboard, steady, cash_rules().conduct,
        currency="EUR", play_money=0, seats_of=lambda _: (),
    )  # fmt: skip
    orders: Any = Mortal(StoredOrders(store), fate)
    return OrderDesk(
        orders, bank, switchboard, steady, currency="EUR", smallest=1, largest=1_000_000
    )


async def prepare(store: Store, *names: str, has: int = HAS) -> None:
    """Accounts with money, the first of them Ana's."""
    for number, name in enumerate(names or ("Ana",), 1):
        new = NewAccount(name=name, name_key=name.lower(), kind="person", created_ms=1)
        assert await StoredAccounts(store).add(new) is not None
        player = PlayerId(number)
        await store.transfer(deposit(player, has, "EUR", reference=f"before-{number}", at_ms=1))
