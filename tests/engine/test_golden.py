import pytest

from tests.engine.golden import FOLDER, HANDS, tell


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_told_as_it_always_was(name: str) -> None:
    assert tell(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_golden_hand_is_forgotten() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} >= set(HANDS)
