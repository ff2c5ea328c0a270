"""Connections that say nothing, or half of something, against a real room: they are counted and
closed, and keep nobody else out."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.server.limits import FILES_KEPT
from cardroom.server.people.doorman import SAID_EVERY_MS, connections_possible
from tests.server.clients import eventually
from tests.server.processes import RoomProcess, sqlite_in

PER_ADDRESS, IN_ALL = 20, 60
US, NEIGHBOUR, PROXY = "127.0.0.1", "127.0.0.2", "127.0.0.3"
LIMITS = {
    "CARDROOM_LIMITS_CONNECTIONS": str(IN_ALL),
    "CARDROOM_LIMITS_CONNECTIONS_PER_ADDRESS": str(PER_ADDRESS),
    "CARDROOM_LIMITS_SOCKETS_PER_ADDRESS": "10",
    "CARDROOM_LIMITS_FIRST_REQUEST_S": "600",
    "CARDROOM_SERVER_TRUSTED_PROXIES": PROXY,
}
IMPATIENT = {"CARDROOM_LIMITS_FIRST_REQUEST_S": "3", "CARDROOM_LIMITS_KEEP_ALIVE_S": "3"}
HEALTH = b"GET /health HTTP/1.1\r\nHost: room\r\n\r\n"
HALF_A_HEAD = b"GET /health HTTP/1.1\r\nHost: ro"
HALF_A_BODY = (
    b"POST /api/guest HTTP/1.1\r\nHost: room\r\nContent-Type: application/json\r\n"
    b"Content-Length: 90\r\n\r\n{"
)
PATIENCE_S = 60.0


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RoomProcess]:
    with RoomProcess(sqlite_in(tmp_path), environment=LIMITS) as opened:
        yield opened


class Raw:
    """One TCP connection, by hand, from an address of this machine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    @classmethod
    async def dial(cls, room: RoomProcess, address: str = US) -> "Raw":
        return cls(*await asyncio.open_connection(US, room.port, local_addr=(address, 0)))

    async def status(self) -> int:
        async with asyncio.timeout(PATIENCE_S):
            head = await self._reader.readuntil(b"\r\n\r\n")
        length = next(one for one in head.split(b"\r\n") if one.lower().startswith(b"content-len"))
        await self._reader.readexactly(int(length.split(b":")[1]))
        return int(head.split()[1])

    async def rest(self) -> bytes:
        """Everything up to the moment when the room closes the connection."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._reader.read()
        except ConnectionResetError:
            return b""
        finally:
            self.writer.close()


async def is_served(room: RoomProcess, address: str) -> bool:
    raw = await Raw.dial(room, address)
    try:
        raw.writer.write(HEALTH)
        return await raw.status() == 200
    except (asyncio.IncompleteReadError, ConnectionResetError):
        return False
    finally:
        raw.writer.close()


async def test_who_says_nothing_or_half_of_something_is_hung_up_on(tmp_path: Path) -> None:
    with RoomProcess(sqlite_in(tmp_path), environment=IMPATIENT) as room:
        await _hang_about(room)


async def _hang_about(room: RoomProcess) -> None:
    silent, half = await Raw.dial(room), await Raw.dial(room)
    half.writer.write(HALF_A_HEAD)
    idle, half_again = await Raw.dial(room), await Raw.dial(room)
    for one in (idle, half_again):
        one.writer.write(HEALTH)
        assert await one.status() == 200
    half_again.writer.write(HALF_A_HEAD)
    slow = await Raw.dial(room)
    slow.writer.write(HALF_A_BODY)
    ended = await asyncio.gather(silent.rest(), half.rest(), idle.rest(), half_again.rest())
    assert list(ended) == [
        b"", b"", b"", b"",
    ]  # fmt: skip
    said = await slow.rest()
    assert said.startswith(b"HTTP/1.1 400 "), said
    assert b"body_too_slow" in said


async def test_one_address_that_takes_all_it_may_locks_nobody_else_out(room: RoomProcess) -> None:
    crowd = [await Raw.dial(room) for _ in range(PER_ADDRESS)]
    for _ in range(2 * PER_ADDRESS):
        assert not await is_served(room, US)
    assert await is_served(room, NEIGHBOUR)
    for one in crowd:
        one.writer.close()
    await eventually(lambda: is_served(room, US))
    lines = [json.loads(line) for line in list(room.log)]
    # Beside them a new room reminds its operator of the key that the auditor is to have.
    said = [line["said"] for line in lines if line["level"] == "warning"]
    warnings = [one for one in said if "auditor" not in one]
    assert warnings[0] == (
        "connections are turned away: 1 over 20 from one address (the last from 127.0.0.1),"
        " 0 over 60 in all, 0 for want of open files"
    )
    assert len(warnings) <= 1 + (lines[-1]["ts"] - lines[0]["ts"]) // SAID_EVERY_MS


async def test_a_trusted_proxy_is_not_taken_for_one_client_but_all_together_have_a_limit(
    room: RoomProcess,
) -> None:
    crowd = [await Raw.dial(room, PROXY) for _ in range(2 * PER_ADDRESS)]
    assert await is_served(room, PROXY)
    crowd += [await Raw.dial(room, PROXY) for _ in range(IN_ALL - 2 * PER_ADDRESS)]
    assert not await is_served(room, NEIGHBOUR)
    for one in crowd:
        one.writer.close()
    await eventually(lambda: is_served(room, NEIGHBOUR))


def test_the_limit_of_open_files_is_raised_as_far_as_the_system_allows() -> None:
    code = (
        "import resource\n"
        "from cardroom.server.people.doorman import raise_file_limit\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1024))\n"
        "print(raise_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert said.split() == ["1024", "1024", "1024"]


def test_connections_leave_files_for_everything_else() -> None:
    assert connections_possible(10_000, 1_024) == 1_024 - FILES_KEPT
    assert connections_possible(500, 1_024) == 500
