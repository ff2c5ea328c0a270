"""`cardroom icm`: what tournament stacks are worth in prizes."""

import argparse
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from rich.console import Console
from rich.table import Table

from cardroom.commands.printing import as_json
from cardroom.commands.reading import progress_bar
from cardroom.errors import UsageError
from cardroom.tournament.icm.worth import FIELD_MAX, SETS_PLAYERS, Worth, in_cents, worth
from cardroom.tournament.ids import EntryId
from cardroom.units import DIGITS_MAX, Cents, Chips, cents, euros

EXAMPLES = f"""\
ICM (the independent chip model) turns chips into money: a player's chance to finish first is their
share of all chips, and the places after it go the same way among the others (Malmuth and Harville).
Up to {SETS_PLAYERS} players every cent is exact; for more, up to {FIELD_MAX:,}, the worth is
integrated and its largest possible error printed.

examples:
  cardroom icm --stacks 5000,3000,2000 --prizes 500,300,200
  cardroom icm --stacks 12500,8000,4200,1800 --prizes 61.75,33.25 --json
"""
CHIPS_MAX = 10**12
CENTS_MAX = 10**12
WORD_SHOWN = 20
ERROR_DIGITS = 3
LONG = 10**60
"""Exact rationals with a longer denominator are not printed: nobody reads a thousand digits."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Take stacks and prizes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--stacks",
        required=True,
        metavar="CHIPS,...",
        help="the chips of every player left, with commas between them",
    )
    parser.add_argument(
        "--prizes",
        required=True,
        metavar="EUROS,...",
        help="the prizes of the places to be taken, first place first; the others win nothing",
    )
    parser.add_argument("--json", action="store_true", help="print for programs")


def run(args: argparse.Namespace) -> int:
    """Print what each stack is worth."""
    stacks, prizes = _read_stacks(args.stacks), _read_prizes(args.prizes)
    if len(prizes) > len(stacks):
        raise UsageError(f"There are {len(prizes)} prizes for {len(stacks)} players.")
    found, cents = _worth(stacks, prizes)
    if args.json:
        print(_as_json(stacks, prizes, found, cents))
    else:
        Console().print(_as_table(stacks, found, cents), _note(found), sep="\n")
    return 0


def _worth(stacks: list[Chips], prizes: list[Cents]) -> tuple[Worth, list[Cents]]:
    """Count with a progress bar on the error stream."""
    players = {EntryId(number): chips for number, chips in enumerate(stacks, start=1)}
    with progress_bar() as progress:
        task = progress.add_task("Counting", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        try:
            found = worth(stacks, prizes, show)
            return found, list(in_cents(found, players, prizes, show).values())
        except ValueError as error:
            raise UsageError(f"{str(error)[0].upper()}{str(error)[1:]}.") from error


def _words(text: str, option: str) -> list[str]:
    """The words between the commas, none of them empty."""
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        example = "5000,3000,2000" if option == "--stacks" else "500,300,200"
        where = "between two commas" if any(words) else "in it"
        raise UsageError(f"{option}: there is nothing {where}; write it as {example}.")
    return words


def _shown(word: str) -> str:
    """A word as it is quoted in a sentence, however long it is."""
    return f"'{word}'" if len(word) <= WORD_SHOWN else f"'{word[:WORD_SHOWN]}...'"


def _read_stacks(text: str) -> list[Chips]:
    stacks = _words(text, "--stacks")
    if not 2 <= len(stacks) <= FIELD_MAX:
        raise UsageError(f"There are 2 to {FIELD_MAX:,} stacks, not {len(stacks):,}.")
    return [_read_stack(word) for word in stacks]


def _read_stack(word: str) -> Chips:
    if not word.isascii() or not word.isdigit() or not word.strip("0"):
        raise UsageError(f"{_shown(word)} is not a stack: chips are a whole number above 0.")
    if len(word) > DIGITS_MAX or int(word) > CHIPS_MAX:
        raise UsageError(f"{_shown(word)} is too large a stack: at most {CHIPS_MAX:,} chips.")
    return int(word)


def _read_prizes(text: str) -> list[Cents]:
    prizes = [_read_prize(word) for word in _words(text, "--prizes")]
    if any(better < worse for better, worse in pairwise(prizes)):
        raise UsageError("A worse place cannot win more: name the prizes first place first.")
    if prizes[0] == 0:
        raise UsageError("There is nothing to win: first prize is 0.")
    return prizes


def _read_prize(word: str) -> Cents:
    prize = cents(word)
    if prize is None:
        raise UsageError(f"{_shown(word)} is not a prize: write euros such as 500 or 61.75.")
    if prize > CENTS_MAX:
        raise UsageError(f"{_shown(word)} is too large a prize: at most {euros(CENTS_MAX)}.")
    return prize


def _as_table(stacks: Sequence[Chips], found: Worth, cents: Sequence[Cents]) -> Table:
    table = Table()
    for heading in ("player", "chips", "of all chips", "worth", "of all prizes"):
        table.add_column(heading, justify="right")
    chips, money = sum(stacks), sum(cents)
    for number, (stack, share, amount) in enumerate(
        zip(stacks, found.shares, cents, strict=True), start=1
    ):
        part = f"{100 * float(share / money):.2f} %"
        table.add_row(
            *(str(number), f"{stack:,}", f"{100 * stack / chips:.2f} %"), euros(amount), part
        )
    table.add_section()
    table.add_row("all", f"{chips:,}", "", euros(money), "")
    return table


def _note(found: Worth) -> str:
    """How much of it is certain."""
    if found.method == "integral":
        return f"Integrated: no stack is off by more than {_error(found.error)} cents."
    return "Exact to the cent."


def _error(error: Fraction) -> str:
    return f"{float(error):.{ERROR_DIGITS}g}"


def _as_json(
    stacks: Sequence[Chips], prizes: Sequence[Cents], found: Worth, cents: Sequence[Cents]
) -> str:
    players = [
        {
            "chips": stack,
            "cents": amount,
            "exact_cents": str(share) if found.error == 0 and share.denominator < LONG else None,
            "share": float(share / sum(prizes)),
        }
        for stack, share, amount in zip(stacks, found.shares, cents, strict=True)
    ]
    answer = {
        "prizes_cents": prizes,
        "exact": found.method != "integral",
        "method": found.method,
        "error_cents": float(found.error),
        "players": players,
    }
    return as_json(answer)
