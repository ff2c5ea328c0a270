"""Two gateways and two hosts as real processes: players play on, whichever process dies."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, new_session
from cardroom.server.clustering.unit_names import HOUSE
from tests.cluster.private_nats import PrivateNats
from tests.cluster.real_cluster import ClusterPlace
from tests.cluster.table_players import UNIT, Watching, end, play, seated
from tests.rule import rule
from tests.server.process.test_tournaments import seat_of
from tests.server.seating import PASSWORD, Seated, audit, first_turn
from tests.store.private_postgres import PrivatePostgres


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
