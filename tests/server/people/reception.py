"""A real room in the test's own process, with staff and a clock that the test moves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.commands.staff import make_administrator
from cardroom.ledger import PlayerId
from cardroom.room.people import Role
from cardroom.room.ports import Clock
from cardroom.room.records import AccountChange
from cardroom.server.world import SystemClock
from cardroom.store.house.casebook import StoredCases, StoredMeasure
from tests.server.open_servers import OpenServer, open_server
from tests.server.processes import sqlite_in

PASSWORD = "three small fish"
HOUR_MS = 3_600_000


class MovedClock(SystemClock):
    """The machine's clock, moved by the test."""

    ahead_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.ahead_ms

    def monotonic_ms(self) -> int:
        return super().monotonic_ms() + self.ahead_ms


class ReceptionServer(OpenServer):
    """A room whose time the test moves."""

    def _machine_clock(self) -> Clock:
        self.clock = MovedClock()
        return self.clock

    def wait_hours(self, hours: float) -> None:
        self.clock.ahead_ms += int(hours * HOUR_MS)

    def visitor(self) -> RoomClient:
        """Somebody who has not come in."""
        return RoomClient(self.http, self.address.rstrip("/"))

    async def person(self, name: str, role: Role = "player") -> RoomClient:
        """Somebody with a name, whatever the house's door says."""
        if await self.accounts.find_by_name(name.casefold()) is None:
            logged_in = await self.services.accounts.register(name, PASSWORD)
            await self.accounts.change(logged_in.account.player, AccountChange(role=role))
        client = self.visitor()
        await client.login(name, PASSWORD)
        return client

    async def deeds(self, subject: PlayerId | int) -> list[StoredMeasure]:
        """What the staff log says about somebody."""
        return await StoredCases(self._store).measures(PlayerId(subject))


@asynccontextmanager
async def reception(folder: Path, **sections: Any) -> AsyncIterator[ReceptionServer]:
    """A room with the administrator Robin."""
    await make_administrator(sqlite_in(folder), "Robin", PASSWORD)
    async with open_server(folder, kind=ReceptionServer, **sections) as server:
        assert isinstance(server, ReceptionServer)
        yield server


async def refused(work: Any) -> RoomSaidNo:
    """What the room says to a request that it refuses."""
    try:
        said = await work
    except RoomSaidNo as no:
        return no
    raise AssertionError(f"it was not refused: {said}")
