"""`python -m bench.shuffle`: tests decks by the million and writes bench/shuffle.md."""

import argparse
import os
import platform
import secrets
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from multiprocessing import Pool

from bench.__main__ import machine
from bench.harness import HERE
from bench.shuffle.decks import PLANTED, UNSEEN, Decks, fair, timed_deck
from bench.shuffle.entropy import PLANTED as SOURCES
from bench.shuffle.entropy import comes_from_the_system, guessed_moments, is_predictable
from bench.shuffle.measures import KS_MIN, MEASURES, REJECTED, Evidence, gathered

RESULTS = HERE / "bench" / "shuffle.md"
DECKS, BATCHES, SEED = 10_000_000, 100, 2026
PLANTED_DECKS, PLANTED_BATCHES = 200_000, 20
MOMENT_MS = 45_296_789


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.shuffle", description=__doc__)
    parser.add_argument("--decks", type=int, default=DECKS)
    parser.add_argument("--batches", type=int, default=BATCHES)
    parser.add_argument("--planted", type=int, default=PLANTED_DECKS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    began = _cpu_s()
    ours = gathered(_ours(args.decks, args.batches, args.seed, args.workers))
    spent = _cpu_s() - began
    planted = {
        name: gathered(
            make(args.planted // PLANTED_BATCHES, args.seed + batch)
            for batch in range(PLANTED_BATCHES)
        )
        for name, make in PLANTED.items()
    }
    text = report(ours, planted, args, spent)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)
    is_good = ours.is_fair and all(
        bool(found.rejected_by) != (name == UNSEEN) for name, found in planted.items()
    )
    return 0 if is_good and _entropy_holds() else 1


def _ours(decks: int, batches: int, seed: int, workers: int) -> Iterator[Decks]:
    """The batches in their order, whoever made them."""
    wanted = [(decks // batches, seed * batches + batch) for batch in range(batches)]
    with Pool(workers) as pool:
        for number, made in enumerate(pool.imap(_batch, wanted), 1):
            print(f"batch {number} of {batches}", file=sys.stderr, flush=True)
            yield made


def _batch(wanted: tuple[int, int]) -> Decks:
    return fair(*wanted)


def _cpu_s() -> float:
    """The CPU time of this process and of those that it has ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _entropy_holds() -> bool:
    real = not is_predictable(secrets.token_bytes) and comes_from_the_system(secrets.token_bytes)
    return real and all(is_predictable(source) for source in SOURCES.values())


HEAD = """\
# Evidence for the shuffle

Written by `make evidence-shuffle`. The decks are drawn by `cardroom.fairness` as CCO/1 draws them: a committed order and a cut,
both by Fisher-Yates on HMAC-SHA512. The swaps are made for a whole batch at once; the first hundred decks of each batch are compared
with those of the package. Rooms do not deal from such decks yet. Statistics cannot certify a shuffle; they find faults.
"""  # noqa: E501
ENTROPY = """\
## Where the bits come from

A source is put twice into the same world: same clocks, process number and state of Python's
generator. One that gives the same bytes again can be guessed.

| source | same bytes again | all bytes from the system's generator |
|---|---|---|"""


def report(
    ours: Evidence, planted: dict[str, Evidence], args: argparse.Namespace, spent: float
) -> str:
    """The page of results."""
    lines = [HEAD, _conditions(args.seed, spent), *_measured(ours, args.batches)]
    lines += [f"\n## Planted shuffles, {args.planted:,} decks each\n"]
    lines += [f"Rejected means below {REJECTED:g}.\n", "| shuffle | rejected by |", "|---|---|"]
    for name, evidence in planted.items():
        rejected = ", ".join(evidence.rejected_by) or "no statistic; the entropy test"
        lines.append(f"| {name} | {rejected} |")
    lines += ["", ENTROPY]
    for name, source in {"`secrets.token_bytes`": secrets.token_bytes, **SOURCES}.items():
        guessed, system = _yes(is_predictable(source)), _yes(comes_from_the_system(source))
        lines.append(f"| {name} | {guessed} | {system} |")
    left = guessed_moments(timed_deck(MOMENT_MS)[:5], MOMENT_MS + 700, 2_000)
    known = "Five known cards and the time to two seconds leave"
    lines.append(
        f"\n{known} {len(left)} of 4,000 decks of the time seed: the deck is then known.\n"
    )
    return "\n".join(lines)


def _conditions(seed: int, spent: float) -> str:
    today, python = f"{datetime.now(UTC):%Y-%m-%d}", platform.python_version()
    place = f"{machine()}, Python {python}, {spent:,.0f} s of CPU time"
    return f"{today}, commit {_commit()}, seed {seed}. {place}.\n"


def _measured(ours: Evidence, batches: int) -> Iterator[str]:
    yield f"## {ours.decks:,} decks in {batches} batches: {_word(is_fair=ours.is_fair)}\n"
    yield (
        f"Fair means, for each statistic: the p-values of the batches are uniform"
        f" (Kolmogorov-Smirnov above {KS_MIN}), and the whole run, two-sided, is above"
        f" {KS_MIN / len(MEASURES):.3f}.\n"
    )
    yield "| statistic | degrees of freedom | uniform | whole run | smallest batch | largest |"
    yield "|---|--:|--:|--:|--:|--:|"
    for name, measure in MEASURES.items():
        tails = ours.tails[name]
        yield (
            f"| {name} | {measure.degrees:,} | {ours.uniformity(name):.3f} |"
            f" {ours.overall(name):.4f} | {min(tails):.4f} | {max(tails):.4f} |"
        )
    bias = 100 * (360 / (52 * ours.decks)) ** 0.5
    yield f"\nSo many decks show an average relative bias of a cell of {bias:.2f} % at five sigma."


def _word(*, is_fair: bool) -> str:
    return "fair" if is_fair else "not fair"


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _commit() -> str:
    words = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=HERE)
    return done.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
