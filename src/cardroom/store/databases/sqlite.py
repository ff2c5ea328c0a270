"""SQLite: one file, one writer thread, readers on connections of their own."""

import asyncio
import re
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from cardroom.errors import InvalidFile, UsageError
from cardroom.store.databases.database import (
    Faults,
    GuardRefused,
    Obstacle,
    One,
    Script,
    T,
    TransientError,
    no_faults,
)
from cardroom.store.databases.files import made_private, sync_folder
from cardroom.store.databases.room_lock import RoomLock

READERS = 2
CACHE_KIB = 32 * 1024

OBSTACLES: dict[int, Obstacle] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "out_of_reach",
    sqlite3.SQLITE_CANTOPEN: "out_of_reach",
    sqlite3.SQLITE_NOMEM: "out_of_reach",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PROTOCOL: "busy",
    sqlite3.SQLITE_INTERRUPT: "busy",
    sqlite3.SQLITE_CORRUPT: "damaged",
}
"""What a later attempt may find mended; all other errors are mistakes in a script."""

CLOSED_FOLDER = {sqlite3.SQLITE_READONLY_DIRECTORY, sqlite3.SQLITE_CANTOPEN}
"""What a reader sees where the files beside the database cannot be made."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the file is used. Only tests and measurements change these."""

    synchronous: str = "FULL"
    checkpoint_pages: int = 10_000
    pages_max: int = 0
    busy_ms: int = 2000


class SqliteDatabase:
    """A database in one file. Its writer waits `busy_ms` for other processes.

    `read_only` opens the file so that nothing can be written to it, whatever is asked for; `alone`
    refuses a file that another process has opened alone.
    """

    dialect = "sqlite"
    touch = "pragma user_version = 0"

    def __init__(
        self,
        path: Path,
        *,
        settings: Settings | None = None,
        faults: Faults = no_faults,
        read_only: bool = False,
        alone: bool = False,
    ) -> None:
        self._lock = RoomLock(path) if alone else None
        self._path = path
        self._read_only = read_only
        self._settings = settings or Settings()
        self._faults = faults
        self._writing = ThreadPoolExecutor(1, "cardroom-writer")
        self._reading = ThreadPoolExecutor(READERS, "cardroom-reader")
        self._connections: list[sqlite3.Connection] = []
        self._mine = threading.local()

    async def transact(self, script: Script[T]) -> T:
        return await self._in(self._writing, lambda: self._run(script, "begin immediate"))

    async def migrate(self, script: Script[T]) -> T:
        return await self.transact(script)

    async def read(self, script: Script[T]) -> T:
        return await self._in(self._reading, lambda: self._run(script, "begin"))

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for pool in (self._writing, self._reading):
            pool.shutdown(cancel_futures=True)
        while self._connections:
            self._connections.pop().close()
        if self._lock is not None:
            self._lock.release()

    async def _in(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        """Do the work in a thread; a caller who gives up does not stop it halfway."""
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def _run(self, script: Script[T], begin: str) -> T:
        try:
            connection = self._connection()
            self._execute(connection, "begin", begin)
            try:
                result = self._steps(connection, script)
                self._execute(connection, "commit", "commit")
            except BaseException:
                self._roll_back(connection)
                raise
            self._faults("committed")
        except UnicodeDecodeError as error:
            # A damaged text: a value, or the message of SQLite that quotes it.
            raise TransientError("a text is damaged", "damaged") from error
        except sqlite3.Error as error:
            if self._read_only and getattr(error, "sqlite_errorcode", 0) in CLOSED_FOLDER:
                raise UsageError(
                    f"SQLite cannot read {self._path}: this takes permission to read it and, while"
                    " no room has it open, to write beside it. Copy it, with its -wal file if"
                    " there is one, to a folder of your own."
                ) from error
            said = _said(error, self._path)
            if said is error and self._read_only:
                # Our own questions are right: what is read is not what we wrote.
                said = TransientError(_in_one_line(error), "damaged")
            raise said from error
        return result

    def _steps(self, connection: sqlite3.Connection, script: Script[T]) -> T:
        try:
            step = next(script)
            while True:
                self._faults(step[0] if isinstance(step, One) else step[0].sql)
                if isinstance(step, One):
                    rows = connection.execute(in_sqlite(step.sql), _plain(step.values)).fetchall()
                else:
                    connection.executemany(in_sqlite(step.statement.sql), step.rows)
                    rows = []
                step = script.send(rows)
        except StopIteration as end:
            result: T = end.value
            return result

    def _execute(self, connection: sqlite3.Connection, site: str, sql: str) -> None:
        self._faults(site)
        connection.execute(sql)

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        """Undo what is open; a connection that cannot even do that is not used again."""
        try:
            if connection.in_transaction:
                connection.execute("rollback")
        except sqlite3.Error:
            self._mine.connection = None
            self._connections.remove(connection)
            connection.close()

    def _connection(self) -> sqlite3.Connection:
        """The connection of this thread, opened when first needed."""
        found: sqlite3.Connection | None = getattr(self._mine, "connection", None)
        if found is None:
            found = self._connect()
            self._mine.connection = found
        return found

    def _connect(self) -> sqlite3.Connection:
        new = not self._read_only and made_private(self._path)
        connection = sqlite3.connect(
            f"{self._path.absolute().as_uri()}?mode={'ro' if self._read_only else 'rwc'}",
            uri=True,
            timeout=self._settings.busy_ms / 1000,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        if new:
            sync_folder(self._path.parent)
        self._connections.append(connection)
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if not self._read_only:
            (journal,) = connection.execute("pragma journal_mode = wal").fetchone()
            if journal != "wal":
                raise UsageError(f"SQLite cannot work safely at {self._path}: choose a local disk.")
        for pragma in self._pragmas():
            connection.execute(f"pragma {pragma}")

    def _pragmas(self) -> list[str]:
        settings = self._settings
        limit = [f"max_page_count = {settings.pages_max}"] if settings.pages_max else []
        return [
            f"synchronous = {settings.synchronous}",
            "foreign_keys = on",
            "recursive_triggers = on",
            f"wal_autocheckpoint = {settings.checkpoint_pages}",
            f"cache_size = -{CACHE_KIB}",
            *limit,
        ]


@cache
def in_sqlite(sql: str) -> str:
    """The same statement as SQLite says it: `?1`, lists as JSON, no row locks."""
    sql = re.sub(r"= any\(\$(\d+)\)", r"in (select value from json_each(?\1))", sql)
    return re.sub(r"\$(\d+)", r"?\1", sql).replace(" for update", "")


def _plain(values: Sequence[object]) -> list[Any]:
    return [
        msgspec.json.encode(value).decode() if isinstance(value, list) else value
        for value in values
    ]


def _said(error: sqlite3.Error, path: Path) -> Exception:
    """What an error of SQLite means to those above."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if isinstance(error, sqlite3.IntegrityError):
        return GuardRefused(str(error))
    if code == sqlite3.SQLITE_NOTADB:
        return InvalidFile(str(path), "this is not a database of cardroom")
    if str(error).startswith(("no such table", "no such column")):
        sentence = f"this is no whole database of cardroom: {_in_one_line(error)}"
        return InvalidFile(str(path), sentence)
    if str(error).startswith("Could not decode"):
        return TransientError("a text is damaged", "damaged")
    return TransientError(_in_one_line(error), OBSTACLES[code]) if code in OBSTACLES else error


def _in_one_line(error: sqlite3.Error) -> str:
    """The message of SQLite, which quotes a damaged definition with all its lines."""
    return " ".join(str(error).split())
