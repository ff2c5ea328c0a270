"""The raw rows of a room's database, for who believes nothing else: SQLite or PostgreSQL."""

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import asyncpg


class Found(Protocol):
    """What a statement found."""

    def fetchall(self) -> list[Any]: ...

    def fetchone(self) -> Any: ...


class Rows(Protocol):
    """Reads with `?` for each value, as sqlite3 does."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Found: ...

    async def wait_for_silence(self) -> None:
        """Until nothing of a killed server can still be written."""

    def close(self) -> None: ...


class _SqliteRows:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._raw: sqlite3.Connection | None = None

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Found:
        if self._raw is None:
            self._raw = sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True)
        return self._raw.execute(sql, values)

    async def wait_for_silence(self) -> None:
        """A dead process writes nothing to a file."""

    def close(self) -> None:
        if self._raw is not None:
            self._raw.close()


def sqlite_rows(path: Path) -> Rows:
    return _SqliteRows(path)


class _Fetched:
    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self._rows = rows

    def fetchall(self) -> list[Any]:
        return self._rows

    def fetchone(self) -> Any:
        return self._rows[0] if self._rows else None


class _PostgresRows:
    """A connection in a thread of its own, so that it can be asked without waiting in the loop."""

    def __init__(self, address: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._raw: asyncpg.Connection = self._do(asyncpg.connect(address))

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Found:
        for number in range(len(values)):
            sql = sql.replace("?", f"${number + 1}", 1)
        return _Fetched([tuple(row) for row in self._do(self._raw.fetch(sql, *values))])

    async def wait_for_silence(self) -> None:
        """Until the server has noticed that the process is dead: it may still commit its last."""
        sql = (
            "select count(*) from pg_stat_activity where application_name = 'cardroom'"
            " and datname = current_database()"
        )
        while self.execute(sql).fetchone() != (0,):  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.005)

    def close(self) -> None:
        self._do(self._raw.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


async def postgres_rows(address: str) -> Rows:
    return await asyncio.to_thread(_PostgresRows, address)
