"""The samples of deploy/: scripts that back up a room during play, units, the container."""

import asyncio
import configparser
import os
import re
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from aiohttp import ClientSession

from tests.packaging.wheels import ROOT
from tests.server.processes import RoomProcess
from tests.server.seating import three_seated
from tests.store.private_postgres import PrivatePostgres, programs

DEPLOY = ROOT / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
_numbers = count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Where a room plays, and where it is restored."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'room.db'}", f"sqlite:///{tmp_path / 'restored.db'}"
    server: PrivatePostgres = request.getfixturevalue("postgres")
    number = next(_numbers)
    return (
        await server.new_database(f"deployed{number}"),
        await server.new_database(f"restored{number}"),
    )


def script(name: str, *words: str, address: str) -> str:
    """Run a script with `cardroom` on the PATH, as the units do; what it said."""
    path = os.pathsep.join((str(Path(sys.executable).parent), str(programs()), os.environ["PATH"]))
    settings = {"CARDROOM_DATABASE_ADDRESS": address, "CARDROOM_BACKUPS_KEPT": "2"}
    done = subprocess.run(
        [str(DEPLOY / name), *words],
        env={**os.environ, **settings, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


async def test_a_backup_taken_during_play_restores_to_the_last_cent_and_opens_again(
    place: tuple[str, str], tmp_path: Path
) -> None:
    address, restored = place
    backups = tmp_path / "backups"
    async with ClientSession() as http:
        with RoomProcess(address) as room:
            async with asyncio.timeout(90), three_seated(http, room) as players:
                await asyncio.gather(*(one.play_a_hand() for one in players))
                # The next hand is running while the copy is made.
                playing = [asyncio.create_task(one.play_a_hand()) for one in players]
                await asyncio.to_thread(script, "backup.sh", str(backups), address=address)
                await asyncio.gather(*playing)
    (copy,) = await asyncio.to_thread(lambda: list(backups.iterdir()))
    said = await asyncio.to_thread(script, "restore.sh", str(copy), restored, address="")
    assert "Every cent is accounted for." in said
    with RoomProcess(restored) as again:
        assert again.stop() == 0


def test_only_the_newest_backups_are_kept(tmp_path: Path) -> None:
    with RoomProcess(f"sqlite:///{tmp_path / 'room.db'}") as room:
        room.stop()
    backups = tmp_path / "backups"
    backups.mkdir()
    for day in ("01", "02", "03"):
        (backups / f"room-202601{day}T000000Z.db").touch()
    (backups / "letter.txt").touch()
    script("backup.sh", str(backups), address=f"sqlite:///{tmp_path / 'room.db'}")
    left = sorted(file.name for file in backups.iterdir())
    assert len(left) == 3
    assert left[:2] == ["letter.txt", "room-20260103T000000Z.db"]


def test_systemd_understands_every_unit() -> None:
    command = ["systemd-analyze", "verify", *map(str, UNITS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # What the units start is installed on the operator's machine, not here.
    said = [line for line in done.stderr.splitlines() if "is not executable" not in line]
    assert [line for line in said if "cardroom" in line] == []


def test_the_service_starts_the_room_as_its_own_user_with_words_that_the_command_knows() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "cardroom.service", encoding="utf-8")
    service = unit["Service"]
    assert service["User"] == "cardroom"
    program, command, *words = service["ExecStart"].split()
    assert program == "/opt/cardroom/bin/cardroom"
    assert known_words(command) >= {word for word in words if word.startswith("--")}


def test_the_container_is_built_from_the_lock_and_does_not_run_as_root() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert len(re.findall(r"^FROM ", lines, flags=re.MULTILINE)) == 2
    assert "--require-hashes -r /tmp/requirements.lock" in lines
    last_stage = lines.rpartition("\nFROM ")[2]
    assert last_stage.index("USER cardroom") < last_stage.index("ENTRYPOINT")
    copied = re.findall(r"^COPY (?!--from)(\S+) ", lines, flags=re.MULTILINE)
    assert copied
    assert all((ROOT / name).exists() for name in copied)
    for variable in re.findall(r"CARDROOM_[A-Z_]+", lines):
        assert variable.removeprefix("CARDROOM_").lower() in option_names()


def known_words(command: str) -> set[str]:
    asked = [sys.executable, "-m", "cardroom.commands.main", command, "--help"]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"--[a-z-]+", said))


def option_names() -> set[str]:
    """Every option of the operator's file, as section_key."""
    from cardroom.server.config.options import Config

    return {
        f"{section}_{key}"
        for section, part in Config.__annotations__.items()
        for key in getattr(part, "__struct_fields__", ())
    }


@pytest.mark.parametrize(
    ("name", "words", "kept", "said"),
    [
        ("backup.sh", (), "2", "name the folder"),
        ("backup.sh", ("folder",), "0", "whole number"),
        ("backup.sh", ("folder",), "many", "whole number"),
        ("restore.sh", ("backup",), "2", "name the backup"),
    ],
)
def test_a_mistake_in_calling_a_script_is_one_sentence(
    name: str, words: tuple[str, ...], kept: str, said: str, tmp_path: Path
) -> None:
    settings = {"CARDROOM_DATABASE_ADDRESS": "sqlite:///room.db", "CARDROOM_BACKUPS_KEPT": kept}
    done = subprocess.run(
        [str(DEPLOY / name), *words],
        env={**os.environ, **settings},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
