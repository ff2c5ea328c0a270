"""Real processes, killed with SIGKILL at random moments under load (see crashing.py)."""

import json
import subprocess
import sys

import pytest

from tests.rule import rule
from tests.store.children import ROOT

KILLS = {"sqlite": 200, "postgresql": 110}
"""`make crash-test` does 10,000."""


@rule("CRASH-01", "CRASH-02", "CRASH-03", "AMB-24")
@pytest.mark.parametrize(("database", "kills"), KILLS.items())
def test_no_kill_loses_makes_or_halves_a_cent(database: str, kills: int) -> None:
    command = [sys.executable, "-m", "tests.store.crashes.crashing", "--database", database]
    done = subprocess.run(
        [*command, "--kills", str(kills)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["kills"] == kills
    assert found["hands"] > kills // 2
    assert min(found[deed] for deed in ("reversed", "suspended", "suspense_resolved")) > kills // 4
    # Kills must have come in the middle of commits, not at harmless moments only.
    assert found["unacknowledged, absent"] > 0
    if database == "sqlite":
        assert found["unacknowledged, there"] > 0
    else:
        assert found["server kills"] > 0


@rule("TRN-25", "CRASH-01", "CRASH-02")
@pytest.mark.parametrize(("database", "kills"), [("sqlite", 20), ("postgresql", 10)])
def test_no_kill_leaves_half_a_step_of_a_tournament(database: str, kills: int) -> None:
    command = [sys.executable, "-m", "tests.store.crashes.step_crashing", "--database", database]
    done = subprocess.run(
        [*command, "--kills", str(kills)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["kills"] == kills
    assert found["steps"] > kills
    assert found["hands"] > 100
