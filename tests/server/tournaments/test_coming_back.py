"""Players come back: after a restart of the room (TRN-25), and to the table they were moved to."""

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from cardroom.commands.room_client import Line, RoomClient
from cardroom.ledger import TournamentId
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.tournament.events import HandDealt
from tests.rule import rule
from tests.server.open_servers import QUICK, OpenServer
from tests.server.seating import PASSWORD
from tests.server.tournaments.directing import directed, enter, nobody, people_in
from tests.server.tournaments.files import EVENING, PEOPLE_ONLY, room_with
from tests.server.tournaments.players import person
from tests.server.tournaments.test_playing import PATIENCE_S, the_only
from tests.server.tournaments.test_staff import created, soon, staff, until

RETURN_S = 1
TWO_TABLES = """
name = "Two tables"
format = "freezeout"
edition = "house"
seats = 3
[blinds]
level_s = 600
[registration]
late_levels = 0
"""
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


Place = tuple[int, int]
"""A table and a seat at it."""


async def seats_of(people: Sequence[RoomClient], tournament: int) -> dict[RoomClient, Place]:
    """Where everybody sits who is in, by the page of the tournament."""
    path = f"/api/tournaments/{tournament}"
    owns = [(one, (await one.get(path))["me"]) for one in people]
    return {one: (own["table"], own["seat"]) for one, own in owns if own and own["table"]}


async def sit_at(
    people: Sequence[RoomClient], tournament: int, *, players: int, tables: int
) -> bool:
    """Whether this many players are in, at this many tables."""
    seats = await seats_of(people, tournament)
    return (len(seats), len({table for table, _ in seats.values()})) == (players, tables)


@rule("BAL-05", "TTB-03")
async def test_who_loses_the_line_while_being_moved_resumes_and_plays_at_the_new_table(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server, asyncio.timeout(PATIENCE_S):
        people = [await person(server, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
        number = await created(server, await staff(server), TWO_TABLES, starts_ms=soon(server, 2))
        await enter(number, people)
        lines = {one: await one.connect() for one in people}
        await until(lambda: sit_at(people, number, players=4, tables=2))
        first = await seats_of(people, number)
        for one, line in lines.items():
            await line.subscribe("me")
            await line.subscribe(f"table:{first[one][0]}")
        have = {one: dict(line.last) for one, line in lines.items()}
        for line in lines.values():
            await line.close()
        # All lines are lost. One player is knocked out, so that one table is enough for the rest.
        all_in = [one for one in people if first[one][0] == first[people[0]][0]]

        def shoving(left: Sequence[RoomClient]) -> Collection[RoomClient]:
            return all_in if len(left) == len(people) else ()

        async with directed(number, people, shoving):
            await until(lambda: sit_at(people, number, players=3, tables=1))
        seats = await seats_of(people, number)
        moved = [one for one in seats if seats[one][0] != first[one][0]]
        assert moved
        for one in moved:
            others = [other for other in seats if other is not one]
            line = await one.connect(have[one])
            async with directed(number, others, nobody):
                await plays_at(line, number, seats[one])
            await line.close()


async def plays_at(line: Line, tournament: int, place: Place) -> None:
    """Whoever took up a line again is told where they sit now, and acts there."""
    table, seat = place
    heard = [await line.read()]
    while (heard[-1]["t"], heard[-1].get("ch")) != ("sync:end", "me"):
        heard.append(await line.read())
    # What was missed, or everything again if nobody has kept it.
    told = [one["d"] for one in heard if one.get("ch") == "me" and "d" in one]
    seated = [one for one in told if one.get("type") == "tournament_seated"]
    own = seated[-1] if seated else told[0]["tournaments"][0]
    assert (own["tournament"], own["table"], own["seat"]) == (tournament, table, seat)
    heard += await line.subscribe(f"table:{table}")
    while not (turns := [one for one in heard if one["t"] == "turn"]):
        heard.append(await line.read())
    # The old table asks nothing of them any more.
    assert {one["ch"] for one in turns} == {f"table:{table}"}
    turn = turns[-1]["d"]
    assert turn["seat"] == seat
    action = "check" if turn["check"] else "fold"
    await line.ask("act", ch=f"table:{table}", hand=turn["hand"], turn=turn["turn"], a=action)
