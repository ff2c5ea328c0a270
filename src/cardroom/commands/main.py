"""The `cardroom` command line: finds the subcommand, turns mistakes into one sentence."""

import argparse
import os
import sys
from difflib import get_close_matches
from typing import NoReturn

from cardroom.commands.loading import command
from cardroom.errors import CardroomError, InvalidFile, Unavailable, UsageError
from cardroom.release import release

SUBCOMMANDS = {
    "admin": "manage a room: administrators, stakes, announcements, bans, restart",
    "backup": "copy the database of a room while it is open",
    "demo": "play a demonstration hand in the terminal",
    "equity": "compute what share of the pot each hand wins",
    "floor": "work out what a live tournament needs: next button, chip race, moves, places",
    "history": "convert hand histories to text for trackers, Open Hand History or PHH",
    "icm": "compute what tournament stacks are worth in prizes",
    "integrity": "look for players who play together, in finished hands",
    "ledger": "check the money: verify every cent from zero",
    "loadtest": "play with thousands of players over real sockets and measure",
    "replay": "replay hand histories and compare them with what they record",
    "restore": "put a copy of a room's database into an empty place",
    "rules": "look up the rules, compare editions, check house rules",
    "ruling": "ask the book what it decides at a live table: chips, turns, hands, pots",
    "serve": "run a poker room",
    "simulate": "play many hands with scripted players and check every rule",
    "tournaments": "check the files of tournaments and list what is held when",
    "verify": "recompute the proofs of fair decks in exported hands",
}
"""One module of this package each; only the one that is asked for is imported."""

MISTAKE = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one sentence."""

    def error(self, message: str) -> NoReturn:
        sentence = message[0].upper() + message[1:]
        raise UsageError(f"{sentence}. See '{self.prog} --help'.")


def main(argv: list[str] | None = None) -> int:
    """Run one subcommand; 0 is success, 1 a finding, 2 that it could not be done at all."""
    words = sys.argv[1:] if argv is None else argv
    try:
        status = _run(words)
        sys.stdout.flush()
    except (UsageError, InvalidFile, Unavailable) as error:
        print(f"cardroom: {error}", file=sys.stderr)
        return MISTAKE
    except CardroomError as error:
        print(f"cardroom: {error}", file=sys.stderr)
        return 1
    except PermissionError as error:
        print(f"cardroom: {error.filename}: this user has no permission.", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does. What is still buffered goes nowhere,
        # so that Python finds nothing to complain about when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _run(words: list[str]) -> int:
    parser = Parser(prog="cardroom", description="An open poker room that plays by the book.")
    parser.add_argument("--version", action="version", version=f"cardroom {release()}")
    chosen = next((word for word in words if not word.startswith("-")), None)
    if chosen is not None and chosen not in SUBCOMMANDS:
        raise UsageError(_no_command(chosen))
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=Parser
    )
    for name, summary in SUBCOMMANDS.items():
        child = commands.add_parser(name, help=summary, description=_sentence(summary))
        if name == chosen:
            command(name).configure(child)
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help()
        return 0
    return command(args.command).run(args)


def _no_command(word: str) -> str:
    close = get_close_matches(word, SUBCOMMANDS, n=1)
    hint = f"Did you mean '{close[0]}'?" if close else f"There are {', '.join(SUBCOMMANDS)}."
    return f"There is no command '{word}'. {hint} See 'cardroom --help'."


def _sentence(summary: str) -> str:
    return f"{summary[0].upper()}{summary[1:]}."


if __name__ == "__main__":
    sys.exit(main())
