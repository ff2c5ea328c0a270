"""`python -m bench.secrecy`: looks for live cards wherever they must not be, and writes
bench/secrecy.md.

Two searches. Rooms deal cards that are unguessable markers, and every frame, log line, answer,
exception and page of the database is searched for them (tests/room/canary_rooms.py). Evenings are
run twice with other hidden cards for one player, and everything that anybody else gets, with its
size, order and virtual time, is compared (tests/room/paired_evenings.py). Cash tables and
tournaments take turns (tests/room/tournaments/canary_tournaments.py, paired_tournaments.py).

What was found is kept in bench/kept: a run that was stopped goes on where it was.
"""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.evidence import conditions
from bench.harness import HERE
from bench.kept_batches import KeptBatches, add_options, enough, path_of, slice_of
from tests.room.canary_rooms import canary_evening
from tests.room.marked_cards import marked_cards
from tests.room.paired_evenings import OMAHA, PLAIN, RICH, paired
from tests.room.rooms import NL10
from tests.room.tournaments.canary_tournaments import canary_tournament
from tests.room.tournaments.paired_tournaments import FORMATS, paired_tournament
from tests.room.virtual import run

RESULTS = HERE / "bench" / "secrecy.md"
FRAMES, PAIRS, SEED = 10_000_000, 100_000, 2026
EVENINGS = 10
"""So many are a batch."""
RICH_EVERY = 10
"""One evening in so many has seeds and reloads throughout."""
TOURNAMENT_EVERY = 3
"""One evening in so many is a tournament."""


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
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.secrecy", description=__doc__)
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--print", action="store_true", help="write no page")
    add_options(parser)
    args = parser.parse_args()
    settings = {"seed": args.seed, "evenings": EVENINGS}
    marked = KeptBatches(path_of("marked", settings, folder=args.kept), Searched)
    paired_ones = KeptBatches(path_of("pairs", settings, folder=args.kept), Compared)
    work = partial(search_batch, args.seed), partial(compare_batch, args.seed)
    now = slice_of(args)
    ones = enough(marked.lines(work[0], now), lambda found: found.frames, args.frames)
    twos = enough(paired_ones.lines(work[1], now), lambda found: found.pairs, args.pairs)
    one, two = NOTHING_SEARCHED, NOTHING_COMPARED
    for line in ones:
        one = one.plus(line.result)
    for other in twos:
        two = two.plus(other.result)
    every = [*ones, *twos]
    spent, commits = sum(line.cpu_s for line in every), [line.commit for line in every]
    said = conditions(args.seed, spent, commits)
    text = PAGE.format(conditions=said, one=one, two=two, args=args)
    if not args.print:
        RESULTS.write_text(text, encoding="utf-8")
    print(text)
    return int(bool(one.leaks or two.differences))


if __name__ == "__main__":
    sys.exit(main())
