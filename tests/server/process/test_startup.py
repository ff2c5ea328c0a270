"""What a room does before it opens: its file is its owner's alone, and a damaged one is refused."""

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cardroom.store import Store
from tests.server.processes import RoomProcess
from tests.store.furnished_house import furnish
from tests.store.raw import past_the_guards


def serve(database: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardroom.commands.main", "serve", "--port", "0"]
    command += ["--database", database]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_files_of_a_database_are_for_their_owner_only(database: str, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with RoomProcess(database):
            modes = {
                one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.glob("room.db*")
            }
    finally:
        os.umask(before)
    keys = ("signing.key", "auditor.key", "auditor.pub", "draws.key", "seeds.key")
    files = ["room.db", "room.db-wal", "room.db-shm", *(f"room.db.{key}" for key in keys)]
    assert modes == dict.fromkeys(files, 0o600)


@pytest.fixture
def furnished(database: str) -> str:
    async def make() -> None:
        async with await Store.open(database) as store:
            await furnish(store)

    asyncio.run(make())
    return database


@pytest.mark.parametrize("part", [0.25, 0.5, 0.75])
def test_a_damaged_file_is_refused_in_one_sentence(furnished: str, part: float) -> None:
    path = Path(furnished.removeprefix("sqlite:///"))
    data = bytearray(path.read_bytes())
    page = int(len(data) * part) // 4096 * 4096
    data[page : page + 4096] = b"\xa5" * 4096
    path.write_bytes(data)
    done = serve(furnished)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cardroom: The database is damaged: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_chain_whose_end_is_not_its_head_is_refused_in_one_sentence(furnished: str) -> None:
    change = "update ledger_head set transfers = transfers - 1"
    asyncio.run(past_the_guards(furnished, change))
    done = serve(furnished)
    assert (done.returncode, done.stdout) == (2, "")
    said = "the last transfer is not the one that the head of the ledger names"
    assert done.stderr.startswith(f"cardroom: The database is damaged: {said}. Restore a backup")


def test_a_kept_table_that_cannot_be_read_is_told_in_one_sentence(furnished: str) -> None:
    done = serve(furnished)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cardroom: the kept record of table 1: it is damaged\n"


def test_a_setting_of_the_house_that_cannot_be_read_is_told_in_one_sentence(furnished: str) -> None:
    asyncio.run(past_the_guards(furnished, "update house_settings set value = 'closed'"))
    done = serve(furnished)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cardroom: what is set about the house: it is damaged\n"


def test_a_second_room_on_the_same_file_is_refused_until_the_first_is_gone(
    database: str, tmp_path: Path
) -> None:
    with RoomProcess(database) as first:
        done = serve(database)
        assert (done.returncode, done.stdout) == (2, "")
        path = tmp_path / "room.db"
        assert done.stderr == (
            f"cardroom: Another room (process {first.process.pid}) has the database {path} open:"
            " an SQLite file is for one room at a time.\n"
        )
        # What reads, and what an operator does by command, goes on beside the room.
        assert command("backup", "--database", database, str(tmp_path / "copy.db")) == 0
        assert command("ledger", "audit", "--database", database) == 0
        made = ("Robin", "--database", database, "--password-stdin")
        assert command("admin", "create-administrator", *made, said="a long enough secret\n") == 0
        assert command("restore", str(tmp_path / "copy.db"), "--database", str(tmp_path / "b")) == 0
        # A migration would change the schema beneath the room.
        assert command("ledger", "migrate", "--database", database) == 2
        first.kill()
    with RoomProcess(database) as second:
        assert second.stop() == 0
    assert command("ledger", "migrate", "--database", database) == 0


def command(*words: str, said: str = "") -> int:
    line = [sys.executable, "-m", "cardroom.commands.main", *words]
    done = subprocess.run(line, input=said, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode
