"""`cardroom floor deal`: what each way to share the prizes pays, side by side."""

import argparse

from rich.console import Console
from rich.table import Table

from cardroom.commands.floor.prizes import read_prizes
from cardroom.commands.floor.reading import live_rules, read, refusals
from cardroom.commands.printing import write_json
from cardroom.commands.ruling.words import read_seats
from cardroom.floor.deals import deal_amounts
from cardroom.rulebook.live.floor import DealMethod
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, euros

NAMES: dict[DealMethod, str] = {
    "icm": "ICM",
    "chip_chop": "by chips",
    "even": "even",
    "custom": "as agreed",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Take stacks, prizes, and amounts that the players named."""
    parser.add_argument(
        "--stacks", required=True, metavar="CHIPS,...", help="the chips of every player left"
    )
    parser.add_argument(
        "--prizes", required=True, metavar="EUROS,...", help="the prizes left, highest first"
    )
    parser.add_argument(
        "--custom", metavar="EUROS,...", help="amounts the players named, in the order of --stacks"
    )


def run(args: argparse.Namespace) -> int:
    """Print every method that the house allows."""
    rules = live_rules(args)
    chips = read("--stacks", read_seats, args.stacks)
    stacks = {EntryId(number): stack for number, stack in enumerate(chips, start=1)}
    prizes = read_prizes("--prizes", args.prizes)
    custom: dict[EntryId, Cents] = {}
    if args.custom is not None:
        words = args.custom.split(",")
        amounts = [read_prizes("--custom", word)[0] for word in words]
        custom = {EntryId(number): amount for number, amount in enumerate(amounts, start=1)}
    methods = [one for one in rules.floor.deal_methods if one != "custom" or custom]
    with refusals():
        shares = {one: deal_amounts(rules, one, stacks, prizes, custom) for one in methods}
    if args.json:
        write_json({one: list(found.values()) for one, found in shares.items()})
        return 0
    table = Table(caption="A deal needs every player; one refusal, and play goes on (LIVE-6).")
    for heading in ("player", "chips", *(NAMES[one] for one in methods)):
        table.add_column(heading, justify="right")
    for entry, stack in stacks.items():
        paid = [euros(found[entry]) for found in shares.values()]
        table.add_row(str(entry), f"{stack:,}", *paid)
    Console().print(table)
    return 0
