"""Who may only read: where SQLite cannot, it is said in a sentence."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardroom.errors import UsageError
from cardroom.store import Store

NOBODY = 65_534


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may look into; those of pytest are the owner's alone."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


@contextmanager
def without_writing(folder: Path) -> Iterator[None]:
    """Be somebody who may read the folder and not write in it; root may do everything.

    A room's files are its owner's alone; here the owner lets others read them.
    """
    for file in folder.iterdir():
        file.chmod(0o644)
    folder.chmod(0o555)
    mighty = os.geteuid() == 0
    if mighty:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if mighty:
            os.seteuid(0)


async def test_a_folder_that_cannot_be_written_in_is_told_at_once(folder: Path) -> None:
    path = folder / "room.db"
    async with await Store.open(str(path)):
        pass
    before = path.read_bytes()
    with without_writing(folder), pytest.raises(UsageError, match="to write beside it"):
        await Store.open_to_read(str(path))
    assert path.read_bytes() == before


async def test_so_is_one_where_a_dead_room_has_left_what_it_wrote_last(folder: Path) -> None:
    path, beside = folder / "room.db", folder / "room.db-wal"
    async with await Store.open(str(path)):
        left = {one: one.read_bytes() for one in (path, beside)}
    for one, content in left.items():
        one.write_bytes(content)
    with without_writing(folder), pytest.raises(UsageError, match="with its -wal file"):
        await Store.open_to_read(str(path))
    assert {one: one.read_bytes() for one in (path, beside)} == left


async def test_while_the_room_is_open_it_is_read_there_all_the_same(folder: Path) -> None:
    address = str(folder / "room.db")
    async with await Store.open(address):
        with without_writing(folder):
            async with await Store.open_to_read(address) as reader:
                assert reader.dialect == "sqlite"
