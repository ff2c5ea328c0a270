"""`cardroom integrity scan`: reads PHH files with all cards and lists pairs to look at."""

import argparse
import sys
from pathlib import Path
from random import Random

from cardroom.commands.integrity.showing import show
from cardroom.commands.printing import working, write_json
from cardroom.commands.reading import lines_of, progress_bar, size_of
from cardroom.errors import InvalidFile, UsageError
from cardroom.history import HandRecord, Place, read_hands
from cardroom.history.recorded_cards import KEY
from cardroom.history.replay import replayed
from cardroom.integrity.hands import ReviewedHand
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.scan import ROUNDS, Q, Scan
from cardroom.rulebook import EDITIONS, HandRules, edition

DEFAULT_EDITION = "en-2.7"
SEED = 2026


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the files and how strict to be."""
    parser.description = (
        "Read the hands of PHH files (.phh, .phhs) that name all hole cards, the folded ones too, "
        "and list pairs of players whose play against each other differs from their play against "
        "everybody else: with five hands to look at, a benign explanation and what would clear "
        "them. An alert is a reason to look, not a proof. Exits with 1 if there are alerts and "
        "with 2 if a file cannot be read."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a .phh or .phhs file")
    parser.add_argument(
        "--edition",
        choices=EDITIONS,
        default=DEFAULT_EDITION,
        help="the rules that the hands were played by (default: %(default)s)",
    )
    parser.add_argument(
        "--q",
        type=float,
        default=Q,
        metavar="SHARE",
        help="the share of false alerts to accept among all (default: %(default)s)",
    )
    add_drawing(parser)
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def add_drawing(parser: argparse.ArgumentParser) -> None:
    """Take how partners are exchanged by chance."""
    parser.add_argument(
        "--rounds",
        type=int,
        default=ROUNDS,
        metavar="N",
        help="how often partners are exchanged by chance at most (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, metavar="N", help="for that chance (default: %(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    """Read everything, then judge all pairs together."""
    if not 0 < args.q < 1 or args.rounds < 1:
        raise UsageError("--q is above 0 and below 1, --rounds at least 1.")
    scan = Scan()
    unreadable = []
    rules = edition(args.edition).hand
    with progress_bar(quiet=args.json) as progress:
        task = progress.add_task("Reading", total=size_of(args.files))
        for file in args.files:
            try:
                for place, record in read_hands(lines_of(file, progress, task), str(file)):
                    _read(scan, place, record, rules)
            except InvalidFile as error:
                unreadable.append(error)
    with working("Judging all pairs"):
        report = scan.report(Random(args.seed).randrange, q=args.q, rounds=args.rounds)  # noqa: S311
    if args.json:
        write_json(report)
    elif scan.hands or not unreadable:
        show(report)
    for one in unreadable:
        print(f"cardroom: {one}", file=sys.stderr)
    return 2 if unreadable else int(report.has_alerts)


def _read(scan: Scan, place: Place, record: HandRecord, rules: HandRules) -> None:
    hand = _reviewed(place, record, rules)
    if hand is None:
        scan.unreadable += 1
    else:
        scan.add(hand)


def _reviewed(place: Place, record: HandRecord, rules: HandRules) -> ReviewedHand | None:
    """The hand as the engine plays it; None where it cannot, or where nobody has a name."""
    if record.players is None or len(set(record.players)) != len(record.players):
        return None
    found = replayed(record, rules)
    if found.hand is None or not found.hand.is_over or found.verdict.outcome == "disagree":
        return None
    names = dict(enumerate(record.players, 1))
    table = str(record.other.get("table", ""))
    return reviewed_hand(found.hand.events, names, key=_key(place, record), table=table)


def _key(place: Place, record: HandRecord) -> str:
    """How people find the hand: the room's own name for it, or where it is in the file."""
    return str(record.other.get(KEY) or place)
