"""A room on a loopback port over fakes, and what real rooms in processes of their own need."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import new_session
from tests.server.clients import World
from tests.server.processes import sqlite_in


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
