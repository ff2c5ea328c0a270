"""The audit reads the order book beside the ledger: no amount waits without its order."""

from collections.abc import Awaitable, Callable

import pytest

from cardroom.ledger.accounts import player_cash, withdrawal
from cardroom.ledger.banking import request_withdrawal
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store
from cardroom.store.databases.database import One, Script
from tests.server.fakes import FakeClock
from tests.server.ordering import ANA, Cashier, desk_of, prepare


async def findings(store: Store) -> set[str]:
    report = await audit_store(store, None, now_ms=1, show_progress=lambda _done, _of: None)
    return {breach.what for breach in report.breaches}


Change = Callable[[str], Awaitable[None]]


@pytest.fixture
async def change(store: Store) -> Change:
    """Somebody who reaches the database changes the order book of Ana."""
    await prepare(store)
    desk = desk_of(store, FakeClock())
    await desk.ask(ANA, "person", "withdrawal", 1_000, "open")
    paid = await desk.ask(ANA, "person", "withdrawal", 500, "paid")
    await desk.decide(paid.reference, "confirmed", "in cash")
    back = await desk.ask(ANA, "person", "withdrawal", 300, "back")
    await desk.decide(back.reference, "refused", "no")
    here = await desk.ask(ANA, "person", "deposit", 700, "here")
    await desk.decide(here.reference, "confirmed", "in cash")
    gone = await desk.ask(ANA, "person", "deposit", 900, "gone")
    await desk.decide(gone.reference, "refused", "no")
    await desk.ask(ANA, "person", "deposit", 100, "asked")
    assert await findings(store) == set()

    async def do(sql: str) -> None:
        def script() -> Script[object]:
            yield One(sql)
            return None

        await store.run_script(script)

    return do


async def test_an_amount_without_an_open_order_is_a_finding(store: Store) -> None:
    await prepare(store)
    stray = request_withdrawal(ANA, 999, "EUR", reference="nobody-knows", at_ms=5)
    await store.transfer(stray)
    assert await findings(store) == {"withdrawal_without_order", "withdrawals_differ"}
    accounts = player_cash(ANA, "EUR"), withdrawal(ANA, "EUR")
    assert (await store.balances(accounts))[withdrawal(ANA, "EUR")] == 999


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        (
            "update money_orders set outcome = 'refused', booked = 1 where reference like '%-open'",
            {"withdrawal_without_order", "withdrawals_differ", "order_differs"},
        ),
        (
            "delete from money_orders where reference like '%-open'",
            {"withdrawal_without_order", "withdrawals_differ"},
        ),
        (
            "update money_orders set amount = 1001 where reference like '%-open'",
            {"withdrawal_without_order", "withdrawals_differ", "order_differs"},
        ),
        (
            "update money_orders set outcome = 'pending', booked = 0 where reference like '%-paid'",
            {"withdrawals_differ", "order_differs"},
        ),
        (
            "update money_orders set outcome = 'refused' where reference like '%-paid'",
            {"order_differs"},
        ),
        (
            "update money_orders set outcome = 'confirmed' where reference like '%-back'",
            {"order_differs"},
        ),
        ("update money_orders set amount = 1 where reference like '%-here'", {"order_differs"}),
        (
            "update money_orders set outcome = 'refused' where reference like '%-here'",
            {"order_differs"},
        ),
        (
            "update money_orders set outcome = 'confirmed' where reference like '%-gone'",
            {"order_differs"},
        ),
        (
            "update money_orders set outcome = 'confirmed', booked = 1 where amount = 100",
            {"order_differs"},
        ),
    ],
)
async def test_an_order_that_says_something_else_than_the_ledger_is_a_finding(
    store: Store, change: Change, sql: str, found: set[str]
) -> None:
    await change(sql)
    assert await findings(store) == found


async def test_a_slow_cashier_leaves_nothing_to_find(store: Store) -> None:
    await prepare(store)
    desk, cashier = desk_of(store, FakeClock()), Cashier("pending")
    order = await desk.ask(ANA, "person", "withdrawal", 1_000, "one")
    await desk.carry(cashier)
    assert await findings(store) == set()
    await desk.park(order.reference, "they are slow")
    assert await findings(store) == set()
