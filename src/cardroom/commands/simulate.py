"""`cardroom simulate`: plays a cash room or tournaments from a seed, with every rule checked."""

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cardroom.cash.table import CashTable
from cardroom.commands import simulate_tournament
from cardroom.commands.printing import write_json
from cardroom.engine.hand import Hand
from cardroom.errors import CardroomError, UsageError
from cardroom.history import hand_record, write_hand
from cardroom.history.narrated_phh import time_fields
from cardroom.rulebook import EDITIONS, edition
from cardroom.rulebook.cash import CashRules, Stake, StakeKey
from cardroom.simulation.cash.world import CURRENCY, Summary, World
from cardroom.units import Cents, cents, euros

PLAYERS = 14
VENUE = "cardroom simulation"
STEPS_WITHOUT_A_HAND = 100_000
GAMES = ("nl-holdem", "pl-omaha")
FORMATS = ("ordinary", "deepstack", "shortstack", "banzai")


class SimulationStuck(CardroomError):
    """No hand could be dealt for a very long time."""


class Report(msgspec.Struct, kw_only=True):
    """What is printed with --json."""

    edition: str
    game: str
    format: str
    stake: str
    seed: int
    players: int
    cpu_s: float
    hands_per_s: float
    average_pot: Cents
    players_per_hand: float
    summary: Summary


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be simulated."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", title="what", required=True)
    _configure_cash(what.add_parser("cash", help="a cash room with players who come and go"))
    tournament = what.add_parser("tournament", help="whole tournaments of one format")
    simulate_tournament.configure(tournament)


def _configure_cash(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play a cash room from a seed: scripted players join, wait or post, sit out, run out of "
        "time, lose the connection, go broke, buy in again, leave and come back. After every hand "
        "positions, money, clocks and buy-ins are checked; the first breach ends the run."
    )
    parser.add_argument(
        "--edition", choices=_editions(), default="en-2.7", help="the rules (default: %(default)s)"
    )
    parser.add_argument(
        "--game", choices=GAMES, default="nl-holdem", help="the game (default: %(default)s)"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="ordinary",
        help="the kind of table (default: %(default)s)",
    )
    parser.add_argument(
        "--stake",
        default="0.05/0.10",
        metavar="SB/BB",
        help="blinds in euros (default: %(default)s)",
    )
    parser.add_argument(
        "--hands", type=int, default=10_000, help="how many hands to play (default: %(default)s)"
    )
    parser.add_argument(
        "--players",
        type=int,
        default=PLAYERS,
        help="how many players there are (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="the same seed plays the same hands (default: %(default)s)",
    )
    parser.add_argument("--phh", type=Path, metavar="FILE", help="write the hands to FILE (.phhs)")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, show progress, print the summary."""
    return simulate_tournament.run(args) if args.what == "tournament" else _run_cash(args)


def _run_cash(args: argparse.Namespace) -> int:
    if args.hands < 1 or not 3 <= args.players <= 100_000:
        raise UsageError("--hands is at least 1 and --players from 3 to 100,000.")
    rules = edition(args.edition)
    assert rules.cash is not None
    stake = _stake(rules.cash, args)
    started_s = time.process_time()
    with ExitStack() as stack:
        watch = _writer(args.phh, stack, lambda: world.now_ms) if args.phh else None
        world = World(rules, stake.key, players=args.players, chance=Random(args.seed), watch=watch)  # noqa: S311
        _play(world, args.hands)
    report = _report(args, stake, world.summary, time.process_time() - started_s)
    if args.json:
        write_json(report)
    else:
        _show(report)
    return 0


def _editions() -> list[str]:
    return [name for name in EDITIONS if edition(name).cash is not None]


def _stake(rules: CashRules, args: argparse.Namespace) -> Stake:
    blinds = [cents(part) for part in args.stake.split("/")]
    small, big = blinds if len(blinds) == 2 else (None, None)
    if small is None or big is None:
        raise UsageError(f"'{args.stake}' is not a stake; write the blinds in euros, as 0.05/0.10.")
    found = rules.stake(StakeKey(args.game, args.format, small, big))
    if found is None:
        offered = [
            f"{euros(stake.small_blind)}/{euros(stake.big_blind)}"
            for stake in rules.stakes
            if (stake.game, stake.format) == (args.game, args.format)
        ]
        known = ", ".join(offered) or "none"
        raise UsageError(
            f"{args.edition} has no {args.format} {args.game} at {args.stake}; it has {known}."
        )
    return found


def _writer(
    file: Path, stack: ExitStack, now_ms: Callable[[], int]
) -> Callable[[CashTable, Hand], None]:
    """What writes every finished hand to a PHH file, numbered from 1, at its simulated time."""
    try:
        out = stack.enter_context(file.open("w", encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from None
    count = 0

    def write(table: CashTable, hand: Hand) -> None:
        nonlocal count
        count += 1
        names = {seat: f"player {table.occupants[seat].player}" for seat in hand.seats}
        moment = time_fields(now_ms())
        # Tables count their own hands: the number in the file is the only one that is not repeated.
        other = {"venue": VENUE, **moment, "hand": count, "table": str(table.table)}
        record = hand_record(hand, currency=CURRENCY, names=names, other=other)
        out.write(f"[{count}]\n{write_hand(record)}\n")

    return write


def _play(world: World, hands: int) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    quiet = not console.is_terminal
    with Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True, disable=quiet
    ) as progress:
        task = progress.add_task("hands", total=hands)
        idle = 0
        while world.summary.hands < hands:
            before = world.summary.hands
            world.play(until=hands)
            idle = 0 if world.summary.hands > before else idle + 1
            if idle > STEPS_WITHOUT_A_HAND:
                raise SimulationStuck(f"No hand was dealt after hand {before}.")
            progress.update(task, completed=world.summary.hands)
    world.checks.at_the_end()


def _report(args: argparse.Namespace, stake: Stake, summary: Summary, cpu_s: float) -> Report:
    return Report(
        edition=args.edition,
        game=stake.game,
        format=stake.format,
        stake=f"{euros(stake.small_blind)}/{euros(stake.big_blind)}",
        seed=args.seed,
        players=args.players,
        cpu_s=round(cpu_s, 3),
        hands_per_s=round(summary.hands / max(cpu_s, 0.001), 1),
        average_pot=summary.pots // summary.hands,
        players_per_hand=round(summary.players_dealt_in / summary.hands, 2),
        summary=summary,
    )


def _show(report: Report) -> None:
    summary = report.summary
    hours, minutes = divmod(summary.simulated_ms // 60_000, 60)
    rows = [
        ("Hands", f"{summary.hands:,}"),
        ("Rolled back", f"{summary.rolled_back:,}"),
        ("Players per hand", f"{report.players_per_hand}"),
        ("Average pot", euros(report.average_pot)),
        ("Rake", f"{euros(summary.rake)} ({euros(summary.rake * 100 // summary.hands)} per 100)"),
        ("Buy-ins", f"{summary.seated:,}"),
        ("Time ran out", f"{summary.server_decisions:,}"),
        ("Removed from sit-out", f"{summary.removed:,}"),
        ("Requests refused", _refused(summary.refused)),
        ("Simulated time", f"{hours:,} h {minutes} min"),
        ("Processor time", f"{report.cpu_s:.1f} s, {report.hands_per_s:,.0f} hands/s"),
        ("Breaches", "none"),
    ]
    grid = Table(
        title=f"{report.edition}, {report.game} {report.format} {report.stake}, seed {report.seed}",
        show_header=False,
        title_justify="left",
    )
    for name, value in rows:
        grid.add_row(name, value)
    Console(file=sys.stdout).print(grid)


def _refused(refused: dict[str, int]) -> str:
    return ", ".join(f"{rule} {count}" for rule, count in sorted(refused.items())) or "none"
