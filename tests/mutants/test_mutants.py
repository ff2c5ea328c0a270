"""The planted bugs still fit the sources: whoever moves the code plants them again."""

import shutil
from pathlib import Path

import pytest

from tests.mutants.mutant import Mutant
from tests.mutants.run import MUTANTS, ROOT


def test_there_are_at_least_forty_bugs_with_names_of_their_own() -> None:
    assert len({one.name for one in MUTANTS}) == len(MUTANTS) >= 40
    packages = {one.file.split("/")[0] for one in MUTANTS}
    assert packages >= {"engine", "cash", "ledger", "room", "store"}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: one.name)
def test_a_planted_bug_fits_exactly_once_and_is_still_python(
    mutant: Mutant, tmp_path: Path
) -> None:
    copy = tmp_path / mutant.file
    copy.parent.mkdir(parents=True)
    shutil.copy(ROOT / "src/cardroom" / mutant.file, copy)
    mutant.plant(tmp_path)
    compile(copy.read_text(encoding="utf-8"), mutant.file, "exec")
    assert all((ROOT / "tests" / path).exists() for path in mutant.tests)
