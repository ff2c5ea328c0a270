"""Copies of a room's database: made while the room is open, put back into an empty place.

A copy of SQLite is a database file like the one it came from; a copy of PostgreSQL is an archive
that `pg_dump` writes and `pg_restore` reads.
"""

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from cardroom.errors import Unavailable, UsageError
from cardroom.store.databases.address import POSTGRES, sqlite_path
from cardroom.store.databases.files import made_private, sync_folder

SQLITE_START = b"SQLite format 3\0"
ARCHIVE_START = b"PGDMP"
BESIDE = ("-wal", "-shm", "-journal")
"""Files that SQLite keeps beside a database, and takes for its own after a restart."""
OF_A_ROOM = "schema_versions"
"""A table that every room has."""
ANSWER_S = 10
SQLITE_TABLE = "select 1 from sqlite_master where type = 'table' and name = ?"
POSTGRES_TABLES = "select table_name from information_schema.tables where table_schema = 'public'"
PROGRAMS = Path("/usr/lib/postgresql")
"""Where Debian keeps PostgreSQL's programs; only some are also on the PATH."""


def back_up(address: str, copy: Path) -> int:
    """Copy the database to a new file that only its owner reads; its size in bytes.

    The file appears under its name when it is complete and on disk, never before.
    """
    _verify_free(copy)
    part = copy.with_name(f"{copy.name}.part")
    if not made_private(part):
        raise UsageError(f"{part} is there already, perhaps from a copy that was interrupted.")
    try:
        if address.startswith(POSTGRES):
            _dump(address, part)
        else:
            _copy(_existing(address), part)
        _sync(part)
        part.rename(copy)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(copy.parent)
    return copy.stat().st_size


def restore(copy: Path, address: str) -> None:
    """Put a copy back: into a file that is not there yet, or into an empty PostgreSQL database."""
    start = _start_of(copy)
    if address.startswith(POSTGRES):
        if not start.startswith(ARCHIVE_START):
            raise UsageError(f"{copy} is no copy of a PostgreSQL database.")
        _verify_empty(address)
        _load(copy, address)
        return
    if start != SQLITE_START:
        raise UsageError(f"{copy} is no copy of an SQLite database.")
    back_up(str(copy), sqlite_path(address))


def _verify_free(file: Path) -> None:
    if not file.parent.is_dir():
        raise UsageError(f"The folder of {file} does not exist.")
    for name in ("", *BESIDE):
        there = file.with_name(f"{file.name}{name}")
        if os.path.lexists(there):
            raise UsageError(f"{there} is there already: name a new file, or remove that one.")


def _existing(address: str) -> Path:
    path = sqlite_path(address)
    if not path.is_file():
        raise UsageError(f"There is no database {address}.")
    return path


def _start_of(copy: Path) -> bytes:
    try:
        with copy.open("rb") as file:
            return file.read(len(SQLITE_START))
    except OSError as error:
        raise UsageError(f"{copy} cannot be read: {error.strerror}.") from None


def _sync(file: Path) -> None:
    with file.open("rb+") as handle:
        os.fsync(handle.fileno())


def _copy(source: Path, target: Path) -> None:
    """Copy every page in one step: one state of the database, however busy the room is."""
    try:
        reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        writing = sqlite3.connect(target)
        try:
            if not reading.execute(SQLITE_TABLE, (OF_A_ROOM,)).fetchone():
                raise UsageError(f"{source} is not a database of a room.")
            reading.backup(writing, pages=-1)
            found = writing.execute("pragma quick_check(1)").fetchone()
            # Without the mode of a running room, the copy is one file and nothing beside it.
            writing.execute("pragma journal_mode = delete")
        finally:
            writing.close()
            reading.close()
    except sqlite3.Error as error:
        raise Unavailable(f"SQLite cannot copy {source}: {error}.") from error
    if found != ("ok",):
        raise Unavailable(f"{source} is damaged, and no copy was made: {found[0]}.")


def _dump(address: str, file: Path) -> None:
    if OF_A_ROOM not in _tables(address):
        raise UsageError("That is not a database of a room.")
    _run("pg_dump", address, "--format=custom", "--no-owner", "--no-privileges", f"--file={file}")


def _load(copy: Path, address: str) -> None:
    words = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges")
    _run("pg_restore", address, *words, str(copy))


def _verify_empty(address: str) -> None:
    """Tables of another room must not be mixed with those of the copy."""
    if _tables(address):
        raise UsageError("That database has tables already: restore into an empty one.")


def _tables(address: str) -> list[str]:
    words = ("--no-psqlrc", "--tuples-only", "--no-align", "--command", POSTGRES_TABLES)
    return _run("psql", address, *words).split()


def _run(program: str, address: str, *words: str) -> str:
    """Run one of PostgreSQL's programs; the password never shows in the list of processes."""
    named, environment = without_password(address)
    command = [_found(program), f"--dbname={named}", "--no-password", *words]
    done = subprocess.run(  # noqa: S603 - our own program and words
        command, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Unavailable(f"{program} failed: {said[0]}")
    return done.stdout


def _found(program: str) -> str:
    on_path = shutil.which(program)
    newest = sorted(PROGRAMS.glob(f"*/bin/{program}"), reverse=True)
    if on_path is None and not newest:
        raise UsageError(f"{program} is missing: install PostgreSQL's client programs.")
    return on_path or str(newest[0])


def without_password(address: str) -> tuple[str, dict[str, str]]:
    """The address as others may see it, and the environment that carries the rest."""
    parts = urlsplit(address)
    environment = {"PGCONNECT_TIMEOUT": str(ANSWER_S), **os.environ}
    if parts.password is not None:
        environment["PGPASSWORD"] = unquote(parts.password)
        name, _, host = parts.netloc.rpartition("@")
        parts = parts._replace(netloc=f"{name.partition(':')[0]}@{host}")
    asked = parse_qsl(parts.query)
    for key, word in asked:
        if key == "password":
            environment["PGPASSWORD"] = word
    kept = urlencode([(key, word) for key, word in asked if key != "password"])
    return urlunsplit(parts._replace(query=kept)), environment
