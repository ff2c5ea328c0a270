"""The programs in `examples/` run as a reader would run them."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def run(name: str, *words: str, status: int = 0) -> str:
    command = [sys.executable, str(EXAMPLES / name), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def test_the_readme_names_every_example() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert [one.name for one in EXAMPLES.glob("*.py") if f"({one.name})" not in text] == []


@pytest.mark.parametrize("seats", ["2", "6"])
def test_many_hands_are_played_and_no_chip_is_lost(seats: str) -> None:
    said = run("ten_thousand_hands.py", "--hands", "50", "--seats", seats)
    first, second = said.splitlines()
    assert first.startswith("50 hands in ")
    words = second.replace(",", "").split()
    won = [int(word) for word in words if word[0] in "+-"]
    assert len(won) == int(seats)
    assert sum(won) == 0
    assert any(won)


def test_ranges_are_sampled_and_small_ones_counted() -> None:
    said = run(
        "range_equity.py", "AKs", "JJ", "--board", "Th9h2c", "--samples", "400", "--seed", "7"
    )
    mine, yours, exact, best = said.splitlines()
    shares = [float(line.split()[0]) for line in (mine, yours)]
    assert sum(shares) == pytest.approx(100, abs=0.11)
    assert exact.split()[:3] == ["31.1", "%", "exactly,"]
    assert best == "best: AhKh against JdJc"


def test_a_range_that_is_none_is_one_sentence() -> None:
    assert run("range_equity.py", "AKx", "JJ", status=2) == "'AKx' is no range of hole cards.\n"


def test_a_tournament_of_ones_own_pays_every_cent() -> None:
    said = run("custom_tournament.py", "--players", "9")
    assert "is number 1 and wins" in said
    paid = [line.partition(" wins ")[2] for line in said.splitlines() if " wins " in line]
    taken = [line.split()[2] for line in said.splitlines() if " takes " in line]
    cents = [round(100 * float(amount.replace(",", ""))) for amount in [*paid, *taken]]
    assert sum(cents) == 9 * 2_000 * 90 // 100
