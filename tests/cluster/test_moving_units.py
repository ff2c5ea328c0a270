"""Whoever asks a unit that moves gets an answer, whatever becomes of the request."""

import asyncio
from pathlib import Path

import pytest

from cardroom.cluster.placement import Placement
from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from cardroom.errors import OwnerChanged
from cardroom.ledger import PlayerId
from cardroom.room.bus import NobodyThere
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.requests import Posting
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.server.clustering.host import HostSide
from tests.cluster.opened_processes import config_of, opened
from tests.cluster.private_nats import PrivateNats
from tests.cluster.table_players import UNIT
from tests.cluster.waiting import until
from tests.rule import rule
from tests.server.fakes import caller
from tests.server.seating import PASSWORD, administrator
from tests.store.private_postgres import PrivatePostgres

SOON_S = 10.0


class Silence:
    """A desk that never answers, as a lobby does that has just ended."""

    def __init__(self) -> None:
        self.asked = 0

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        self.asked += 1
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")


class FormerOwner:
    """The desk of a host that was replaced without noticing: the store refuses what it writes."""

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        raise OwnerChanged("CRASH-01", "unit_has_another_owner")


async def lose(host: HostSide, placement: Placement) -> None:
    placement.running.discard(UNIT)
    host._lose(UNIT)


async def hand_over(host: HostSide, placement: Placement) -> None:
    await placement.move(UNIT, "")


@rule("CRASH-01")
async def test_who_waits_for_a_unit_that_ends_is_answered(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path
) -> None:
    database = await postgres.new_database("moving_units")
    config = config_of(nats, database, tmp_path)
    async with (
        opened(config, "north", "host") as north,
        opened(config, "east", "gateway") as east,
        new_session() as http,
        asyncio.timeout(60),
    ):
        host = north.process.host
        assert host is not None
        await until(lambda: UNIT in host.placement.running)
        client = RoomClient(http, east.address)
        await client.register("Ana", PASSWORD)
        line = await client.connect()
        for end in (lose, hand_over):
            silence = Silence()
            unit = host.units[UNIT]
            unit.desk = silence  # type: ignore[assignment]
            asked = asyncio.create_task(line.ask("posting", by_hand=True))
            await until(lambda silence=silence: silence.asked > 0)  # type: ignore[misc]
            await end(host, host.placement)
            with pytest.raises(RoomSaidNo) as no:
                async with asyncio.timeout(SOON_S):
                    await asked
            assert no.value.reason == "unavailable"
            # Who comes to it later, as one of many that are asked in turn, is not kept waiting.
            with pytest.raises(NobodyThere):
                await unit.ask(caller(PlayerId(1)), Posting(id="1", by_hand=True))
            # Asked again, it is done by whoever runs the unit by then.
            await until(lambda: UNIT in host.placement.running)
            await line.ask("posting", by_hand=True)
        unit = host.units[UNIT]
        unit.desk = FormerOwner()  # type: ignore[assignment]
        with pytest.raises(NobodyThere):
            await unit.ask(caller(PlayerId(1)), Posting(id="2", by_hand=True))
        await line.close()


async def test_the_last_host_is_not_drained_because_nobody_would_run_its_units(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path
) -> None:
    database = await postgres.new_database("last_host")
    config = config_of(nats, database, tmp_path)
    async with (
        opened(config, "north", "host") as north,
        opened(config, "east", "gateway") as east,
        new_session() as http,
        asyncio.timeout(60),
    ):
        first = north.process.host
        assert first is not None
        await until(lambda: UNIT in first.placement.running)
        (name,) = first.placement.hosts
        operator = await administrator(http, east, database)
        with pytest.raises(RoomSaidNo, match="no other host"):
            await operator.post("/api/admin/cluster/drain", process=name)
        assert UNIT in first.placement.running
        async with opened(config, "south", "host") as south:
            second = south.process.host
            assert second is not None
            await until(lambda: len(first.placement.hosts) == 2)
            (other,) = set(first.placement.hosts) - {name}
            await operator.post("/api/admin/cluster/drain", process=name)
            await until(lambda: UNIT in second.placement.running and not first.placement.running)
            with pytest.raises(RoomSaidNo, match="no other host"):
                await operator.post("/api/admin/cluster/drain", process=other)
