"""The `cardroom` command line: finds the subcommand, turns mistakes into one sentence."""

import argparse
import sys
from importlib import import_module
from typing import NoReturn, Protocol, cast

from cardroom.errors import CardroomError, InvalidFile, UsageError

SUBCOMMANDS = {
    "demo": "play a demonstration hand in the terminal",
    "history": "convert hand histories to text for trackers, Open Hand History or PHH",
    "replay": "replay hand histories and compare them with what they record",
    "rules": "look up the rules, compare editions, check house rules",
}
"""One module of this package each; only the one that is asked for is imported."""

MISTAKE = 2


class Subcommand(Protocol):
    """What the module of a subcommand offers."""

    def configure(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one sentence."""

    def error(self, message: str) -> NoReturn:
        sentence = message[0].upper() + message[1:]
        raise UsageError(f"{sentence}. See '{self.prog} --help'.")


def main(argv: list[str] | None = None) -> int:
    """Run one subcommand; 0 is success, 1 a finding, 2 a mistake in the call or in a file."""
    words = sys.argv[1:] if argv is None else argv
    try:
        return _run(words)
    except (UsageError, InvalidFile) as error:
        print(f"cardroom: {error}", file=sys.stderr)
        return MISTAKE
    except CardroomError as error:
        print(f"cardroom: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does: nothing is left to say.
        sys.stderr.close()
        return 0


def _run(words: list[str]) -> int:
    parser = Parser(prog="cardroom", description="An open poker room that plays by the book.")
    chosen = next((word for word in words if not word.startswith("-")), None)
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=Parser
    )
    for name, summary in SUBCOMMANDS.items():
        child = commands.add_parser(name, help=summary, description=_sentence(summary))
        if name == chosen:
            _module(name).configure(child)
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help()
        return MISTAKE if words else 0
    return _module(args.command).run(args)


def _module(name: str) -> Subcommand:
    return cast("Subcommand", import_module(f"cardroom.commands.{name}"))


def _sentence(summary: str) -> str:
    return f"{summary[0].upper()}{summary[1:]}."


if __name__ == "__main__":
    sys.exit(main())
