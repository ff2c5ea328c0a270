"""Copies of a database: complete, for their owner only, never over something that is there."""

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest

from cardroom.errors import Unavailable, UsageError
from cardroom.ledger import TableId
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store
from cardroom.store.backups import back_up, restore, without_password
from tests.rule import rule
from tests.store.conftest import Seating
from tests.store.private_postgres import PrivatePostgres


async def restored_address(address: str, folder: Path, postgres: PrivatePostgres) -> str:
    if address.startswith("sqlite"):
        return f"sqlite:///{folder / 'restored.db'}"
    return await postgres.new_database(f"{address.rpartition('/')[2]}_restored")


@rule("CRASH-03")
async def test_a_copy_made_while_hands_are_settled_restores_to_a_database_that_adds_up(
    address: str, store: Store, seated: Seating, tmp_path: Path, postgres: PrivatePostgres
) -> None:
    sample = await seated(9)
    copy = tmp_path / "copy"

    async def play() -> None:
        for _ in range(60):
            await store.settle(sample.hand())

    playing = asyncio.create_task(play())
    size = await asyncio.to_thread(back_up, address, copy)
    await playing
    assert size == copy.stat().st_size > 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    target = await restored_address(address, tmp_path, postgres)
    await asyncio.to_thread(restore, copy, target)
    async with await Store.open_to_read(target) as opened:
        report = await audit_store(opened, None, now_ms=0, show_progress=lambda _read, _of: None)
    assert report.breaches_found == 0
    async with await Store.open(target, new=False) as again:
        assert await again.claim(TableId(9), "us")


def test_a_copy_never_replaces_a_file(tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is there already"):
        back_up(f"sqlite:///{tmp_path / 'room.db'}", there)
    assert there.read_text(encoding="utf-8") == "mine"


def test_a_copy_of_nothing_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no database"):
        back_up(f"sqlite:///{tmp_path / 'room.db'}", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_copy_goes_into_a_folder_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        back_up(f"sqlite:///{tmp_path / 'room.db'}", tmp_path / "no" / "copy.db")


async def test_a_damaged_database_gives_no_copy(tmp_path: Path) -> None:
    database = tmp_path / "room.db"
    async with await Store.open(f"sqlite:///{database}"):
        pass
    content = bytearray(await asyncio.to_thread(database.read_bytes))
    content[4096:8192] = bytes(4096)
    await asyncio.to_thread(database.write_bytes, bytes(content))
    with pytest.raises(Unavailable):
        back_up(f"sqlite:///{database}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_only_copies_are_restored_and_only_into_an_empty_place(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear floor", encoding="utf-8")
    with pytest.raises(UsageError, match="no copy of an SQLite database"):
        restore(other, f"sqlite:///{tmp_path / 'new.db'}")
    with pytest.raises(UsageError, match="no copy of a PostgreSQL database"):
        restore(other, "postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(UsageError, match="cannot be read"):
        restore(tmp_path / "gone", f"sqlite:///{tmp_path / 'new.db'}")


async def test_a_copy_is_not_restored_over_the_tables_of_a_room(
    postgres: PrivatePostgres, tmp_path: Path
) -> None:
    address = await postgres.new_database("not_empty")
    async with await Store.open(address):
        pass
    await asyncio.to_thread(back_up, address, tmp_path / "copy")
    with pytest.raises(UsageError, match="has tables already"):
        await asyncio.to_thread(restore, tmp_path / "copy", address)


def test_postgresql_out_of_reach_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"psql failed: .*Connection refused"):
        back_up("postgresql://nobody:secret@127.0.0.1:1/none", tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("beside", ["-wal", "-shm", "-journal"])
async def test_a_copy_is_not_restored_beside_what_a_killed_room_left(
    tmp_path: Path, beside: str
) -> None:
    async with await Store.open(f"sqlite:///{tmp_path / 'room.db'}"):
        pass
    back_up(f"sqlite:///{tmp_path / 'room.db'}", tmp_path / "copy.db")
    (tmp_path / f"new.db{beside}").touch()
    with pytest.raises(UsageError, match=f"new.db{beside} is there already"):
        restore(tmp_path / "copy.db", f"sqlite:///{tmp_path / 'new.db'}")
    assert not (tmp_path / "new.db").exists()


def test_a_database_of_something_else_is_not_copied(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("create table letters (words text)")
    other.close()
    with pytest.raises(UsageError, match="is not a database of a room"):
        back_up(f"sqlite:///{tmp_path / 'other.db'}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_an_empty_postgresql_database_is_not_copied(
    postgres: PrivatePostgres, tmp_path: Path
) -> None:
    address = await postgres.new_database("without_a_room")
    with pytest.raises(UsageError, match="not a database of a room"):
        await asyncio.to_thread(back_up, address, tmp_path / "copy")


def test_what_an_interrupted_copy_left_is_not_deleted(tmp_path: Path) -> None:
    (tmp_path / "copy.db.part").write_text("half", encoding="utf-8")
    (tmp_path / "room.db").touch()
    with pytest.raises(UsageError, match=r"copy\.db\.part is there already"):
        back_up(f"sqlite:///{tmp_path / 'room.db'}", tmp_path / "copy.db")
    assert (tmp_path / "copy.db.part").read_text(encoding="utf-8") == "half"


@pytest.mark.parametrize(
    "address", ["postgresql://ana:secret@h/n", "postgresql://ana@h/n?password=secret"]
)
def test_a_password_is_not_in_the_list_of_processes(address: str) -> None:
    named, environment = without_password(address)
    assert named == "postgresql://ana@h/n"
    assert environment["PGPASSWORD"] == "secret"
