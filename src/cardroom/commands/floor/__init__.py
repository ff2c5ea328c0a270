"""`cardroom floor`: work out what the floor of a live tournament needs to know."""

import argparse

from cardroom.commands.editions import add_live_rules
from cardroom.commands.loading import command

ACTIONS = {
    "button": "who draws the button at the start of a table or of a day",
    "positions": "who has button, blinds and ante in the next hands, and who waits",
    "race": "the chip race of a table: cards, winners, rescued players, the log",
    "plan": "when each chip leaves play, for a blind structure",
    "balance": "which table stops or breaks, who moves, and to which seat",
    "deal": "what each way to share the prizes pays",
    "day-end": "how many hands are played at the end of a day",
    "places": "places and prizes of players who bust together",
}
"""What can be worked out, each in the module of this name."""

EXAMPLES = """\
examples:
  cardroom floor button --seats 1,2,4,5,7
  cardroom floor positions --last 1/2/3 --occupied 1,3,4,5,6 --hands 3
  cardroom floor race --in-play 25,100,500 --remove 25 --seats 1:7/3000,3:1/0,4:2/2200
  cardroom floor plan --in-play 25,100,500 --levels 25/50,75/150,100/200/200,500/1000/1000
  cardroom floor balance --table 1:2/3/4:2,3,4,6,7,8 --table 2:1/2/3:1,2,3,4 --seats 9
  cardroom floor deal --stacks 500000,300000,200000 --prizes 10000,6000,4000
  cardroom floor day-end --left 6:00
  cardroom floor places --players 5 --prizes 600,400,300 --hand-for-hand \\
      --busts 17:1/8000,23:1/5000,31:2/6000
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be worked out."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, title="actions", parser_class=type(parser)
    )
    for name, summary in ACTIONS.items():
        child = actions.add_parser(name, help=summary, description=f"Work out {summary}.")
        command(f"floor.{name}").configure(child)
        add_live_rules(child)


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    return command(f"floor.{args.action}").run(args)
