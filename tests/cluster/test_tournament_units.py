"""Tournaments of a room in several real processes: each is a unit, with a lease and an epoch."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, new_session
from cardroom.server.clustering.unit_names import HOUSE, TOURNAMENT
from tests.cluster.private_nats import PrivateNats
from tests.cluster.real_cluster import PATIENCE_S, ClusterPlace
from tests.cluster.table_players import Watching, administrator_of, play
from tests.rule import rule
from tests.server.process.test_tournaments import list_of, seat_of
from tests.server.seating import PASSWORD, Seated, audit
from tests.store.private_postgres import PrivatePostgres

HOSTS = ("north", "south")
GAMES_MAX = 12
"""Each falls to one host or the other: it would be strange if so many fell to one."""


@pytest.fixture(scope="module")
def place(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ClusterPlace]:
    database = asyncio.run(postgres.new_database("cluster_tournaments"))
    keys: Path = tmp_path_factory.mktemp("keys")
    with ClusterPlace(nats, database, keys) as cluster:
        cluster.start(east=("gateway",), west=("gateway",), north=("host",), south=("host",))
        yield cluster


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with new_session() as session:
        yield session


class Game:
    """A heads-up game of two players, who come through two gateways."""

    def __init__(self, tournament: int, players: list[Watching]) -> None:
        self.tournament = tournament
        self.players = players
        self.unit = f"{TOURNAMENT}{tournament}"


async def enter(http: ClientSession, place: ClusterPlace, number: int) -> Game:
    clients = [RoomClient(http, place[gateway].address) for gateway in ("east", "west")]
    lines = []
    for client, name in zip(clients, (f"Ana{number}", f"Bo{number}"), strict=True):
        await client.register(name, PASSWORD)
        line = await client.connect()
        await line.subscribe("me")
        await line.ask("buy_games", offer="Heads-up 1", games=1)
        lines.append(line)
    seats = [await seat_of(line) for line in lines]
    players = [
        Watching(http, Seated(client, line, f"table:{seat['table']}"))
        for client, line, seat in zip(clients, lines, seats, strict=True)
    ]
    for one in players:
        await one.line.ask("subscribe", ch=one.channel)
        await one.line.ask("subscribe", ch=f"tournament:{seats[0]['tournament']}")
    return Game(seats[0]["tournament"], players)


async def units(operator: RoomClient) -> dict[str, dict[str, Any]]:
    """Every unit that somebody runs, by its name."""
    found = (await operator.get("/api/admin/cluster"))["units"]
    return {one["unit"]: one for one in found if one["process"]}


async def until_units(operator: RoomClient, *names: str) -> dict[str, dict[str, Any]]:
    """Wait until units are claimed in the database too."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            found = await units(operator)
            if all(name in found and found[name]["epoch"] for name in names):
                return found
            await asyncio.sleep(0.1)


@rule("TYP-02", "TRN-25", "CRASH-01")
async def test_hosts_share_tournaments_and_whoever_dies_leaves_its_own_to_the_other(
    place: ClusterPlace, http: ClientSession
) -> None:
    await place.until_all_run(http, *HOSTS, shared=True)
    operator = await administrator_of(http, place, "east")
    games: list[Game] = []
    while len(games) < GAMES_MAX:
        games.append(await enter(http, place, len(games)))
        # Whoever reads nothing for too long is taken for lost: those of the other games play too.
        await asyncio.gather(*(play(one.players) for one in games))
        found = await until_units(operator, *(one.unit for one in games))
        holders = {found[one.unit]["process"] for one in games}
        if len(holders) == len(HOSTS):
            break
    assert len(holders) == len(HOSTS), "one host plays all tournaments"
    # The next hands are dealt there, and the list of the house shows the games all the same.
    await asyncio.gather(*(play(one.players, 2) for one in games))
    listed = {row["tournament"]: row for row in await list_of(games[0].players[0].line)}
    assert all(listed[one.tournament]["phase"] == "running" for one in games)
    for one in games:
        page = await one.players[1].client.get(f"/api/tournaments/{one.tournament}")
        assert page["row"]["left"] == len(one.players)

    dead = await place.host_of(http, games[0].unit, *HOSTS)
    (other,) = set(HOSTS) - {dead}
    lost = [one for one in games if found[one.unit]["process"].startswith(dead)]
    kept = [one for one in games if one not in lost]
    place.kill(dead)
    await asyncio.gather(*(play(one.players, 2) for one in games))
    assert not any(player.voids for one in kept for player in one.players)
    now = await until_units(operator, *(one.unit for one in games))
    for one in games:
        assert now[one.unit]["process"].startswith(other)
        changed = now[one.unit]["epoch"] > found[one.unit]["epoch"]
        assert changed == (one in lost), "only what the dead host played has a new owner"
    assert now[HOUSE]["process"].startswith(other)
    checked = await asyncio.to_thread(audit, place.database)
    assert checked.returncode == 0, checked.stdout
