"""A voided hand keeps its number, and no other hand ever has it, whatever ends the room."""

import asyncio
from random import Random

import msgspec
import pytest

from cardroom.engine.events import Folded, HandStarted, HandVoided, decode_events
from cardroom.ledger import PlayerId
from cardroom.room.cash.restoring import restore_tables
from tests.room.fakes import MemoryStore
from tests.room.rooms import Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule


def numbers(store: MemoryStore) -> list[int]:
    """The numbers of all hands, settled or void."""
    settled = [one.number for one in store.hands.get(TABLE, ())]
    return sorted([*settled, *(one.number for one in store.voided)])


async def reopened(store: MemoryStore) -> Shell:
    """A room on what another has left, with its players back at the table."""
    shell = Shell(99, store=store)
    await restore_tables(shell.room)
    for player in (1, 2, 3):
        shell.room.arrived(PlayerId(player))
    await shell.room.services.wallets.flush()
    return shell


@rule("AMB-69", "CRASH-01")
def test_the_hand_that_a_kill_interrupts_is_void_and_its_number_is_not_dealt_again() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.fold_to_one()
        await scene.turn()
        assert scene.task.table.number == 2
        before = {one.player: one.stack for one in scene.task.table.in_order()}
        await scene.shell.room.halt()
        shell = await reopened(scene.shell.store)
        (void,) = shell.store.voided
        assert (void.number, void.epoch, void.deltas) == (2, 1, {})
        started, voided = decode_events(void.history)
        assert isinstance(started, HandStarted)
        assert started.stacks == tuple(before[player] for player in void.seats.values())
        assert voided == HandVoided("interrupted")
        scene.shell = shell
        await scene.fold_to_one()
        assert [one.number for one in shell.store.hands[TABLE]] == [1, 3]
        await shell.room.stop()

    run(story())


@rule("AMB-69", "CRASH-01")
def test_the_hand_that_a_stop_interrupts_is_void_and_kept_as_far_as_it_went() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.act("fold")
        await asyncio.sleep(0.05)
        await scene.shell.room.stop()
        (void,) = scene.shell.store.voided
        events = decode_events(void.history)
        assert isinstance(events[-1], Folded)
        shell = await reopened(scene.shell.store)
        assert numbers(shell.store) == [1]
        scene.shell = shell
        await scene.fold_to_one()
        assert numbers(shell.store) == [1, 2]
        await shell.room.stop()

    run(story())


@rule("AMB-69", "CRASH-02")
def test_the_number_of_a_hand_that_the_floor_voided_is_not_dealt_again_after_a_kill() -> None:
    async def story() -> None:
        scene = await Scene.open()
        kept = scene.shell.store.kept
        before = kept[TABLE]
        await scene.shell.room.operator.freeze(TABLE)
        await scene.shell.room.services.wallets.flush()
        kept[TABLE] = before
        await scene.shell.room.halt()
        shell = await reopened(scene.shell.store)
        assert [one.number for one in shell.store.voided] == [1]
        scene.shell = shell
        await scene.fold_to_one()
        assert min(one.number for one in shell.store.hands[TABLE]) > 1
        await shell.room.stop()

    run(story())


def dealt(frame: bytes) -> int:
    """The number of the hand that a frame tells of; 0 where it tells of none."""
    event = msgspec.json.decode(frame).get("d") or {}
    return int(event["number"]) if event.get("type") == "hand_dealt" else 0


@rule("AMB-69", "CRASH-01")
@pytest.mark.parametrize("seed", range(12))
def test_no_number_is_ever_shown_twice_wherever_the_room_is_killed(seed: int) -> None:
    async def story() -> None:
        chance = Random(seed)
        shell, seen = Shell(seed), list[set[int]]()
        for player in (1, 2, 3):
            shell.fund(player)
        clients = [Client(shell, player) for player in (1, 2, 3)]
        await asyncio.gather(*(client.sit() for client in clients))
        for life in range(5):
            playing = [asyncio.create_task(one.play_on(Random(seed + life))) for one in clients]
            await asyncio.sleep(chance.randrange(1, 6000) / 1000)
            for task in playing:
                task.cancel()
            await shell.room.halt()
            seen.append(set(map(dealt, clients[0].frames)) - {0})
            shell = await reopened(shell.store)
            clients = [Client(shell, player) for player in (1, 2, 3)]
            for client in clients:
                await client.listen(f"table:{TABLE}")
        await shell.room.stop()
        assert sum(map(len, seen)) == len(set().union(*seen)) > 0
        assert set().union(*seen) <= set(numbers(shell.store))
        assert len(numbers(shell.store)) == len(set(numbers(shell.store)))

    run(story())
