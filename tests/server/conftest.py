"""A room on a loopback port over fakes, and what real rooms in processes of their own need."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import new_session
from tests.server.clients import World
from tests.server.processes import QUICK_PACE, sqlite_in
from tests.store.private_postgres import PrivatePostgres

_numbers = count(1)


@pytest.fixture(scope="package", autouse=True)
def quick_pace() -> Iterator[None]:
    """For all rooms that are opened in processes of their own."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in QUICK_PACE.items():
            patch.setenv(name, value)
        yield


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with World() as opened:
        yield opened


@pytest.fixture
def database(tmp_path: Path) -> str:
    return sqlite_in(tmp_path)


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with new_session() as session:
        yield session


@pytest.fixture(params=["sqlite", "postgresql"])
async def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield sqlite_in(tmp_path)
        return
    server: PrivatePostgres = request.getfixturevalue("postgres")
    async with server.database(f"anywhere{next(_numbers)}") as address:
        yield address
