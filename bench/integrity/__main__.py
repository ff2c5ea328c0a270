"""`python -m bench.integrity`: reviews simulated pools and writes bench/integrity.md.

What was measured is kept in build/, by a digest of what it is about: a run that was stopped goes on
where it was, also after a commit that has nothing to do with it. `--percent 1` gives a first look.
"""

import argparse
import os
import sys
import time
from math import inf
from pathlib import Path

from bench.evidence import conditions
from bench.harness import HERE
from bench.integrity import page
from bench.integrity.book import Book, version
from bench.integrity.plan import in_order, scaled
from bench.integrity.pools import PLAYERS, Job, Outcome, bytes_held
from bench.integrity.programs import is_timed
from cardroom.integrity import p_values

RESULTS = HERE / "bench" / "integrity.md"
KEPT = HERE / "build" / "integrity"
SEED = 2026
MEMORY_HANDS = (300, 1_200, 4_800)
HEAD = """\
# Evidence for the integrity review

Written by `make evidence-integrity`. Pools of {players} simulated players at tables of six: nine
honest styles, seven look-alikes, two players who always sit together, two who play alike; with a
kind, players 1 and 2 cheat in a part of their hands. The seeds are 5,000,000 and up; no pool of
these was looked at while the detectors were made. Development had pools below a million, and the
held-out pools of the page before this one (1,000,000 and up) are not used again.
Simulated players are not people: the figures compare versions of the review with each
other and show what is out of reach; they are no promise about a real room.

{conditions}
{pools:,} pools with {hands:,} hands, {percent} % of the plan, {how} modules; version {version} of
what was measured.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.integrity", description=__doc__)
    parser.add_argument("--percent", type=int, default=100, help="of the pools of the plan")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=inf, help="stop after this many seconds")
    parser.add_argument("--write", type=Path, default=RESULTS, help="where the page is written")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where outcomes are kept")
    args = parser.parse_args()
    ends_s = time.monotonic() + args.seconds
    args.kept.mkdir(parents=True, exist_ok=True)
    book = Book(args.kept / f"{version()}.jsonl")
    jobs = scaled(in_order(), args.percent)
    for count, line in enumerate(book.fill(jobs, args.seed, args.workers, ends_s), 1):
        if count % 50 == 0:
            said = f"{count} pools: {line.job.kind} {line.job.intensity} {line.job.hands}"
            print(said, file=sys.stderr, flush=True)
    text = report(book, jobs, args)
    args.write.write_text(text, encoding="utf-8")
    print(text)
    return 0


def report(book: Book, jobs: list[Job], args: argparse.Namespace) -> str:
    """The page."""
    pairs = [one for one in jobs if one.game == "nl-holdem" and not is_timed(one)]
    found = {(one.kind, one.intensity, one.hands): book.of(one, args.seed) for one in pairs}

    def known(kind: str, intensity: int, hands: int) -> list[Outcome]:
        return found.get((kind, intensity, hands), [])

    def of(job: Job) -> list[Outcome]:
        return [
            one for planned in scaled([job], args.percent) for one in book.of(planned, args.seed)
        ]

    every = [one for outcomes in found.values() for one in outcomes]
    all_pools = [one for job in jobs for one in book.of(job, args.seed)]
    by_hands = {hands: row for (kind, _, hands), row in found.items() if kind == "honest"}
    honest = [one for row in by_hands.values() for one in row]
    spent = sum(one.play_cpu_s + one.scan_cpu_s for one in all_pools)
    head = HEAD.format(
        players=PLAYERS,
        conditions=conditions(args.seed, spent, book.commits(jobs, args.seed)).strip(),
        pools=len(all_pools),
        hands=sum(one.hands for one in all_pools),
        percent=args.percent,
        how="compiled" if p_values.__file__.endswith(".so") else "pure Python",
        version=version(),
    )
    parts = [
        head,
        page.false_alerts(by_hands, every),
        page.power(known),
        page.separation(known, honest),
        page.superusers(known),
        page.programs(of),
        page.omaha(of),
        page.cost(every, [(hands, bytes_held(hands, args.seed)) for hands in MEMORY_HANDS]),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    sys.exit(main())
