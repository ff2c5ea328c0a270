"""The break at minute 55 in a running room, asked for over HTTP (BRK-01, BRK-04)."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient
from cardroom.server.config.options import TournamentSection
from tests.rule import rule
from tests.server.open_servers import open_server
from tests.server.tournaments.directing import directed, enter, nobody, people_in
from tests.server.tournaments.set_clock import TimedServer
from tests.server.tournaments.test_coming_back import dealt, until_dealt
from tests.server.tournaments.test_playing import PATIENCE_S
from tests.server.tournaments.test_staff import ALL, REASON, created, has_started, staff, until

HOUR_MS, MINUTE_MS = 3_600_000, 60_000
SHORT_LEVELS = """
name = "Short levels"
format = "freezeout"
edition = "house"
starting_stack = 1_000_000
[blinds]
level_s = 5
"""
LONG_LEVELS = SHORT_LEVELS.replace("Short", "Long").replace("level_s = 5", "level_s = 3600")
NO_BREAKS = SHORT_LEVELS.replace("Short levels", "No breaks").replace("[bl", "breaks = false\n[bl")


async def page_of(client: RoomClient, tournament: int) -> dict[str, Any]:
    page: dict[str, Any] = await client.get(f"/api/tournaments/{tournament}")
    return page


async def causes(client: RoomClient, tournament: int) -> list[str]:
    """Why nothing is dealt, if so."""
    return sorted(one["cause"] for one in (await page_of(client, tournament))["pauses"])


async def is_on_break(client: RoomClient, tournament: int) -> bool:
    return "break" in await causes(client, tournament)


async def is_halted(client: RoomClient, tournament: int) -> bool:
    """Whether all its hands are over, and it stands."""
    return bool((await page_of(client, tournament))["row"]["phase"] == "break")


def next_break(server: TimedServer, ahead_ms: int) -> int:
    """The next minute 55 of a zone that is so far ahead of UTC, at least ten minutes from now."""
    local_ms = server.room.services.clock.now_ms() + 10 * MINUTE_MS + ahead_ms
    return local_ms + (55 * MINUTE_MS - local_ms) % HOUR_MS - ahead_ms


@rule("BRK-01", "BRK-03", "BRK-04", "TAMB-64")
@pytest.mark.parametrize(("zone", "ahead_min"), [("UTC", 0), ("Asia/Kolkata", 330)])
async def test_at_minute_55_marked_tournaments_break_unless_they_are_in_their_first_level(
    tmp_path: Path, zone: str, ahead_min: int
) -> None:
    section = TournamentSection(zone=zone)
    async with (
        open_server(tmp_path, kind=TimedServer, tournaments=section) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
        AsyncExitStack() as playing,
    ):
        assert isinstance(server, TimedServer)
        olga, time = await staff(server), server.time
        break_ms = next_break(server, ahead_min * MINUTE_MS)
        starts_ms = break_ms - 5 * MINUTE_MS
        texts = (SHORT_LEVELS, LONG_LEVELS, NO_BREAKS)
        numbers = [await created(server, olga, text, starts_ms=starts_ms) for text in texts]
        short, *others = numbers
        for number in numbers:
            await enter(number, people)
        time.put_forward(starts_ms)
        for number in numbers:
            await until(lambda number=number: has_started(olga, number))  # type: ignore[misc]
            await playing.enter_async_context(directed(number, people, nobody))
            await until_dealt(server, number, 0)
        for number in (short, others[1]):
            await until(lambda number=number: is_in_level(olga, number, 2))  # type: ignore[misc]
        # While staff hold all of them, no clock of a player runs, and minute 55 comes.
        for number in numbers:
            await olga.post(f"{ALL}/{number}/pause", reason=REASON)
        for number in numbers:
            await until(lambda number=number: is_halted(olga, number))  # type: ignore[misc]
        assert [await causes(olga, number) for number in numbers] == [["staff"]] * 3
        time.put_forward(break_ms + 1_000)
        await until(lambda: is_on_break(olga, short))
        assert await causes(olga, short) == ["break", "staff"]
        assert [await causes(olga, number) for number in others] == [["staff"]] * 2
        (until_ms,) = [
            one["until_ms"]
            for one in (await page_of(olga, short))["pauses"]
            if one["cause"] == "break"
        ]
        assert until_ms == break_ms + 5 * MINUTE_MS
        held = await dealt(server, short)
        before = [await dealt(server, number) for number in others]
        for number in numbers:
            await olga.post(f"{ALL}/{number}/resume", reason=REASON)
        for number, count in zip(others, before, strict=True):
            await until_dealt(server, number, count + 1)
        assert await causes(olga, short) == ["break"]
        assert await is_halted(olga, short)
        assert await dealt(server, short) == held
        assert (await page_of(olga, others[0]))["row"]["level"] == 1
        # The break is over after five minutes, and the same tables deal on.
        time.put_forward(until_ms)
        await until(lambda: plays_on(olga, short))
        await until_dealt(server, short, held)


async def is_in_level(client: RoomClient, tournament: int, level: int) -> bool:
    return bool((await page_of(client, tournament))["row"]["level"] >= level)


async def plays_on(client: RoomClient, tournament: int) -> bool:
    return await causes(client, tournament) == []
