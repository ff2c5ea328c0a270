"""One room at a time on an SQLite file."""

import os
from pathlib import Path

import pytest

from cardroom.errors import UsageError
from cardroom.ledger import TableId
from cardroom.store import Store
from cardroom.store.databases.room_lock import RoomLock


async def test_a_file_that_a_room_has_open_alone_is_refused_to_another(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    async with await Store.open(str(path), alone=True):
        with pytest.raises(UsageError, match=rf"^Another room \(process {os.getpid()}\) has the"):
            await Store.open(str(path), alone=True)
        # Commands open it beside the room.
        async with await Store.open(str(path)) as beside:
            assert (await beside.claim(TableId(1), "us")).epoch == 1
    async with await Store.open(str(path), alone=True) as again:
        assert await again.epoch(TableId(1)) == 1


async def test_the_same_file_by_another_name_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "link.db").symlink_to(tmp_path / "room.db")
    async with await Store.open(str(tmp_path / "room.db"), alone=True):
        with pytest.raises(UsageError, match="one room at a time"):
            await Store.open(str(tmp_path / "other" / "link.db"), alone=True)


async def test_a_database_that_does_not_open_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    path.write_bytes(b"no database at all" * 100)
    for _ in range(2):
        with pytest.raises(Exception, match="this is not a database of cardroom"):
            await Store.open(str(path), alone=True)


def test_a_lock_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    (tmp_path / ".room.db.lock").mkdir()
    with pytest.raises(UsageError, match=r"lock .*\.room\.db\.lock cannot be opened: Is a dir"):
        RoomLock(tmp_path / "room.db")


def test_a_lock_is_released_once(tmp_path: Path) -> None:
    lock = RoomLock(tmp_path / "room.db")
    lock.release()
    lock.release()
    RoomLock(tmp_path / "room.db").release()
