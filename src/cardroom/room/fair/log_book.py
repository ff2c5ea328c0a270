"""The log of the decks: appended to in memory at once, stored in the background, signed heads.

No hand is paid before its list is stored (`until_stored`); nobody waits for it at the deal.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from cardroom.errors import Unavailable
from cardroom.fairness.growing_tree import GrowingTree
from cardroom.fairness.keys import SigningKey
from cardroom.fairness.log import GENESIS, LogKind, LogRecord, TreeHead, record_hash, signed_root
from cardroom.room.incidents import log
from cardroom.room.retrying import retry_while_unavailable

GATHER_S = 0.25
"""Records of this much time are stored together, unless somebody waits for them."""
STOP_S = 10.0
HEAD_MS = 60_000


class SealedRecord(NamedTuple):
    """A record, and what only the auditor opens: not part of the chain, and never published."""

    record: LogRecord
    box: bytes


class LogEnd(NamedTuple):
    """Where the stored log ends, as far as it is needed to go on with it."""

    hash: bytes
    tree: GrowingTree


class LogStore(Protocol):
    """Where the log is kept."""

    async def log_end(self) -> LogEnd:
        """Where it ends."""

    async def append_log(self, records: Sequence[SealedRecord]) -> None:
        """Keep records that follow on; once, however often it is called."""

    async def keep_head(self, head: TreeHead, peaks: bytes) -> None:
        """Keep a signed head, with what the tree needs to grow on from it."""

    async def log_records(self, after: int, limit: int) -> list[LogRecord]:
        """Records from a number on."""


class LogBook:
    """The log of one room."""

    def __init__(self, store: LogStore, key: SigningKey, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._key = key
        self._now_ms = now_ms
        self._last = GENESIS
        self._size = 0
        """How many records there are, stored or not."""
        self._tree = GrowingTree()
        """Of the records that are stored."""
        self._waiting: list[SealedRecord] = []
        self._writer: asyncio.Task[None] | None = None
        self._is_awaited = asyncio.Event()
        self.head: TreeHead = signed_root(self._tree, 0, key)

    async def open(self) -> None:
        """Go on where the stored log ends."""
        end = await retry_while_unavailable(self._store.log_end)
        self._last, self._tree, self._size = end.hash, end.tree, end.tree.size
        self.head = signed_root(self._tree, self._now_ms(), self._key)

    def append(self, kind: LogKind, content: bytes, box: bytes = b"") -> int:
        """Add a record; its number."""
        number = self._size
        record = LogRecord(number, kind, content, record_hash(number, kind, content, self._last))
        self._last = record.hash
        self._size += 1
        self._waiting.append(SealedRecord(record, box))
        self._start_writing()
        return number

    def _start_writing(self) -> None:
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write(), name="fair-log")

    def _is_stored(self, number: int) -> bool:
        return number < self._tree.size

    async def until_stored(self, number: int) -> None:
        """Wait until a record is in the store."""
        while not self._is_stored(number):
            writer = self._writer
            if writer is None or writer.cancelled():
                raise Unavailable("the log of the decks is closed")
            self._is_awaited.set()
            await asyncio.wait([writer])
            if not writer.cancelled():
                writer.result()

    async def records(self, after: int, limit: int) -> list[LogRecord]:
        """Stored records from a number on."""
        return await self._store.log_records(after, limit)

    async def close(self) -> None:
        """Store what is left, with a last head; a store that is gone is not waited for."""
        self._is_awaited.set()
        try:
            async with asyncio.timeout(STOP_S):
                if self._writer is not None:
                    await self._writer
                await self._keep_head()
        except TimeoutError:
            log.warning("stopped before the log of the decks was stored")

    def halt(self) -> None:
        """Stop at once, as a crash does."""
        if self._writer is not None:
            self._writer.cancel()

    async def _write(self) -> None:
        while self._waiting:
            await self._gathered()
            records = tuple(self._waiting)
            await retry_while_unavailable(lambda: self._store.append_log(records))  # noqa: B023
            del self._waiting[: len(records)]
            for one in records:
                self._tree.add(one.record.leaf)
            if self._now_ms() - self.head.at_ms >= HEAD_MS:
                await self._keep_head()

    async def _gathered(self) -> None:
        """Wait for more records, unless somebody waits for those that there are."""
        alarm = asyncio.get_running_loop().call_later(GATHER_S, self._is_awaited.set)
        try:
            await self._is_awaited.wait()
        finally:
            alarm.cancel()
        self._is_awaited.clear()

    async def _keep_head(self) -> None:
        """Sign how far the log goes; the operator's own log is the second place for it."""
        head, peaks = signed_root(self._tree, self._now_ms(), self._key), self._tree.peaks
        self.head = head
        log.info("deck log: %s records, root %s", head.size, head.root.hex())
        await retry_while_unavailable(lambda: self._store.keep_head(head, peaks))
