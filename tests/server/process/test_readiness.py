"""A real room says whether it can serve: alive, ready, and why not."""

import asyncio
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from aiohttp import ClientSession

from tests.server.processes import RoomProcess
from tests.store.private_postgres import PrivatePostgres

SOON_S = 40
PROBES = ("/healthz", "/ready", "/live", "/readyz/", "/livez/x", "/status", "/ping", "/metrics/x")
STRANGE = ("/wp-login.php", "/.env", "/admin", "/graphql", "/v1/hands", "/api", "/table/7/x")


@pytest.fixture(scope="module")
def postgres() -> Iterator[PrivatePostgres]:
    server = PrivatePostgres()
    try:
        yield server
    finally:
        server.remove()


async def test_a_room_without_its_database_is_not_ready_and_says_so_once(
    postgres: PrivatePostgres, http: ClientSession
) -> None:
    database = await postgres.new_database("lost")
    with RoomProcess(database) as room:
        await becomes(http, room, 200)
        assert (await health(http, room, "/livez"))[0] == 200
        await asyncio.to_thread(postgres.stop, signal.SIGINT)
        said = await becomes(http, room, 503)
        assert said["status"] == "unready"
        assert said["reasons"] == ["database_out_of_reach"]
        assert (await health(http, room, "/health")) == (503, said)
        assert (await health(http, room, "/livez"))[0] == 200
        postgres.start()
        assert (await becomes(http, room, 200))["status"] == "ok"
        assert (await health(http, room, "/health"))[0] == 200
        await asyncio.to_thread(room.stop)
        lost, found = incidents_sent(room)
        assert lost == ["database_out_of_reach"]
        assert found == ["database_out_of_reach"]


async def test_a_database_that_refuses_the_room_makes_it_unready(
    postgres: PrivatePostgres, http: ClientSession
) -> None:
    database = await postgres.new_database("refusing")
    with RoomProcess(database) as room:
        await becomes(http, room, 200)
        await rule_out(postgres, "refusing", allowed=False)
        assert (await becomes(http, room, 503))["reasons"] == ["database_out_of_reach"]
        async with http.post(f"{room.address}/api/guest", json={}, headers=own(room)) as answer:
            assert answer.status == 503
        await rule_out(postgres, "refusing", allowed=True)
        await becomes(http, room, 200)
        await asyncio.to_thread(room.stop)
        assert incidents_sent(room) == (["database_out_of_reach"], ["database_out_of_reach"])
        assert not [line for line in room.log if '"exception"' in line]


async def test_unknown_addresses_are_not_the_client(
    database: str, http: ClientSession, tmp_path: Path
) -> None:
    (tmp_path / "client").mkdir()
    (tmp_path / "client" / "index.html").write_text("<title>cardroom</title>")
    environment = {"CARDROOM_SERVER_STATIC": str(tmp_path / "client")}
    with RoomProcess(database, environment=environment) as room:
        for path in PROBES + STRANGE:
            async with http.get(f"{room.address}{path}") as answer:
                assert (answer.status, answer.content_type) == (404, "application/json"), path
        for path in ("/", "/lobby", "/table/7", "/hands/hand:1:2:3", "/operator/tables/"):
            async with http.get(f"{room.address}{path}") as answer:
                assert (answer.status, answer.content_type) == (200, "text/html"), path
        # A person who mistypes an address sees the client's own page about it.
        browser = {"Accept": "text/html,application/xhtml+xml"}
        async with http.get(f"{room.address}/loby", headers=browser) as answer:
            assert (answer.status, answer.content_type) == (404, "text/html")


def own(room: RoomProcess) -> dict[str, str]:
    return {"Origin": room.address}


async def rule_out(postgres: PrivatePostgres, name: str, *, allowed: bool) -> None:
    """Have the server turn a database's visitors away, or let them in again."""
    connection = await asyncpg.connect(postgres.address())
    try:
        await connection.execute(f"alter database {name} allow_connections {str(allowed).lower()}")
        if not allowed:
            # Whoever is let in again keeps the connection that they may have made already.
            await connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name
            )
    finally:
        await connection.close()


async def health(http: ClientSession, room: RoomProcess, path: str) -> tuple[int, dict[str, Any]]:
    async with http.get(f"{room.address}{path}") as answer:
        return answer.status, await answer.json()


async def becomes(http: ClientSession, room: RoomProcess, status: int) -> dict[str, Any]:
    """Ask whether the room is ready until it answers so."""
    async with asyncio.timeout(SOON_S):
        while True:
            found, said = await health(http, room, "/readyz")
            if found == status:
                return said
            await asyncio.sleep(0.2)


def incidents_sent(room: RoomProcess) -> tuple[list[str], list[str]]:
    """What the log says was lost, and what was found again."""
    lines = [msgspec.json.decode(line) for line in room.log]
    mine = [line for line in lines if line["logger"] == "cardroom.server.readiness"]
    lost = [line["reason"] for line in mine if line["level"] == "error"]
    return lost, [line["reason"] for line in mine if line["level"] == "info"]


async def test_a_disk_that_takes_no_more_makes_the_room_unready(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        await becomes(http, room, 200)
        pid = room.process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, limits[1]))
        (reason,) = (await becomes(http, room, 503))["reasons"]
        assert reason.startswith("database_")
        assert (await health(http, room, "/livez"))[0] == 200
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
        await becomes(http, room, 200)
        await asyncio.to_thread(room.stop)
        assert incidents_sent(room) == ([reason], [reason])
