"""A room is started again: players have their time to come back once they can (TRN-25)."""

import asyncio
from pathlib import Path

import msgspec

from cardroom.commands.room_client import RoomClient
from cardroom.ledger import TournamentId
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.tournament.events import HandDealt
from tests.rule import rule
from tests.server.open_servers import QUICK, OpenServer
from tests.server.seating import PASSWORD
from tests.server.tournaments.directing import enter, people_in
from tests.server.tournaments.files import PEOPLE_ONLY, room_with
from tests.server.tournaments.test_playing import PATIENCE_S, the_only

RETURN_S = 1
SHORT = msgspec.structs.replace(QUICK, return_after_restart_ms=1000 * RETURN_S)


class BusyServer(OpenServer):
    """A room that has many other tournaments to restore before its doors are open."""

    async def _make_tournaments(self) -> TournamentHouse | None:
        house = await super()._make_tournaments()
        assert house is not None
        open_house = house.open

        async def slowly() -> None:
            await open_house()
            await asyncio.sleep(2 * RETURN_S)

        house.open = slowly  # type: ignore[method-assign]
        return house


async def dealt(server: OpenServer, tournament: int) -> int:
    """How many hands of a tournament were dealt, by what is stored."""
    events = await server._tournament_store.events(TournamentId(tournament))
    return sum(isinstance(event, HandDealt) for event in events)


async def until_dealt(server: OpenServer, tournament: int, more_than: int) -> None:
    while await dealt(server, tournament) <= more_than:  # noqa: ASYNC110 - as a person looks
        await asyncio.sleep(0.05)


@rule("TRN-25", "CRASH-01")
async def test_no_hand_is_dealt_before_the_doors_are_open_however_long_that_takes(
    tmp_path: Path,
) -> None:
    async with asyncio.timeout(PATIENCE_S):
        async with (
            room_with(tmp_path, PEOPLE_ONLY) as server,
            people_in(server, "Ann", "Bob") as people,
        ):
            number = (await the_only(people[0]))["tournament"]
            await enter(number, people)
            await until_dealt(server, number, 0)
        async with room_with(tmp_path, PEOPLE_ONLY, kind=BusyServer, pace=SHORT) as server:
            before = await dealt(server, number)
            assert server.tournaments is not None
            assert server.tournaments.tables.tasks
            assert all(one.table.deal is None for one in server.tournaments.tables.tasks.values())
            lines = []
            for name in ("Ann", "Bob"):
                client = RoomClient(server.http, server.address)
                client._came_in(await client.post("/api/login", name=name, password=PASSWORD))
                lines.append(await client.connect())
            await until_dealt(server, number, before)
            for line in lines:
                await line.close()
