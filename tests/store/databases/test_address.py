"""Where an operator may say that the database is."""

from pathlib import Path

import pytest

from cardroom.errors import InvalidFile, UsageError
from cardroom.store import Store, connect
from cardroom.store.databases.address import sqlite_path
from cardroom.store.databases.postgres import PostgresDatabase
from tests.store.private_postgres import PrivatePostgres


def test_a_path_and_an_sqlite_address_name_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    assert sqlite_path(str(file)) == sqlite_path(f"sqlite:///{file}") == file
    assert sqlite_path("sqlite:///room.db") == Path("room.db")


def test_a_postgresql_address_is_not_a_file() -> None:
    assert isinstance(connect("postgresql://somewhere/room"), PostgresDatabase)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://host/room", "'mysql://host/room' is not a database"),
        ("", "'' is not a database"),
        ("/nowhere/at/all/room.db", "lies in a folder that does not exist"),
        ("/tmp", "is a folder"),
    ],
)
def test_a_wrong_address_is_answered_with_a_sentence(address: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        sqlite_path(address)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("These are the notes of the last meeting, they are no database." * 40)
    with pytest.raises(InvalidFile, match="not a database of cardroom"):
        await Store.open(str(file))


async def test_a_database_that_the_server_does_not_have_is_a_usage_error(
    postgres: PrivatePostgres,
) -> None:
    with pytest.raises(UsageError, match="does not let us in"):
        await Store.open(postgres.address("no_such_room"))
