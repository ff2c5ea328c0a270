"""Everything that a step has for a player goes out as one message."""

import asyncio
from typing import Any

import msgspec

from cardroom.ledger import PlayerId
from cardroom.room.people import Caller
from cardroom.server.sockets.framing import Outlet, text_frame
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.server.sockets.test_outlet import Pipe


class Window:
    """A player who takes lists, behind the sending side of a real connection."""

    def __init__(self, viewer: PlayerId) -> None:
        self.viewer = viewer
        self.pipe = Pipe()
        self._outlet = Outlet(self.pipe, asyncio.get_running_loop())
        self._outlet.gathers = True
        self.writes = 0

    def deliver(self, frame: bytes) -> None:
        self.writes += 1
        self._outlet.tell(frame)


async def watched(scene: Scene) -> list[Window]:
    """A window of everybody at the table, which has heard everything so far."""
    windows = [Window(viewer) for viewer in scene.clients]
    channel = scene.shell.room.services.switchboard.find(f"table:{TABLE}", PlayerId(1))
    assert channel is not None
    for window in windows:
        channel.join(window, Caller(player=window.viewer, name="", kind="person"))
    await asyncio.sleep(0.01)
    for window in windows:
        window.pipe.written.clear()
        window.writes = 0
    return windows


def message_of(written: bytes) -> Any:
    """The one text message of a write."""
    message = written[written.index(b"{") :] if b"[{" not in written else written[4:]
    assert text_frame(message) == written
    return msgspec.json.decode(message)


def test_an_action_at_a_table_of_six_is_one_message_for_each_of_them() -> None:
    async def story() -> None:
        scene = await Scene.open(players=6)
        windows = await watched(scene)
        await scene.act("call")
        await scene.turn()
        await asyncio.sleep(0)
        assert sum(window.writes for window in windows) >= 13
        assert [len(window.pipe.written) for window in windows] == [1] * 6
        for window in windows:
            kinds = [one["t"] for one in message_of(window.pipe.written[0])]
            assert kinds[:2] == ["event", "event"]
        asked = [w for w in windows if message_of(w.pipe.written[0])[-1]["t"] == "turn"]
        assert len(asked) == 1
        await scene.shell.room.stop()

    run(story())


def test_the_answer_to_an_action_comes_in_one_message_with_what_follows_from_it() -> None:
    async def story() -> None:
        scene = await Scene.open(players=6)
        windows = await watched(scene)
        actor = (await scene.turn()).viewer
        (own,) = (window for window in windows if window.viewer == actor)
        await scene.act("call")
        # The socket writes the answer as soon as the room has it.
        own.deliver(b'{"t":"ack","id":"x1"}')
        await asyncio.sleep(0)
        (written,) = own.pipe.written
        assert [one["t"] for one in message_of(written)] == ["event", "event", "ack"]
        await scene.shell.room.stop()

    run(story())
