"""`cardroom simulate tournament`: whole tournaments from a seed, checked to the last cent."""

import argparse
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cardroom.commands.editions import chosen_rules, read_house_rules
from cardroom.errors import UsageError
from cardroom.rulebook import Edition, edition
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition_file import ONLINE, published, read_definition
from cardroom.tournament.examples import FORMATS, definition_of, target_of
from cardroom.tournament.simulation.scenarios import Scenario
from cardroom.tournament.simulation.summary import Summary
from cardroom.tournament.simulation.trouble import CALM, Trouble
from cardroom.units import Cents, cents, euros

PLAYERS_MAX = 100_000
COUNT_MAX = 10_000_000
FIELD_DOUBLES = 6
"""Fields of unknown size have 2 to 2 + 2^6 players, small ones more often."""
TOO_FEW = 4
"""Where a minimum of entries is asked for, one field in so many does not care for it."""


class Report(msgspec.Struct, kw_only=True):
    """What is printed with --json."""

    name: str
    kind: str
    game: str
    edition: str
    price: Cents
    count: int
    seed: int
    calm: bool
    cpu_s: float
    hands_per_s: float
    summary: Summary


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be played."""
    parser.description = (
        "Play whole tournaments from a seed: scripted players register, leave, come late, re-buy, "
        "re-enter, lose the connection, run out of time and are knocked out; hands are rolled "
        "back, players disqualified, tournaments cancelled. Chips, blinds, table sizes, places "
        "and every cent are checked throughout; the first breach ends the run."
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--format", choices=FORMATS, default="freezeout", help="a packaged example")
    what.add_argument("--file", type=Path, metavar="FILE", help="your own definition (TOML)")
    parser.add_argument(
        "--edition",
        metavar="EDITION",
        help=f"the rules: {', '.join(ONLINE)}, or a file of house rules; else those the file names",
    )
    parser.add_argument("--buy-in", metavar="EUROS", help="what an entry costs, fee included")
    parser.add_argument("--players", type=int, help="how many come; else another number each time")
    parser.add_argument("--count", type=int, default=100, help="how many tournaments to play")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same hands")
    parser.add_argument("--calm", action="store_true", help="nothing goes wrong, nobody leaves")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, show progress, print the summary."""
    if not 1 <= args.count <= COUNT_MAX:
        raise UsageError(f"--count is from 1 to {COUNT_MAX:,}.")
    rules = Rules(args.file)
    definition = _definition(args, rules)
    least = 2 if definition.kind in {"scheduled", "phased"} else definition.seats
    if args.players is not None and not least <= args.players <= PLAYERS_MAX:
        raise UsageError(f"--players is from {least} to {PLAYERS_MAX:,}.")
    scenario = Scenario(
        definition,
        rules.named(definition.edition),
        chance=Random(args.seed),  # noqa: S311
        trouble=CALM if args.calm else Trouble(),
        target=target_of(definition, rules.named),
    )
    started_s = time.process_time()
    _play(scenario, args, least, definition.registration.minimum_entries)
    report = _report(args, definition, scenario.summary, time.process_time() - started_s)
    if args.json:
        print(msgspec.json.encode(report).decode())
    else:
        _show(report)
    return 0


class Rules:
    """Editions, and the house rules that the option or a tournament's file names (TAMB-93)."""

    def __init__(self, file: Path | None) -> None:
        self._folder = Path() if file is None else file.parent
        self._house: dict[str, Edition] = {}

    def option(self, word: str) -> str:
        """What `--edition` asks for: the name of its rules."""
        return self._keep(chosen_rules(word)).name

    def find(self, word: str) -> Edition | None:
        """The rules that a tournament's file names; house rules lie beside it."""
        if word in self._house or not word.endswith(".toml"):
            return self._house.get(word) or published(word)
        return self._keep(read_house_rules(str(self._folder / word)))

    def named(self, name: str) -> Edition:
        """Rules that were found before, by the name they have."""
        return self._house.get(name) or edition(name)

    def _keep(self, found: Edition) -> Edition:
        if found.inherits:
            self._house[found.name] = found
        return found


def _definition(args: argparse.Namespace, rules: Rules) -> Definition:
    changes: dict[str, Any] = {}
    if args.edition is not None:
        changes["edition"] = rules.option(args.edition)
    if args.file is None:
        if args.buy_in is not None:
            changes |= _price_changes(args.format, _price(args.buy_in))
        return definition_of(args.format, changes, rules.find)
    if args.buy_in is not None:
        changes["price_cents"] = _price(args.buy_in)
    try:
        text = args.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{args.file} cannot be read: {error}.") from None
    return read_definition(text, str(args.file), changes=changes, editions=rules.find)


def _price(text: str) -> Cents:
    price = cents(text)
    if price is None:
        raise UsageError(f"'{text}' is no buy-in; write euros, as 10 or 2.50.")
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


def _play(scenario: Scenario, args: argparse.Namespace, least: int, minimum: int) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    sizes = Random(args.seed)  # noqa: S311
    quiet = not console.is_terminal
    with Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True, disable=quiet
    ) as progress:
        task = progress.add_task("tournaments", total=args.count)
        for _ in range(args.count):
            some = max(least, 2 + sizes.randrange(1 << 1 + sizes.randrange(FIELD_DOUBLES)))
            if minimum > least and sizes.randrange(TOO_FEW):
                some += 2 * minimum
            scenario.play(args.players or some)
            hands = f"tournaments ({scenario.summary.hands:,} hands)"
            progress.update(task, advance=1, description=hands)


def _report(
    args: argparse.Namespace, definition: Definition, summary: Summary, cpu_s: float
) -> Report:
    return Report(
        name=definition.name,
        kind=definition.kind,
        game=definition.game,
        edition=definition.edition,
        price=definition.price_cents,
        count=args.count,
        seed=args.seed,
        calm=args.calm,
        cpu_s=round(cpu_s, 3),
        hands_per_s=round(summary.hands / max(cpu_s, 0.001), 1),
        summary=summary,
    )


def _show(report: Report) -> None:
    summary = report.summary
    hours, minutes = divmod(summary.simulated_ms // 60_000, 60)
    rows = [
        ("Tournaments", f"{summary.tournaments:,}, of them cancelled {summary.cancelled:,}"),
        ("Entries", f"{summary.entries:,}, of them given back {summary.unregistered:,}"),
        ("Re-buys, add-ons", f"{summary.rebuys:,}, {summary.addons:,}"),
        ("Hands", f"{summary.hands:,}, and {summary.rolled_back:,} rolled back"),
        ("Moves, broken tables", f"{summary.moves:,}, {summary.tables_broken:,}"),
        ("Time ran out", f"{summary.time_ran_out:,}"),
        ("Disqualified", f"{summary.disqualified:,}"),
        ("Deals", f"{summary.deals:,}"),
        ("Received", euros(summary.received)),
        ("Added by the house", euros(summary.added_by_house)),
        ("Prizes", euros(summary.prizes)),
        ("Bounties", euros(summary.bounties)),
        ("Refunds and shares", euros(summary.refunds)),
        ("Fees", euros(summary.fees)),
        ("Seats won", f"{summary.seats_won:,}"),
        ("Multipliers", _counts(summary.multipliers)),
        ("Requests refused", _counts(summary.refused)),
        ("Simulated time", f"{hours:,} h {minutes} min"),
        ("Processor time", f"{report.cpu_s:.1f} s, {report.hands_per_s:,.0f} hands/s"),
        ("Breaches", "none"),
    ]
    title = f"{report.name}, {report.edition}, {euros(report.price)}, seed {report.seed}"
    grid = Table(title=title, show_header=False, title_justify="left")
    for name, value in rows:
        grid.add_row(name, value)
    Console(file=sys.stdout).print(grid)


def _counts(counted: dict[str, int]) -> str:
    ordered = sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{name} {count:,}" for name, count in ordered) or "none"
