"""What moves money at a table is done once for every id of its player, in the running room."""

import asyncio

import msgspec
import pytest

from cardroom.errors import AccessRefused, SeatRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import escrow, player_cash
from cardroom.room.cash.restoring import restore_tables
from cardroom.room.receipts import KEPT_MS, forget_old_receipts
from cardroom.room.requests import Leave, Sit, TopUp
from tests.room.rooms import EUR, QUICK, Client, Shell
from tests.room.virtual import run

ANA = PlayerId(1)
SLOW = msgspec.structs.replace(QUICK, first_hand_ms=3_600_000)
"""Nothing is dealt before the others have left."""


async def alone(shell: Shell) -> tuple[Client, int]:
    """Ana with 500 at a table where nobody else plays."""
    clients = [Client(shell, player) for player in (1, 2, 3)]
    for client in clients:
        shell.fund(client.viewer, 5_000)
    tables = await asyncio.gather(*(client.sit(500) for client in clients))
    for client in clients[1:]:
        await shell.room.ask(client.caller, Leave(id="gone", ch=f"table:{tables[0]}"))
    return clients[0], tables[0]


def money(shell: Shell, table: int) -> tuple[int, int]:
    """What Ana has in cash and at the table, as it is stored."""
    balances = shell.store.ledger.balances
    return balances[player_cash(ANA, EUR)], balances[escrow(table, ANA, EUR)]  # type: ignore[arg-type]


def test_the_same_top_up_asked_at_once_or_later_is_made_once() -> None:
    async def story() -> None:
        shell = Shell(1, pace=SLOW)
        ana, table = await alone(shell)
        asked = TopUp(id="t", ch=f"table:{table}", amount=100)
        await asyncio.gather(*(shell.room.ask(ana.caller, asked) for _ in range(5)))
        await shell.room.ask(ana.caller, asked)
        assert money(shell, table) == (4_400, 600)
        for other in (
            TopUp(id="t", ch=f"table:{table}", amount=101),
            TopUp(id="t", ch="table:9", amount=100),
            Leave(id="t", ch=f"table:{table}"),
        ):
            with pytest.raises(AccessRefused, match="id with another content"):
                await shell.room.ask(ana.caller, other)
        assert money(shell, table) == (4_400, 600)
        await shell.room.stop()

    run(story())


def test_what_was_done_before_a_crash_is_known_after_it() -> None:
    async def story() -> None:
        shell = Shell(1, pace=SLOW)
        ana, table = await alone(shell)
        asked = TopUp(id="t", ch=f"table:{table}", amount=100)
        await shell.room.ask(ana.caller, asked)
        await shell.room.halt()
        again = Shell(2, store=shell.store)
        await restore_tables(again.room)
        await again.room.ask(ana.caller, asked)
        assert money(again, table) == (4_400, 600)
        leave = Leave(id="l", ch=f"table:{table}")
        await again.room.ask(ana.caller, leave)
        assert money(again, table) == (5_000, 0)
        await again.room.halt()
        last = Shell(3, store=shell.store)
        await restore_tables(last.room)
        for request in (asked, leave):
            await last.room.ask(ana.caller, request)
        assert money(last, table) == (5_000, 0)
        await last.room.stop()

    run(story())


def test_a_refused_request_leaves_no_receipt_and_may_be_asked_again() -> None:
    async def story() -> None:
        shell = Shell(1, pace=SLOW)
        ana, table = await alone(shell)
        channel = f"table:{table}"
        with pytest.raises(SeatRefused):
            await shell.room.ask(ana.caller, TopUp(id="t", ch=channel, amount=5_000))
        await shell.room.ask(ana.caller, TopUp(id="t", ch=channel, amount=100))
        with pytest.raises(SeatRefused):
            await shell.room.ask(ana.caller, Sit(id="s", ch=channel, amount=500))
        assert money(shell, table) == (4_400, 600)
        await shell.room.stop()

    run(story())


def test_receipts_are_forgotten_after_a_week() -> None:
    class Store:
        def __init__(self) -> None:
            self.before: list[int] = []

        async def forget_receipts(self, before_ms: int) -> None:
            self.before.append(before_ms)

    async def story() -> None:
        shell, store = Shell(1), Store()
        now_ms = shell.clock.now_ms()
        task = asyncio.create_task(forget_old_receipts(store, shell.clock, every_s=10))
        await asyncio.sleep(15)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert store.before == [now_ms - KEPT_MS, now_ms + 10_000 - KEPT_MS]
        await shell.room.stop()

    run(story())
