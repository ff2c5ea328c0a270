"""The rail with a delay: nothing reaches who watches before its time; players never wait."""

import asyncio

import msgspec

from cardroom.ledger import PlayerId
from cardroom.room.channels import Channel
from cardroom.room.notices import Announced, Turn
from cardroom.room.people import Caller
from cardroom.room.rail import HELD_MAX, RailedSwitchboard
from tests.room.virtual import VirtualClock, run

DELAY_MS = 30_000


class Owner:
    """A table that everybody may watch."""

    def verify_listener(self, caller: Caller) -> None:
        pass

    def snapshot(self, viewer: PlayerId) -> object:
        return {"seen_by": viewer}

    def pending(self, viewer: PlayerId) -> Turn | None:
        return None


class Ear:
    """Hears frames, and notes when."""

    def __init__(self, player: int, clock: VirtualClock) -> None:
        self.viewer = PlayerId(player)
        self.heard: list[tuple[int, str]] = []
        self._clock = clock

    def deliver(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        said = message["d"]["text"] if message["t"] == "event" else message["t"]
        self.heard.append((self._clock.monotonic_ms(), said))


class Rail:
    """One table with a rail; `seated` is who has a seat."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.seated: set[PlayerId] = set()
        self.board = RailedSwitchboard(
            self.clock, lambda _: Owner(), delay_ms=DELAY_MS, sits_at=self._sits_at
        )
        self.table = self.board.open("table:7", Owner())

    def _sits_at(self, channel: str, player: PlayerId) -> bool:
        assert channel == "table:7"
        return player in self.seated

    def ear(self, player: int, *, seated: bool = False) -> Ear:
        ear = Ear(player, self.clock)
        if seated:
            self.seated.add(ear.viewer)
        self.table.join(ear, Caller(player=ear.viewer, name="x", kind="guest"))
        return ear

    def say(self, text: str) -> None:
        self.table.publish(Announced(text=text))


def test_the_rail_hears_everything_in_order_and_later() -> None:
    async def story() -> None:
        rail = Rail()
        player, watcher = rail.ear(1, seated=True), rail.ear(2)
        for number in range(3):
            rail.say(f"event {number}")
            await asyncio.sleep(1)
        assert [said for _, said in player.heard[3:]] == ["event 0", "event 1", "event 2"]
        assert watcher.heard == []
        await asyncio.sleep(60)
        assert [said for _, said in watcher.heard] == [said for _, said in player.heard]
        delays = {late - soon for (late, _), (soon, _) in zip(watcher.heard, player.heard,
                                                               strict=True)}  # fmt: skip
        assert delays == {DELAY_MS}

    run(story())


def test_who_sits_down_is_brought_up_to_date_and_who_leaves_falls_behind() -> None:
    async def story() -> None:
        rail = Rail()
        ear = rail.ear(2)
        rail.say("before")
        rail.seated.add(ear.viewer)
        rail.say("seated")
        assert [said for _, said in ear.heard[3:]] == ["before", "seated"]
        rail.seated.discard(ear.viewer)
        rail.say("after")
        await asyncio.sleep(29)
        assert ear.heard[-1][1] == "seated"
        await asyncio.sleep(2)
        assert ear.heard[-1][1] == "after"

    run(story())


def test_who_stops_watching_hears_nothing_more() -> None:
    async def story() -> None:
        rail = Rail()
        ear = rail.ear(2)
        rail.say("held back")
        rail.table.part(ear)
        await asyncio.sleep(60)
        assert ear.heard == []
        assert rail.table.listeners == ()

    run(story())


def test_what_is_held_back_is_bounded() -> None:
    async def story() -> None:
        rail = Rail()
        ear = rail.ear(2)
        for _ in range(HELD_MAX + 5):
            rail.say("again")
        assert [said for _, said in ear.heard] == ["closed"]
        assert rail.table.listeners == ()
        rail.table.join(ear, Caller(player=ear.viewer, name="x", kind="guest"))
        await asyncio.sleep(60)
        assert [said for _, said in ear.heard[1:]] == ["sync:begin", "snapshot", "sync:end"]

    run(story())


def test_only_tables_have_a_rail() -> None:
    async def story() -> None:
        rail = Rail()
        lobby = rail.board.open("lobby", Owner())
        assert type(lobby) is Channel
        assert type(rail.board.find("me", PlayerId(1))) is Channel

    run(story())
