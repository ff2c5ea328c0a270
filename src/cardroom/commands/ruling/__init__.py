"""`cardroom ruling`: ask the book what it decides about what happened at a live table."""

import argparse

import msgspec

from cardroom.commands.editions import add_live_rules, chosen_rules
from cardroom.commands.printing import write_json
from cardroom.commands.ruling.answer import lines
from cardroom.commands.ruling.examples import EXAMPLES
from cardroom.commands.ruling.options import add_options, facts_of
from cardroom.errors import UsageError
from cardroom.floor import LANGUAGES, SITUATIONS, decide, explain

OVERVIEW = """\
examples:
  cardroom ruling chips --blinds 200/400 --bet 1200 --raise 800 --pushed 500x4
  cardroom ruling chips --blinds 300/600 --bet 600 --said raise --pushed 5000
  cardroom ruling out-of-turn --action call --chips 600 --bet-before 600 --bet-now 1500
  cardroom ruling misdeal --extra-cards 2 --actions 1 --bets 2:300,3:600
  cardroom ruling betting --blinds 200/400 --preflop --seat 1 \\
      --actions "1 raises 1200, 2 all-in 1500, 3 calls"
  cardroom ruling pots --bets 1:1500,2:1500,3:500 --button 3 --unit 100 --winners 3,1+2

'cardroom ruling SITUATION --help' lists the facts that a situation needs. Amounts are chips.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Take a situation and its facts."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = OVERVIEW
    situations = parser.add_subparsers(
        dest="situation",
        metavar="SITUATION",
        required=True,
        title="situations",
        parser_class=type(parser),
    )
    for name, situation in SITUATIONS.items():
        child = situations.add_parser(
            name,
            help=situation.summary,
            description=f"Ask {situation.summary}.",
            epilog=f"example: cardroom ruling {name} {EXAMPLES[name]}",
        )
        add_options(child, situation.facts)
        child.add_argument(
            "--language",
            choices=LANGUAGES,
            default="en",
            help="the language of the explanation (default: %(default)s)",
        )
        add_live_rules(child)


def run(args: argparse.Namespace) -> int:
    """Print what the book decides."""
    facts = facts_of(SITUATIONS[args.situation].facts, args)
    try:
        ruling = decide(chosen_rules(args.rules), facts)
    except ValueError as error:
        raise UsageError(f"{str(error)[0].upper()}{str(error)[1:]}.") from error
    why = explain(ruling, args.language)
    if args.json:
        answer = msgspec.to_builtins(ruling, str_keys=True)
        write_json({"facts": facts, "ruling": answer, "explanation": why})
    else:
        print("\n".join(lines(ruling, why)))
    return 0
