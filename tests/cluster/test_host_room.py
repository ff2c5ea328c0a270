"""What a host tells its gateways, and what crosses the bus without loss."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cardroom.cluster.codec import Codec
from cardroom.cluster.host import GuestList, HostRoom, HostSwitchboard
from cardroom.cluster.host_channels import Relay
from cardroom.cluster.messages import (
    CHANNEL_MESSAGES,
    ROOM_MESSAGES,
    HostState,
    OwnNews,
    OwnReached,
    Places,
    PlayerAsks,
    PlayerHere,
    WantsPlaces,
    gateway_address,
)
from cardroom.cluster.sealing import ProcessKeys, Unreadable
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import Inbox, LocalBus
from cardroom.room.cash.lobby_views import OwnSeat
from cardroom.room.notices import Announced
from cardroom.room.people import Caller
from cardroom.room.requests import Act, AnyRequest, Leave, LeaveQueue, Play, Posting, Sit
from cardroom.room.services import SteadyClock
from cardroom.room.tournaments.requests import RoomRequest
from tests.cluster.remote_rooms import KeysInMemory
from tests.cluster.test_directory import ROW
from tests.cluster.test_guests import Here
from tests.room.virtual import VirtualClock, run
from tests.server.fakes import ANA, BEN, FakeOwner, caller

SEAT = OwnSeat(table=TableId(7), seat=2, stack=900)


class Desk:
    async def ask(self, caller: Caller, request: RoomRequest, unit: str) -> dict[str, object]:
        return {"player": caller.player, "request": request.id, "unit": unit}


class Scene:
    """A host with one gateway that reads what it is told."""

    def __init__(self) -> None:
        self.bus, clock = LocalBus(), SteadyClock(VirtualClock())
        self.inbox: Inbox = self.bus.open(gateway_address("east"), clock)
        self.guests = GuestList(Here())
        relay = Relay(self.bus, ProcessKeys(), KeysInMemory(), "host")
        self.board = HostSwitchboard(clock, lambda _: FakeOwner(), relay, self.guests)
        self.room = HostRoom(
            self.bus, Desk(), process="host", gateways=lambda: ["east"], places_of=self.places_of
        )
        self.board.news = self.room.send_news
        self._seen = 0

    @staticmethod
    def places_of(player: PlayerId) -> Places:
        return Places(seats=(SEAT,)) if player == ANA else Places()

    def told(self) -> list[Any]:
        """What the gateway was told since the last time."""
        found = list(self.inbox)[self._seen :]
        self._seen += len(found)
        return found


def tell(story: Callable[[Scene], None]) -> None:
    async def begin() -> None:
        story(Scene())
        await asyncio.sleep(0)

    run(begin())


def test_what_is_for_one_player_goes_to_the_gateways_that_have_them() -> None:
    def story(scene: Scene) -> None:
        scene.guests.note_here(PlayerHere("east", ANA))
        scene.board.tell(ANA, Announced(text="hello"))
        scene.board.tell(BEN, Announced(text="hello"))
        (news,) = scene.told()
        assert (news.host, news.player, news.number) == ("host", ANA, 1)
        assert msgspec.json.decode(news.event)["text"] == "hello"
        assert news.places == Places(seats=(SEAT,))

    tell(story)


def test_news_for_a_player_are_numbered_and_the_last_numbers_are_repeated_once() -> None:
    def story(scene: Scene) -> None:
        scene.room.meet("east", [ANA, BEN])
        scene.room.send_news("east", ANA, b"{}")
        assert [(one.player, one.number) for one in scene.told()] == [(ANA, 1), (BEN, 1), (ANA, 2)]
        scene.room.tell_reached()
        assert scene.told() == [OwnReached("host", {ANA: 2, BEN: 1})]
        scene.room.tell_reached()
        assert scene.told() == []
        scene.room.forget("east")
        scene.room.meet("east", [ANA])
        assert [one.number for one in scene.told()] == [1]

    tell(story)


def test_what_a_host_runs_is_told_when_it_changes_and_to_whoever_is_new() -> None:
    def story(scene: Scene) -> None:
        tables = [TableId(8), TableId(7)]
        for again in (False, False, True):
            scene.room.tell_state(tables, [ROW], again=again)
        scene.room.introduce()
        scene.room.tell_state(tables, [ROW], again=False)
        told = scene.told()
        assert [one.number for one in told] == [1, 2, 3]
        assert told[0] == HostState("host", 1, (TableId(7), TableId(8)), (ROW,), (0, 0))

    tell(story)


def test_a_request_that_a_gateway_passes_on_is_carried_out_as_that_of_its_player() -> None:
    async def story() -> None:
        room = Scene().room
        asked = PlayerAsks("east", caller(ANA), Leave(id="x", ch="table:7"))
        assert await room.ask(asked) == {"player": ANA, "request": "x", "unit": ""}
        assert room.places(WantsPlaces(ANA)) == Places(seats=(SEAT,))

    run(story())


REQUESTS: list[AnyRequest] = [
    Act(id="a", ch="table:7", hand=1, turn=1, a="raise", to=180),
    Sit(id="b", ch="table:7", amount=1000),
    Leave(id="c", ch="table:7"),
    LeaveQueue(id="d", entry=5),
    Posting(id="e", by_hand=True),
    Play(id="f", game="nl-holdem", format="ordinary", small_blind=5, big_blind=10),
]


@pytest.mark.parametrize(
    "message",
    [
        *(PlayerAsks("east", caller(ANA), one) for one in REQUESTS),
        OwnNews("host", ANA, 3, b'{"type":"queued"}', Places(seats=(SEAT,))),
        OwnReached("host", {ANA: 2}),
        HostState("host", 1, (TableId(7),), (ROW,)),
    ],
    ids=lambda one: type(getattr(one, "request", one)).__name__,
)
def test_a_message_is_read_as_it_was_written(message: Any) -> None:
    codec = Codec([*CHANNEL_MESSAGES, *ROOM_MESSAGES])
    assert codec.unpack(codec.pack(message)) == message


def test_a_message_that_does_not_fit_its_form_is_not_read() -> None:
    codec = Codec(ROOM_MESSAGES)
    packed = codec.pack(WantsPlaces(ANA))
    with pytest.raises(Unreadable):
        codec.unpack(msgspec.structs.replace(packed, kind="HostState"))
    with pytest.raises(Unreadable, match="no message"):
        codec.unpack(msgspec.structs.replace(packed, kind="Anything"))
