"""`cardroom floor plan`: when each chip leaves play."""

import argparse

from rich.console import Console
from rich.table import Table

from cardroom.commands.floor.reading import live_rules, read, read_amounts, refusals
from cardroom.commands.printing import write_json
from cardroom.commands.ruling.words import read_seats
from cardroom.errors import UsageError
from cardroom.floor.chips.colour_up import colour_up_plan


def configure(parser: argparse.ArgumentParser) -> None:
    """Take chips and levels."""
    parser.add_argument(
        "--in-play", required=True, metavar="CHIPS", help="the denominations: 25,100,500,1000"
    )
    parser.add_argument(
        "--levels",
        required=True,
        metavar="AMOUNTS,...",
        help="what must be paid in each level: small/big or small/big/ante, such as 100/200/200",
    )


def run(args: argparse.Namespace) -> int:
    """Print the removals in their order."""
    rules = live_rules(args)
    chips = read("--in-play", read_seats, args.in_play)
    levels = [read("--levels", read_amounts, word) for word in args.levels.split(",")]
    if not all(chips):
        raise UsageError("--in-play: a chip is worth 1 or more.")
    with refusals():
        plan = colour_up_plan(rules, chips, levels)
    if args.json:
        write_json(plan)
        return 0
    table = Table()
    for heading in ("before level", "remove", "race for"):
        table.add_column(heading, justify="right")
    for removal in plan:
        table.add_row(str(removal.before_level), f"{removal.removed:,}", f"{removal.target:,}")
    Console().print(table if plan else "All chips are needed until the last level.")
    return 0
