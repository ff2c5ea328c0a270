"""`cardroom floor places`: places and prizes of players who bust together."""

import argparse

from rich.console import Console
from rich.table import Table

from cardroom.commands.floor.prizes import read_prizes
from cardroom.commands.floor.reading import live_rules, read, read_parts, refusals
from cardroom.commands.printing import write_json
from cardroom.commands.ruling.words import read_chips
from cardroom.errors import UsageError
from cardroom.floor.places import Bust, Finish, finishes
from cardroom.units import euros


def configure(parser: argparse.ArgumentParser) -> None:
    """Take who is out, and what there is to win."""
    parser.add_argument(
        "--players", required=True, type=int, metavar="N", help="players left before these busts"
    )
    parser.add_argument(
        "--busts",
        required=True,
        metavar="ENTRY:TABLE/STACK,...",
        help="entry number, table and chips when the hand began: 17:1/8000; with @1, @2 ... the "
        "order in which the hands ended",
    )
    parser.add_argument(
        "--prizes", required=True, metavar="EUROS,...", help="the prizes, first place first"
    )
    parser.add_argument(
        "--hand-for-hand", action="store_true", help="all busts are of one synchronised hand"
    )


def run(args: argparse.Namespace) -> int:
    """Print places and prizes, the best first."""
    rules = live_rules(args)
    busts = [_bust(word.strip()) for word in args.busts.split(",")]
    prizes = read_prizes("--prizes", args.prizes)
    with refusals():
        found = finishes(
            rules,
            busts,
            players_before=args.players,
            prizes=prizes,
            hand_for_hand=args.hand_for_hand,
        )
    if args.json:
        write_json(found)
    else:
        Console().print(_as_table(found))
    return 0


def _bust(word: str) -> Bust:
    facts, at, order = word.partition("@")
    entry, rest = read("--busts", lambda text: read_parts(text, "17:1/8000"), facts)
    if len(rest) != 2 or not rest[1]:
        raise UsageError(f"--busts: '{word[:20]}' is not of the form 17:1/8000.")
    ended = read("--busts", read_chips, order) if at else None
    return Bust(entry=entry, table=rest[0], stack=rest[1], hand_ended_ms=ended)


def _as_table(found: tuple[Finish, ...]) -> Table:
    table = Table()
    for heading in ("place", "entry", "prize"):
        table.add_column(heading, justify="right")
    for one in found:
        tied = f" (tied, {one.tied})" if one.tied > 1 else ""
        table.add_row(f"{one.place}{tied}", str(one.entry), euros(one.prize))
    return table
