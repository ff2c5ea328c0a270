"""`cardroom rules`: look up the rules, compare editions, check house rules."""

import argparse

from cardroom.commands.loading import command

ACTIONS = {
    "list": ("listing", "list the rules, or what an edition sets"),
    "show": ("showing", "show one rule: its words, its values, its code and its tests"),
    "diff": ("comparing", "show what differs between two editions"),
    "check": ("checking", "check a file of house rules"),
}
"""What can be done, with the module of this package that does it."""

EXAMPLES = """\
examples:
  cardroom rules list --group BET             the rules about betting
  cardroom rules list --edition en-2.7        everything that an edition sets
  cardroom rules show BET-14                  one rule: words, values, code, tests
  cardroom rules diff en-2.2 en-2.7           what changed between two editions
  cardroom rules check my-club.toml           check a file of house rules
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done with the rules."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, title="actions", parser_class=type(parser)
    )
    for name, (module, summary) in ACTIONS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        child = actions.add_parser(name, help=summary, description=description)
        command(f"rules.{module}").configure(child)
        child.add_argument("--json", action="store_true", help="write JSON for a program to read")


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    return command(f"rules.{ACTIONS[args.action][0]}").run(args)
