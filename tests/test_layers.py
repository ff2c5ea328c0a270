"""The import table of ARCHITECTURE.md: who may import whom, what pure packages never touch."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "cardroom"

PURE = {
    "rulebook": set[str](),
    "ledger": set[str](),
    "engine": {"rulebook"},
    "history": {"engine", "rulebook"},
    "cash": {"engine", "ledger", "rulebook"},
    "tournament": {"engine", "ledger", "rulebook"},
    "floor": {"tournament", "engine", "ledger", "rulebook"},
    "integrity": {"history", "engine", "ledger"},
}
ROOM = {**PURE, "room": set(PURE)}
STORE = {**ROOM, "store": set(ROOM)}
SERVER = {**STORE, "server": set(ROOM)}
ALLOWED = {**SERVER, "commands": set(SERVER)}
"""`server` imports `store` only in its main.py."""

EVERYBODY = {"errors", "release", "units"}
FORBIDDEN = {"time", "random", "secrets", "os", "asyncio", "socket", "sqlite3", "threading"}
FORBIDDEN |= {"subprocess", "pathlib", "datetime", "uuid"}


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


def test_every_package_stands_in_the_import_table() -> None:
    assert set(packages()) <= set(ALLOWED)


@pytest.mark.parametrize("package", packages())
def test_a_package_imports_only_what_the_table_allows(package: str) -> None:
    allowed = ALLOWED[package] | EVERYBODY | {package}
    for file in (SOURCE / package).rglob("*.py"):
        extra = {"store"} if package == "server" and file.name == "main.py" else set()
        for name in imports(file):
            parts = name.split(".")
            if parts[0] == "cardroom" and len(parts) > 1:
                assert parts[1] in allowed | extra, f"{file} imports {name}"


@pytest.mark.parametrize("package", sorted(set(packages()) & set(PURE)))
def test_a_pure_package_reaches_for_no_clock_chance_or_outside_world(package: str) -> None:
    for file in (SOURCE / package).rglob("*.py"):
        touched = {name.split(".")[0] for name in imports(file)}
        assert not touched & FORBIDDEN, f"{file} imports {touched & FORBIDDEN}"


@pytest.mark.parametrize("package", sorted(set(packages()) & set(PURE)))
def test_a_pure_package_opens_no_file(package: str) -> None:
    for file in (SOURCE / package).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"open", "print", "input"}, f"{file}:{node.lineno}"
