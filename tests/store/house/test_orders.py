"""Orders to the cashier, closed stakes and what the operator is told, on both databases."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from cardroom.errors import AccessRefused, TransferRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import player_cash, withdrawal
from cardroom.ledger.banking import deposit
from cardroom.office.order_rules import ON_ITS_WAY_MS
from cardroom.room.people import Caller
from cardroom.room.receipts import receipt_of
from cardroom.room.records import MoneyOrder, NewAccount
from cardroom.room.requests import Report
from cardroom.store import Store
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.casebook import StoredCases
from cardroom.store.house.orders import StoredOrders
from cardroom.store.house.outgoing import StoredOutbox
from cardroom.store.rooms import RoomStore

ANA = NewAccount(name="Ana", name_key="ana", kind="person", created_ms=5)


def order(reference: str = "deposit-1-a", asked_ms: int = 7) -> MoneyOrder:
    return MoneyOrder(
        reference=reference, kind="deposit", player=PlayerId(1), amount=500, currency="EUR",
        asked_ms=asked_ms,
    )  # fmt: skip


async def kept(orders: StoredOrders, order: MoneyOrder, most: int) -> MoneyOrder:
    """An order that a player has asked for by its name."""
    receipt = receipt_of(order.player, order.reference, order.amount, order.asked_ms)
    return await orders.open(order, most, receipt)


@pytest.fixture
async def orders(store: Store) -> StoredOrders:
    assert await StoredAccounts(store).add(ANA) is not None
    return StoredOrders(store)


async def test_an_order_is_kept_once_under_its_reference(orders: StoredOrders) -> None:
    first = await kept(orders, order(), 5)
    assert await kept(orders, order(asked_ms=9), 5) == first == await orders.find("deposit-1-a")
    assert await orders.find("deposit-1-b") is None
    second = await kept(orders, order("deposit-1-b", asked_ms=8), 5)
    assert await orders.of_player(PlayerId(1), 9) == [second, first]
    assert await orders.unfinished(9) == await orders.to_carry(None, 9) == [first, second]
    assert await orders.to_carry(None, 1) == [first]
    assert await orders.to_carry(first, 9) == [second]
    assert await orders.to_carry(second, 9) == []
    await orders.note_taken(first.reference, 8, "")
    assert await orders.to_carry(None, 9) == [second]
    parked = await orders.park(second.reference, "by mistake")
    assert await orders.to_carry(None, 9) == []
    assert await orders.counts() == (2, 1)
    assert await orders.park(parked.reference, "") == second
    assert await orders.to_carry(None, 9) == [second]


async def test_the_first_answer_to_an_order_is_the_last(orders: StoredOrders) -> None:
    name = (await kept(orders, order(), 5)).reference
    noted = await orders.note_taken(name, 8, "https://pay.example")
    assert (noted.told_ms, noted.pay_at, noted.outcome) == (8, "https://pay.example", "pending")
    closed = await orders.close(name, "confirmed", "", 9)
    assert (closed.outcome, closed.closed_ms, closed.is_booked) == ("confirmed", 9, True)
    assert await orders.close(name, "confirmed", "again", 10) == closed
    with pytest.raises(TransferRefused, match="closed the other way"):
        await orders.close(name, "refused", "too late", 10)
    assert await orders.note_taken(name, 11, "https://other.example") == closed
    assert await orders.park(name, "too late") == closed == await orders.find(name)
    assert await orders.hand_over(name, 12) is None
    assert await orders.unfinished(9) == []
    with pytest.raises(AccessRefused, match="no such order"):
        await orders.close("deposit-1-z", "refused", "", 9)


async def test_an_order_that_was_refused_before_it_was_sent_is_never_handed_over(
    orders: StoredOrders,
) -> None:
    name = (await kept(orders, order(), 5)).reference
    refused = await orders.close(name, "refused", "not him", 8, by_hand=True)
    assert (refused.told_ms, refused.handed_ms, refused.parked) == (0, 0, "")
    assert await orders.hand_over(name, 9) is None
    assert await orders.find(name) == refused


async def test_an_order_that_was_sent_is_closed_by_hand_only_after_it_was_parked(
    orders: StoredOrders,
) -> None:
    name = (await kept(orders, order(), 5)).reference
    handed = await orders.hand_over(name, 1_000)
    assert handed is not None
    assert (handed.order.handed_ms, handed.before_ms) == (1_000, 0)
    with pytest.raises(TransferRefused, match="with the cashier"):
        await orders.close(name, "refused", "no", 200_000, by_hand=True)
    await orders.park(name, "they lost it")
    assert await orders.hand_over(name, 2_000) is None
    with pytest.raises(TransferRefused, match="on its way to the cashier"):
        await orders.close(name, "refused", "no", 1_000 + ON_ITS_WAY_MS - 1, by_hand=True)
    closed = await orders.close(name, "refused", "no", 1_000 + ON_ITS_WAY_MS, by_hand=True)
    assert (closed.outcome, closed.said) == ("refused", "no")


async def test_an_order_that_could_not_even_be_sent_is_where_it_was_before(
    orders: StoredOrders,
) -> None:
    name = (await kept(orders, order(), 5)).reference
    first = await orders.hand_over(name, 1_000)
    assert first is not None
    await orders.hand_back(first)
    assert await orders.find(name) == order()
    second = await orders.hand_over(name, 2_000)
    third = await orders.hand_over(name, 3_000)
    assert second is not None
    assert third is not None
    await orders.hand_back(second)
    await orders.hand_back(third)
    found = await orders.find(name)
    assert found is not None
    assert found.handed_ms == 2_000
    with pytest.raises(TransferRefused, match="with the cashier"):
        await orders.close(name, "refused", "no", 200_000, by_hand=True)


async def test_thirty_orders_at_once_leave_five_open(store: Store, orders: StoredOrders) -> None:
    asked = [kept(orders, order(f"deposit-1-{number}"), 5) for number in range(30)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    taken = [one for one in answers if isinstance(one, MoneyOrder)]
    refused = [one for one in answers if isinstance(one, AccessRefused)]
    assert (len(taken), len(refused)) == (5, 25)
    assert {one.reason for one in refused} == {"too_many_waiting"}
    assert await orders.counts() == (5, 0)
    await orders.close(taken[0].reference, "refused", "", 9)
    await kept(orders, order("deposit-1-more"), 5)
    assert await store.balance(player_cash(PlayerId(1), "EUR")) == 0


async def test_a_withdrawal_without_the_money_leaves_no_order(
    store: Store, orders: StoredOrders
) -> None:
    wanted = replace(order("withdrawal-1-a"), kind="withdrawal")
    with pytest.raises(TransferRefused, match="insufficient funds"):
        await kept(orders, wanted, 5)
    assert await orders.find("withdrawal-1-a") is None
    await store.transfer(deposit(PlayerId(1), 500, "EUR", reference="r", at_ms=6))
    assert await kept(orders, wanted, 5) == wanted
    aside = player_cash(PlayerId(1), "EUR"), withdrawal(PlayerId(1), "EUR")
    assert list((await store.balances(aside)).values()) == [0, 500]


async def test_what_the_operator_is_told_is_written_with_what_happened(store: Store) -> None:
    room = RoomStore(store, tells=True)
    account = await StoredAccounts(store, tells=True).add(ANA)
    assert account is not None
    assert await StoredAccounts(store, tells=True).add(ANA) == account
    money = deposit(account.player, 500, "EUR", reference="r", at_ms=6)
    for _ in range(2):
        await room.move(money, None)
    cases = StoredCases(store, tells=True)
    report = Report(id="r", kind="other", players=(1,), text="x")
    caller = Caller(player=account.player, name="Ana", kind="person")
    for _ in range(2):
        await cases.report(caller, report, 7)
        await cases.record(account.player, account.player, "muted", "loud", 8)
    noted = await StoredOutbox(store).waiting(99)
    assert [(one.id, one.subject) for one in noted] == [
        (1, "account.opened"), (2, "money.deposited"), (3, "report.made"), (4, "measure.taken"),
    ]  # fmt: skip
    assert msgspec.json.decode(noted[1].body)["entries"] == {
        "bank:clearing:EUR": -500, "player:1:cash:EUR": 500,
    }  # fmt: skip


async def test_a_room_without_webhooks_fills_no_outbox(store: Store) -> None:
    account = await StoredAccounts(store).add(ANA)
    assert account is not None
    money = deposit(account.player, 500, "EUR", reference="r", at_ms=6)
    await RoomStore(store).move(money, None)
    assert await StoredOutbox(store).waiting(99) == []


async def test_closed_stakes_are_remembered_until_they_are_opened(store: Store) -> None:
    room = RoomStore(store)
    for _ in range(2):
        await room.keep_stake("nl-holdem:ordinary:5:10", closed=True)
        await room.keep_stake("pl-omaha:ordinary:5:10", closed=True)
    await room.keep_stake("nl-holdem:ordinary:5:10", closed=False)
    assert await room.closed_stakes() == ["pl-omaha:ordinary:5:10"]
