"""`cardroom equity`: what share of the pot each hand wins on the boards that may come."""

import argparse
import random
import time
from types import TracebackType
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn
from rich.table import Table

from cardroom.cards import Card, card_names, read_cards
from cardroom.commands.printing import as_json
from cardroom.errors import UsageError
from cardroom.odds.equities import EXACT_BOARDS_MAX, SAMPLES, Equity, equity
from cardroom.odds.made_hands import describe
from cardroom.odds.ranges import Hole, range_equity, read_range

EXAMPLES = """\
examples:
  cardroom equity AhKh QsQd
  cardroom equity AhKh QsQd 7c7d --board Th9h2c
  cardroom equity "QQ+, AKs" "A5s-A2s, 99-66" --board Th9h2c
  cardroom equity AhKh random random --samples 50000
  cardroom equity AhKhQd2c QsQhJdTd --omaha --board "8h 9h 2d" --json

A hand is hole cards or, in hold'em, a range of them: QQ+, TT-88, AKs (suited), AKo (not),
AK (both), A5s-A2s, KTs+, random.
Ranges with too many boards are sampled; what follows ± is the standard error.
"""
SHOWN_AFTER_S = 1.0
FLOP = 3


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the hands, and what else is known."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument(
        "hands", nargs="+", metavar="HAND", help="hole cards or a range, such as AhKh or 'QQ+, AKs'"
    )
    parser.add_argument("--board", default="", metavar="CARDS", help="the board so far")
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that cannot come")
    parser.add_argument("--omaha", action="store_true", help="four hole cards, two of them play")
    parser.add_argument(
        "--samples",
        type=int,
        metavar="N",
        help="run out N random boards instead of counting all of them",
    )
    parser.add_argument(
        "--seed", type=int, help="draw the same samples again (default: different ones every time)"
    )
    parser.add_argument("--json", action="store_true", help="print for programs")


def run(args: argparse.Namespace) -> int:
    """Print what each hand wins."""
    try:
        board = read_cards(args.board)
        held = [_held(hand, args.omaha) for hand in args.hands]
        if args.seed is not None and args.samples is None and all(one.hole for one in held):
            raise UsageError("--seed is for --samples: without samples every board is counted.")
        found = _equity(args, held, board)
    except ValueError as error:
        raise UsageError(f"{_sentence(str(error))}.") from error
    if args.json:
        print(_as_json(found, held, board, args.omaha))
    else:
        Console().print(_as_table(found, held, board, args.omaha))
    return 0


class Held(NamedTuple):
    """What somebody may hold: a range with its name, or the one hand that it is."""

    name: str
    hole: tuple[Card, ...]
    range: tuple[Hole, ...]


def _held(text: str, omaha: bool) -> Held:
    """Cards where they are cards, else a range."""
    try:
        hole = read_cards(text)
    except ValueError:
        if omaha:
            raise
        return Held(text, (), read_range(text))
    is_hand = not omaha and len(set(hole)) == len(hole) == 2
    return Held(card_names(hole), hole, ((hole[0], hole[1]),) if is_hand else ())


def _equity(args: argparse.Namespace, held: list[Held], board: tuple[Card, ...]) -> Equity:
    hands = [one.hole for one in held]
    dead = read_cards(args.dead)
    with Bar() as bar:
        if not all(hands):
            return _range_equity(args, held, board, dead, bar)
        if args.samples is None:
            return equity(hands, board, dead, omaha=args.omaha, progress=bar.show)
        chance = random.Random(args.seed)  # noqa: S311 - nothing is dealt by these samples
        return equity(
            *(hands, board, dead),
            omaha=args.omaha,
            sample=chance.sample,
            samples=args.samples,
            limit=0,
            progress=bar.show,
        )


def _range_equity(
    args: argparse.Namespace,
    held: list[Held],
    board: tuple[Card, ...],
    dead: tuple[Card, ...],
    bar: "Bar",
) -> Equity:
    """Counted where there are few boards and nobody asks for samples."""
    for one in held:
        if not one.range:
            raise ValueError(f"'{one.name}' are not the 2 hole cards of hold'em")
    chance = random.Random(args.seed)  # noqa: S311 - nothing is dealt by these samples
    return range_equity(
        *([one.range for one in held], board, dead),
        sample=chance.sample,
        samples=SAMPLES if args.samples is None else args.samples,
        limit=EXACT_BOARDS_MAX if args.samples is None else 0,
        progress=bar.show,
    )


class Bar:
    """A progress bar on the error stream that shows itself when a count takes over a second."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._task = TaskID(0)
        console = Console(stderr=True)
        self._progress = Progress(
            *("[progress.description]{task.description}", BarColumn()),
            *(MofNCompleteColumn(), TimeRemainingColumn()),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> "Bar":
        return self

    def show(self, done: int, total: int) -> None:
        """Show how far the count is."""
        if not self._progress.tasks:
            if time.monotonic() - self._started < SHOWN_AFTER_S or done == total:
                return
            self._task = self._progress.add_task("Boards", total=total)
            self._progress.start()
        self._progress.update(self._task, completed=done)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._progress.tasks:
            self._progress.stop()


def _as_table(found: Equity, held: list[Held], board: tuple[Card, ...], omaha: bool) -> Table:
    sample = "" if found.exact else " sampled"
    title = f"{found.boards:,}{sample} board{'s' if found.boards > 1 else ''}"
    table = Table(title=f"{card_names(board)}: {title}" if board else title, title_justify="left")
    for heading in ("hand", "win", "tie", "equity"):
        table.add_column(heading, justify="left" if heading == "hand" else "right")
    describes = len(board) >= FLOP and any(one.hole for one in held)
    if describes:
        table.add_column("made hand so far" if len(board) < 5 else "made hand")
    for hand, one in zip(found.hands, held, strict=True):
        error = "" if found.exact else f" ± {100 * hand.error:.2f}"
        row = [
            one.name if one.hole else f"{one.name} ({len(one.range)})",
            f"{100 * hand.wins / found.boards:.2f} %",
            f"{100 * hand.ties / found.boards:.2f} %",
            f"{100 * float(hand.share):.2f}{error} %",
        ]
        if describes:
            row.append(describe(one.hole, board, omaha=omaha) if one.hole else "")
        table.add_row(*row)
    return table


def _as_json(found: Equity, held: list[Held], board: tuple[Card, ...], omaha: bool) -> str:
    hands = [
        {
            "hand": one.name,
            "combinations": 1 if one.hole else len(one.range),
            "wins": hand.wins,
            "ties": hand.ties,
            "share": str(hand.share),
            "equity": float(hand.share),
            "standard_error": hand.error,
            "made_hand": (
                describe(one.hole, board, omaha=omaha) if one.hole and len(board) >= FLOP else None
            ),
        }
        for hand, one in zip(found.hands, held, strict=True)
    ]
    answer = {
        "game": "omaha" if omaha else "holdem",
        "board": card_names(board),
        "boards": found.boards,
        "exact": found.exact,
        "hands": hands,
    }
    return as_json(answer)


def _sentence(reason: str) -> str:
    return reason[0].upper() + reason[1:]
