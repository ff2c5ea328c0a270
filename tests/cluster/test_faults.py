"""Real processes play on, or pause and come back by themselves, whatever else is away."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import asyncpg
import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import new_session
from tests.cluster.private_nats import PrivateNats
from tests.cluster.real_cluster import ClusterPlace
from tests.cluster.relay import Relay
from tests.cluster.steady_players import Steady, more_hands, playing
from tests.cluster.table_players import UNIT, administrator_of, end, seated
from tests.rule import rule
from tests.store.private_postgres import PrivatePostgres

AWAY_S = 12.0
"""How long NATS or the database is away: longer than a lease."""
GATEWAYS = ("east", "west")
HOSTS = ("north", "south")


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PrivatePostgres]:
    """A database that a test may stop."""
    server = PrivatePostgres()
    try:
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="module")
def place(
    own_postgres: PrivatePostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ClusterPlace]:
    database = asyncio.run(own_postgres.new_database("cluster_faults"))
    keys: Path = tmp_path_factory.mktemp("keys")
    nats = PrivateNats()
    try:
        with ClusterPlace(nats, database, keys) as cluster:
            gateways = dict.fromkeys(GATEWAYS, ("gateway",))
            cluster.start(**gateways, **dict.fromkeys(HOSTS, ("host",)))
            yield cluster
    finally:
        nats.remove()


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with new_session() as session:
        yield session


async def steady(place: ClusterPlace, http: ClientSession, names: str) -> list[Steady]:
    await place.until_all_run(http, *HOSTS)
    players = await seated(http, place, names, *GATEWAYS)
    return [Steady(place, one, *GATEWAYS) for one in players]


async def void_hands(place: ClusterPlace) -> int:
    """How many hands the store has that were not played to their end."""
    connection = await asyncpg.connect(place.database)
    try:
        return int(await connection.fetchval("select count(*) from hands where status = 'void'"))
    finally:
        await connection.close()


async def leave(place: ClusterPlace, players: Sequence[Steady]) -> None:
    await end(place, [one.seated for one in players])


@rule("CRASH-01")
async def test_a_rolling_restart_of_every_process_during_play_loses_no_hand(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await steady(place, http, "Ana Bo_ Cy_")
    voids = await void_hands(place)
    async with playing(players):
        for name in (*HOSTS, *GATEWAYS):
            await more_hands(players)
            await asyncio.to_thread(place[name].stop)
            place.start(**{name: ("host",) if name in HOSTS else ("gateway",)})
            await place.until_ready(http, name)
        await more_hands(players, 2)
    assert await void_hands(place) == voids
    for one in players:
        assert not one.seated.voids
        assert not one.broken, "a hand was not played to its end"
        assert one.returns, "nobody had to connect again"
    await leave(place, players)


@rule("TIME-01", "CRASH-01")
async def test_without_nats_tables_wait_for_their_players_and_nothing_is_lost(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await steady(place, http, "Dee Eve Fay")
    before = {host: await place.units(http, host) for host in HOSTS}
    voids = await void_hands(place)
    async with playing(players):
        await more_hands(players)
        for away_s in (0.0, AWAY_S):
            place.nats.kill()
            await place.until_ready(http, *GATEWAYS, *HOSTS, lack="bus_out_of_reach")
            await asyncio.sleep(away_s)
            place.nats.start()
            await place.until_ready(http, *GATEWAYS, *HOSTS)
            await more_hands(players, 2)
    # Nobody has taken anything from a host that lived all the time.
    assert {host: await place.units(http, host) for host in HOSTS} == before
    assert await void_hands(place) == voids
    assert not any(one.seated.voids for one in players)
    await leave(place, players)


@rule("CRASH-02")
async def test_without_the_database_nothing_is_paid_and_play_goes_on_afterwards(
    place: ClusterPlace, own_postgres: PrivatePostgres, http: ClientSession
) -> None:
    players = await steady(place, http, "Gil Hal Ida")
    async with playing(players):
        await more_hands(players)
        for away_s in (0.0, AWAY_S):
            own_postgres.stop(signal.SIGINT)
            lack = "database_out_of_reach"
            await place.until_ready(http, *GATEWAYS, *HOSTS, lack=lack)
            paid = [one.hands for one in players]
            await asyncio.sleep(away_s)
            assert [one.hands for one in players] == paid, "a hand was paid without the database"
            own_postgres.start()
            await place.until_ready(http, *GATEWAYS, *HOSTS)
            await more_hands(players, 2)
    await place.host_of(http, UNIT, *HOSTS)
    await leave(place, players)


@rule("CRASH-01")
async def test_a_host_that_only_nats_cannot_reach_loses_its_tables_and_can_write_nothing_more(
    place: ClusterPlace, http: ClientSession
) -> None:
    way = Relay(place.nats.address)
    try:
        place.ways["lone"] = way.address
        place.start(lone=("gateway", "host"))
        await place.until_ready(http, "lone")
        operator = await administrator_of(http, place, "lone")
        processes = (await operator.get("/api/admin/cluster"))["processes"]
        (lone,) = [one["name"] for one in processes if one["name"].startswith("lone-")]
        holder = await place.host_of(http, UNIT, *HOSTS, "lone")
        if holder != "lone":
            await operator.post("/api/admin/cluster/move", unit=UNIT, process=lone)
        assert await place.host_of(http, UNIT, "lone") == "lone"
        seats = await seated(http, place, "Jon Kay Leo", "lone")
        players = [Steady(place, one, "lone") for one in seats]
        async with playing(players):
            await more_hands(players)
            # These players reach their table without NATS, and play on there.
            way.cut()
            await place.until_ready(http, "lone", lack="bus_out_of_reach")
            await place.host_of(http, UNIT, *HOSTS)
            await asyncio.sleep(3)
            paid = [one.hands for one in players]
            await asyncio.sleep(2)
            assert [one.hands for one in players] == paid, "a table that was lost has paid a hand"
            way.mend()
            await place.until_ready(http, "lone")
            await place.until_lost(http, "lone", UNIT)
            await more_hands(players, 2)
        await leave(place, players)
        await asyncio.to_thread(place["lone"].stop)
    finally:
        way.remove()
