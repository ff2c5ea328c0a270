"""`cardroom rules check`: whether a file of house rules is good, and what it changes."""

import argparse

from cardroom.commands.editions import read_house_rules
from cardroom.commands.main import MISTAKE
from cardroom.commands.printing import write_json
from cardroom.commands.rules.comparing import Difference, differences, print_differences
from cardroom.commands.rules.layout import console
from cardroom.errors import InvalidFile
from cardroom.rulebook import Edition, edition


def configure(parser: argparse.ArgumentParser) -> None:
    """Take a file."""
    parser.add_argument("file", metavar="FILE", help="a TOML file that inherits an edition")


def run(args: argparse.Namespace) -> int:
    """Say what the house rules change, or refuse them with file, line, key and reason."""
    if args.json:
        return _run_for_program(args.file)
    house = read_house_rules(args.file)
    _print(args.file, house, differences(edition(house.inherits), house))
    return 0


def _run_for_program(file: str) -> int:
    try:
        house = read_house_rules(file)
    except InvalidFile as error:
        where = {"file": error.file, "line": error.line, "key": error.key}
        write_json({"good": False, **where, "reason": error.reason})
        return MISTAKE
    changes = differences(edition(house.inherits), house)
    named = {"file": file, "name": house.name, "title": house.title, "inherits": house.inherits}
    write_json({"good": True, **named, "changes": changes})
    return 0


def _print(file: str, house: Edition, changes: list[Difference]) -> None:
    out = console()
    count = len(changes)
    sets = f"{count} switch" if count == 1 else f"{count or 'no'} switches"
    out.print(
        f"{file}: good. '{house.name}' is {house.inherits} with {sets} changed.", soft_wrap=True
    )
    if changes:
        out.print()
        print_differences(changes, house.inherits, house.name, out)
