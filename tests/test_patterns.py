"""Patterns that validate input match all of it: in Python `$` also matches before a line feed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom import errors

SOURCE = Path(errors.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))


def constants_in(tree: ast.Module) -> dict[str, object]:
    """What names are given to constants in a file."""
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def patterns_in(path: Path) -> Iterator[str]:
    """What stands in `Meta(pattern=...)` in a file; a name is looked up where it is defined."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = constants_in(tree)
    for line in tree.body:
        if isinstance(line, ast.ImportFrom) and (line.module or "").startswith("cardroom."):
            module = SOURCE.parent / Path(*str(line.module).split(".")).with_suffix(".py")
            if module.exists():
                found = constants_in(ast.parse(module.read_text(encoding="utf-8")))
                named |= {one.name: found[one.name] for one in line.names if one.name in found}
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "pattern":
            value = node.value
            pattern = named[value.id] if isinstance(value, ast.Name) else ast.literal_eval(value)
            assert isinstance(pattern, str)
            yield pattern


def test_there_are_patterns_to_look_at() -> None:
    assert sum(len(list(patterns_in(path))) for path in FILES) >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_pattern_for_input_matches_from_its_first_letter_to_its_last(path: Path) -> None:
    for pattern in patterns_in(path):
        assert pattern.startswith("^"), pattern
        assert pattern.endswith(r"\Z"), pattern
