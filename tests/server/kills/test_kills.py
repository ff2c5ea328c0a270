"""Real servers, killed with SIGKILL during play (see killing.py)."""

import json
import subprocess
import sys

import pytest

from tests.rule import rule
from tests.store.children import ROOT

KILLS = 3
"""`make kill-server` does 1,000 on SQLite, `make kill-server-postgresql` 300 on PostgreSQL."""


@rule("CRASH-01", "CRASH-02", "CRASH-03", "AMB-24", "CASH-06", "AMB-39")
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_no_kill_of_the_server_loses_or_makes_a_cent_or_takes_a_place_in_a_queue(
    database: str,
) -> None:
    command = [sys.executable, "-m", "tests.server.kills.killing", "--database", database]
    done = subprocess.run(
        [*command, "--kills", str(KILLS), "--rooms", "1"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["kills"] == KILLS
    assert found["orders"] >= 7
    assert found["audits"] > 0
    assert found["places"] >= 3
