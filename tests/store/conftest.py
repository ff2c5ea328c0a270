"""Every test of the store runs on SQLite and on a real, private PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest

from cardroom.ledger import TableId
from cardroom.store import Store
from tests.store.private_postgres import PrivatePostgres
from tests.store.sample_tables import SampleTable

_numbers = count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'room.db'}"
        return
    server: PrivatePostgres = request.getfixturevalue("postgres")
    async with server.database(f"room{next(_numbers)}") as made:
        yield made


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await Store.open(address) as opened:
        yield opened


Seating = Callable[[int], Awaitable[SampleTable]]


@pytest.fixture
async def seated(store: Store) -> Seating:
    """Claims a table and funds its six players."""

    async def seat(number: int) -> SampleTable:
        sample = SampleTable(await store.claim(TableId(number), "us"), seed=number)
        await asyncio.gather(*(store.transfer(transfer) for transfer in sample.funding()))
        return sample

    return seat


@pytest.fixture
async def sample(seated: Seating) -> SampleTable:
    return await seated(9)
