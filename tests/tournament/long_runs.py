"""Long simulations of every format: `python -m tests.tournament.long_runs` is one make target.

Each packaged format is played under each edition that offers it by `cardroom simulate tournament`,
in a process of its own. Its summary is printed as a line of JSON; any breach fails the whole.
"""

import argparse
import subprocess
import sys
from typing import NamedTuple

import msgspec

from cardroom.errors import InvalidFile
from cardroom.tournament.examples import FORMATS, definition_of
from tests.cash.tables import ONLINE


class Run(NamedTuple):
    """One simulation: a packaged format under an edition."""

    format: str
    edition: str


def offered() -> list[Run]:
    """Every format under every edition that has it."""
    return [Run(name, edition) for name in FORMATS for edition in ONLINE if _has(edition, name)]


def _has(edition: str, name: str) -> bool:
    try:
        definition_of(name, {"edition": edition})
    except InvalidFile:
        return False
    return True


def simulate(run: Run, count: int, seed: int) -> str | None:
    """The summary of a simulation as JSON; None when it has ended with a breach."""
    words = ["simulate", "tournament", "--format", run.format, "--edition", run.edition]
    words += ["--count", str(count), "--seed", str(seed), "--json"]
    command = [sys.executable, "-m", "cardroom.commands.main", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def main() -> int:
    """Play all of them; what went wrong is named again at the end."""
    parser = argparse.ArgumentParser(description="Long simulations of every tournament format")
    parser.add_argument("--count", type=int, default=160, help="of each format and edition (160)")
    parser.add_argument("--seed", type=int, default=2026, help="the first tournament (2026)")
    options = parser.parse_args()
    runs, broken, played = offered(), [], 0
    for number, run in enumerate(runs, start=1):
        told(f"{number} of {len(runs)}: {run.format}, {run.edition} ...")
        report = simulate(run, options.count, options.seed + number)
        if report is None:
            broken.append(f"{run.format}, {run.edition}, seed {options.seed + number}")
            continue
        print(report, flush=True)
        played += msgspec.json.decode(report)["count"]
    told(f"{played:,} tournaments without a breach")
    for name in broken:
        told(f"Breach: {name}")
    return 1 if broken else 0


def told(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
