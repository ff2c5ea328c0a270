"""The log of the decks in the database: a chain of records, and signed heads of its tree."""

from collections.abc import Sequence
from typing import cast

from cardroom.fairness.growing_tree import GrowingTree, read_tree
from cardroom.fairness.log import GENESIS, LogRecord, TreeHead, record_hash
from cardroom.room.fair.log_book import LogEnd, SealedRecord
from cardroom.room.fair.shared_log import LogEntry
from cardroom.store.databases.database import Each, One, Row, Script, insertion
from cardroom.store.store import Store

PAGE = 10_000
LOG = insertion(
    "deck_log",
    {"number": "bigint", "kind": "text", "content": "bytea", "hash": "bytea", "box": "bytea"},
)
RECORDS = "select number, kind, content, hash from deck_log where number >= $1 order by number"


class StoredDeckLog:
    """LogStore on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def log_end(self) -> LogEnd:
        """Where the log ends: from its last head on it is read once."""
        tree = await self._store.ask(_last_tree)
        last = GENESIS
        if tree.size:
            (record,) = await self.log_records(tree.size - 1, 1)
            last = record.hash
        while records := await self.log_records(tree.size, PAGE):
            for record in records:
                tree.add(record.leaf)
            last = records[-1].hash
        return LogEnd(last, tree)

    async def append_log(self, records: Sequence[SealedRecord]) -> None:
        """Keep records that follow on; those that are known are not kept again."""
        rows: list[Row] = [
            (one.record.number, one.record.kind, one.record.content, one.record.hash, one.box)
            for one in records
        ]
        await self._store.run_script(lambda: _append(rows))

    async def append_entries(self, entries: Sequence[LogEntry], after: int) -> list[LogRecord]:
        """Number and keep entries after whatever others have kept: all records from a number on."""
        missed: list[LogRecord] = []
        while page := await self.log_records(after + len(missed), PAGE):
            missed += page
        start = after + len(missed)
        last = missed[-1] if missed else None
        if last is None and after:
            (last,) = await self.log_records(after - 1, 1)
        new = await self._store.run_script(lambda: _append_entries(entries, missed, start, last))
        return [*missed, *cast("list[LogRecord]", new)]

    async def keep_head(self, head: TreeHead, peaks: bytes) -> None:
        """Keep a signed head; of one size the first."""
        row = (head.size, head.at_ms, head.root, head.signature, peaks)
        await self._store.run_script(lambda: _keep_head(row))

    async def log_records(self, after: int, limit: int) -> list[LogRecord]:
        """Records from a number on."""
        return await self._store.ask(lambda: _records(after, limit))


def _last_tree() -> Script[GrowingTree]:
    rows = yield One("select size, peaks from deck_log_heads order by size desc limit 1")
    return read_tree(rows[0][0], bytes(rows[0][1])) if rows else GrowingTree()


def _append(rows: list[Row]) -> Script[object]:
    ((size,),) = yield One("select coalesce(max(number), -1) + 1 from deck_log")
    new = [row for row in rows if row[0] >= size]
    if new:
        yield Each(LOG, new)
    return None


def _append_entries(
    entries: Sequence[LogEntry], known: list[LogRecord], start: int, last: LogRecord | None
) -> Script[object]:
    """Keep entries after the last record, which nobody else follows meanwhile; one that is kept
    already is not kept again."""
    yield One("update ledger_head set runs = runs where id = 1")
    found = yield from _records(start, PAGE)
    kept = {(one.kind, one.content) for one in (*known, *found)}
    end = found[-1] if found else last
    made: list[LogRecord] = []
    rows: list[Row] = []
    for kind, content, box in entries:
        if (kind, content) in kept:
            continue
        number, before = (0, GENESIS) if end is None else (end.number + 1, end.hash)
        end = LogRecord(number, kind, content, record_hash(number, kind, content, before))
        made.append(end)
        rows.append((number, kind, content, end.hash, box))
    if rows:
        yield Each(LOG, rows)
    return [*found, *made]


def _keep_head(row: Row) -> Script[object]:
    yield One(
        "insert into deck_log_heads (size, at_ms, root, signature, peaks)"
        " values ($1, $2, $3, $4, $5) on conflict (size) do nothing",
        row,
    )
    return None


def _records(after: int, limit: int) -> Script[list[LogRecord]]:
    rows = yield One(f"{RECORDS} limit $2", (after, limit))
    return [
        LogRecord(number, kind, bytes(content), bytes(found))
        for number, kind, content, found in rows
    ]
