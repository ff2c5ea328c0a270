"""Stakes that administrators add and take away while a room of several processes runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, new_session
from cardroom.commands.staff import make_administrator
from cardroom.rulebook.loading import edition
from cardroom.server.clustering.host import HostSide
from cardroom.server.clustering.pool_list import PoolList
from cardroom.server.config.options import ClusterSection, Config
from cardroom.server.practising import IN_FIELD
from tests.cluster.opened_processes import Opened, config_of, opened
from tests.cluster.private_nats import PrivateNats
from tests.cluster.waiting import until
from tests.rule import rule
from tests.server.people.reception import refused
from tests.server.people.test_added_stakes import ADD, KEY, REMOVE, STAKE, WISH
from tests.server.seating import PASSWORD
from tests.store.private_postgres import PrivatePostgres

UNIT = f"pool:{STAKE}"
DEED = {"stake": STAKE, "reason": "a try"}


class Room(NamedTuple):
    """Two hosts and two gateways, with the administrator Robin at the first."""

    hosts: tuple[Opened, ...]
    gateways: tuple[Opened, ...]
    http: ClientSession
    boss: RoomClient

    def hosts_of_stake(self) -> list[HostSide]:
        """Who runs the stake that was added."""
        sides = [one.process.host for one in self.hosts]
        return [one for one in sides if one is not None and UNIT in one.placement.running]

    async def person(self, name: str, gateway: int) -> RoomClient:
        client = RoomClient(self.http, self.gateways[gateway].address)
        await client.register(name, PASSWORD)
        return client

    async def admin_at(self, gateway: int) -> RoomClient:
        client = RoomClient(self.http, self.gateways[gateway].address)
        await client.login("Robin", PASSWORD)
        return client


@asynccontextmanager
async def room(config: Config) -> AsyncIterator[Room]:
    await make_administrator(config.database.address, "Robin", PASSWORD)
    async with AsyncExitStack() as stack, asyncio.timeout(180):
        names = {"north": "host", "south": "host", "east": "gateway", "west": "gateway"}
        found = [
            await stack.enter_async_context(opened(config, name, role))  # type: ignore[arg-type]
            for name, role in names.items()
        ]
        http = await stack.enter_async_context(new_session())
        boss = RoomClient(http, found[2].address)
        made = Room(tuple(found[:2]), tuple(found[2:]), http, boss)
        await until(lambda: len(running(made)) == len(found[0].process.pools.units))
        await boss.login("Robin", PASSWORD)
        yield made


def running(made: Room) -> set[str]:
    hosts = [one.process.host for one in made.hosts]
    return {unit for one in hosts if one is not None for unit in one.placement.running}


async def names_at(client: RoomClient) -> list[str]:
    """The no-limit stakes that somebody sees in the lobby."""
    return [
        row["name"]
        for row in (await client.get("/api/lobby"))["stakes"]
        if (row["game"], row["format"]) == (KEY["game"], KEY["format"])
    ]


async def card_of(boss: RoomClient) -> dict[str, Any]:
    cards = (await boss.get("/api/admin/stakes"))["stakes"]
    return next(one for one in cards if one["stake"] == STAKE)


@rule("CASH-19", "CASH-16", "CRASH-01")
async def test_a_stake_is_added_played_taken_over_closed_and_taken_away_while_the_room_runs(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path
) -> None:
    config = config_of(nats, await postgres.new_database("added_stakes"), tmp_path)
    async with room(config) as made:
        boss, ana = made.boss, await made.person("Ana", gateway=1)
        line = await ana.connect()
        await line.subscribe("lobby")
        before = await names_at(ana)
        card = await boss.post(ADD, **WISH)
        assert (card["stake"], card["name"], card["added"]["by"]) == (STAKE, "NL20", "Robin")
        # A player at the other gateway sees it, and one host runs it.
        (told,) = [one for one in await line.until("event") if one["t"] == "event"]
        assert [one["name"] for one in told["d"]["stakes"]] == ["NL20"]
        assert set(await names_at(ana)) == {*before, "NL20"}
        await until(lambda: len(made.hosts_of_stake()) == 1)
        (value,) = (await ana.get("/api/rules/RAKE-07"))["values"]
        assert "NL20" in {row["name"] for row in value["value"]}
        answer = await line.ask("play", **KEY)
        assert answer["queued"]
        # It cannot be added again, at any gateway, or taken away while it is open.
        other = await made.admin_at(1)
        assert (await refused(other.post(ADD, **WISH))).reason == "stake_is_offered"
        assert (await refused(boss.post(REMOVE, **DEED))).reason == "stake_is_not_closed"
        # The other host takes it over with all that is set about it.
        await boss.post("/api/admin/stakes/admission", admits=["person"], **DEED)
        (host,) = made.hosts_of_stake()
        await host.placement.leave()
        await until(lambda: made.hosts_of_stake() not in ([], [host]))
        assert (await card_of(other))["now"]["admits"] == ["person"]
        await boss.post("/api/admin/stakes/close", **DEED)
        assert (await card_of(boss))["is_closed"]
        left = await other.post(REMOVE, **DEED)
        assert STAKE not in [one["stake"] for one in left["stakes"]]
        assert await names_at(boss) == before
        await until(lambda: not made.hosts_of_stake())
        for gateway in made.gateways:
            await until(lambda one=gateway: UNIT not in one.process.pools.units)  # type: ignore[misc]
        units = (await boss.get("/api/admin/cluster"))["units"]
        assert UNIT not in [one["unit"] for one in units]
        # Added again, it is another stake: open, and with other rake.
        card = await other.post(ADD, **WISH | {"rake_permille": 20})
        assert (card["rake_permille"], card["is_closed"]) == (20, False)
        await until(lambda: len(made.hosts_of_stake()) == 1)
        assert (await card_of(boss))["now"]["admits"] == ["person", "guest"]
        await line.close()


@rule("CASH-19", "CRASH-01")
async def test_an_added_stake_is_there_again_when_all_processes_and_nats_have_lost_everything(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    config = config_of(nats, await postgres.new_database("stakes_again"), tmp_path)
    async with room(config) as made:
        await made.boss.post(ADD, **WISH)
    other_nats = PrivateNats()
    request.addfinalizer(other_nats.remove)
    config = msgspec.structs.replace(config, cluster=ClusterSection(nats=other_nats.address))
    async with room(config) as made:
        await until(lambda: len(made.hosts_of_stake()) == 1)
        assert (await card_of(made.boss))["added"]["by"] == "Robin"
        assert "NL20" in await names_at(await made.person("Ana", gateway=1))


class Settings:
    """What is stored about the house: nothing."""

    async def all(self) -> list[Any]:
        return []


def test_no_two_units_of_the_file_share_a_practice_player() -> None:
    pools = PoolList(edition("en-2.7"), Settings())  # type: ignore[arg-type]
    seen: set[int] = set()
    for unit in pools.units:
        numbers = set(pools.practice_numbers(unit))
        assert numbers
        assert not numbers & seen
        assert max(numbers) < IN_FIELD
        seen |= numbers
