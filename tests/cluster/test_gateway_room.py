"""What a gateway passes on to which host, and what it shows its players of all of them."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from cardroom.cash.lobby_events import EntryNumber, Queued
from cardroom.cluster.attendant import Attendant
from cardroom.cluster.directory import Directory
from cardroom.cluster.gateway import GatewayRoom, RemoteLobby, RemotePlaces
from cardroom.cluster.messages import (
    AllHere,
    HostState,
    OwnNews,
    Places,
    PlayerAsks,
    PlayerHere,
    PlayerLost,
    WantsPlaces,
    host_address,
)
from cardroom.cluster.nats_bus import Unheard
from cardroom.errors import SeatRefused, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.office.review.chat_watch import ChatWatch
from cardroom.room.bus import LocalBus
from cardroom.room.cash.lobby_views import LobbyView, OwnSeat, StakeRow
from cardroom.room.people import Caller
from cardroom.room.requests import Act, AnyRequest, Chat, LeaveQueue, Play, PlayNow, Posting
from cardroom.room.services import SteadyClock
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.server.clustering.gateway import GatewaySide
from cardroom.server.clustering.gateway_server import GatewayDesk
from cardroom.server.sockets.front_desk import NameBook
from tests.contracts.test_channels import Ear
from tests.room.virtual import VirtualClock, run
from tests.rule import rule
from tests.server.fakes import ANA, BEN, caller

SMALL = StakeRow(
    game="nl-holdem", format="ordinary", name="NL10", small_blind=5, big_blind=10, seats=6,
    min_buy_in=500, max_buy_in=1000, players=0, waiting=0, tables=0, admits=(),
)  # fmt: skip
LARGE = msgspec.structs.replace(SMALL, name="NL100", small_blind=50, big_blind=100)
OPEN = ("guest", "person")


def key(row: StakeRow) -> StakeKey:
    return StakeKey(row.game, row.format, row.small_blind, row.big_blind)


class BusWithGaps(LocalBus):
    """A bus on which nobody hears a dead process."""

    async def ask(self, to: str, message: object) -> Any:
        if to not in self._inboxes:
            raise Unheard("CASH-04", "no_such_table")
        return await super().ask(to, message)


class Host:
    """A host that notes what it is asked and told."""

    def __init__(self, scene: "Scene", name: str) -> None:
        self.name = name
        self.heard: list[object] = []
        self.refusal: Exception | None = None
        self.places = Places()
        handlers: dict[type, Callable[[Any], Any]] = {
            PlayerAsks: self._ask,
            WantsPlaces: lambda _: self.places,
            PlayerHere: self.heard.append,
            PlayerLost: self.heard.append,
            AllHere: self.heard.append,
        }
        attendant = Attendant(scene.bus, scene.clock, host_address(name), handlers)
        self.task = asyncio.create_task(attendant.run())

    async def _ask(self, asked: PlayerAsks) -> dict[str, object]:
        self.heard.append(asked.request)
        if self.refusal is not None:
            raise self.refusal
        return {"by": self.name}


class Scene:
    """A gateway with two hosts: one runs the small stake and table 7, the other the large one."""

    def __init__(self) -> None:
        self.bus, self.clock = BusWithGaps(), SteadyClock(VirtualClock())
        self.living = {"small", "large"}
        self.directory = Directory(self.living.__contains__)
        self.places = RemotePlaces()
        empty = LobbyView(currency="EUR", stakes=(SMALL, LARGE))
        self.lobby = RemoteLobby(empty, self.directory, self.clock, first=0)
        self.holders = {str(key(SMALL)): "small", str(key(LARGE)): "large"}
        self.buried: list[str] = []
        self.room = GatewayRoom(
            self.bus, self.directory, self.places, self.lobby, process="gateway",
            holder_of=self.holders.get, bury=self.buried.append, unit_of=str,
        )  # fmt: skip
        self.small, self.large = Host(self, "small"), Host(self, "large")
        self.directory.read(self.state("small", 1, SMALL, 7))
        self.directory.read(self.state("large", 1, LARGE))

    @staticmethod
    def state(host: str, number: int, row: StakeRow, *tables: int, players: int = 0) -> HostState:
        rows = (msgspec.structs.replace(row, admits=OPEN, players=players),)
        return HostState(host, number, tuple(map(TableId, tables)), rows)

    async def ask(self, request: AnyRequest) -> object:
        return (await self.room.ask(caller(ANA), request))["by"]


def tell(story: Callable[[Scene], Coroutine[Any, Any, None]]) -> None:
    async def begin() -> None:
        await story(Scene())

    run(begin())


def act(table: int = 7) -> Act:
    return Act(id="a", ch=f"table:{table}", hand=1, turn=1, a="fold")


def test_a_request_goes_to_the_host_of_its_table_or_stake() -> None:
    async def story(scene: Scene) -> None:
        assert await scene.ask(act()) == "small"
        assert await scene.ask(play(LARGE)) == "large"
        assert await scene.ask(play(SMALL)) == "small"
        assert [type(one) for one in scene.small.heard] == [Act, Play]

    tell(story)


def play(row: StakeRow) -> Play:
    game, table_format, small, big = key(row)
    return Play(id="p", game=game, format=table_format, small_blind=small, big_blind=big)


def test_a_table_that_no_host_runs_is_refused_and_a_stake_that_nobody_runs_is_out_of_reach() -> (
    None
):
    async def story(scene: Scene) -> None:
        with pytest.raises(SeatRefused, match="no such table"):
            await scene.ask(act(70))
        del scene.holders[str(key(LARGE))]
        with pytest.raises(Unavailable):
            await scene.ask(play(LARGE))

    tell(story)


def test_who_asks_a_dead_host_hears_that_it_is_out_of_reach_and_it_is_given_up() -> None:
    async def story(scene: Scene) -> None:
        scene.bus.close(host_address("small"))
        with pytest.raises(Unavailable):
            await scene.ask(act())
        assert set(scene.buried) == {"small"}

    tell(story)


def test_a_refusal_of_the_host_reaches_the_player_and_buries_nobody() -> None:
    async def story(scene: Scene) -> None:
        scene.small.refusal = SeatRefused("CASH-04", "no_such_table")
        with pytest.raises(SeatRefused):
            await scene.ask(act())
        assert not scene.buried

    tell(story)


def test_a_wish_about_all_tables_goes_to_all_hosts_and_a_place_to_whoever_has_it() -> None:
    async def story(scene: Scene) -> None:
        await scene.room.ask(caller(ANA), Posting(id="b", by_hand=True))
        assert [len(one.heard) for one in (scene.small, scene.large)] == [1, 1]
        scene.small.refusal = SeatRefused("CASH-06", "not_in_the_queue")
        assert await scene.ask(LeaveQueue(id="q", entry=5)) == "large"
        scene.large.refusal = scene.small.refusal
        with pytest.raises(SeatRefused, match="not in the queue"):
            await scene.ask(LeaveQueue(id="q", entry=5))

    tell(story)


def test_who_leaves_the_choice_to_the_house_is_sent_where_people_play() -> None:
    async def story(scene: Scene) -> None:
        scene.directory.read(scene.state("large", 2, LARGE, players=4))
        wanted = await scene.ask(PlayNow(id="n"))
        assert wanted == scene.holders[str(scene_choice(scene))]

    tell(story)


def scene_choice(scene: Scene) -> StakeKey:
    scene.lobby.look()
    chosen = scene.lobby.view().play_now
    assert chosen is not None
    return chosen


def test_the_lobby_tells_what_has_changed_in_any_host() -> None:
    async def story(scene: Scene) -> None:
        ear = Ear(ANA)
        scene.lobby.look()
        scene.lobby.channel.join(ear, caller(ANA))
        scene.directory.read(scene.state("small", 2, SMALL, 7, players=3))
        scene.lobby.look()
        scene.lobby.look()
        said = msgspec.json.decode(ear.frames[-1])["d"]["stakes"]
        assert [(row["name"], row["players"]) for row in said] == [("NL10", 3)]
        assert len(ear.frames) == 4
        scene.living.remove("small")
        scene.lobby.look()
        said = msgspec.json.decode(ear.frames[-1])["d"]["stakes"]
        assert [(row["name"], row["admits"]) for row in said] == [("NL10", [])]

    tell(story)


class CountingDirectory(Directory):
    """Counts how often somebody wants all rows."""

    reads = 0

    @property
    def rows(self) -> dict[StakeKey, StakeRow]:
        self.reads += 1
        return super().rows


def test_a_look_at_the_lobby_puts_the_rows_of_all_hosts_together_once() -> None:
    """A gateway looks four times a second, for all stakes that the house offers."""

    async def story() -> None:
        directory = CountingDirectory(lambda _: True)
        empty = LobbyView(currency="EUR", stakes=(SMALL, LARGE))
        RemoteLobby(empty, directory, SteadyClock(VirtualClock()), first=0).look()
        assert directory.reads == 1

    run(story())


def test_what_a_player_has_is_what_all_hosts_say() -> None:
    async def story(scene: Scene) -> None:
        seat = OwnSeat(table=TableId(7), seat=2, stack=900)
        waits = Queued(player=ANA, stake=key(LARGE), entry=EntryNumber(5), place=1)
        scene.small.places, scene.large.places = Places(seats=(seat,)), Places(queued=(waits,))
        await scene.room.look_up(ANA)
        assert scene.places.seats_of(ANA) == (seat,)
        assert scene.places.queued(ANA) == (waits,)
        scene.room.read_news(OwnNews("small", ANA, 1, b"{}", Places()))
        assert scene.places.seats_of(ANA) == ()
        scene.places.forget_host("large")
        assert scene.places.queued(ANA) == ()
        assert scene.places.offers_of(BEN) == ()

    tell(story)


def test_news_that_do_not_follow_on_were_lost() -> None:
    places = RemotePlaces()
    assert places.follows("small", ANA, 1)
    assert places.follows("small", ANA, 2)
    assert not places.follows("small", ANA, 4)
    assert places.is_behind("small", ANA, 5)
    assert not places.is_behind("small", ANA, 4)
    places.forget_host("small")
    assert places.follows("small", ANA, 1)


def test_every_host_hears_who_comes_and_goes() -> None:
    async def story(scene: Scene) -> None:
        scene.room.arrived(ANA)
        scene.room.tell_all_here(lambda _: 25)
        scene.room.gone(ANA, on_purpose=False)
        await settled()
        said = [PlayerHere("gateway", ANA), AllHere("gateway", {ANA: 25})]
        for host in (scene.small, scene.large):
            assert host.heard == [*said, PlayerLost("gateway", ANA)]

    tell(story)


def settled() -> Awaitable[None]:
    return asyncio.sleep(1)


@rule("FAIR-01", "FAIR-02")
def test_a_line_of_chat_that_goes_through_a_gateway_is_read_once_its_host_has_taken_it() -> None:
    async def story() -> None:
        heard: list[tuple[int, int, str]] = []

        class Watch:
            async def heard(self, player: PlayerId, table: int, text: str) -> bool:
                heard.append((player, table, text))
                return False

        class Remote:
            refusal: Exception | None = None

            async def ask(self, _caller: Caller, _request: AnyRequest) -> dict[str, object]:
                if self.refusal is not None:
                    raise self.refusal
                return {}

        remote: Any = Remote()
        desk = GatewayDesk(remote, NameBook(), None, remote, chat=cast("ChatWatch", Watch()))
        desk.side = cast("GatewaySide", SimpleNamespace(room=remote))
        line = Chat(id="c", ch="table:7", text="I have aces")
        await desk.ask(caller(ANA), line)
        await desk.ask(caller(ANA), Act(id="a", ch="table:7", hand=1, turn=1, a="fold"))
        assert heard == [(ANA, 7, "I have aces")]
        remote.refusal = SeatRefused("CASH-04", "not_seated_here")
        with pytest.raises(SeatRefused):
            await desk.ask(caller(ANA), line)
        assert len(heard) == 1

    run(story())
