"""Numbers for new tables come from the store."""

import asyncio

import pytest

from cardroom.errors import Unavailable
from cardroom.ledger import TableId
from cardroom.room.table_numbers import RESERVED, TableNumbers


class Counter:
    """Gives out numbers as the store does; not at all while it is away."""

    def __init__(self) -> None:
        self.last = 0
        self.is_there = asyncio.Event()
        self.is_there.set()
        self.gave = asyncio.Event()

    async def reserve(self, count: int) -> TableId:
        await self.is_there.wait()
        self.last += count
        self.gave.set()
        return TableId(self.last - count + 1)


async def test_two_processes_never_open_tables_with_the_same_number() -> None:
    store = Counter()
    both = [TableNumbers(store.reserve), TableNumbers(store.reserve)]
    found: list[TableId] = []
    for numbers in both:
        await numbers.fill()
    for _ in range(5 * RESERVED):
        for numbers in both:
            found.append(numbers.next())
            await asyncio.sleep(0)
    assert len(set(found)) == len(found) == 10 * RESERVED
    assert min(found) == 1


async def test_without_the_store_the_reserved_numbers_are_used_and_then_none() -> None:
    store = Counter()
    numbers = TableNumbers(store.reserve)
    await numbers.fill()
    store.is_there.clear()
    store.gave.clear()
    assert [numbers.next() for _ in range(RESERVED)] == list(range(1, RESERVED + 1))
    with pytest.raises(Unavailable):
        numbers.next()
    store.is_there.set()
    async with asyncio.timeout(10):
        await store.gave.wait()
    await asyncio.sleep(0)
    assert numbers.next() == RESERVED + 1


async def test_many_numbers_are_taken_at_once() -> None:
    store = Counter()
    numbers = TableNumbers(store.reserve)
    found = await numbers.take(3 * RESERVED)
    found += await numbers.take(2)
    assert len(set(found)) == 3 * RESERVED + 2
