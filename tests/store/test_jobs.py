"""Jobs of the house, on both databases: one process at a time does them (CRASH-01)."""

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.suspense import due_to_charity, suspend
from cardroom.office.charity import give_what_is_due
from cardroom.room.receipts import receipt_of
from cardroom.room.records import MoneyOrder
from cardroom.store import Store
from cardroom.store.house.orders import StoredOrders
from cardroom.store.house.outgoing import StoredOutbox
from cardroom.store.rooms import RoomStore
from tests.rule import rule

CAT = PlayerId(3)
DUE_MS = 2 * 86_400_000
TAKEN = "unit has another owner"


def order(word: str) -> MoneyOrder:
    return MoneyOrder(
        reference=word, kind="withdrawal", player=CAT, amount=100, currency="EUR", asked_ms=5
    )


@pytest.fixture
async def rich(store: Store) -> Store:
    await store.register(CAT, "cat", 1)
    await store.transfer(deposit(CAT, 1_000, "EUR", reference="d", at_ms=1))
    return store


@rule("CRASH-01")
async def test_orders_are_carried_by_the_process_that_claimed_them_last(rich: Store) -> None:
    first, second = StoredOrders(rich), StoredOrders(rich)
    await first.open(order("w1"), 5, receipt_of(CAT, "a1", 1, 5))
    await second.job.claim()
    steps = [
        first.open(order("w2"), 5, receipt_of(CAT, "a2", 1, 5)),
        first.hand_over("w1", 6),
        first.note_taken("w1", 6, ""),
        first.park("w1", "why"),
        first.close("w1", "refused", "", 7),
    ]
    for step in steps:
        with pytest.raises(TransferRefused, match=TAKEN):
            await step
    assert await rich.balance(player_cash(CAT, "EUR")) == 900
    await second.close("w1", "refused", "", 7)
    assert await rich.balance(player_cash(CAT, "EUR")) == 1_000


@rule("CRASH-01", "CRASH-04")
async def test_money_in_suspense_is_moved_by_the_process_that_claimed_it_last(rich: Store) -> None:
    first, second = RoomStore(rich), RoomStore(rich)
    opened = suspend(
        CAT, 100, player_cash(CAT, "EUR"), reference="s", after_days=1, at_ms=1, operator="o"
    )
    await first.move(opened, None)
    await second.suspense.claim()
    (gift,) = due_to_charity(await second.due_in_suspense(DUE_MS, 9), DUE_MS)
    with pytest.raises(TransferRefused, match=TAKEN):
        await first.move(gift, None)
    with pytest.raises(TransferRefused, match=TAKEN):
        await give_what_is_due(first, DUE_MS)
    await give_what_is_due(second, DUE_MS)
    assert await second.due_in_suspense(DUE_MS, 9) == []


@rule("CRASH-01")
async def test_messages_are_delivered_by_the_process_that_claimed_them_last(rich: Store) -> None:
    room = RoomStore(rich, tells=True)
    await room.move(deposit(CAT, 5, "EUR", reference="2", at_ms=2), None)
    first, second = StoredOutbox(rich), StoredOutbox(rich)
    (message,) = await first.waiting(9)
    assert list(await second.waiting(9)) == [message]
    with pytest.raises(TransferRefused, match=TAKEN):
        await first.waiting(9)
    with pytest.raises(TransferRefused, match=TAKEN):
        await first.mark_delivered([message.id], 3)
    await second.mark_delivered([message.id], 3)
    assert await second.waiting(9) == []
