"""Orders, refusals and the cashier at the same moment: nothing refused is ever paid."""

import asyncio
from random import Random

import pytest

from cardroom.errors import AccessRefused, Refused, TransferRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import player_cash, withdrawal
from cardroom.office.order_rules import ON_ITS_WAY_MS
from cardroom.room.records import CashierAnswer, MoneyOrder
from cardroom.store import Store
from cardroom.store.house.orders import StoredOrders
from tests.server.fakes import FakeClock
from tests.server.ordering import ANA, HAS, Cashier, desk_of, prepare

PLAYERS = 6


class SlowCashier(Cashier):
    """Answers an order only when the gate is open; `arrived` are those that were sent."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.arrived: list[str] = []
        self.was_asked = asyncio.Event()
        self.gate = asyncio.Event()

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        self.arrived.append(order.reference)
        self.was_asked.set()
        await self.gate.wait()
        return await super().tell(order)


class HastyCashier(Cashier):
    """Answers after a moment that differs from order to order."""

    def __init__(self, chance: Random) -> None:
        super().__init__("confirmed")
        self._chance = chance

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        await asyncio.sleep(self._chance.random() / 100)
        return await super().tell(order)


class PickyCashier(Cashier):
    """Cannot be told of orders with a certain word in them."""

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        if "broken" in order.reference:
            raise ValueError(order.reference)
        return await super().tell(order)


class LateCashier(Cashier):
    """Has failed lately for everything but the newest orders."""

    def is_due(self, reference: str) -> bool:
        return "new" in reference


async def test_an_order_refused_behind_a_slow_one_never_reaches_the_cashier(store: Store) -> None:
    await prepare(store)
    desk, cashier = desk_of(store, FakeClock()), SlowCashier("pending")
    slow = await desk.ask(ANA, "person", "withdrawal", 1_000, "a-slow")
    other = await desk.ask(ANA, "person", "withdrawal", 2_000, "b-other")
    carrying = asyncio.create_task(desk.carry(cashier))
    await cashier.was_asked.wait()
    refused = await desk.decide(other.reference, "refused", "not him")
    assert (refused.outcome, refused.is_booked) == ("refused", True)
    with pytest.raises(TransferRefused, match="with the cashier"):
        await desk.decide(slow.reference, "refused", "too late")
    cashier.gate.set()
    await carrying
    await desk.carry(cashier)
    assert cashier.arrived == [slow.reference]
    accounts = player_cash(ANA, "EUR"), withdrawal(ANA, "EUR")
    assert list((await store.balances(accounts)).values()) == [HAS - 1_000, 1_000]


async def test_an_order_parked_while_it_is_sent_waits_for_their_answer(store: Store) -> None:
    await prepare(store)
    clock = FakeClock()
    desk, cashier = desk_of(store, clock), SlowCashier("confirmed")
    order = await desk.ask(ANA, "person", "withdrawal", 1_000, "one")
    carrying = asyncio.create_task(desk.carry(cashier))
    await cashier.was_asked.wait()
    await desk.park(order.reference, "taking too long")
    with pytest.raises(TransferRefused, match="on its way to the cashier"):
        await desk.decide(order.reference, "refused", "too long")
    cashier.gate.set()
    await carrying
    clock.advance(ON_ITS_WAY_MS)
    with pytest.raises(TransferRefused, match="closed the other way"):
        await desk.decide(order.reference, "refused", "too long")
    accounts = player_cash(ANA, "EUR"), withdrawal(ANA, "EUR")
    assert list((await store.balances(accounts)).values()) == [HAS - 1_000, 0]


async def test_a_parked_order_can_be_sent_again(store: Store) -> None:
    await prepare(store)
    desk, cashier = desk_of(store, FakeClock()), Cashier("confirmed")
    order = await desk.ask(ANA, "person", "deposit", 1_000, "one")
    await desk.park(order.reference, "wait a little")
    await desk.carry(cashier)
    assert cashier.received == []
    await desk.park(order.reference, "")
    await desk.carry(cashier)
    assert cashier.received == [order.reference]
    with pytest.raises(TransferRefused, match="already closed"):
        await desk.park(order.reference, "too late")


@pytest.mark.parametrize("seed", range(3))
async def test_thirty_withdrawals_and_refusals_at_once_leave_every_cent_with_one_order(
    store: Store, seed: int
) -> None:
    chance = Random(seed)
    await prepare(store, *(f"Ana{number}" for number in range(PLAYERS)))
    desk, cashier = desk_of(store, FakeClock()), HastyCashier(chance)
    by_hand: set[str] = set()

    async def withdraw_and_refuse(number: int) -> None:
        player = PlayerId(1 + number % PLAYERS)
        order = await desk.ask(player, "person", "withdrawal", 100 + number, f"n{number}")
        await asyncio.sleep(chance.random() / 50)
        try:
            await desk.decide(order.reference, "refused", "not this one")
        except Refused:
            return
        by_hand.add(order.reference)

    is_over = asyncio.Event()

    async def carry_on() -> None:
        while not is_over.is_set():
            await desk.carry(cashier)
            await asyncio.sleep(0)

    carrying = asyncio.create_task(carry_on())
    await asyncio.gather(*(withdraw_and_refuse(number) for number in range(30)))
    is_over.set()
    await carrying
    await desk.carry(cashier)
    assert await desk.counts() == (0, 0)
    assert by_hand, "nothing was refused: the race was not run"
    assert cashier.received, "nothing was told: the race was not run"
    assert by_hand.isdisjoint(cashier.received)
    assert len(set(cashier.received)) + len(by_hand) == 30
    for number in range(1, PLAYERS + 1):
        player = PlayerId(number)
        orders = await StoredOrders(store).of_player(player, 9)
        paid = sum(one.amount for one in orders if one.outcome == "confirmed")
        accounts = player_cash(player, "EUR"), withdrawal(player, "EUR")
        assert list((await store.balances(accounts)).values()) == [HAS - paid, 0]


async def test_an_order_that_cannot_be_carried_out_is_parked_and_the_others_go_on(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await prepare(store)
    desk, cashier = desk_of(store, FakeClock()), PickyCashier("confirmed")
    broken = await desk.ask(ANA, "person", "deposit", 100, "broken")
    whole = await desk.ask(ANA, "person", "deposit", 100, "whole")
    await desk.carry(cashier)
    assert cashier.received == [whole.reference]
    (waiting,) = await desk.waiting()
    assert (waiting.reference, waiting.parked) == (broken.reference, "failed")
    assert await desk.counts() == (1, 1)
    assert "cannot be carried out and is parked" in caplog.text


async def test_orders_that_wait_for_another_try_do_not_hold_up_newer_ones(store: Store) -> None:
    await prepare(store, *(f"Ana{number}" for number in range(21)))
    clock = FakeClock()
    desk, cashier = desk_of(store, clock), LateCashier("confirmed")
    for number in range(100):
        await desk.ask(PlayerId(1 + number // 5), "person", "deposit", 100, f"old{number}")
    clock.advance(1)
    newest = await desk.ask(PlayerId(21), "person", "deposit", 100, "new")
    await desk.carry(cashier)
    assert cashier.received == [newest.reference]


async def test_the_same_id_is_one_order_and_never_another_one(store: Store) -> None:
    await prepare(store)
    desk = desk_of(store, FakeClock())
    both = [desk.ask(ANA, "person", "withdrawal", 1_000, "one") for _ in range(2)]
    first, second = await asyncio.gather(*both)
    assert first == second
    assert await store.balance(withdrawal(ANA, "EUR")) == 1_000
    with pytest.raises(AccessRefused, match="id with another content"):
        await desk.ask(ANA, "person", "withdrawal", 1_001, "one")
