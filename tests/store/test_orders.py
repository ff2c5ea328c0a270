"""Orders to the cashier, closed stakes and what the operator is told, on both databases."""

import msgspec
import pytest
from msgspec.structs import replace

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.banking import deposit
from cardroom.room.people import Caller
from cardroom.room.records import MoneyOrder, NewAccount
from cardroom.room.requests import Report
from cardroom.store import Store
from cardroom.store.accounts import StoredAccounts
from cardroom.store.casebook import StoredCases
from cardroom.store.orders import StoredOrders
from cardroom.store.outgoing import StoredOutbox
from cardroom.store.rooms import RoomStore

ANA = NewAccount(name="Ana", name_key="ana", kind="person", created_ms=5)


def order(reference: str = "deposit-1-a", asked_ms: int = 7) -> MoneyOrder:
    return MoneyOrder(
        reference=reference, kind="deposit", player=PlayerId(1), amount=500, currency="EUR",
        asked_ms=asked_ms,
    )  # fmt: skip


@pytest.fixture
async def orders(store: Store) -> StoredOrders:
    assert await StoredAccounts(store).add(ANA) is not None
    return StoredOrders(store)


async def test_an_order_is_kept_once_under_its_reference(orders: StoredOrders) -> None:
    first = await orders.add(order())
    assert await orders.add(order(asked_ms=9)) == first == await orders.find("deposit-1-a")
    assert await orders.find("deposit-1-b") is None
    second = await orders.add(order("deposit-1-b", asked_ms=8))
    assert await orders.of_player(PlayerId(1), 9) == [second, first]
    assert await orders.unfinished(9) == await orders.to_carry(9) == [first, second]
    told = await orders.keep(replace(first, told_ms=8))
    assert await orders.to_carry(9) == [second]
    closed = await orders.keep(replace(told, outcome="refused", closed_ms=9))
    assert await orders.to_carry(9) == [closed, second]


async def test_the_first_word_about_an_order_is_the_last(orders: StoredOrders) -> None:
    asked = await orders.add(order())
    told = await orders.keep(replace(asked, told_ms=8, pay_at="https://pay.example"))
    assert (told.told_ms, told.pay_at, told.outcome) == (8, "https://pay.example", "pending")
    assert not (await orders.keep(replace(told, is_booked=True))).is_booked
    closed = await orders.keep(replace(told, outcome="confirmed", closed_ms=9))
    other = await orders.keep(replace(told, outcome="refused", said="too late", closed_ms=10))
    assert other == closed
    booked = await orders.keep(replace(closed, is_booked=True))
    assert booked.is_booked
    assert await orders.unfinished(9) == []
    with pytest.raises(TransferRefused, match="no such order"):
        await orders.keep(order("deposit-1-z"))


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
    told = await StoredOutbox(store).waiting(99)
    assert [(one.id, one.subject) for one in told] == [
        (1, "account.opened"), (2, "money.deposited"), (3, "report.made"), (4, "measure.taken"),
    ]  # fmt: skip
    assert msgspec.json.decode(told[1].body)["entries"] == {
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
