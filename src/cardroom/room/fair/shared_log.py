"""The log of the decks where several processes write to it: the store numbers the records.

One chain, whoever writes (decision 0083). A record gets its number and its hash in the transaction
that keeps it, after those of all others; until then it is only known by a number of this process.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from cardroom.fairness.keys import SigningKey
from cardroom.fairness.log import LogKind, LogRecord
from cardroom.room.fair.log_book import GATHER_S, HEAD_MS, LogBook, LogStore
from cardroom.room.retrying import retry_while_unavailable


class LogEntry(NamedTuple):
    """A record that has no number yet."""

    kind: LogKind
    content: bytes
    box: bytes


class SharedLogStore(LogStore, Protocol):
    """Where the log of several processes is kept."""

    async def append_entries(self, entries: Sequence[LogEntry], after: int) -> list[LogRecord]:
        """Number and keep entries, each once: all records from a number on, ours and others'."""


class SharedLogBook(LogBook):
    """The log of a room in several processes, as one of them writes it."""

    def __init__(self, store: SharedLogStore, key: SigningKey, now_ms: Callable[[], int]) -> None:
        super().__init__(store, key, now_ms)
        self._shared = store
        self._entries: list[LogEntry] = []
        self._given = 0
        """How many records this process has made."""
        self._kept = 0
        """How many of them are stored."""

    def append(self, kind: LogKind, content: bytes, box: bytes = b"") -> int:
        """Add a record; the number by which this process knows it."""
        number = self._given
        self._given += 1
        self._entries.append(LogEntry(kind, content, box))
        self._start_writing()
        return number

    def _is_stored(self, number: int) -> bool:
        return number < self._kept

    async def _write(self) -> None:
        while self._entries:
            with suppress(TimeoutError):
                async with asyncio.timeout(GATHER_S):
                    await self._is_awaited.wait()
            self._is_awaited.clear()
            entries = tuple(self._entries)
            records = await retry_while_unavailable(
                lambda: self._shared.append_entries(entries, self._tree.size)  # noqa: B023
            )
            del self._entries[: len(entries)]
            self._kept += len(entries)
            for record in records:
                self._tree.add(record.leaf)
            if self._now_ms() - self.head.at_ms >= HEAD_MS:
                await self._keep_head()
