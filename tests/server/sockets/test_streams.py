"""NDJSON streams for programs."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from aiohttp import ClientResponse, ClientSession, web

from cardroom.engine.events import Folded
from cardroom.room.notices import Announced
from cardroom.server.app import create_app
from tests.server.clients import Browser, World, until
from tests.server.fakes import turn_request


@asynccontextmanager
async def opened(program: Browser, path: str) -> AsyncIterator[ClientResponse]:
    async with program.session.get(path, headers=program.headers()) as response:
        yield response


async def lines(response: ClientResponse, count: int) -> list[dict[str, Any]]:
    """The next lines that are not blank."""
    found: list[dict[str, Any]] = []
    async with asyncio.timeout(90):
        while len(found) < count:
            line = await response.content.readline()
            assert line, "the stream ended"
            if line.strip():
                found.append(msgspec.json.decode(line))
    return found


async def test_a_program_reads_a_table_and_acts_by_post(world: World) -> None:
    program = await world.program(await world.person("Ana"), "AnaBot")
    world.room.owner.turn[program.player] = turn_request()
    async with opened(program, "/api/stream/table/8") as response:
        assert response.headers["Content-Type"] == "application/x-ndjson"
        frames = await lines(response, 4)
        assert [frame["t"] for frame in frames] == ["sync:begin", "snapshot", "turn", "sync:end"]
        turn = frames[2]["d"]
        act = {"id": "1", "hand": turn["hand"], "turn": turn["turn"], "a": "call"}
        assert (await program.post("/api/table/8/act", **act))[0] == 200
        world.room.tables["table:8"].publish(Folded(3))
        assert (await lines(response, 1))[0]["d"] == {"type": "folded", "seat": 3}
        assert world.room.here == [("arrived", program.player)]
    await until(lambda: len(world.room.here) == 2)
    assert world.room.here[1] == ("lost", program.player)


async def test_a_stream_goes_on_where_the_last_one_ended(world: World) -> None:
    program = await world.program(await world.person("Ana"), "AnaBot")
    table = world.room.tables["table:8"]
    have = table.v
    table.publish(Folded(1))
    async with opened(program, f"/api/stream/table/8?have={have}") as response:
        assert [frame["t"] for frame in await lines(response, 3)] == [
            "sync:begin", "event", "sync:end",
        ]  # fmt: skip


async def test_own_news_and_blank_lines_when_all_is_quiet(world: World) -> None:
    program = await world.program(await world.person("Ana"), "AnaBot")
    async with opened(program, "/api/stream/me") as response:
        await lines(response, 3)
        async with asyncio.timeout(30):
            assert await response.content.readline() == b"\n"
        world.room.board.tell(program.player, Announced(text="For you"))
        assert (await lines(response, 1))[0]["ch"] == "me"


async def test_a_table_that_is_not_there_has_no_stream(world: World) -> None:
    program = await world.program(await world.person("Ana"), "AnaBot")
    status, said = await program.get("/api/stream/table/99")
    assert (status, said["reason"]) == (404, "no_such_channel")
    assert (await program.get("/api/stream/table/x"))[0] == 400
    assert not world.services.registry.is_here(program.player)


async def test_a_bar_ends_the_streams_of_a_persons_programs_too(world: World) -> None:
    ana, rita = await world.person("Ana"), await world.person("Rita", role="risk")
    program = await world.program(ana, "AnaBot")
    async with opened(program, "/api/stream/table/8") as response:
        await lines(response, 3)
        path = f"/api/admin/accounts/{ana.player}/bar"
        assert (await rita.post(path, reason="misbehaves"))[0] == 200
        async with asyncio.timeout(30):
            rest = await response.content.read()
        assert not rest.strip()
    assert (await program.get("/api/me"))[0] == 401


async def test_a_stream_that_is_not_read_is_dropped(world: World) -> None:
    program = await world.program(await world.person("Ana"), "AnaBot")
    async with opened(program, "/api/stream/table/8") as response:
        await lines(response, 3)
        assert response.connection is not None
        assert response.connection.transport is not None
        response.connection.transport.pause_reading()
        for _ in range(400):
            world.room.tables["table:8"].publish({"padding": "x" * 60_000})
            await asyncio.sleep(0.001)
            if not world.services.registry.is_here(program.player):
                break
        await until(lambda: not world.services.registry.is_here(program.player))
        response.connection.transport.abort()


async def test_a_reader_who_goes_away_is_no_error_of_the_room(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    program = await world.program(await world.person("Ana"), "AnaBot")
    # As the room itself runs: the tests' own server would cancel what a reader has left.
    runner = web.AppRunner(create_app(world.services), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    path = f"http://127.0.0.1:{runner.addresses[0][1]}/api/stream/table/8"
    async with ClientSession() as session:
        async with session.get(path, headers=program.headers()) as response:
            await lines(response, 3)
        await until(lambda: not world.services.registry.is_here(program.player))
    await runner.cleanup()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
