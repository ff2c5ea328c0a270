"""Tests decks by the million and writes bench/shuffle.md.

What was counted is kept in build/: a run that was stopped goes on where it was.
"""

import argparse
import secrets
from collections.abc import Iterator
from functools import partial

import numpy as np

from bench.evidence import conditions
from bench.harness import HERE
from bench.kept_batches import KeptBatches, Line, add_options, first_ones, path_of, slice_of
from bench.shuffle.decks import PLANTED, UNSEEN, fair, timed_deck
from bench.shuffle.entropy import PLANTED as SOURCES
from bench.shuffle.entropy import comes_from_the_system, guessed_moments, is_predictable
from bench.shuffle.measures import KS_MIN, MEASURES, REJECTED, Evidence, counted, gathered

RESULTS = HERE / "bench" / "shuffle.md"
KEPT = HERE / "build" / "shuffle"
"""Some megabytes of counts."""
MATTERS = ("cardroom.fairness", "bench.shuffle.decks", "bench.shuffle.measures")
"""What decides about decks and counts; the rest of the program judges and writes the page."""
DECKS, BATCHES, SEED = 10_000_000, 100, 2026
PLANTED_DECKS, PLANTED_BATCHES = 200_000, 20
MOMENT_MS = 45_296_789


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.shuffle", description=__doc__)
    parser.add_argument("--decks", type=int, default=DECKS)
    parser.add_argument("--batches", type=int, default=BATCHES)
    parser.add_argument("--planted", type=int, default=PLANTED_DECKS)
    parser.add_argument("--seed", type=int, default=SEED)
    add_options(parser)
    parser.set_defaults(kept=KEPT)
    args = parser.parse_args()
    lines = counted_batches(args)
    if len(lines) < args.batches:
        print(f"{len(lines)} of {args.batches} batches are counted: run it again to go on")
        return 0
    ours = evidence_of(lines, args.decks // args.batches)
    planted = {
        name: gathered(
            make(args.planted // PLANTED_BATCHES, args.seed + batch)
            for batch in range(PLANTED_BATCHES)
        )
        for name, make in PLANTED.items()
    }
    text = report(ours, planted, args, lines)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)
    is_good = ours.is_fair and all(
        bool(found.rejected_by) != (name == UNSEEN) for name, found in planted.items()
    )
    return 0 if is_good and _entropy_holds() else 1


Counted = dict[str, list[int]]
"""What every statistic needs of a batch."""


def counted_batches(args: argparse.Namespace) -> list[Line[Counted]]:
    """The batches in their order, whoever made them and when."""
    settings = {"decks": args.decks // args.batches, "first": args.seed * args.batches}
    kept = KeptBatches(path_of("shuffle", settings, of=MATTERS, folder=args.kept), Counted)
    work = partial(count_batch, settings["decks"], settings["first"])
    return first_ones(kept.lines(work, slice_of(args)), args.batches)


def count_batch(decks: int, first: int, batch: int) -> Counted:
    """One batch of decks, counted."""
    found = counted(fair(decks, first + batch))
    return {name: counts.tolist() for name, counts in found.items()}


def evidence_of(lines: list[Line[Counted]], decks: int) -> Evidence:
    """The evidence of all batches."""
    evidence = Evidence()
    for line in lines:
        evidence.add(decks, {name: np.array(counts) for name, counts in line.result.items()})
    return evidence


def _entropy_holds() -> bool:
    real = not is_predictable(secrets.token_bytes) and comes_from_the_system(secrets.token_bytes)
    return real and all(is_predictable(source) for source in SOURCES.values())


HEAD = """\
# Evidence for the shuffle

Written by `make evidence-shuffle`. The decks are drawn by `cardroom.fairness` as CCO/1 draws them: a committed order and a cut,
both by Fisher-Yates on HMAC-SHA512. The swaps are made for a whole batch at once; the first hundred decks of each batch are compared
with those of the package. Rooms deal from such decks. Statistics cannot certify a shuffle; they find faults.
"""  # noqa: E501
ENTROPY = """\
## Where the bits come from

A source is put twice into the same world: same clocks, process number and state of Python's
generator. One that gives the same bytes again can be guessed.

| source | same bytes again | all bytes from the system's generator |
|---|---|---|"""


def report(
    ours: Evidence,
    planted: dict[str, Evidence],
    args: argparse.Namespace,
    batches: list[Line[Counted]],
) -> str:
    """The page of results."""
    spent, commits = sum(one.cpu_s for one in batches), [one.commit for one in batches]
    lines = [HEAD, conditions(args.seed, spent, commits), *_measured(ours, args.batches)]
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
