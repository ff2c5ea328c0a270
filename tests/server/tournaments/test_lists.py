"""Lists of tournaments over HTTP: what each filter lets through, and what is missing (TRN-15)."""

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.tournaments.directing import directed, enter, everybody, people_in
from tests.server.tournaments.files import EVENING, FREEROLL, HEXAPRO, PEOPLE_ONLY, room_with
from tests.server.tournaments.set_clock import TimedServer
from tests.server.tournaments.test_playing import PATIENCE_S, balance
from tests.server.tournaments.test_staff import cancel, created, refused, soon, staff, until

GUARANTEED = """
name = "Guaranteed"
format = "guaranteed"
edition = "house"
[schedule]
at = "21:00"
announced_s = 172_800
"""
FREE = FREEROLL + "announced_s = 172_800\n"
HOUR_MS = 3_600_000
LATE_OPENING = """
name = "Opens at nine"
format = "freezeout"
edition = "house"
[schedule]
at = "22:00"
announced_s = 172_800
opens_s = 3_600
"""
FIVE = """
name = "At least five"
format = "freezeout"
edition = "house"
price_cents = 300
[registration]
minimum_entries = 5
"""


async def names(client: RoomClient, **wanted: object) -> set[str]:
    """The names in the list that a filter leaves."""
    query = urlencode({name: str(value).lower() for name, value in wanted.items()})
    rows = (await client.get(f"/api/tournaments?{query}"))["tournaments"]
    return {row["name"] for row in rows}


async def list_has(client: RoomClient, name: str, **wanted: object) -> bool:
    """Whether a tournament is there; the list is read once a second."""
    return name in await names(client, **wanted)


@rule("TRN-01", "TRN-03")
async def test_every_filter_of_the_list_lets_through_what_it_says(tmp_path: Path) -> None:
    files = (PEOPLE_ONLY, HEXAPRO, FREE, EVENING, GUARANTEED)
    async with (
        room_with(tmp_path, *files, kind=TimedServer) as server,
        people_in(server, "Ann", "Bob") as (ann, bob),
        asyncio.timeout(PATIENCE_S),
    ):
        olga = await staff(server)
        timed = {"Freeroll", "Evening", "Guaranteed"}
        everything = {"Duel 2", "HexaPro 1", *timed}
        assert await names(ann) == everything
        # The format.
        assert await names(ann, kind="sit_and_go") == {"Duel 2"}
        assert await names(ann, kind="hexapro") == {"HexaPro 1"}
        assert await names(ann, kind="scheduled") == timed
        assert await names(ann, kind="hexapro,sit_and_go") == {"Duel 2", "HexaPro 1"}
        assert await names(ann, kind="phased") == set()
        # The buy-in, both ends included.
        assert await names(ann, price_from=1) == everything - {"Freeroll"}
        assert await names(ann, price_to=0) == {"Freeroll"}
        assert await names(ann, price_from=100, price_to=200) == {"Duel 2", "HexaPro 1"}
        assert await names(ann, price_from=101, price_to=199) == set()
        assert await names(ann, price_from=1_000) == {"Evening", "Guaranteed"}
        # What the house adds.
        assert await names(ann, guaranteed=True) == {"Guaranteed"}
        assert await names(ann, freeroll=True) == {"Freeroll"}
        assert await names(ann, freeroll=True, guaranteed=True) == set()
        # One's own.
        assert await names(ann, mine=True) == set()
        rows = {row["name"]: row for row in (await ann.get("/api/tournaments"))["tournaments"]}
        await enter(rows["Evening"]["tournament"], [ann])
        assert await names(ann, mine=True) == {"Evening"}
        assert await names(bob, mine=True) == set()
        assert await names(ann, mine=True, kind="sit_and_go") == set()
        assert await names(ann, mine=False) == everything
        # The state, while a game is played, and after it.
        assert await names(ann, phase="registering") == everything
        assert await names(ann, phase="running,late_registration,break,finished") == set()
        game = rows["Duel 2"]["tournament"]
        await enter(game, [ann, bob])
        await until(lambda: list_has(olga, "Duel 2", phase="running"))
        await until(lambda: list_has(olga, "Duel 2", phase="registering"))
        assert await names(ann, mine=True, phase="running") == {"Duel 2"}
        async with directed(game, [ann, bob], everybody):
            await until(lambda: list_has(olga, "Duel 2", phase="finished"))
        cancelled = rows["Evening"]["tournament"]
        await cancel(olga, cancelled)
        await until(lambda: list_has(olga, "Evening", phase="cancelled"))
        assert await names(ann, phase="finished,cancelled") == {"Duel 2", "Evening"}
        waiting = (await ann.get("/api/tournaments?phase=registering"))["tournaments"]
        assert {cancelled, game}.isdisjoint(row["tournament"] for row in waiting)


@rule("TRN-03", "TRN-09")
async def test_a_tournament_is_announced_until_its_registration_opens(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, LATE_OPENING, kind=TimedServer) as server,
        people_in(server, "Ann") as (ann,),
        asyncio.timeout(PATIENCE_S),
    ):
        assert isinstance(server, TimedServer)
        assert await names(ann, phase="registering") == set()
        rows = (await ann.get("/api/tournaments?phase=announced"))["tournaments"]
        first = min(rows, key=lambda row: row["starts_ms"])
        number, opens_ms = first["tournament"], first["starts_ms"] - HOUR_MS
        assert first["opens_ms"] == opens_ms
        enter_path = f"/api/tournaments/{number}/register"
        no = await refused(ann, enter_path, id="too-early")
        assert (no.rule, no.reason) == ("TRN-09", "registration_is_not_open")
        assert no.details == {"from_ms": opens_ms}
        row = await row_told(ann, number)
        assert (row["phase"], row["opens_ms"]) == ("announced", opens_ms)
        # Nothing happens in the tournament when its registration opens: the moment is enough.
        server.time.put_forward(opens_ms)
        await until(lambda: list_has(ann, "Opens at nine", phase="registering"))
        row = await row_told(ann, number)
        assert (row["phase"], row["opens_ms"]) == ("registering", None)
        await ann.post(enter_path, id="in-time")
        later = (await ann.get("/api/tournaments?phase=announced"))["tournaments"]
        assert number not in {row["tournament"] for row in later}


@rule("TRN-15", "TAMB-65", "TRN-02")
async def test_the_page_says_how_many_entries_are_missing_and_too_few_are_refunded(
    tmp_path: Path,
) -> None:
    async with (
        room_with(tmp_path, EVENING, kind=TimedServer) as server,
        people_in(server, "Ann", "Bob") as (ann, bob),
        asyncio.timeout(PATIENCE_S),
    ):
        assert isinstance(server, TimedServer)
        olga, had, starts_ms = await staff(server), await balance(ann), soon(server)
        number = await created(server, olga, FIVE, starts_ms=starts_ms)
        assert await missing(ann, number) == 5
        await until(lambda: row_says(ann, 5))
        await enter(number, [ann, bob])
        assert await missing(ann, number) == 3
        await until(lambda: row_says(ann, 3))
        assert (await row_told(ann, number))["missing"] == 3
        assert await balance(ann) == had - 300
        await bob.post(f"/api/tournaments/{number}/unregister", id="back")
        assert await missing(ann, number) == 4
        # Fewer than five at the start: everybody has the money back and a notice (TRN-15).
        server.time.put_forward(starts_ms)
        await until(lambda: is_cancelled(ann, number))
        assert await balance(ann) == had
        notices = (await ann.get("/api/notices"))["notices"]
        assert [(one["about"]["type"], one["about"]["change"]) for one in notices] == [
            ("changed_tournament", "cancelled")
        ]


async def row_told(client: RoomClient, tournament: int) -> dict[str, Any]:
    """The row on the tournament's channel, as it was last told."""
    line = await client.connect()
    snapshot = await line.subscribe(f"tournament:{tournament}")
    await line.close()
    (page,) = [one["d"] for one in snapshot if one["t"] == "snapshot"]
    return dict(page["row"])


async def missing(client: RoomClient, tournament: int) -> int:
    return int((await client.get(f"/api/tournaments/{tournament}"))["row"]["missing"])


async def row_missing(client: RoomClient) -> int | None:
    """What the list says."""
    rows = (await client.get("/api/tournaments"))["tournaments"]
    return next((row["missing"] for row in rows if row["name"] == "At least five"), None)


async def row_says(client: RoomClient, count: int) -> bool:
    return await row_missing(client) == count


async def is_cancelled(client: RoomClient, tournament: int) -> bool:
    page = await client.get(f"/api/tournaments/{tournament}")
    return bool(page["row"]["phase"] == "cancelled")
