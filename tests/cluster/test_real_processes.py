"""Two gateways and two hosts as real processes: players play on, whichever process dies."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from cardroom.server.clustering.unit_names import HOUSE
from tests.cluster.private_nats import PrivateNats
from tests.cluster.real_cluster import PATIENCE_S, ClusterPlace
from tests.rule import rule
from tests.server.process.test_tournaments import seat_of
from tests.server.seating import (
    PASSWORD,
    PLAY_MONEY,
    STACK,
    Seated,
    ask_for_seat,
    audit,
    first_turn,
)
from tests.store.private_postgres import PrivatePostgres

UNIT = "pool:nl-holdem:ordinary:5:10"
RAKE_MAX = 20
"""More than the few hands of a test can cost."""


@pytest.fixture(scope="module")
def place(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ClusterPlace]:
    database = asyncio.run(postgres.new_database("cluster_processes"))
    keys: Path = tmp_path_factory.mktemp("keys")
    with ClusterPlace(nats, database, keys) as cluster:
        cluster.start(
            east=("gateway",), west=("gateway",), north=("host",), south=("host",)
        )  # fmt: skip
        yield cluster


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with new_session() as session:
        yield session


class Watching(Seated):
    """A player who notes the number of everything that the table announces."""

    def __init__(self, http: ClientSession, seated: Seated) -> None:
        super().__init__(seated.client, seated.line, seated.channel)
        self._http = http
        self.numbers: list[int] = []
        self.voids = 0

    async def turn_or_end(self) -> dict[str, Any] | None:
        while True:
            message = await self.line.read(PATIENCE_S)
            if message["t"] == "event" and message["ch"] == self.channel:
                self.numbers.append(message["v"])
                self.voids += message["d"]["type"] == "hand_voided"
                if message["d"]["type"] == "pot_awarded":
                    return None
            if message["t"] == "turn":
                return dict(message["d"])

    async def answer(self, turn: dict[str, Any]) -> None:
        """Check, or call; the turn of a hand that never was is no turn any more (AMB-49)."""
        try:
            await super().answer(turn)
        except RoomSaidNo as no:
            if no.reason != "stale_turn":
                raise

    async def stack(self) -> int:
        """The stack that counts, as a page of the table's own host says."""
        path = f"/api/table/{self.channel.removeprefix('table:')}"
        try:
            page = await self.client.get(path)
        except RoomSaidNo as no:
            # On a slow machine a table that moves is nowhere for longer than a page waits.
            if no.reason != "unavailable":
                raise
            page = await self.client.get(path)
        places = page["table"]["places"]
        return sum(one["stack"] for one in places if one["player"] == self.client.player)

    async def come_back(self, address: str) -> None:
        """Connect to another gateway, with the same session."""
        client = RoomClient(self._http, address)
        for name in ("player", "name", "cookies", "csrf"):
            setattr(client, name, getattr(self.client, name))
        self.client = client
        self.line = await client.connect(self.line.last)


async def seated(
    http: ClientSession, place: ClusterPlace, names: str, *gateways: str
) -> list[Watching]:
    """Players at one table, who came in by turns through some gateways."""
    found = [
        await ask_for_seat(http, place[gateways[number % len(gateways)]], name)
        for number, name in enumerate(names.split())
    ]
    for one in found:
        one.channel = await one.line.take_seat(STACK)
    assert len({one.channel for one in found}) == 1
    return [Watching(http, one) for one in found]


async def play(players: Sequence[Watching], hands: int = 1) -> None:
    for _ in range(hands):
        await asyncio.gather(*(one.play_a_hand() for one in players))
    for one in players:
        assert one.numbers == sorted(set(one.numbers)), "something was announced twice"


async def end(place: ClusterPlace, players: Sequence[Watching]) -> None:
    """Everybody leaves with their money; every cent is where it belongs."""
    money = 0
    for one in players:
        money += (await one.client.get("/api/balance"))["balance"] + await one.stack()
    rake = len(players) * PLAY_MONEY - money
    assert 0 <= rake <= RAKE_MAX
    for one in players:
        await one.line.ask("leave", ch=one.channel)
        await one.line.close()
    checked = await asyncio.to_thread(audit, place.database)
    assert checked.returncode == 0, checked.stdout


async def test_players_of_two_gateways_play_at_one_table_and_no_cent_is_lost(
    place: ClusterPlace, http: ClientSession
) -> None:
    await place.until_all_run(http, "north", "south", shared=True)
    players = await seated(http, place, "Ana Bo_ Cy_", "east", "west")
    await play(players, 3)
    await end(place, players)


async def test_a_host_that_stops_hands_its_table_over_between_two_hands(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await seated(http, place, "Mia Ned Oli", "east", "west")
    stopping = await place.host_of(http, UNIT, "north", "south")
    (other,) = {"north", "south"} - {stopping}
    playing = asyncio.create_task(play(players, 2))
    await asyncio.to_thread(place[stopping].stop)
    await playing
    await place.until_all_run(http, other)
    await play(players)
    assert not any(one.voids for one in players)
    await end(place, players)
    place.start(**{stopping: ("host",)})
    await place.until_all_run(http, "north", "south", shared=True)


@rule("CRASH-01")
async def test_after_a_killed_host_its_table_plays_on_elsewhere_and_the_hand_never_was(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await seated(http, place, "Dee Eve Fay", "east", "west")
    await play(players)
    before = [await one.stack() for one in players]
    await first_turn(list(players))
    dead = await place.host_of(http, UNIT, "north", "south")
    place.kill(dead)
    (other,) = {"north", "south"} - {dead}
    await place.until_all_run(http, other)
    # Nobody had to connect again: the gateways ask the other host.
    assert [await one.stack() for one in players] == before
    await play(players, 2)
    await end(place, players)


@rule("TIME-01", "CRASH-01")
async def test_after_a_killed_gateway_players_go_on_through_another_in_the_same_hand(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await seated(http, place, "Gil Hal Ida", "east", "west")
    await play(players)
    place.kill("east")
    for one in (players[0], players[2]):
        await one.come_back(place["west"].address)
    await play(players, 2)
    await end(place, players)


@rule("CRASH-01")
async def test_a_host_that_was_frozen_for_longer_than_its_lease_can_write_nothing_more(
    place: ClusterPlace, http: ClientSession
) -> None:
    hosts = [name for name in ("north", "south") if place.lives(name)]
    if len(hosts) == 1:
        place.start(spare=("host",))
        hosts.append("spare")
    await place.until_all_run(http, *hosts, shared=True)
    players = await seated(http, place, "Jon Kay Leo", "west")
    await play(players)
    frozen = await place.host_of(http, UNIT, *hosts)
    (other,) = set(hosts) - {frozen}
    place.freeze(frozen)
    playing = asyncio.create_task(play(players))
    await place.until_all_run(http, other)
    await playing
    place.thaw(frozen)
    playing = asyncio.create_task(play(players, 2))
    await place.until_lost(http, frozen, UNIT)
    await playing
    await end(place, players)


@rule("TYP-02", "TRN-25")
async def test_a_tournament_is_entered_and_played_through_two_gateways_over_a_killed_host(
    place: ClusterPlace, http: ClientSession
) -> None:
    hosts = [name for name in ("north", "south", "spare") if place.lives(name)]
    clients = [RoomClient(http, place["west"].address) for _ in range(2)]
    lines = []
    for client, name in zip(clients, ("Pam", "Quin"), strict=True):
        await client.register(name, PASSWORD)
        line = await client.connect()
        await line.subscribe("me")
        await line.ask("buy_games", offer="Heads-up 1", games=1)
        lines.append(line)
    seats = [await seat_of(line) for line in lines]
    # They meet each other, or each a practice player.
    players = [
        Watching(http, Seated(client, line, f"table:{seat['table']}"))
        for client, line, seat in zip(clients, lines, seats, strict=True)
    ]
    for one in players:
        await one.line.ask("subscribe", ch=one.channel)
    await play(players)
    dead = await place.host_of(http, HOUSE, *hosts)
    place.kill(dead)
    await play(players)
    page = await clients[0].get_text(f"/api/tournaments/{seats[0]['tournament']}")
    assert "Heads-up 1" in page
    checked = await asyncio.to_thread(audit, place.database)
    assert checked.returncode == 0, checked.stdout
