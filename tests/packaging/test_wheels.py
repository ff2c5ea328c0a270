"""What is built: complete, compiled where it can be, and enough to run a room by itself."""

import asyncio
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

from aiohttp import ClientSession

from tests.browser.chromium import chromium
from tests.packaging.wheels import LEFT_BEHIND, ROOT, Packages, run
from tests.server.processes import RoomProcess
from tests.server.seating import three_seated
from tests.test_hot_modules import hot_modules

CLIENT = "cardroom/server/client/"
NEEDED = {
    f"{CLIENT}index.html",
    f"{CLIENT}index.html.gz",
    "cardroom/py.typed",
    "cardroom/rulebook/catalogue/cash.md",
    "cardroom/rulebook/editions/online/cash.toml",
    "cardroom/store/migrations/0001_money.sql",
    "cardroom/tournament/formats/freezeout.toml",
}


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def package_files() -> set[str]:
    """Every file of the package that is in the repository."""
    command = ["git", "ls-files", "-z", "src/cardroom"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    tracked = [Path(name) for name in listed.decode().split("\0") if name]
    real = [file for file in tracked if (ROOT / file).is_file()]
    return {str(file.relative_to("src")) for file in real}


def test_both_wheels_contain_the_built_client_and_every_file_of_the_package(
    built: Packages,
) -> None:
    for wheel in (built.compiled, built.pure):
        found = names(wheel)
        assert found >= NEEDED
        assert package_files() <= found
        assert len([name for name in found if name.startswith(f"{CLIENT}assets/")]) > 20
        assert not [name for name in found if name.startswith(("tests/", "tools/", "web/"))]
        assert not [name for name in found if name.endswith(LEFT_BEHIND.name)]


def test_the_source_distribution_contains_the_client_both_built_and_as_source(
    built: Packages,
) -> None:
    with tarfile.open(built.source) as archive:
        found = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{name}" for name in NEEDED} <= found
    assert {"web/package-lock.json", "web/src/App.svelte", "tools/build_backend.py"} <= found
    assert {"requirements.lock", "deploy/backup.sh", "docs/guides/operator.md"} <= found
    assert not [name for name in found if "node_modules" in name or name.endswith(".so")]


def test_hot_modules_are_compiled_where_there_is_a_compiler_and_only_there(
    built: Packages,
) -> None:
    wanted = {Path(module).relative_to("src").with_suffix("") for module in hot_modules()}
    libraries = {name for name in names(built.compiled) if name.endswith(".so")}
    assert {Path(name.partition(".")[0]) for name in libraries if "/" in name} == wanted
    assert built.compiled.name.startswith("cardroom_poker-")
    assert "linux" in built.compiled.name
    assert built.pure.name.endswith("-py3-none-any.whl")
    assert not [name for name in names(built.pure) if name.endswith(".so")]
    assert "No C compiler " in built.log


async def test_a_wheel_alone_serves_a_room_where_hands_are_played_and_the_client_opens(
    installed: Path, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'room.db'}"
    python = str(installed / "python")
    with RoomProcess(database, python=python, folder=tmp_path) as room:
        async with (
            ClientSession() as http,
            three_seated(http, room) as players,
            asyncio.timeout(60),
        ):
            await asyncio.gather(*(one.play_a_hand() for one in players))
            answers = [await one.client.get("/api/hands") for one in players]
            assert [len(one["hands"]) for one in answers] == [1, 1, 1]
        await asyncio.to_thread(open_in_chromium, room.address)
        assert room.stop() == 0, room.log
    said = run([str(installed / "cardroom"), "ledger", "audit", "--database", database])
    assert "Every cent is accounted for." in said


def open_in_chromium(address: str) -> None:
    with chromium() as browser:
        page = browser.new_page()
        mistakes: list[str] = []
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.goto(address)
        page.get_by_role("button", name="guest").first.wait_for()
        assert not mistakes


def test_a_listed_module_that_does_not_exist_stops_the_build(tmp_path: Path) -> None:
    script = (ROOT / "setup.py").read_text(encoding="utf-8")
    gone = script.replace("cardroom/engine/pots.py", "cardroom/engine/pits.py")
    assert gone != script
    (tmp_path / "setup.py").write_text(gone, encoding="utf-8")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("client"))
    command = [sys.executable, "setup.py", "--version"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "modules that do not exist: src/cardroom/engine/pits.py" in done.stderr


def test_what_builds_the_wheels_is_what_the_tests_run_with() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    (mypy,) = [name for name in project["build-system"]["requires"] if "mypy" in name]
    assert f"mypy=={mypy.partition('==')[2]} " in lock
    assert project["project"]["name"] == "cardroom-poker"


def test_no_requirement_names_the_other_project_called_cardroom() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [name for extra in project["optional-dependencies"].values() for name in extra]
    assert not [name for name in (*project["dependencies"], *extras) if name.startswith("cardroom")]
    for lock in ("requirements.lock", "requirements-dev.lock"):
        lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if line.startswith("cardroom")]


def test_the_lock_of_what_a_room_needs_names_every_dependency_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for wanted in project["dependencies"]:
        assert f"\n{wanted.partition('>=')[0]}==" in f"\n{lock}"
    assert "--hash=sha256:" in lock
    assert "http" not in lock.replace("aiohttp", "")
