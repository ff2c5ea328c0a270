"""Crash and restart: the hand never was, everybody keeps the seat and has time to return."""

import asyncio
from random import Random

import pytest

from cardroom.cash.positions import Deal
from cardroom.ledger import PlayerId, TableId
from cardroom.room.restoring import restore_tables
from cardroom.units import Seat
from tests.room.fakes import MemoryStore
from tests.room.rooms import Client, Shell
from tests.room.virtual import run
from tests.rule import rule

TABLE = TableId(1)


def where(deal: Deal | None) -> tuple[Seat, Seat | None, Seat]:
    assert deal is not None
    return deal.button, deal.small_blind, deal.big_blind


async def until_hand(shell: Shell, number: int) -> None:
    """Wait for the first turn of a hand."""
    task = await shell.room.task_of(TABLE)
    while task.table.number < number or task.table.actor is None:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def crash_in_hand(seed: int, number: int) -> Shell:
    """Play until a hand is under way, then stop at once: nothing is tidied up."""
    shell = Shell(seed)
    clients = [Client(shell, player) for player in (1, 2, 3, 4)]
    for client in clients:
        shell.fund(client.viewer)
    playing = [
        asyncio.create_task(client.play_on(Random(seed + client.viewer))) for client in clients
    ]
    await asyncio.gather(*(client.sit() for client in clients))
    await until_hand(shell, number)
    await shell.room.stop()
    for task in playing:
        task.cancel()
    return shell


async def restart(store: MemoryStore) -> Shell:
    shell = Shell(99, store=store)
    await restore_tables(shell.room, "again")
    return shell


@rule("CRASH-01", "CRASH-05", "AMB-69")
@pytest.mark.parametrize("number", [1, 2, 5, 9])
def test_tables_come_back_with_stacks_button_and_blinds_of_the_interrupted_hand(
    number: int,
) -> None:
    async def story() -> None:
        before = await crash_in_hand(7, number)
        old = before.room.lobby.table(TABLE)
        assert old.deal is not None
        again = await restart(before.store)
        table = again.room.lobby.table(TABLE)
        assert {o.player: o.stack for o in table.in_order()} == {
            o.player: o.stack for o in old.in_order()
        }
        for player in (1, 2, 3, 4):
            again.room.arrived(PlayerId(player))
        await asyncio.sleep(6)
        assert table.deal is not None
        assert where(table.deal) == where(old.deal)
        await again.room.stop()

    run(story())


@rule("CRASH-01", "TIME-01")
def test_after_a_restart_players_have_time_to_return_before_cards_are_dealt() -> None:
    async def story() -> None:
        before = await crash_in_hand(8, 3)
        again = await restart(before.store)
        table = again.room.lobby.table(TABLE)
        assert all(occupant.connection.is_lost for occupant in table.in_order())
        await asyncio.sleep(4.5)
        dealt_early = table.deal
        await asyncio.sleep(1)
        assert (dealt_early, table.deal is not None) == (None, True)
        await again.room.stop()

    run(story())


@rule("CRASH-01")
def test_no_cent_is_lost_or_made_by_a_crash() -> None:
    async def story() -> None:
        before = await crash_in_hand(9, 4)
        again = await restart(before.store)
        ledger = before.store.ledger
        assert sum(ledger.balances.values()) == 0
        clients = [Client(again, player) for player in (1, 2, 3, 4)]
        for client in clients:
            await client.listen(f"table:{TABLE}")
            again.room.arrived(client.viewer)
        playing = [asyncio.create_task(client.play_on(Random(1))) for client in clients]
        await asyncio.sleep(60)
        for task in playing:
            task.cancel()
        await again.room.stop()
        assert len(again.store.hands[TABLE]) > 8
        assert sum(ledger.balances.values()) == 0

    run(story())
