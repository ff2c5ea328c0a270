"""Power loss: nothing acknowledged is lost, whatever the disk made of the writes under way."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from cardroom.ledger import GENESIS, chain
from cardroom.store import Store
from cardroom.store.databases.sqlite import Settings
from tests.rule import rule
from tests.store.children import ROOT
from tests.store.power.disk import Disk, Operation, recorded

HANDS = 40
LOSSES = 250
SOURCE = Path(__file__).parent / "recorder.c"


@pytest.fixture(scope="session")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        pytest.fail("The test of power loss compiles a recorder: install a C compiler, as gcc.")
    library = tmp_path_factory.mktemp("recorder") / "recorder.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library)]
    built = subprocess.run(
        [*command, str(SOURCE), "-ldl"], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return library


class Recording(NamedTuple):
    """What a worker asked of the disk, below its folder."""

    folder: str
    operations: list[Operation]


def record(recorder: Path, tmp_path: Path, synchronous: str) -> Recording:
    """Let a worker settle hands and record what it asks of the disk."""
    folder, file = tmp_path / "disk", tmp_path / "record"
    folder.mkdir()
    environment = {
        "LD_PRELOAD": str(recorder),
        "CARDROOM_WATCH": str(folder),
        "CARDROOM_RECORD": str(file),
    }
    command = [sys.executable, "-m", "tests.store.power.worker"]
    subprocess.run(
        [*command, str(folder), synchronous, str(HANDS)],
        cwd=ROOT,
        env=os.environ | environment,
        check=True,
    )
    return Recording(str(folder), list(recorded(file)))


class Losses(NamedTuple):
    """What was found after cutting the power at many moments."""

    lost: int
    broken: list[str]
    acknowledged: int
    states: set[tuple[int, int]]


def cut_power(recording: Recording, place: Path, seed: int) -> Losses:
    """Cut the power after random operations and count what is missing each time."""
    chance = random.Random(seed)
    moments = sorted(chance.sample(range(len(recording.operations)), LOSSES))
    disk, acknowledged = Disk(recording.folder), set[str]()
    lost, broken, states = 0, list[str](), set[tuple[int, int]]()
    for moment, operation in enumerate(recording.operations):
        if operation.path.endswith("/acknowledged"):
            acknowledged |= set(operation.data.decode().split())
        elif not operation.path.endswith("-shm"):
            disk.take(operation)
        if moments and moments[0] == moment:
            moments.pop(0)
            found, damage = hands_after(disk.after_power_loss(chance), place)
            lost += len(acknowledged - found)
            broken += [f"after operation {moment}: {damage}"] if damage else []
            states.add((len(acknowledged), len(found)))
    return Losses(lost, broken, len(acknowledged), states)


def hands_after(files: dict[str, bytes], place: Path) -> tuple[set[str], str]:
    """Open what the power loss left: the hands in it, and what is wrong with it."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, content in files.items():
        (place / name).write_bytes(content)
    connection = sqlite3.connect(place / "room.db")
    try:
        verdict = connection.execute("pragma integrity_check").fetchone()[0]
        if not connection.execute("select 1 from sqlite_master where name = 'hands'").fetchall():
            return set(), "" if verdict == "ok" else verdict
        found = {key for (key,) in connection.execute("select key from hands")}
        return found, _books(connection) if verdict == "ok" else verdict
    except sqlite3.DatabaseError as error:
        return set(), str(error)
    finally:
        connection.close()


def _books(connection: sqlite3.Connection) -> str:
    """What is wrong with the money: nothing, if all is well."""
    head = GENESIS
    for content, hashed in connection.execute("select content, hash from transfers order by seq"):
        head = chain(head, content)
        if head != hashed:
            return "the chain is broken"
    ((last,),) = connection.execute("select hash from ledger_head").fetchall()
    wrong = connection.execute(
        "select name from accounts where balance <>"
        " (select coalesce(sum(amount), 0) from entries where account = accounts.id)"
    ).fetchall()
    return "" if last == head and not wrong else f"the books are wrong: {wrong}"


@rule("CRASH-01")
async def test_power_loss_loses_no_acknowledged_hand(recorder: Path, tmp_path: Path) -> None:
    recording = record(recorder, tmp_path, Settings().synchronous)
    losses = cut_power(recording, tmp_path / "after", seed=7)
    assert (losses.lost, losses.broken) == (0, [])
    assert losses.acknowledged == 3 * HANDS
    # Checkpoints were among the operations, and hands in doubt were found both ways.
    assert any(one.path.endswith("room.db") and one.what == "S" for one in recording.operations)
    assert any(found > acknowledged for acknowledged, found in losses.states)
    async with await Store.open(str(tmp_path / "after" / "room.db")) as store:
        standing = await store.standing()
    assert sum(standing.balances.values()) == 0


@pytest.mark.parametrize(("synchronous", "breaks"), [("NORMAL", False), ("OFF", True)])
def test_the_same_power_loss_shows_that_weaker_syncing_loses_hands(
    recorder: Path, tmp_path: Path, synchronous: str, breaks: bool
) -> None:
    losses = cut_power(record(recorder, tmp_path, synchronous), tmp_path / "after", seed=7)
    assert losses.lost > 0
    assert bool(losses.broken) is breaks
