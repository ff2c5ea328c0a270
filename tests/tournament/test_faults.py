"""Faults in tournaments of every format: none is found, and every old defect would be."""

import pytest

from cardroom.tournament.definition.examples import FORMATS
from tests.rule import rule
from tests.tournament.faults.defects import DEFECTS, Defect
from tests.tournament.faults.runs import Run, play

SEED = 2026
RUNS = 6
"""Of each format: `make fuzz-tournaments` plays 2,000."""
TRIES = 600
"""How many runs are tried until a defect shows."""


@rule("TRN-23", "TRN-24", "TRN-25", "TAMB-40", "TAMB-89", "TAMB-95", "TAMB-97", "CXL-01")
@pytest.mark.parametrize("name", FORMATS)
def test_no_fault_breaks_a_tournament(name: str) -> None:
    """Rolled back, restored, disqualified, cancelled: `again` in a breach repeats the run."""
    breaches = [play(Run(name, number, SEED)).breach for number in range(RUNS)]
    assert not any(breaches), "\n".join(filter(None, breaches))


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_the_fuzz_finds_every_old_defect(defect: Defect, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(defect.format, defect.first, SEED)
    assert play(run).breach is None, "sound without the defect"
    defect.bring_back(monkeypatch)
    runs = (Run(defect.format, defect.first + number, SEED) for number in range(TRIES))
    assert any(play(one).breach for one in runs), defect.bring_back.__doc__
