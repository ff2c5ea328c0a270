"""A real room with its server in the test's own process, where the test can look inside."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from cardroom.commands.room_client import new_session
from cardroom.room.tables.pace import Pace
from cardroom.server.config.options import Config, DatabaseSection, LimitSection, ServerSection
from cardroom.server.config.reading import rules_of
from cardroom.server.main import CardroomServer, store_kind
from cardroom.server.services import Services
from tests.server.processes import sqlite_in

GENEROUS = LimitSection(
    sockets_per_address=1_000_000,
    requests_every_ms=1,
    requests_burst=1_000_000,
    entries_every_ms=1,
    entries_burst=1_000_000,
)
QUICK = Pace(
    street_change_ms=0,
    won_without_showdown_ms=50,
    choice_to_show_ms=50,
    showdown_ms=50,
    each_further_hand_ms=0,
    street_of_run_out_ms=0,
    first_hand_ms=10,
)


class OpenServer(CardroomServer):
    """The server of a room, with what it serves by left open to the test."""

    services: Services
    http: ClientSession
    address: str

    def _services(self, port: int) -> Services:
        self.services = super()._services(port)
        return self.services

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])


@asynccontextmanager
async def open_server(
    folder: Path, *, kind: type[OpenServer] = OpenServer, **sections: Any
) -> AsyncIterator[OpenServer]:
    """A room on a free port over a database of its own."""
    config = Config(
        database=DatabaseSection(address=sqlite_in(folder)),
        **{"server": ServerSection(port=0), "limits": GENEROUS, "pace": QUICK} | sections,
    )
    async with (
        await store_kind(config).open(config.database.address) as store,
        new_session() as http,
    ):
        server = kind(config, rules_of(config), store)
        listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        running = asyncio.create_task(server.run(listening.set_result))
        running.add_done_callback(lambda _: listening.cancel())
        server.http, server.address = http, await listening
        try:
            yield server
        finally:
            server.stop()
            await running
