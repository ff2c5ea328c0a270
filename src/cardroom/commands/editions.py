"""From a word on the command line to rules: the name of an edition, or a file of house rules."""

import argparse
from pathlib import Path

from cardroom.errors import UsageError
from cardroom.rulebook import EDITIONS, Edition, edition, house_rules
from cardroom.server.config.text_files import text_of


def chosen_rules(word: str) -> Edition:
    """The published edition of this name, or the house rules in this file."""
    if word in EDITIONS:
        return edition(word)
    if "/" in word or word.endswith(".toml") or Path(word).exists():
        return read_house_rules(word)
    known = ", ".join(EDITIONS)
    raise UsageError(f"'{word}' is neither an edition ({known}) nor a file of house rules.")


def read_house_rules(file: str) -> Edition:
    """The house rules in a file; what cannot be read is refused in one sentence."""
    return house_rules(text_of(file), file)


def add_live_rules(parser: argparse.ArgumentParser) -> None:
    """What every command about live tables takes: whose rules, and how to print."""
    parser.add_argument(
        "--rules",
        metavar="NAME|FILE",
        default=next(name for name in EDITIONS if edition(name).live is not None),
        help="an edition with live tables, or a file of house rules (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print for programs")
