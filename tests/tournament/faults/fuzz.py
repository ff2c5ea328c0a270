"""Faults in tournaments of every format: `make fuzz-tournaments`.

Each run is one tournament from its own seed: hands are rolled back, the server dies and comes
back, players are disqualified, reviewed, away or gone, the tournament is cancelled. The restored
tournament is compared with the one that went on. What is wrong is named at once, with the words
that repeat it.
"""

import argparse
import sys
import time
from collections import Counter

from cardroom.tournament.definition.examples import FORMATS
from tests.simulation.tournament.parallel import in_parallel
from tests.tournament.faults.runs import Run, play, play_openly

TOLD_MAX = 20
"""How many breaches of a format are named; the others are counted."""


def main() -> int:
    """Play all of them, or those asked for."""
    parser = argparse.ArgumentParser(description="Faults in tournaments of every format")
    parser.add_argument("--runs", type=int, default=2_000, help="of each format (2,000)")
    parser.add_argument("--seed", type=int, default=2026, help="of all runs (2026)")
    parser.add_argument("--format", choices=FORMATS, help="only this format")
    parser.add_argument("--number", type=int, help="only this run of each, with its traceback")
    options = parser.parse_args()
    formats = FORMATS if options.format is None else (options.format,)
    if options.number is not None:
        return _one([Run(name, options.number, options.seed) for name in formats])
    print(f"{options.runs:,} runs of {len(formats)} formats, seed {options.seed}", flush=True)
    runs = [Run(name, number, options.seed) for number in range(options.runs) for name in formats]
    started_s = time.monotonic()
    breaches, events = _all(runs)
    passed_s = time.monotonic() - started_s
    print(f"{len(runs):,} runs, {events:,} events, {passed_s:.0f} s", flush=True)
    for name, count in breaches.items():
        print(f"{name}: {count:,} breaches", flush=True)
    return 1 if breaches else 0


def _all(runs: list[Run]) -> tuple[Counter[str], int]:
    breaches: Counter[str] = Counter()
    events = 0
    for run, shown in in_parallel(play, runs, weight=lambda _: 1, unit="runs"):
        events += shown.events
        if shown.breach is not None:
            breaches[run.format] += 1
            if breaches[run.format] <= TOLD_MAX:
                print(f"Breach: {shown.breach}", file=sys.stderr, flush=True)
    return breaches, events


def _one(runs: list[Run]) -> int:
    """Play single runs in this process; the first breach comes with its traceback."""
    for run in runs:
        print(run.rerun, play_openly(run), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
