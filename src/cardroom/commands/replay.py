"""`cardroom replay`: replays hand histories and compares them with what they record."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from cardroom.commands.reading import lines_of, progress_bar, size_of
from cardroom.errors import InvalidFile
from cardroom.history import REASONS, Place, Verdict, judge, read_hands
from cardroom.rulebook import EDITIONS, HandRules, edition

DEFAULT_EDITION = "en-2.7"
SHOWN = 20
"""How many disagreements are listed unless more are asked for."""


class Tally:
    """What was found in all files so far."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.disagreements: list[tuple[Place, Verdict]] = []
        self.unreadable: list[InvalidFile] = []

    def add(self, place: Place, verdict: Verdict) -> None:
        """Count one hand."""
        self.outcomes[verdict.outcome] += 1
        if verdict.outcome == "unjudged":
            self.reasons[verdict.reason] += 1
        elif verdict.outcome == "disagree":
            self.disagreements.append((place, verdict))

    @property
    def status(self) -> int:
        """0 when nothing disagrees, 1 when a hand does, 2 when a file could not be read."""
        return 2 if self.unreadable else int(bool(self.disagreements))


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the files and the rules to play them by."""
    parser.description = (
        "Replay every hand of PHH files (.phh, .phhs) through the engine, action by action, and "
        "compare with the finishing stacks or winnings that the file records, up to the room's "
        "own rake. Exits with 1 if any hand disagrees and with 2 if a file cannot be read."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a .phh or .phhs file")
    parser.add_argument(
        "--edition",
        choices=EDITIONS,
        default=DEFAULT_EDITION,
        help="the rules to play by (default: %(default)s)",
    )
    parser.add_argument(
        "--show",
        type=int,
        default=SHOWN,
        metavar="N",
        help="list at most N disagreements (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Replay all files, then say what was found."""
    tally = Tally()
    rules = edition(args.edition).hand
    with progress_bar() as progress:
        task = progress.add_task("Replaying", total=size_of(args.files))
        for file in args.files:
            try:
                for place, verdict in _replay(file, rules, progress, task):
                    tally.add(place, verdict)
            except InvalidFile as error:
                tally.unreadable.append(error)
    if args.json:
        print(json.dumps(_findings(tally), indent=2))
    elif tally.outcomes or not tally.unreadable:
        _print(tally, args.show)
    for unreadable in tally.unreadable:
        print(f"cardroom: {unreadable}", file=sys.stderr)
    return tally.status


def _replay(
    file: Path, rules: HandRules, progress: Progress, task: TaskID
) -> Iterator[tuple[Place, Verdict]]:
    for place, record in read_hands(lines_of(file, progress, task), str(file)):
        yield place, judge(record, rules)


def _findings(tally: Tally) -> dict[str, object]:
    return {
        "hands": tally.outcomes.total(),
        "agree": tally.outcomes["agree"],
        "disagree": tally.outcomes["disagree"],
        "unjudged": tally.outcomes["unjudged"],
        "reasons": dict(tally.reasons.most_common()),
        "disagreements": [
            {
                "file": place.file,
                "hand": place.number,
                "line": place.line,
                "reason": verdict.reason,
                "detail": verdict.detail,
            }
            for place, verdict in tally.disagreements
        ],
        "unreadable": [str(error) for error in tally.unreadable],
    }


def _print(tally: Tally, shown: int) -> None:
    console = Console(highlight=False, soft_wrap=True)
    outcomes = tally.outcomes
    console.print(f"{outcomes.total():>9,}  hands played")
    console.print(f"{outcomes['agree']:>9,}  agree with what the file records")
    console.print(f"{outcomes['unjudged']:>9,}  could not be judged")
    if tally.reasons:
        console.print(_reasons(tally.reasons))
    console.print(f"{outcomes['disagree']:>9,}  disagree")
    for place, verdict in tally.disagreements[:shown]:
        said = f"  {place}, line {place.line}: {verdict.reason}: {verdict.detail}"
        console.print(said, markup=False)
    if len(tally.disagreements) > shown:
        console.print(f"  and {len(tally.disagreements) - shown:,} more")


def _reasons(reasons: Counter[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(justify="right", min_width=17)
    table.add_column(no_wrap=True)
    table.add_column()
    for reason, count in reasons.most_common():
        table.add_row(f"{count:,}", reason, REASONS[reason])
    return table
