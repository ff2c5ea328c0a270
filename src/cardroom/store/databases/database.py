"""What both databases offer: scripts of SQL, written once, each run in one transaction.

A script is a generator: it yields steps, is sent the rows they find, and returns its result. It
never waits by itself, so the same script runs in SQLite's thread and on PostgreSQL's connection.
SQL is PostgreSQL's, with `$1`; `sqlite.py` beside this rewrites the little that SQLite says
differently.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

Row = tuple[Any, ...]
T = TypeVar("T")


class Statement(NamedTuple):
    """A statement for many rows; `bulk` is its form over PostgreSQL's arrays, one per column."""

    sql: str
    bulk: str = ""


def insertion(relation: str, columns: dict[str, str], conflict: str = "") -> Statement:
    """An insert of whole rows, and its form over one array a column."""
    names = ", ".join(columns)
    values = ", ".join(f"${place}" for place in range(1, len(columns) + 1))
    arrays = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(columns.values(), 1))
    return Statement(
        f"insert into {relation} ({names}) values ({values}){conflict}",  # noqa: S608 - our names
        f"insert into {relation} ({names}) select * from unnest({arrays}){conflict}",  # noqa: S608
    )


class One(NamedTuple):
    """A step that runs a statement once and is answered with the rows it finds."""

    sql: str
    values: Sequence[object] = ()


class Each(NamedTuple):
    """A step that runs a statement for each of the rows and is answered with nothing."""

    statement: Statement
    rows: Sequence[Row]


Step = One | Each
Script = Generator[Step, list[Row], T]
Obstacle = Literal["busy", "out_of_reach", "full", "read_only", "damaged"]
Faults = Callable[[str], None]
"""Called with the SQL of every step, `begin`, `commit`, `committed`; a test may raise from it."""


def no_faults(_site: str) -> None:
    """Let every step happen."""


class TransientError(Exception):
    """Busy, full, disconnected, deadlocked: not committed, or nobody knows whether it was.

    The same script may be tried again, for every script asks first what is already written.
    `obstacle` says what keeps the database from it.
    """

    def __init__(self, text: str, obstacle: Obstacle = "out_of_reach") -> None:
        super().__init__(text)
        self.obstacle = obstacle


class GuardRefused(AssertionError):
    """A guard of the database said no to what we wrote: our own mistake; nothing was written."""


class Database(Protocol):
    """One database, SQLite or PostgreSQL; each method tries once and may raise TransientError."""

    dialect: str
    touch: str
    """A statement that writes something which nobody reads."""

    async def transact(self, script: Script[T]) -> T:
        """Run a script that writes, alone among all writers; all of it is committed or nothing."""

    async def read(self, script: Script[T]) -> T:
        """Run a script that reads, on one snapshot, beside the writer."""

    async def close(self) -> None:
        """Let go of the database; a second time does nothing."""


class MigratableDatabase(Database, Protocol):
    """A database whose schema can be brought up to date."""

    async def migrate(self, script: Script[T]) -> T:
        """Run a script that writes like `transact`, however long its statements take."""
