"""Hosts know from which address a player has come to whichever gateway (AMB-73)."""

from pathlib import Path

import msgspec
import pytest

from cardroom.commands.room_client import RoomSaidNo, new_session
from cardroom.server.config.options import IntegritySection
from tests.cluster.opened_processes import Opened, all_leave, config_of, opened
from tests.cluster.private_nats import PrivateNats
from tests.cluster.waiting import until
from tests.rule import rule
from tests.server.seating import STACK, ask_for_seat
from tests.store.private_postgres import PrivatePostgres


def run_all(*hosts: Opened) -> bool:
    found = [set(one.process.host.placement.running) for one in hosts if one.process.host]
    return all(found) and set().union(*found) >= set(hosts[0].process.pools.units)


@rule("AMB-73", "CASH-04")
async def test_players_of_one_address_are_counted_whichever_gateway_they_come_to(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path
) -> None:
    plain = config_of(nats, await postgres.new_database("one_address"), tmp_path)
    strict = IntegritySection(every_minutes=0, seats_per_address=2)
    config = msgspec.structs.replace(plain, integrity=strict)
    async with (
        opened(config, "north", "host") as north,
        opened(config, "east", "gateway") as east,
        opened(config, "west", "gateway") as west,
        new_session() as http,
    ):
        await until(lambda: run_all(north))
        first = await ask_for_seat(http, east, "Ana")
        async with opened(config, "south", "host") as south:
            # The new host was not there when Ana came.
            await until(lambda: run_all(north, south))
            came = [first, *[await ask_for_seat(http, west, name) for name in ("Ben", "Cara")]]
            for one in came[:2]:
                one.channel = await one.line.take_seat(STACK)
            with pytest.raises(RoomSaidNo, match="too many from one address"):
                await came[2].line.take_seat(STACK)
            await all_leave(came[:2])
            for one in came:
                await one.line.close()
