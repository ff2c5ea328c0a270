"""What the operator does with a room on a virtual clock: restarts, closed stakes, putting out."""

import asyncio
import logging
from collections.abc import Sequence

import pytest

from cardroom.ledger import PlayerId
from cardroom.room.operator_desk import OperatorDesk
from cardroom.room.people import Caller
from cardroom.room.room import Room
from cardroom.server.operations import Operations, stake_key
from tests.room.inside import inside
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

ROBIN = Caller(player=PlayerId(99), name="Robin", kind="person", role="administrator")
STAKE = "nl-holdem:ordinary:5:10"


class Stakes:
    """Closed stakes in a set."""

    def __init__(self, *closed: str) -> None:
        self.closed = set(closed)

    async def closed_stakes(self) -> Sequence[str]:
        return sorted(self.closed)

    async def keep_stake(self, stake: str, *, closed: bool) -> None:
        (self.closed.add if closed else self.closed.discard)(stake)


class Desk:
    """A room with its operations, and when it was stopped."""

    def __init__(self, room: Room, stakes: Stakes | None = None) -> None:
        self.stakes = stakes or Stakes()
        self.stopped_s: list[float] = []
        self.operations = Operations(room, self.stakes, self._stop)

    def _stop(self) -> None:
        self.stopped_s.append(asyncio.get_running_loop().time())


def test_a_drain_lets_the_hand_end_and_then_stops() -> None:
    async def story() -> None:
        scene = await Scene.open()
        room, desk = scene.shell.room, Desk(scene.shell.room)
        await desk.operations.drain(ROBIN, scene.now_ms + 2_000)
        await asyncio.sleep(5)
        assert desk.stopped_s == []
        await scene.fold_to_one()
        await asyncio.sleep(1)
        assert len(desk.stopped_s) == 1
        assert room.tasks[TABLE].is_idle
        await room.stop()

    run(story())


def test_a_drain_can_be_moved_and_called_off() -> None:
    async def story() -> None:
        shell = Shell(1)
        desk = Desk(shell.room)
        start_s = asyncio.get_running_loop().time()
        now_ms = shell.room.services.clock.now_ms()
        await desk.operations.drain(ROBIN, now_ms + 10_000)
        await desk.operations.resume(ROBIN)
        await asyncio.sleep(60)
        assert desk.stopped_s == []
        now_ms = shell.room.services.clock.now_ms()
        await desk.operations.drain(ROBIN, now_ms + 10_000)
        await desk.operations.drain(ROBIN, now_ms + 30_000)
        await asyncio.sleep(60)
        assert [round(at - start_s) for at in desk.stopped_s] == [90]
        await shell.room.stop()

    run(story())


def test_a_drain_that_fails_is_told_and_the_room_stops_all_the_same(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_room: Room, _at_ms: int) -> None:
        raise ZeroDivisionError("secret words")

    async def story() -> int:
        shell = Shell(1)
        monkeypatch.setattr(OperatorDesk, "drain", fail)
        desk = Desk(shell.room)
        await desk.operations.drain(ROBIN, 0)
        await asyncio.sleep(1)
        await shell.room.stop()
        return len(desk.stopped_s)

    caplog.set_level(logging.ERROR)
    assert run(story()) == 1
    assert "the drain failed" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "secret words" not in caplog.text


def test_a_closed_stake_is_closed_again_after_a_restart_until_it_is_opened() -> None:
    async def story() -> None:
        desk = Desk(Shell(1).room, Stakes(STAKE))
        room = desk.operations._room
        await desk.operations.close_again()
        assert room.admits_at(NL10.stake) == frozenset()
        waiting = asyncio.create_task(room.admission.until_offered(stake_key(STAKE)))
        await asyncio.sleep(3_600)
        assert not waiting.done()
        await desk.operations.open_stake(ROBIN, STAKE)
        await waiting
        assert room.admits_at(NL10.stake) == {"guest", "person"}
        assert desk.stakes.closed == set()
        await desk.operations.close_stake(ROBIN, STAKE)
        assert desk.stakes.closed == {STAKE}
        await room.stop()

    run(story())


@rule("AMB-70")
def test_who_is_put_out_plays_the_hand_and_then_has_neither_seat_nor_place_in_a_queue() -> None:
    async def story() -> None:
        scene = await Scene.open()
        room, desk = scene.shell.room, Desk(scene.shell.room)
        await desk.operations.put_out(PlayerId(1), None)
        await desk.operations.put_out(PlayerId(1), None)
        assert room.sits_at(TABLE, PlayerId(1))
        await scene.fold_to_one()
        assert not room.sits_at(TABLE, PlayerId(1))
        assert room.sits_at(TABLE, PlayerId(2))
        scene.shell.fund(7)
        waiting = Client(scene.shell, 7)
        await room.ask(waiting.caller, NL10)
        assert inside(room).queued(PlayerId(7)) or inside(room).offers_of(PlayerId(7))
        await desk.operations.put_out(PlayerId(7), None)
        assert not inside(room).queued(PlayerId(7))
        assert not inside(room).offers_of(PlayerId(7))
        await room.stop()

    run(story())
