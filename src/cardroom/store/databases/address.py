"""Where the database is: the address that an operator gives as `--database`."""

from pathlib import Path

from cardroom.errors import UsageError
from cardroom.store.databases.database import Faults, MigratableDatabase, no_faults

POSTGRES = ("postgresql://", "postgres://")
SQLITE = "sqlite:///"


def connect(
    address: str,
    *,
    faults: Faults = no_faults,
    read_only: bool = False,
    alone: bool = False,
) -> MigratableDatabase:
    """The database at an address: `postgresql://...`, `sqlite:///path`, or the path of a file.

    PostgreSQL reads in transactions that cannot write; a file is opened so only if asked for. A
    file that another room has opened `alone` is refused; PostgreSQL is shared by claims.
    """
    if address.startswith(POSTGRES):
        from cardroom.store.databases.postgres import PostgresDatabase

        return PostgresDatabase(address, faults=faults)
    from cardroom.store.databases.sqlite import SqliteDatabase

    path = sqlite_path(address)
    return SqliteDatabase(path, faults=faults, read_only=read_only, alone=alone)


def sqlite_path(address: str) -> Path:
    """The file that an address names; its folder must be there."""
    path = Path(address.removeprefix(SQLITE))
    if "://" in str(address.removeprefix(SQLITE)) or path.name in {"", ".."}:
        raise UsageError(
            f"'{address}' is not a database: name a file, sqlite:///FILE or postgresql://HOST/NAME."
        )
    if path.is_dir() or not path.parent.is_dir():
        what = "is a folder" if path.is_dir() else "lies in a folder that does not exist"
        raise UsageError(f"The database {path} {what}.")
    return path
