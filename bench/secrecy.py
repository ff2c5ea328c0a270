"""`python -m bench.secrecy`: looks for live cards wherever they must not be, and writes
bench/secrecy.md.

Two searches and a measurement. Rooms deal cards that are unguessable markers, and every frame, log
line, answer, exception and page of the database is searched for them (tests/room/canary_rooms.py).
Evenings are run twice with other hidden cards for one player, and everything that anybody else
gets, with its size, order and virtual time, is compared (tests/room/paired_evenings.py). Cash
tables and tournaments take turns (tests/room/tournaments/canary_tournaments.py and
paired_tournaments.py). Sizes and times of what the rail receives are compared with a player's cards
(tests/room/card_signals.py).

What was found is kept in bench/kept: a run that was stopped goes on where it was. Marked cards need
modules that are not compiled (`--marked-only`); the rest is quicker with compiled ones, and takes
what was found in marked cards from there.
"""

import argparse
import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.evidence import conditions
from bench.harness import HERE
from bench.kept_batches import KeptBatches, Slice, add_options, enough, path_of, slice_of
from cardroom.engine import showdown
from tests.room.canary_rooms import canary_evening
from tests.room.card_signals import signals_of
from tests.room.marked_cards import marked_cards
from tests.room.mutual_information import PERMUTATIONS, added, chance_of
from tests.room.paired_evenings import OMAHA, PLAIN, RICH, paired
from tests.room.rooms import NL10
from tests.room.tournaments.canary_tournaments import canary_tournament
from tests.room.tournaments.paired_tournaments import FORMATS, paired_tournament
from tests.room.virtual import run

RESULTS = HERE / "bench" / "secrecy.md"
FRAMES, PAIRS, HANDS, SEED = 10_000_000, 100_000, 1_000_000, 2026
EVENINGS = 10
"""How many are a batch."""
RICH_EVERY = 10
"""One evening in this many has seeds and reloads throughout."""
CHANCE = 0.01
"""Less than this and chance alone does not explain what sizes and times tell."""
TOURNAMENT_EVERY = 3
"""One evening in this many is a tournament."""


class Searched(NamedTuple):
    """What one room with marked cards led to."""

    frames: int
    tournament_frames: int
    lines: int
    pages: int
    seen: int
    stored: int
    leaks: int

    def plus(self, other: "Searched") -> "Searched":
        return Searched(*(one + two for one, two in zip(self, other, strict=True)))


def search(seed: int) -> Searched:
    """An evening with marked cards; leaks are printed."""
    is_tournament = seed % TOURNAMENT_EVERY == 0
    with marked_cards():
        room = run(canary_tournament(seed) if is_tournament else canary_evening(seed))
    found = room.searcher
    for leak in found.leaks:
        print(f"seed {seed}: {leak}", flush=True)
    return Searched(
        frames=found.frames,
        tournament_frames=found.frames if is_tournament else 0,
        lines=found.lines,
        pages=found.pages,
        seen=found.seen,
        stored=room.stored,
        leaks=len(found.leaks),
    )


class Compared(NamedTuple):
    """How many pairs an evening had, and how many differences."""

    pairs: int
    tournament_pairs: int
    differences: int

    def plus(self, other: "Compared") -> "Compared":
        return Compared(*(one + two for one, two in zip(self, other, strict=True)))


NOTHING_SEARCHED = Searched(*[0] * len(Searched._fields))
NOTHING_COMPARED = Compared(*[0] * len(Compared._fields))


def compare(seed: int) -> Compared:
    """An evening played twice; differences are printed."""
    is_tournament = seed % TOURNAMENT_EVERY == 0
    if is_tournament:
        pairing = paired_tournament(seed, FORMATS[seed % len(FORMATS)])
    else:
        habits = RICH if seed % RICH_EVERY == 0 else PLAIN
        pairing = paired(seed, OMAHA if seed % 2 else NL10, habits)
    for who in pairing.differences:
        print(f"seed {seed}: {who} can tell", flush=True)
    in_tournaments = pairing.pairs if is_tournament else 0
    return Compared(pairing.pairs, in_tournaments, len(pairing.differences))


def search_batch(first: int, batch: int) -> Searched:
    """Some evenings with marked cards, one after the other."""
    total = NOTHING_SEARCHED
    for number in range(EVENINGS):
        total = total.plus(search(first + EVENINGS * batch + number))
    return total


def compare_batch(first: int, batch: int) -> Compared:
    """Some evenings played twice."""
    total = NOTHING_COMPARED
    for number in range(EVENINGS):
        total = total.plus(compare(first + EVENINGS * batch + number))
    return total


class Measured(NamedTuple):
    """How many hands evenings had, and how often each signal came with each class of cards."""

    hands: int
    counts: dict[str, list[tuple[int, int, int]]]
    """By signal and class: which signal, which class, how often."""


def measure_batch(first: int, batch: int) -> Measured:
    """Some evenings whose sizes and times are counted beside a player's cards."""
    found = [signals_of(first + EVENINGS * batch + number) for number in range(EVENINGS)]
    names = found[0][1]
    totals = {name: added(counts[name] for _, counts in found) for name in names}
    listed = {
        name: [(seen, held, count) for (seen, held), count in sorted(one.items())]
        for name, one in totals.items()
    }
    return Measured(sum(hands for hands, _ in found), listed)


def slice_of_marked(now: Slice) -> Slice:
    """Compiled modules call each other directly, and would not take markers for cards."""
    is_compiled = not str(showdown.__file__).endswith(".py")
    return replace(now, ends_s=-inf) if is_compiled else now


class Judged(NamedTuple):
    """One signal beside one class of cards over all hands."""

    name: str
    kinds: int
    bits: float
    chance: float


def judged(parts: list[Measured], seed: int) -> list[Judged]:
    """What each signal tells, and how likely chance alone tells as much."""
    found = []
    for name in parts[0].counts if parts else ():
        counts = added(
            Counter({(seen, held): count for seen, held, count in part.counts[name]})
            for part in parts
        )
        bits, chance = chance_of(counts, seed)
        found.append(Judged(name, len({seen for seen, _ in counts}), bits, chance))
    return found


PAGE = """\
# Evidence that nobody sees a live card

Written by `make evidence-secrecy`.

{conditions}
## Marked cards, {one.frames:,} of {args.frames:,} frames

Every card of every deck was a number that nobody could guess, and so was its salt. Markers were
looked for in all that left the room:

| searched | |
|---|--:|
| frames | {one.frames:,} |
| of them of tournaments | {one.tournament_frames:,} |
| log lines, answers, refusals, exceptions | {one.lines:,} |
| pages of the database during a hand | {one.pages:,} |
| markers found with their owners or face up | {one.seen:,} |
| markers of finished hands in the database | {one.stored:,} |
| **markers where they must not be** | **{one.leaks:,}** |

## The same evening with other hidden cards, {two.pairs:,} of {args.pairs:,} pairs

{two.pairs:,} hands were played twice, with other hidden cards for one player;
{two.tournament_pairs:,} of them in freezeouts, sit-and-gos and HexaPro games. Frames of all others
and of the rail, the sizes on the player's own line, the log, the figures and what was stored, each
with its virtual time, differed in **{two.differences:,}** cases.

## What sizes and times tell, {hands:,} of {args.hands:,} hands

What the rail received of each hand until cards were shown, beside the cards of one player: the
mutual information, and how likely the same cards dealt out to the hands by chance
({permutations} permutations) tell as much or more. Each must be above {least:.3g}, which is 0.01
for all of them together.

| signal and class of cards | kinds | bits | chance |
|---|--:|--:|--:|
{rows}
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.secrecy", description=__doc__)
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--print", action="store_true", help="write no page")
    parser.add_argument("--marked-only", action="store_true", help="search, and judge later")
    add_options(parser)
    args = parser.parse_args()
    settings = {"seed": args.seed, "evenings": EVENINGS}
    marked = KeptBatches(path_of("marked", settings, folder=args.kept), Searched)
    paired_ones = KeptBatches(path_of("pairs", settings, folder=args.kept), Compared)
    measured = KeptBatches(path_of("signals", settings, folder=args.kept), Measured)
    work = partial(search_batch, args.seed), partial(compare_batch, args.seed)
    measuring = partial(measure_batch, args.seed)
    now = slice_of(args)
    marking = marked.lines(work[0], slice_of_marked(now))
    ones = enough(marking, lambda found: found.frames, args.frames)
    if args.marked_only:
        return 0
    twos = enough(paired_ones.lines(work[1], now), lambda found: found.pairs, args.pairs)
    threes = enough(measured.lines(measuring, now), lambda found: found.hands, args.hands)
    one, two = NOTHING_SEARCHED, NOTHING_COMPARED
    for line in ones:
        one = one.plus(line.result)
    for other in twos:
        two = two.plus(other.result)
    signals = judged([line.result for line in threes], args.seed)
    every = [*ones, *twos, *threes]
    spent, commits = sum(line.cpu_s for line in every), [line.commit for line in every]
    said = conditions(args.seed, spent, commits)
    least = CHANCE / max(1, len(signals))
    text = PAGE.format(
        conditions=said,
        one=one,
        two=two,
        args=args,
        hands=sum(line.result.hands for line in threes),
        permutations=PERMUTATIONS,
        least=least,
        rows="\n".join(
            f"| {s.name} | {s.kinds} | {s.bits:.6f} | {s.chance:.3f} |" for s in signals
        ),
    )
    if not args.print:
        RESULTS.write_text(text, encoding="utf-8")
    print(text)
    is_told = any(signal.chance <= least for signal in signals)
    return int(bool(one.leaks or two.differences or is_told))


if __name__ == "__main__":
    sys.exit(main())
