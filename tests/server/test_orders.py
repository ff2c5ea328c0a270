"""Orders to the cashier survive a crash at every single step: booked once, or not at all."""

from pathlib import Path

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import Kind, house, player_cash, withdrawal
from cardroom.room.records import OrderKind
from cardroom.store import Store
from cardroom.store.house.orders import StoredOrders
from tests.server.fakes import FakeClock
from tests.server.ordering import ANA, HAS, NEVER, WANTS, Cashier, Died, Fate, desk_of, prepare


async def live(store: Store, kind: OrderKind, cashier: Cashier, fate: Fate) -> bool:
    """Order, and carry orders on; whether nothing ended it."""
    clock = FakeClock()
    clock.advance(fate.dies_at)
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
            assert await live(store, kind, cashier, Fate(NEVER))
            await verify(store, kind, outcome)
            assert set(cashier.received) == {f"{kind}-1-one"}
    assert died > 10


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
        desk, cashier = desk_of(store, FakeClock()), Cashier("confirmed")
        with pytest.raises(TransferRefused, match="not enough money"):
            await desk.ask(ANA, "person", "withdrawal", HAS + 1, "much")
        await desk.carry(cashier)
        assert cashier.received == []
        assert await desk.of_player(ANA) == []
        assert await store.balance(player_cash(ANA, "EUR")) == HAS
