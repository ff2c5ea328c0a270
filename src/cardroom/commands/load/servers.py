"""The processes of a load test: a room, the bare server beside it, and who attacks the room."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from cardroom.commands.load.hostile import Thrown
from cardroom.errors import UsageError

MUCH = 1_000_000
ROOM_FILE = f"""
[limits]
sockets_per_address = {MUCH}
requests_every_ms = 1
requests_burst = {MUCH}
entries_every_ms = 1
entries_burst = {MUCH}
[pace]
street_change_ms = 0
[logs]
level = "ERROR"
"""
"""All players come from one address: what one may do is set aside. Nobody looks at new cards."""


class Target(NamedTuple):
    """A server that is measured; its process and database when they are of this test."""

    address: str
    process: int | None
    database: str = ""


class Server:
    """A Python module in a process of its own, which says its address on its first line."""

    def __init__(self, *words: str) -> None:
        self._words = words
        self.said = ""
        self.pid = 0

    async def __aenter__(self) -> "Server":
        self._process = await _started(*self._words)
        assert self._process.stdout is not None
        self.pid = self._process.pid
        self.said = (await self._process.stdout.readline()).decode()
        if not self.said:
            await self._process.wait()
            raise UsageError("The server of the load test did not start.")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.kill()
        await self._process.wait()


@asynccontextmanager
async def own_room() -> AsyncIterator[Target]:
    """A room with a database of its own, gone afterwards."""
    with TemporaryDirectory(prefix="cardroom-load-") as folder:
        file = Path(folder) / "room.toml"
        file.write_text(ROOM_FILE, encoding="utf-8")
        command = ["cardroom.commands.main", "serve", "--config", str(file), "--port", "0"]
        database = f"sqlite:///{folder}/room.db"
        command += ["--json", "--database", database]
        async with Server(*command) as room:
            address = msgspec.json.decode(room.said)["address"].rstrip("/")
            yield Target(address, room.pid, database)


@asynccontextmanager
async def bare_server() -> AsyncIterator[Target]:
    """The echo-and-broadcast server."""
    async with Server("cardroom.commands.load.bare") as bare:
        yield Target(bare.said.strip(), bare.pid)


class Attack:
    """Hostile sockets in a process of their own, for some seconds."""

    def __init__(self, address: str, frames_per_s: float, seconds: float) -> None:
        self._words = ("cardroom.commands.load.hostile", address, str(frames_per_s), str(seconds))

    async def __aenter__(self) -> "Attack":
        self._process = await _started(*self._words)
        return self

    async def over(self) -> Thrown:
        """What was thrown, once all of it was."""
        said, _ = await self._process.communicate()
        if self._process.returncode:
            raise UsageError("The attack of the load test failed.")
        return msgspec.json.decode(said, type=Thrown)

    async def __aexit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


async def _started(*words: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", *words, stdout=subprocess.PIPE
    )
