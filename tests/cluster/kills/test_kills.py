"""Gateways and hosts, killed with SIGKILL during play (see killing.py)."""

import json
import subprocess
import sys

from tests.rule import rule
from tests.store.children import ROOT

KILLS = 2
"""`make kill-cluster` does 200."""


@rule("CRASH-01", "CRASH-02", "CRASH-03", "CASH-06", "AMB-39")
def test_no_kill_of_a_gateway_or_a_host_loses_or_makes_a_cent_or_takes_a_seat() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.cluster.kills.killing", "--kills", str(KILLS)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-5000:]
    found = json.loads(done.stdout)
    assert found["kills"] == KILLS
    assert found["hands"] > 0
    assert found["orders"] >= 7
    assert found["registrations"] == 3
    assert found["audits"] > 0
