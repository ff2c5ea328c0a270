"""The real store on SQLite in memory: synchronous, so that a seed always gives the same evening."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from cardroom.ledger import TableId
from cardroom.store import Store
from cardroom.store.databases.database import Faults, T
from cardroom.store.databases.sqlite import SqliteDatabase
from cardroom.store.migrations import known, migrate
from cardroom.store.rooms import RoomStore


class MemoryDatabase(SqliteDatabase):
    """One connection for everybody; it outlives the simulated process, as a disk does."""

    def __init__(self, faults: Faults) -> None:
        super().__init__(Path(":memory:"), faults=faults)
        self.raw = _opened()
        self.raw.deserialize(_empty())

    async def _in(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return work()

    def _connection(self) -> sqlite3.Connection:
        return self.raw

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.execute("rollback")


class DatabaseRoom(RoomStore):
    """The room's ports on the real store, for a room that a test opens."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, tells=True)
        self.epochs: dict[TableId, int] = {}


def _opened() -> sqlite3.Connection:
    raw = sqlite3.connect(":memory:", isolation_level=None, cached_statements=256)
    raw.execute("pragma foreign_keys = on")
    raw.execute("pragma recursive_triggers = on")
    return raw


@cache
def _empty() -> bytes:
    """A database with the schema of this program; made once, then copied."""
    database = _Migrating(Path(":memory:"))
    database.bring_up()
    return database.raw.serialize()


class _Migrating(SqliteDatabase):
    def bring_up(self) -> None:
        self.raw = _opened()
        self._run(migrate(known(), self.dialect, new=True), "begin immediate")

    def _connection(self) -> sqlite3.Connection:
        return self.raw
