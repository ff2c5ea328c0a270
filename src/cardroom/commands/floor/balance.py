"""`cardroom floor balance`: which table stops or breaks, and who moves where."""

import argparse

from cardroom.commands.floor.reading import live_rules, read, read_last, refusals
from cardroom.commands.printing import write_json
from cardroom.commands.ruling.words import read_chips, read_seats
from cardroom.errors import UsageError
from cardroom.floor.seating.balancing import (
    Move,
    TableNow,
    balancing_plan,
    halted,
    table_to_break,
)

SEATS_MAX = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the tables between two hands."""
    parser.add_argument(
        "--table",
        required=True,
        action="append",
        metavar="NUMBER:BTN/SB/BB:SEATS",
        help="a table, its last hand and its players, once for each table: 1:2/3/4:2,3,4,6,7,8",
    )
    parser.add_argument(
        "--seats", type=int, default=9, help="seats at a table (default: %(default)s)"
    )
    parser.add_argument(
        "--registering", action="store_true", help="players can still enter the tournament"
    )


def run(args: argparse.Namespace) -> int:
    """Print what the floor should do, with the reasons."""
    rules = live_rules(args)
    if not 2 <= args.seats <= SEATS_MAX:
        raise UsageError(f"--seats: 2 to {SEATS_MAX}, not {args.seats}.")
    tables = [_table(word, args.seats) for word in args.table]
    if len({table.number for table in tables}) < len(tables):
        raise UsageError("--table: a table is named twice.")
    with refusals():
        stopped = halted(rules, tables, registering=args.registering)
        broken = table_to_break(rules, tables)
        moves = balancing_plan(rules, tables) if broken is None else ()
    if args.json:
        write_json({"halted": stopped, "break": broken, "moves": moves})
        return 0
    for number in stopped:
        print(f"Table {number} stops: fewer than {rules.seating.halt_below} players (LIVE-14.p1).")
    if broken is not None:
        print(f"Break table {broken}: its players fit at the others (LIVE-8). Draw their seats.")
    for move in moves:
        print(_sentence(move))
    if not stopped and broken is None and not moves:
        print("The tables are even.")
    return 0


def _table(word: str, seats: int) -> TableNow:
    number, last, occupied = [*word.split(":", 2), "", ""][:3]
    if not last or not occupied:
        raise UsageError(f"--table: '{word[:30]}' is not of the form 1:2/3/4:2,3,4,6,7,8.")
    players = read("--table", read_seats, occupied)
    if len(set(players)) < len(players) or not all(1 <= seat <= seats for seat in players):
        raise UsageError(f"--table: name each seat once, from 1 to {seats}.")
    if len(players) < 2:
        raise UsageError("--table: a table has two players or more.")
    return TableNow(
        number=read("--table", read_chips, number),
        last=read("--table", read_last, last),
        occupied=tuple(players),
        seats=seats,
    )


def _sentence(move: Move) -> str:
    when = (
        "in the next hand"
        if move.hands_to_big_blind == 1
        else f"in {move.hands_to_big_blind} hands"
    )
    return (
        f"Move seat {move.from_seat} of table {move.from_table} (big blind next) to seat "
        f"{move.to_seat} of table {move.to_table}: big blind {when}, not the small blind "
        f"(LIVE-14.p2)."
    )
