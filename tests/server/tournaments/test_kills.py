"""Real servers, killed with SIGKILL during tournaments (see killing.py)."""

import json
import subprocess
import sys

import pytest

from tests.rule import rule
from tests.store.children import ROOT

PLAYERS = 14
GAMES = 10
"""`make kill-tournaments` does 500 players and 200 games."""


def killed(*words: str) -> dict[str, int]:
    command = [sys.executable, "-m", "tests.server.tournaments.killing", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@rule("TRN-25", "CRASH-01")
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_tournament_survives_kills_at_registration_in_the_middle_and_at_the_final_table(
    database: str,
) -> None:
    found = killed("--players", str(PLAYERS), "--database", database)
    assert (found["kills"], found["tournaments"], found["audits"]) == (3, 1, 1)
    assert found["entries"] == PLAYERS + found["re_entries"]
    assert found["re_entries"] > 0
    assert 0 < found["won"] < found["paid"]


@rule("HEX-03", "TRN-25")
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_many_hexapro_games_side_by_side_survive_kills(database: str) -> None:
    found = killed("--games", str(GAMES), "--database", database)
    assert (found["kills"], found["tournaments"], found["audits"]) == (3, GAMES, 1)
    assert found["entries"] == 3 * GAMES
