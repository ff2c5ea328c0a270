"""Watchers of a simulated room: what they build from events is always what a snapshot shows."""

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from cardroom.ledger import PlayerId
from cardroom.room.cash.owner import CashTableTask
from cardroom.room.cash.views import place_view
from cardroom.room.people import Caller
from tests.room.reducer import Screen

if TYPE_CHECKING:
    from tests.simulation.world import World

RAIL = PlayerId(999)
LOOK_S = 0.2


class Watcher:
    """Listens to one table as one viewer; compares whenever the table has finished telling."""

    def __init__(self, world: "World", viewer: PlayerId, task: CashTableTask) -> None:
        self.viewer = viewer
        self.compared = 0
        self._world = world
        self._task = task
        self._screen = Screen(viewer)
        self._is_due = False

    def deliver(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        try:
            self._screen.read(message)
            if message["t"] == "event" and message["d"]["type"] == "pot_awarded":
                self._verify_stored()
        except Exception as error:  # noqa: BLE001 - told to the test, not to the table
            self._world.broken(error)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._compare)

    def _verify_stored(self) -> None:
        """Nobody is shown a payout that the store does not have (CRASH-01)."""
        task = self._task
        assert self._world.is_stored(task.number, task.table.number), "shown before it was stored"

    def _compare(self) -> None:
        self._is_due = False
        if self._task.is_closed:
            return
        self.compared += 1
        shown = msgspec.to_builtins(self._task.channel.snapshot(self.viewer), str_keys=True)
        for seen in (shown, self._screen.table):
            # Whether a commitment has arrived is what its sender knows from the answer.
            seen["fairness"]["committed"] = False
        table, names = self._task.table, self._world.room.services.names
        fresh = [place_view(table, occupant, names) for occupant in table.in_order()]
        unpublished = [one for one in _plain(fresh) if one not in _plain(shown["places"])]
        if unpublished and self._task not in self._world.corrupted:
            self._world.broken(AssertionError(f"nobody was told about {unpublished}"))
        if _plain(self._screen.table) != _plain(shown):
            differing = [
                (key, self._screen.table.get(key), value)
                for key, value in _plain(shown).items()
                if _plain(self._screen.table).get(key) != value
            ]
            self._world.broken(AssertionError(f"viewer {self.viewer}: {differing}"))


def _plain(view: object) -> Any:
    """Tuples and lists are the same on the wire."""
    return msgspec.json.decode(msgspec.json.encode(view))


async def watch(world: "World", watchers: list[Watcher]) -> None:
    """Have everybody and the rail watch every table, for ever."""
    watched: set[CashTableTask] = set()
    while True:
        for task in () if world.is_down else tuple(world.room.tasks.values()):
            if task not in watched:
                watched.add(task)
                viewers = (RAIL, *(player.player for player in world.players))
                watchers += [_joined(world, viewer, task) for viewer in viewers]
        await asyncio.sleep(LOOK_S)


def _joined(world: "World", viewer: PlayerId, task: CashTableTask) -> Watcher:
    watcher = Watcher(world, viewer, task)
    channel = world.room.services.switchboard.find(f"table:{task.number}", viewer)
    assert channel is not None
    channel.join(watcher, Caller(player=viewer, name="", kind="person"))
    return watcher
