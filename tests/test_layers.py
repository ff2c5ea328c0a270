"""The import table of ARCHITECTURE.md: who may import whom, what pure packages never touch."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "cardroom"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")

PURE = {
    "rulebook": set[str](),
    "ledger": set[str](),
    "odds": set[str](),
    "engine": {"odds", "rulebook"},
    "fairness": {"engine"},
    "history": {"engine", "fairness", "odds", "rulebook"},
    "integrity": {"history", "engine", "odds", "ledger"},
    "cash": {"engine", "odds", "ledger", "rulebook"},
    "tournament": {"engine", "odds", "ledger", "rulebook"},
    "floor": {"tournament", "engine", "odds", "ledger", "rulebook"},
    "simulation": {"cash", "engine", "odds", "ledger", "rulebook", "tournament"},
}
ROOM = {**PURE, "room": set(PURE) - {"simulation"}}
OFFICE = {**ROOM, "office": set(ROOM) - {"simulation"}}
STORE = {**OFFICE, "store": set(OFFICE)}
CLUSTER = {**STORE, "cluster": set(ROOM) - {"simulation"}}
SERVER = {**CLUSTER, "server": {*OFFICE, "cluster"}}
ALLOWED = {**SERVER, "commands": set(SERVER), "rl": {"engine", "rulebook"}}
"""`server` imports `store` only in its main.py."""

EVERYBODY = {"cards", "errors", "release", "struct_errors", "units"}
FORBIDDEN = {"time", "random", "secrets", "os", "asyncio", "socket", "sqlite3", "threading"}
FORBIDDEN |= {"subprocess", "pathlib", "uuid", "zoneinfo"}


def imports(file: Path) -> Iterator[str]:
    """The full names of all modules that a file imports, at its top or inside functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield node.module or ""
            if node.module == "cardroom":
                yield from (f"cardroom.{alias.name}" for alias in node.names)


def packages() -> list[str]:
    return sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))


def test_the_import_table_names_every_package_and_no_other() -> None:
    assert set(packages()) == set(ALLOWED)


def test_the_map_and_the_table_of_architecture_md_name_the_packages_that_there_are() -> None:
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    assert sorted(re.findall("`([a-z]+)`", " ".join(rows))) == packages()
    drawn = PAGE.partition("src/cardroom/\n")[2].partition("web/")[0]
    assert sorted(re.findall("^  ([a-z]+)/ ", drawn, re.MULTILINE)) == packages()
    assert set(re.findall("^  ([a-z_]+)[.]py", drawn, re.MULTILINE)) == EVERYBODY


@pytest.mark.parametrize("package", packages())
def test_a_package_imports_only_what_the_table_allows(package: str) -> None:
    allowed = ALLOWED[package] | EVERYBODY | {package}
    for file in (SOURCE / package).rglob("*.py"):
        extra = {"store"} if package == "server" and file.name == "main.py" else set()
        for name in imports(file):
            parts = name.split(".")
            if parts[0] == "cardroom" and len(parts) > 1:
                assert parts[1] in allowed | extra, f"{file} imports {name}"


def test_the_table_runner_the_bus_and_the_publisher_know_no_game() -> None:
    """A cash table is one kind of table that the runner plays: no file of it names cash."""
    room = SOURCE / "room"
    names = ("bus", "channels", "frames", "notices", "rail")
    files = [*(room / "tables").rglob("*.py"), *(room / f"{name}.py" for name in names)]
    assert len(files) > 12
    games = {"cardroom.cash", "cardroom.floor", "cardroom.tournament"}
    games |= {f"cardroom.room.{game}" for game in ("cash", "floor", "tournaments")}
    for file in files:
        found = [
            one for one in imports(file) if any(f"{one}.".startswith(f"{game}.") for game in games)
        ]
        assert not found, f"{file} imports {found}"


STATES = {
    "cardroom.cash.table",
    "cardroom.cash.table_desk",
    "cardroom.cash.lobby",
    "cardroom.cash.lobby.lobby",
    "cardroom.room.cash.lobby_actor",
    "cardroom.room.cash.owner",
    "cardroom.room.tables.task",
}
"""Where the state of an actor is: of a cash table, and of the lobby."""
ACTORS = {
    "room/cash/absence.py",
    "room/cash/display.py",
    "room/cash/giving_back.py",
    "room/cash/lobby_actor.py",
    "room/cash/lobby_channel.py",
    "room/cash/owner.py",
    "room/cash/publishing.py",
    "room/cash/restoring.py",
    "room/cash/returning.py",
    "room/cash/seat_requests.py",
    "room/cash/settling.py",
    "room/cash/views.py",
    "room/room.py",
    "room/tables/running.py",
}
"""Parts of an actor, and who starts one."""
CONSTANTS = {"DONE", "LATER", "PLAYED"}


def test_nobody_reaches_into_an_actor_but_the_actor_itself() -> None:
    """Office, server and practice players send messages, or read what was published."""
    files = [file for one in ("room", "office", "server") for file in (SOURCE / one).rglob("*.py")]
    reaching: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in STATES:
                names = {alias.name for alias in node.names}
                reaching |= {str(file.relative_to(SOURCE))} if names - CONSTANTS else set()
    assert {one for one in reaching if not one.startswith("room/tournaments/")} == ACTORS


TOURNAMENTS = SOURCE / "room" / "tournaments"
TABLE_STATE = {
    f"cardroom.room.tournaments.tables.{one}" for one in ("table", "owner", "display")
} | {"cardroom.room.tables.task"}
TABLE_HOST = {"tables/opening.py", "house/house.py"}
"""Who starts a table's task; the actor opens a table by `TableHost`."""


def test_a_tournament_and_its_tables_know_each_other_from_messages_only() -> None:
    """What the tournament decides is sent; what the table plays was lent to it (0089, 0096)."""
    for file in TOURNAMENTS.rglob("*.py"):
        name = str(file.relative_to(TOURNAMENTS))
        found = set(imports(file))
        if not name.startswith("tables/") and name not in TABLE_HOST:
            assert not found & TABLE_STATE, f"{name} reaches into a table: {found & TABLE_STATE}"
        if name.startswith("tables/"):
            state = {one for one in found if one.startswith("cardroom.room.tournaments.actor")}
            state |= found & {"cardroom.tournament", "cardroom.tournament.tournament"}
            assert not state, f"{name} reaches into the tournament: {state}"
    for name in ("owner.py", "table.py", "display.py"):
        assert "cardroom.room.tournaments.tables.opening" not in imports(
            TOURNAMENTS / "tables" / name
        )


def test_a_tournament_knows_neither_staff_nor_house_nor_pages() -> None:
    """They send it messages; who does what a message asks is given to it (0103)."""
    above = tuple(
        f"cardroom.room.tournaments.{one}" for one in ("house", "house_messages", "pages")
    )
    files = list((TOURNAMENTS / "actor").glob("*.py"))
    assert len(files) > 15
    for file in files:
        found = [one for one in imports(file) if one.startswith(above)]
        assert not found, f"{file.name} imports {found}"


@pytest.mark.parametrize("file", ["cash/table_desk.py", "cash/table.py", "cash/seats.py"])
def test_a_table_knows_nothing_of_the_lobby(file: str) -> None:
    assert not [name for name in imports(SOURCE / file) if "lobby" in name]


def test_the_lobby_knows_nothing_of_a_table_but_what_it_reports() -> None:
    for file in (SOURCE / "cash" / "lobby").glob("*.py"):
        if file.name not in {"__init__.py", "in_step.py"}:
            names = {"cardroom.cash.table", "cardroom.cash.table_desk", "cardroom.cash.state"}
            assert not names & set(imports(file)), file


@pytest.mark.parametrize("package", sorted(set(packages()) & set(PURE)))
def test_a_pure_package_reaches_for_no_clock_chance_or_outside_world(package: str) -> None:
    for file in (SOURCE / package).rglob("*.py"):
        touched = {name.split(".")[0] for name in imports(file)}
        assert not touched & FORBIDDEN, f"{file} imports {touched & FORBIDDEN}"


READS_THE_CLOCK = {"now", "today", "utcnow", "utcfromtimestamp"}
NEEDS_A_ZONE = {"astimezone": 1, "fromtimestamp": 2}
"""How many arguments keep these from reading the time zone of the machine."""


def uses_of_the_clock(source: str) -> Iterator[str]:
    """Where a text asks `datetime` for the time or the zone of the machine; arithmetic is free."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name == "datetime")
        elif isinstance(node, ast.ImportFrom) and node.module == "datetime":
            yield from (f"{alias.name} as {alias.asname}" for alias in node.names if alias.asname)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in {"datetime", "date"} and node.attr in READS_THE_CLOCK:
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = len(node.args) + len(node.keywords)
            if given < NEEDS_A_ZONE.get(node.func.attr, 0):
                yield f"{node.func.attr} without a zone"


@pytest.mark.parametrize("package", sorted(set(packages()) & set(PURE)))
def test_a_pure_package_asks_datetime_for_no_time_and_no_zone(package: str) -> None:
    for file in (SOURCE / package).rglob("*.py"):
        found = list(uses_of_the_clock(file.read_text(encoding="utf-8")))
        assert not found, f"{file} uses {found}"


@pytest.mark.parametrize(
    "source",
    [
        "import datetime",
        "from datetime import datetime as moment",
        "at = datetime.now(UTC)",
        "at = datetime.utcnow()",
        "today = date.today()",
        "at = datetime.fromtimestamp(7)",
        "at = datetime.utcfromtimestamp(7)",
        "local = at.astimezone()",
    ],
)
def test_every_way_to_read_the_clock_or_the_local_zone_is_found(source: str) -> None:
    assert len(list(uses_of_the_clock(source))) == 1


def test_arithmetic_with_times_is_free() -> None:
    free = (
        "from datetime import UTC, datetime, timedelta, tzinfo\n"
        "at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at_ms)\n"
        "there = at.astimezone(zone)\n"
        "then = datetime.fromtimestamp(7, zone)\n"
    )
    assert not list(uses_of_the_clock(free))


@pytest.mark.parametrize("package", sorted(set(packages()) & set(PURE)))
def test_a_pure_package_opens_no_file(package: str) -> None:
    for file in (SOURCE / package).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"open", "print", "input"}, f"{file}:{node.lineno}"
