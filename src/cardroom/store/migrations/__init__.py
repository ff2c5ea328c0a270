"""The schema: ordered files of plain SQL, one set for both databases, never edited once released.

`0001_name.sql` brings an empty database to version 1, and so on. A blank line ends a statement. A
statement whose first line is `-- sqlite` or `-- postgresql` is for that database alone. The few
words that differ are in braces and translated by `WORDS`.
"""

import hashlib
from importlib.resources import files
from typing import NamedTuple

from cardroom.errors import UsageError
from cardroom.store.databases.database import One, Script

WORDS = {
    "sqlite": {
        "integer": "integer",
        "text": "text",
        "bytes": "blob",
        "strict": " strict",
        "keyed": " strict, without rowid",
    },
    "postgresql": {
        "integer": "bigint",
        "text": 'text collate "C"',
        "bytes": "bytea",
        "strict": "",
        "keyed": "",
    },
}
LOCK = 7_205_759
"""PostgreSQL's advisory lock that one starting process holds while the others wait."""
THERE = {
    "sqlite": "select 1 from sqlite_master where type = 'table' and name = 'schema_versions'",
    "postgresql": "select 1 from pg_class where oid = to_regclass('schema_versions')",
}
"""Finds a row where any migration was ever applied."""
APPLIED = "select version, name, checksum from schema_versions order by version"
NO_ROOM = "This database holds no room of cardroom."


class Migration(NamedTuple):
    """One step of the schema."""

    version: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def statements(self, dialect: str) -> list[str]:
        """The statements for one database, its words filled in."""
        paragraphs = [part.strip() for part in self.text.split("\n\n") if part.strip()]
        mine = [part for part in paragraphs if _is_for(part, dialect)]
        return [_translated(part, dialect) for part in mine]


def known() -> list[Migration]:
    """All migrations of this program, in order."""
    found = sorted(
        (file.name, file.read_text(encoding="utf-8"))
        for file in files(__name__).iterdir()
        if file.name.endswith(".sql")
    )
    steps = [Migration(int(name[:4]), name.removesuffix(".sql"), text) for name, text in found]
    assert [step.version for step in steps] == list(range(1, len(steps) + 1))
    return steps


def migrate(steps: list[Migration], dialect: str, *, new: bool = True) -> Script[int]:
    """Bring the schema up to the last of the steps and return its version.

    Unless a `new` room may be made, a database that holds none is refused and left as it was.
    Processes that start together wait for the first: PostgreSQL by a lock, SQLite because a
    writing transaction is alone from its beginning.
    """
    if dialect == "postgresql":
        yield One("select pg_advisory_xact_lock($1)", (LOCK,))
    yield One(
        "create table if not exists schema_versions"
        " (version integer primary key, name text not null, checksum text not null)"
    )
    applied = yield One(APPLIED)
    if not applied and not new:
        raise UsageError(NO_ROOM)
    verify_history(applied, steps)
    for step in steps[len(applied) :]:
        for statement in step.statements(dialect):
            yield One(statement)
        yield One(
            "insert into schema_versions (version, name, checksum) values ($1, $2, $3)",
            (step.version, step.name, step.checksum),
        )
    return len(steps)


def verify_current(steps: list[Migration], dialect: str) -> Script[int]:
    """Refuse a database whose schema is not that of the steps; change nothing, not even that.

    An audit reads by it: what looks into the books does not write in them.
    """
    found = yield from version(dialect)
    if not found:
        raise UsageError(NO_ROOM)
    verify_history((yield One(APPLIED)), steps)
    if found < len(steps):
        raise UsageError(
            f"The database has schema version {found}, this program reads version {len(steps)}:"
            " start the room with it once, or run 'cardroom ledger migrate'."
        )
    return found


def version(dialect: str) -> Script[int]:
    """The version of a schema, 0 where there is none."""
    if not (yield One(THERE[dialect])):
        return 0
    return len((yield One(APPLIED)))


def verify_history(applied: list[tuple[int, str, str]], steps: list[Migration]) -> None:
    """Refuse a database that a newer program, or other files than ours, have made."""
    if len(applied) > len(steps):
        raise UsageError(
            f"The database has schema version {applied[-1][0]}, this program knows version"
            f" {len(steps)}: start a newer cardroom, or restore a backup."
        )
    for (version, name, checksum), step in zip(applied, steps, strict=False):
        if (version, name, checksum) != (step.version, step.name, step.checksum):
            raise UsageError(
                f"The database was made with another text of migration {name}:"
                " released migrations are never edited."
            )


def _is_for(statement: str, dialect: str) -> bool:
    first = statement.splitlines()[0]
    return not any(first == f"-- {other}" for other in WORDS if other != dialect)


def _translated(statement: str, dialect: str) -> str:
    for word, translation in WORDS[dialect].items():
        statement = statement.replace(f"{{{word}}}", translation)
    return statement
