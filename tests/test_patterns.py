"""Patterns that validate input match all of it: in Python `$` also matches before a line feed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom import errors

SOURCE = Path(errors.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))


def patterns_in(path: Path) -> Iterator[str]:
    """What stands in `Meta(pattern=...)` in a file; a name is looked up in the same file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "pattern":
            value = node.value
            found = named[value.id] if isinstance(value, ast.Name) else ast.literal_eval(value)
            assert isinstance(found, str)
            yield found


def test_there_are_patterns_to_look_at() -> None:
    assert sum(len(list(patterns_in(path))) for path in FILES) >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_pattern_for_input_matches_from_its_first_letter_to_its_last(path: Path) -> None:
    for pattern in patterns_in(path):
        assert pattern.startswith("^"), pattern
        assert pattern.endswith(r"\Z"), pattern
