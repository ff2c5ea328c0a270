"""`cardroom simulate tournament`: whole tournaments from a seed, checked to the last cent."""

import argparse
import time
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cardroom.commands.editions import chosen_rules, read_house_rules
from cardroom.commands.printing import write_json
from cardroom.commands.tournament_report import Report, show
from cardroom.errors import CardroomError, InvalidFile, Refused, UsageError
from cardroom.rulebook import Edition, edition
from cardroom.server.config.text_files import text_of
from cardroom.simulation.tournament.disruptions import CALM, Disruptions
from cardroom.simulation.tournament.fields import fewest, field_size
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import FORMATS, definition_of, target_of
from cardroom.tournament.definition.file import ONLINE, published, read_definition
from cardroom.units import Cents, cents

PLAYERS_MAX = 100_000
COUNT_MAX = 10_000_000
PRICE_KEYS = ("price_cents", "fee_cents", "[multi_buy_in] max_price_cents")
"""What --buy-in changes in a packaged example."""
WIDTH = 90
FIELD_MAX = 200
"""Fields of unknown size have 2 to this many players, small ones more often."""
EXAMPLES = """\
examples:
  cardroom simulate tournament                                  100 freezeouts of any size
  cardroom simulate tournament --format rebuy --players 80 --count 5
  cardroom simulate tournament --format hexapro --buy-in 10 --edition nl-3.0 --count 1000 --seed 7
  cardroom simulate tournament --file sunday.toml --calm --json

How to write a file of your own: docs/guides/tournaments.md.
"""


class Breach(CardroomError):
    """A simulated tournament broke a rule or lost a cent; it is our own mistake."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be played."""
    parser.description = (
        "Play whole tournaments from a seed: scripted players register, leave, come late, re-buy, "
        "re-enter, lose the connection, run out of time and are knocked out; hands are rolled "
        "back, players disqualified, tournaments cancelled. Chips, blinds, table sizes, places "
        "and every cent are checked throughout; the first breach ends the run."
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = fill(parser.description, WIDTH)
    names = fill(
        ", ".join(FORMATS),
        WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
    )
    parser.epilog = f"formats:\n{names}\n\n{EXAMPLES}"
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--format",
        choices=FORMATS,
        default="freezeout",
        metavar="FORMAT",
        help="a packaged example, one of those below (default: %(default)s)",
    )
    what.add_argument("--file", metavar="FILE", help="a tournament of your own (TOML)")
    parser.add_argument(
        "--edition",
        metavar="EDITION",
        help=f"the rules: {', '.join(ONLINE)}, or a file of house rules (default: from the file)",
    )
    parser.add_argument(
        "--buy-in",
        metavar="EUROS",
        help="what an entry costs, fee included, as 10 or 2.50 (default: as the file says)",
    )
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=f"how many come (default: 2 to {FIELD_MAX}, another number each time)",
    )
    parser.add_argument(
        "--count",
        type=int,
        default=100,
        metavar="N",
        help="how many tournaments to play (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="the same seed plays the same tournaments (default: %(default)s)",
    )
    parser.add_argument("--calm", action="store_true", help="nothing goes wrong, nobody leaves")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, show progress, print the summary."""
    if not 1 <= args.count <= COUNT_MAX:
        raise UsageError(f"--count is from 1 to {COUNT_MAX:,}.")
    rules = Rules(args.file)
    definition = _definition(args, rules)
    _verify_players(args.players, definition)
    scenario = Scenario(
        definition,
        rules.named(definition.edition),
        chance=Random(args.seed),  # noqa: S311
        disruptions=CALM if args.calm else Disruptions(),
        target=target_of(definition, rules.named),
    )
    started_s = time.process_time()
    _play(scenario, args, definition)
    report = Report.of(
        definition,
        scenario.summary,
        count=args.count,
        seed=args.seed,
        calm=args.calm,
        cpu_s=time.process_time() - started_s,
    )
    if args.json:
        write_json(report)
    else:
        show(report)
    return 0


class Rules:
    """Editions, and the house rules that the option or a tournament's file names (TAMB-93)."""

    def __init__(self, file: str | None) -> None:
        self._folder = Path() if file is None else Path(file).parent
        self._house: dict[str, Edition] = {}

    def option(self, word: str) -> str:
        """What `--edition` asks for: the name of its rules."""
        return self._keep(chosen_rules(word)).name

    def find(self, word: str) -> Edition | None:
        """The rules that a tournament's file names; house rules lie beside it."""
        if word in self._house or not word.endswith(".toml"):
            return self._house.get(word) or published(word)
        file = self._folder / word
        return self._keep(read_house_rules(str(file))) if file.is_file() else None

    def named(self, name: str) -> Edition:
        """Rules that were found before, by the name they have."""
        return self._house.get(name) or edition(name)

    def _keep(self, found: Edition) -> Edition:
        if found.inherits:
            self._house[found.name] = found
        return found


def _verify_players(players: int | None, definition: Definition) -> None:
    """A Sit & Go is played by as many as it has seats, nobody more (TYP-02, HEX-01)."""
    minimum = fewest(definition)
    maximum = PLAYERS_MAX if definition.kind in {"scheduled", "phased"} else minimum
    if players is None or minimum <= players <= maximum:
        return
    if minimum == maximum:
        raise UsageError(f"--players {players}: this one is played by {minimum}, leave it out.")
    raise UsageError(f"--players is from {minimum} to {maximum:,}.")


def _definition(args: argparse.Namespace, rules: Rules) -> Definition:
    """The tournament asked for; an option that does not fit is named, not the packaged file."""
    changes: dict[str, Any] = {}
    if args.edition is not None:
        changes["edition"] = rules.option(args.edition)
    price = None if args.buy_in is None else _price(args.buy_in)
    if price is not None:
        changes |= {"price_cents": price} if args.file else _price_changes(args.format, price)
    try:
        if args.file is not None:
            text = text_of(args.file)
            return read_definition(text, args.file, changes=changes, editions=rules.find)
        return definition_of(args.format, changes, rules.find)
    except InvalidFile as error:
        raise _misfit(args, error) from None


def _misfit(args: argparse.Namespace, error: InvalidFile) -> CardroomError:
    """What does not fit because of an option: no file of the caller has it."""
    if args.buy_in is not None and error.key in PRICE_KEYS:
        return UsageError(f"--buy-in {args.buy_in}: {error.reason}.")
    if args.file is None:
        return UsageError(f"--format {args.format}: {error.reason}.")
    return error


def _price(text: str) -> Cents:
    price = cents(text)
    if price is None:
        raise UsageError(f"'{text}' is not a buy-in; write euros, as 10 or 2.50.")
    return price


def _price_changes(name: str, price: Cents) -> dict[str, Any]:
    """What follows in an example from another price: ranges and seats that fit to it."""
    changes: dict[str, Any] = {"price_cents": price}
    if name == "multi-buy-in":
        changes["multi_buy_in"] = {"max_price_cents": 4 * price}
    elif name in {"satellite", "satellite-tier"}:
        changes["fee_cents"] = price // 11
        target = "sunday" if name == "satellite" else "sunday_satellite"
        changes["satellite"] = {"target": target, "seat_price_cents": 10 * price}
    return changes


def _play(scenario: Scenario, args: argparse.Namespace, definition: Definition) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    sizes = Random(args.seed)  # noqa: S311
    quiet = not console.is_terminal
    with Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True, disable=quiet
    ) as progress:
        task = progress.add_task("tournaments", total=args.count)
        for number in range(1, args.count + 1):
            players = args.players or field_size(definition, sizes, maximum=FIELD_MAX)
            try:
                scenario.play(players)
            except (AssertionError, Refused) as error:
                where = f"number {number} of seed {args.seed}, {players} players"
                raise Breach(f"A rule was broken in {where}: {error}") from error
            hands = f"tournaments ({scenario.summary.hands:,} hands)"
            progress.update(task, advance=1, description=hands)
