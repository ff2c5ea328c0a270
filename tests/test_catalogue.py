"""Every rule of the catalogue is shown by a test or listed as owed, and no test names another."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from cardroom.rulebook.texts import ID, rule_texts

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
OWED = RULES / "owed.txt"


def shown() -> Iterator[tuple[str, Path]]:
    """Every rule ID that a `rule(...)` call in the tests names, with its file."""
    for file in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rule":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{file}: {ast.dump(argument)}"
                    yield str(argument.value), file


def owed() -> list[str]:
    lines = OWED.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def test_no_test_names_a_rule_that_is_not_in_the_catalogue() -> None:
    unknown = {f"{name} in {file.name}" for name, file in shown() if name not in rule_texts()}
    assert not unknown


def test_every_rule_is_shown_by_a_test_or_listed_as_owed() -> None:
    neither = set(rule_texts()) - {name for name, _ in shown()} - set(owed())
    assert not neither


def test_no_rule_is_listed_as_owed_twice_or_although_a_test_shows_it() -> None:
    assert len(owed()) == len(set(owed()))
    assert not set(owed()) & {name for name, _ in shown()}


def test_only_rules_of_the_catalogue_are_listed_as_owed() -> None:
    assert not set(owed()) - set(rule_texts())


def test_every_rule_id_written_anywhere_in_the_catalogue_is_a_rule_of_it() -> None:
    groups = {rule.group for rule in rule_texts().values()}
    known = set(rule_texts())
    families = {name.partition(".")[0] for name in known}
    for file in ("cash.md", "tournaments.md", "live.md"):
        for found in re.findall(rf"\b{ID}\b", (RULES / file).read_text(encoding="utf-8")):
            if found.partition("-")[0] in groups:
                assert found in known or found in families, f"{found} in {file}"
