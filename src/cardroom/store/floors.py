"""Live tournaments in the database: a command is one transaction of log and money."""

from collections.abc import Sequence
from typing import cast

import msgspec

from cardroom.floor.log import LogEntry
from cardroom.ledger import FloorId, PlayerId
from cardroom.room.floor.records import FloorRecord, FloorStep, NewFloor, StoredEntry
from cardroom.store.databases.database import Each, One, Row, Script, insertion
from cardroom.store.store import Store
from cardroom.store.units import Post

FLOOR = "select id, name, currency, paper, secret, created_by, created_ms from floors"
LOG = insertion(
    "floor_log",
    {"key": "text", "floor": "bigint", "number": "bigint", "request": "text", "content": "bytea"},
)
_encode = msgspec.json.Encoder().encode
_entry = msgspec.json.Decoder(LogEntry)


class StoredFloors:
    """FloorStore on top of the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, new: NewFloor) -> FloorId:
        """Store a tournament under the next number; the same key again is the same one."""
        return cast("FloorId", await self._store.run_script(lambda: _create(new)))

    async def floors(self) -> Sequence[FloorRecord]:
        """All of them, newest first."""
        return await self._store.ask(_all)

    async def find(self, floor: FloorId) -> FloorRecord | None:
        """One of them."""
        return await self._store.ask(lambda: _find(floor))

    async def log(self, floor: FloorId) -> Sequence[StoredEntry]:
        """Everything that was ever recorded, in its order."""
        return await self._store.ask(lambda: _log(floor, 0))

    async def write(self, step: FloorStep) -> bool:
        """Write a step with its money, all or nothing; False if the log has grown meanwhile."""
        return cast("bool", await self._store.booking(lambda post: _write(step, post)))


def _create(new: NewFloor) -> Script[object]:
    known = yield One("select id from floors where key = $1", (new.key,))
    if known:
        return FloorId(known[0][0])
    ((last,),) = yield One("select coalesce(max(id), 0) from floors")
    yield One(
        "insert into floors (id, key, name, currency, paper, secret, created_by, created_ms)"
        " values ($1, $2, $3, $4, $5, $6, $7, $8)",
        (last + 1, *msgspec.structs.astuple(new)),
    )
    return FloorId(last + 1)


def _all() -> Script[list[FloorRecord]]:
    rows = yield One(f"{FLOOR} order by id desc")
    return [_record(row) for row in rows]


def _find(floor: FloorId) -> Script[FloorRecord | None]:
    rows = yield One(f"{FLOOR} where id = $1", (floor,))
    return _record(rows[0]) if rows else None


def _record(row: Row) -> FloorRecord:
    number, name, currency, paper, secret, created_by, created_ms = row
    return FloorRecord(
        id=FloorId(number),
        name=name,
        currency=currency,
        paper=bytes(paper),
        secret=secret,
        created_by=PlayerId(created_by),
        created_ms=created_ms,
    )


def _log(floor: FloorId, after: int) -> Script[list[StoredEntry]]:
    rows = yield One(
        "select request, content from floor_log where floor = $1 and number > $2 order by number",
        (floor, after),
    )
    return [
        StoredEntry(request=request, entry=_entry.decode(bytes(content)))
        for request, content in rows
    ]


def _write(step: FloorStep, post: Post) -> Script[object]:
    """Money first: what the ledger refuses has written nothing."""
    rows = [
        (f"{step.floor}:{entry.number}", step.floor, entry.number, step.request, _encode(entry))
        for entry in step.entries
    ]
    known = yield One(
        "select number, content from floor_log where floor = $1 and number > $2 order by number",
        (step.floor, step.after),
    )
    if known:
        same = [(row[2], row[4]) for row in rows]
        return [(number, bytes(content)) for number, content in known[: len(rows)]] == same
    ((last,),) = yield One(
        "select coalesce(max(number), 0) from floor_log where floor = $1", (step.floor,)
    )
    if last != step.after:
        return False
    for transfer in step.transfers:
        yield from post(transfer, ())
    yield Each(LOG, rows)
    return True
