"""A channel is heard alike in the process that publishes it and through a gateway over NATS."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from cardroom.engine.events import Folded, HoleDealt
from cardroom.engine.views import redacted
from cardroom.ledger import PlayerId
from cardroom.room.channels import Channel, Listener, Switchboard
from cardroom.room.people import Caller
from tests.cluster.private_nats import PrivateNats
from tests.cluster.remote_rooms import Cluster
from tests.cluster.waiting import until
from tests.rule import rule
from tests.server.fakes import ANA, BEN, CARA, FakeClock, FakeOwner, caller, turn_request

TABLE = "table:7"
EPOCH = 3 * 2**32
HOLES = HoleDealt((0, 1), ((0, 51), (12, 13)))


class Ear:
    """A listener that keeps what it is sent."""

    def __init__(self, viewer: PlayerId) -> None:
        self.viewer = viewer
        self.frames: list[bytes] = []

    def deliver(self, frame: bytes) -> None:
        self.frames.append(frame)

    @property
    def heard(self) -> list[tuple[str, int | None]]:
        read = [msgspec.json.decode(frame) for frame in self.frames]
        return [(frame["t"], frame.get("v")) for frame in read]

    async def after(self, count: int) -> list[tuple[str, int | None]]:
        """What was heard, once it is this many frames."""
        await until(lambda: len(self.frames) >= count)
        return self.heard


Join = Callable[[Listener, Caller, int | None], None]


class Table:
    """A channel, and how one listens to it."""

    def __init__(
        self, channel: Channel, owner: FakeOwner, join: Join, part: Callable[[Listener], None]
    ) -> None:
        self.channel = channel
        self.owner = owner
        self.part = part
        self._join = join

    async def listen(self, player: PlayerId, have: int | None = None) -> Ear:
        """Somebody listens, and has been brought up to date."""
        ear = Ear(player)
        self._join(ear, caller(player), have)
        await until(lambda: any(kind == "sync:end" for kind, _ in ear.heard))
        return ear

    def deal(self) -> None:
        own = {ANA: redacted(HOLES, 0), BEN: redacted(HOLES, 1)}
        self.channel.publish(redacted(HOLES, "rail"), own)


Story = Callable[[Table], Coroutine[Any, Any, None]]
Tell = Callable[[Story], None]


async def locally(story: Story) -> None:
    board, owner = Switchboard(FakeClock(), lambda _: FakeOwner()), FakeOwner()
    channel = board.open(TABLE, owner, first=EPOCH)
    await story(Table(channel, owner, channel.join, channel.part))


async def remotely(story: Story, nats: PrivateNats) -> None:
    async with Cluster(nats) as cluster:
        host, gateway, owner = await cluster.host(), await cluster.gateway(), FakeOwner()
        channel = host.board.open(TABLE, owner, first=EPOCH)
        cluster.hosts[TABLE] = host.name

        def join(listener: Listener, who: Caller, have: int | None) -> None:
            gateway.channels.find(TABLE).join(listener, who, have)

        def part(listener: Listener) -> None:
            gateway.channels.find(TABLE).part(listener)

        await story(Table(channel, owner, join, part))


@pytest.fixture(params=["local", "remote"])
def tell(request: pytest.FixtureRequest) -> Tell:
    """Has a story happen in one process, and through a gateway."""
    if request.param == "local":
        return lambda story: asyncio.run(locally(story))
    nats: PrivateNats = request.getfixturevalue("nats")
    return lambda story: asyncio.run(remotely(story, nats))


def test_who_joins_gets_a_snapshot_and_then_every_event_in_order(tell: Tell) -> None:
    async def story(table: Table) -> None:
        ear = await table.listen(ANA)
        for seat in range(50):
            table.channel.publish(Folded(seat))
        begun = [("sync:begin", None), ("snapshot", EPOCH), ("sync:end", EPOCH)]
        events = [("event", EPOCH + number) for number in range(1, 51)]
        assert await ear.after(53) == [*begun, *events]

    tell(story)


@rule("CASH-02", "FAIR-03")
def test_hole_cards_reach_their_owner_and_all_frames_are_of_one_length(tell: Tell) -> None:
    async def story(table: Table) -> None:
        ears = [await table.listen(player) for player in (ANA, BEN, CARA)]
        table.deal()
        for ear in ears:
            await ear.after(4)
        frames = [ear.frames[-1] for ear in ears]
        holes = [msgspec.json.decode(frame)["d"]["hole"] for frame in frames]
        assert holes == [[[0, 51], [-1, -1]], [[-1, -1], [12, 13]], [[-1, -1], [-1, -1]]]
        assert len({len(frame) for frame in frames}) == 1

    tell(story)


def test_who_comes_back_gets_what_was_missed_with_the_own_cards(tell: Tell) -> None:
    async def story(table: Table) -> None:
        watching = await table.listen(CARA)
        table.channel.publish(Folded(0))
        table.deal()
        table.channel.publish(Folded(1))
        await watching.after(6)
        ear = await table.listen(BEN, EPOCH + 1)
        events = [("event", EPOCH + 2), ("event", EPOCH + 3)]
        assert ear.heard == [("sync:begin", None), *events, ("sync:end", EPOCH + 3)]
        assert msgspec.json.decode(ear.frames[1])["d"]["hole"][1] == [12, 13]

    tell(story)


def test_who_comes_back_from_another_epoch_gets_a_snapshot(tell: Tell) -> None:
    async def story(table: Table) -> None:
        for have in (EPOCH - 1, EPOCH + 1, 0):
            ear = await table.listen(ANA, have)
            assert ("snapshot", EPOCH) in ear.heard

    tell(story)


def test_a_turn_reaches_the_player_and_is_repeated_on_coming_back(tell: Tell) -> None:
    async def story(table: Table) -> None:
        ana, ben = await table.listen(ANA), await table.listen(BEN)
        table.channel.publish(Folded(0))
        table.channel.request(BEN, turn_request())
        table.channel.publish(Folded(1))
        last = ("event", EPOCH + 2)
        assert (await ana.after(5))[-2:] == [("event", EPOCH + 1), last]
        assert (await ben.after(6))[-3:] == [("event", EPOCH + 1), ("turn", None), last]
        table.owner.turn = {BEN: turn_request()}
        again = await table.listen(BEN, EPOCH + 2)
        assert again.heard == [("sync:begin", None), ("turn", None), ("sync:end", EPOCH + 2)]

    tell(story)


def test_who_has_left_hears_nothing_more_and_the_others_do(tell: Tell) -> None:
    async def story(table: Table) -> None:
        ana, ben = await table.listen(ANA), await table.listen(BEN)
        table.part(ana)
        table.channel.publish(Folded(0))
        assert len(await ben.after(4)) == 4
        assert len(ana.heard) == 3
        again = await table.listen(ANA, EPOCH)
        assert again.heard[1] == ("event", EPOCH + 1)
        table.channel.publish(Folded(1))
        assert (await again.after(4))[-1] == ("event", EPOCH + 2)

    tell(story)


def test_the_end_of_a_channel_is_heard(tell: Tell) -> None:
    async def story(table: Table) -> None:
        ear = await table.listen(ANA)
        table.channel.close()
        assert (await ear.after(4))[-1] == ("closed", None)

    tell(story)
