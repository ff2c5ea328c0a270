"""The examples of the README and of the tutorial run as they stand there."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/engine.md", "docs/guides/learning.md"])
def test_the_examples_of_a_page_run_as_written(page: str) -> None:
    found = doctest.testfile(str(ROOT / page), module_relative=False)
    assert found.attempted >= 5
    assert found.failed == 0
