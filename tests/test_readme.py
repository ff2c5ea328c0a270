"""The examples of the README and of the tutorial run as written, and extras are called by name."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/engine.md", "docs/guides/learning.md"])
def test_the_examples_of_a_page_run_as_written(page: str) -> None:
    found = doctest.testfile(str(ROOT / page), module_relative=False)
    assert found.attempted >= 5
    assert found.failed == 0


def test_extras_are_installed_under_the_name_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # Decision records say what was said on their day.
    pages = [one for one in (ROOT / "docs").rglob("*.md") if one.parent.name != "decisions"]
    pages += ROOT.glob("*.md")
    sources = (ROOT / "src" / "cardroom").rglob("*.py")
    found = {
        (file.name, name, extra)
        for file in [*pages, *sources]
        for name, extras in re.findall(
            r"\b(cardroom[\w-]*)\[([a-z, ]+)\]", file.read_text(encoding="utf-8")
        )
        for extra in extras.split(",")
    }
    assert len(found) > 6
    extras = project["optional-dependencies"]
    wrong = {one for one in found if one[1] != project["name"] or one[2] not in extras}
    assert not wrong
