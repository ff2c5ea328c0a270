"""PostgreSQL: one writing connection a process, a small pool for reading."""

import asyncio
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg

from cardroom.errors import UsageError
from cardroom.store.databases.database import (
    Faults,
    GuardRefused,
    Obstacle,
    One,
    Row,
    Script,
    Step,
    T,
    TransientError,
    no_faults,
)

READERS = 4
CONNECT_S = 5
"""Time to connect in."""
STATEMENT_S = 10
"""Time for one statement, on both sides of the connection."""
MIGRATION_S = 86_400
"""Time for one statement of a migration, which may copy millions of rows."""
PAUSED_S = 5
"""A transaction of a paused process is ended by the server after this, so that others can write."""

ERRORS = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""What the driver raises; the last when the server's goodbye met our next statement."""

TRANSIENT_CLASSES = ("08", "53", "57", "58", "40")
"""SQLSTATE classes a later attempt may find mended: connection, resources (disk full), operator
intervention (shutdown, time-out), system error, rollback (serialization, deadlock)."""
TRANSIENT_STATES = {"55P03", "25006", "25P03", "25P04", "XX001", "XX002"}
"""Lock not available, read-only server, idle too long, transaction too long, damaged files."""
OBSTACLES: dict[str, Obstacle] = {
    "40001": "busy",
    "40P01": "busy",
    "55P03": "busy",
    "53100": "full",
    "25006": "read_only",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""What a state says of the database; any other, that it is out of reach."""
LACKING_STATES = {"42P01", "42703"}
"""A relation or a column of ours is not there."""
LOGIN_CLASSES = ("28", "3D")
"""Wrong name or password, no such database."""
GUARD_CLASSES = ("23", "P0")
"""Constraints, and what our triggers raise."""


class PostgresDatabase:
    """A database on a server, shared with other processes."""

    dialect = "postgresql"
    touch = "select txid_current()"

    def __init__(
        self, address: str, *, paused_s: float = PAUSED_S, faults: Faults = no_faults
    ) -> None:
        self._address = address
        self._paused_s = paused_s
        self._faults = faults
        self._writer: Any = None
        self._readers: list[Any] = []
        self._reading = asyncio.Semaphore(READERS)
        self._writing = asyncio.Lock()
        self._was_let_in = False

    async def transact(self, script: Script[T]) -> T:
        async with self._writing:
            connection, self._writer = self._writer, None
            connection = await self._usable(connection)
            # A connection that failed, or whose answer is still owed, is never used again.
            result = await self._run(connection, script, "begin")
            self._writer = connection
            return result

    async def migrate(self, script: Script[T]) -> T:
        connection = await self._usable(None, MIGRATION_S)
        result = await self._run(connection, script, "begin")
        await _end(connection)
        return result

    async def read(self, script: Script[T]) -> T:
        async with self._reading:
            connection = await self._usable(self._readers.pop() if self._readers else None)
            begin = "begin isolation level repeatable read read only"
            result = await self._run(connection, script, begin)
            self._readers.append(connection)
            return result

    async def close(self) -> None:
        connections = [*self._readers, *([self._writer] if self._writer else [])]
        self._readers, self._writer = [], None
        for connection in connections:
            await _end(connection)

    async def _usable(self, connection: Any, statement_s: float = STATEMENT_S) -> Any:
        if connection is not None and not connection.is_closed():
            return connection
        try:
            made = await asyncpg.connect(
                self._address,
                timeout=CONNECT_S,
                command_timeout=statement_s,
                server_settings=self._session(statement_s),
            )
        except OSError as error:  # TimeoutError is one
            raise TransientError(f"no server answers at {_place(self._address)}") from error
        except ERRORS as error:
            if self._was_let_in:
                # What was right once is no mistake of the operator's file: it may come right again.
                raise TransientError(f"PostgreSQL does not let us in: {error}") from error
            raise _said(error) from error
        self._was_let_in = True
        return made

    def _session(self, statement_s: float) -> dict[str, str]:
        """Settings of our connections, whatever the server's own are."""
        return {
            "application_name": "cardroom",
            "synchronous_commit": "on",
            "statement_timeout": f"{statement_s:g}s",
            "lock_timeout": f"{statement_s:g}s",
            "idle_in_transaction_session_timeout": f"{self._paused_s:g}s",
            "tcp_keepalives_idle": "5",
            "tcp_keepalives_interval": "2",
            "tcp_keepalives_count": "3",
        }

    async def _run(self, connection: Any, script: Script[T], begin: str) -> T:
        try:
            result = await self._transaction(connection, script, begin)
        except ERRORS as error:
            connection.terminate()
            raise _said(error) from error
        except BaseException:
            # Refused by the script, or given up by the caller: the server forgets the transaction.
            connection.terminate()
            raise
        return result

    async def _transaction(self, connection: Any, script: Script[T], begin: str) -> T:
        self._faults("begin")
        await connection.execute(begin)
        result = await self._steps(connection, script)
        self._faults("commit")
        await connection.execute("commit")
        self._faults("committed")
        return result

    async def _steps(self, connection: Any, script: Script[T]) -> T:
        try:
            step = next(script)
            while True:
                self._faults(step[0] if isinstance(step, One) else step[0].sql)
                step = script.send(await _execute(connection, step))
        except StopIteration as end:
            result: T = end.value
            return result


async def _execute(connection: Any, step: Step) -> list[Row]:
    if isinstance(step, One):
        return [tuple(row) for row in await connection.fetch(step.sql, *step.values)]
    statement, rows = step
    if statement.bulk and rows:
        await connection.execute(statement.bulk, *_columns(rows))
    elif rows:
        await connection.executemany(statement.sql, rows)
    return []


def _columns(rows: Sequence[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


async def _end(connection: Any) -> None:
    """Say goodbye; a server that does not answer is left."""
    try:
        await connection.close(timeout=CONNECT_S)
    except ERRORS:
        connection.terminate()


def _place(address: str) -> str:
    """Where the server of an address should be; never the name or password in it."""
    parts = urlsplit(address)
    asked = parse_qs(parts.query).get("host", [])
    return ", ".join(asked) or parts.netloc.rpartition("@")[2] or "the usual place"


def _said(error: Exception) -> Exception:
    """What an error of the driver or the server means to those above."""
    if isinstance(error, ValueError):
        return error
    if not isinstance(error, asyncpg.PostgresError):
        return TransientError(str(error) or type(error).__name__)
    state = str(error.sqlstate or "")
    if state[:2] in LOGIN_CLASSES:
        return UsageError(f"PostgreSQL does not let us in: {error}.")
    if state in LACKING_STATES:
        return UsageError(f"This is no whole database of cardroom: {error}.")
    if state[:2] in TRANSIENT_CLASSES or state in TRANSIENT_STATES:
        return TransientError(str(error), OBSTACLES.get(state, "out_of_reach"))
    return GuardRefused(str(error)) if state[:2] in GUARD_CLASSES else error
