"""The README's example is played as it stands there."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_hand_of_the_readme_plays_as_written() -> None:
    found = doctest.testfile(str(README), module_relative=False)
    assert found.attempted > 5
    assert found.failed == 0
