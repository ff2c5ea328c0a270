"""`python -m bench.integrity`: reviews simulated pools and writes bench/integrity.md.

What was measured is kept beside it, by commit: a run that was stopped goes on where it was, and
`--percent 1` gives a first look in minutes.
"""

import argparse
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from bench.__main__ import machine
from bench.harness import HERE
from bench.integrity import page
from bench.integrity.book import Book
from bench.integrity.plan import BY_HANDS, HONEST, POWER, SUPERUSERS, scaled
from bench.integrity.pools import PLAYERS, Job, Outcome, bytes_held

RESULTS = HERE / "bench" / "integrity.md"
KEPT = HERE / "build" / "integrity"
SEED = 2026
MEMORY_HANDS = (300, 1_200, 4_800)
HEAD = """\
# Evidence for the integrity review

Written by `make evidence-integrity`. Pools of {players} simulated players at tables of six: nine
honest styles, seven look-alikes, two players who always sit together, two who play alike; with a
kind, players 1 and 2 cheat in a part of their hands. The seeds were not used while the detectors
were made. Simulated players are not people: the figures compare versions of the review with each
other and show what is out of reach; they are no promise about a real room.

{date}, commit {commit}, seed {seed}, {pools:,} pools, {percent} % of the plan.
{machine}, Python {python}.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.integrity", description=__doc__)
    parser.add_argument("--percent", type=int, default=100, help="of the pools of the plan")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", type=Path, default=RESULTS, help="where the page is written")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where outcomes are kept")
    args = parser.parse_args()
    commit = _commit()
    args.kept.mkdir(parents=True, exist_ok=True)
    book = Book(args.kept / f"{commit}.jsonl")
    jobs = scaled([*HONEST, *POWER, *BY_HANDS, *SUPERUSERS], args.percent)
    for count, line in enumerate(book.fill(jobs, args.seed, args.workers), 1):
        if count % 50 == 0:
            said = f"{count} pools: {line.job.kind} {line.job.intensity} {line.job.hands}"
            print(said, file=sys.stderr, flush=True)
    text = report(book, jobs, args, commit)
    args.write.write_text(text, encoding="utf-8")
    print(text)
    return 0


def report(book: Book, jobs: list[Job], args: argparse.Namespace, commit: str) -> str:
    """The page."""
    found = {(one.kind, one.intensity, one.hands): book.of(one, args.seed) for one in jobs}

    def known(kind: str, intensity: int, hands: int) -> list[Outcome]:
        return found.get((kind, intensity, hands), [])

    every = [one for outcomes in found.values() for one in outcomes]
    honest = [one for (kind, _, _), row in found.items() if kind == "honest" for one in row]
    head = HEAD.format(
        players=PLAYERS,
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        commit=commit,
        seed=args.seed,
        pools=len(every),
        percent=args.percent,
        machine=machine(),
        python=platform.python_version(),
    )
    parts = [
        head,
        page.false_alerts(honest, every),
        page.power(known),
        page.separation(known, honest),
        page.superusers(known),
        page.cost(every, [(hands, bytes_held(hands, args.seed)) for hands in MEMORY_HANDS]),
    ]
    return "\n".join(parts)


def _commit() -> str:
    return subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
