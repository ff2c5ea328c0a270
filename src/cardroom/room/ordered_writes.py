"""Writes on their way to the store: those about the same table or player keep their order."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import NewType, Protocol

from cardroom.ledger import PlayerId, TableId

Subject = NewType("Subject", tuple[str, int])
"""Whom a write is about: writes about the same one keep their order."""


class Pending(Protocol):
    """Something that is written to the store; it may be tried more than once."""

    def __call__(self) -> Awaitable[object]: ...


def about_table(table: TableId) -> Subject:
    """What is written about a table."""
    return Subject(("table", table))


def about_player(player: PlayerId) -> Subject:
    """What is written about a player's money."""
    return Subject(("player", player))


class OrderedWrites:
    """Starts each write when the earlier ones about the same are done; the rest go side by side."""

    def __init__(self) -> None:
        self._last: dict[Subject, asyncio.Task[None]] = {}
        self._writes: dict[asyncio.Task[None], None] = {}

    def is_writing(self, subject: Subject) -> bool:
        """Whether something about it is on its way to the store."""
        return subject in self._last

    @property
    def count(self) -> int:
        """How many writes are on their way to the store."""
        return len(self._writes)

    def add(self, pending: Pending, subjects: Sequence[Subject]) -> None:
        """Write something in its turn; it sees to its own errors."""
        before = [self._last[subject] for subject in subjects if subject in self._last]
        write = asyncio.create_task(_after(before, pending), name="write")
        self._writes[write] = None
        for subject in subjects:
            self._last[subject] = write
        write.add_done_callback(lambda done: self._forget(done, subjects))

    def _forget(self, write: asyncio.Task[None], subjects: Sequence[Subject]) -> None:
        self._writes.pop(write, None)
        for subject in subjects:
            if self._last.get(subject) is write:
                del self._last[subject]

    async def flush(self, *subjects: Subject) -> None:
        """Wait until everything made so far about these, or about anybody, is stored."""
        if subjects:
            waited = {self._last[subject] for subject in subjects if subject in self._last}
        else:
            waited = set(self._writes)
        if waited:
            await asyncio.wait(waited)

    async def abandon(self) -> None:
        """Give up what is not stored yet, as a crash does."""
        writes = list(self._writes)
        for write in writes:
            write.cancel()
        await asyncio.gather(*writes, return_exceptions=True)


async def _after(before: list[asyncio.Task[None]], pending: Pending) -> None:
    """Wait for the earlier writes about the same, then write."""
    if before:
        await asyncio.wait(before)
    await pending()
