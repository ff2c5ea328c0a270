"""`cardroom floor positions`: button, blinds, ante and waiting seats of the next hands."""

import argparse

from rich.console import Console
from rich.table import Table

from cardroom.commands.floor.reading import live_rules, read, read_last
from cardroom.commands.printing import write_json
from cardroom.commands.ruling.words import read_seats
from cardroom.engine.positions import NextHand, Positions, next_live_hand
from cardroom.errors import UsageError

HANDS_MAX = 20
SEATS_MAX = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the last hand and who is at the table now."""
    parser.add_argument(
        "--last",
        required=True,
        metavar="BTN/SB/BB",
        help="the seats of button, small and big blind in the last hand, also empty ones: 1/2/3",
    )
    parser.add_argument(
        "--occupied", required=True, metavar="SEATS", help="the seats with chips now: 1,3,4,5,6"
    )
    parser.add_argument(
        "--arrived", metavar="SEATS", default="", help="those of them who have just sat down"
    )
    parser.add_argument(
        "--hands", type=int, default=1, help="how many hands to show (default: %(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    """Show the next hands if nobody else busts or arrives."""
    rules = live_rules(args)
    last = read("--last", read_last, args.last)
    occupied = read("--occupied", read_seats, args.occupied)
    arrived = read("--arrived", read_seats, args.arrived) if args.arrived else []
    _verify(occupied, arrived, args.hands)
    hands: list[NextHand] = []
    for _ in range(args.hands):
        hands.append(next_live_hand(rules, last, occupied, arrived))
        last, arrived = hands[-1].positions, []
    if args.json:
        write_json([_as_data(hand, occupied) for hand in hands])
    else:
        Console().print(_as_table(hands, occupied))
    return 0


def _verify(occupied: list[int], arrived: list[int], hands: int) -> None:
    if len(set(occupied)) < len(occupied) or not all(1 <= seat <= SEATS_MAX for seat in occupied):
        raise UsageError(f"--occupied: name each seat once, from 1 to {SEATS_MAX}.")
    if len(occupied) < 2:
        raise UsageError("--occupied: a hand needs two players or more.")
    if not set(arrived) <= set(occupied):
        raise UsageError("--arrived: these seats must be among --occupied.")
    if not 1 <= hands <= HANDS_MAX:
        raise UsageError(f"--hands: 1 to {HANDS_MAX}, not {hands}.")


def _last_to_act(hand: NextHand) -> int:
    """The button, or the nearest player before it when its seat is empty (3.1 step 6)."""
    button = hand.positions.button
    return max(hand.dealt_in, key=lambda seat: (seat <= button, seat))


def _as_data(hand: NextHand, occupied: list[int]) -> dict[str, object]:
    positions: Positions = hand.positions
    return {
        "button": positions.button,
        "button_is_dead": positions.button not in occupied,
        "small_blind": hand.small_blind_poster,
        "big_blind": positions.big_blind,
        "ante": hand.ante_due,
        "waiting": hand.waiting,
        "last_to_act": _last_to_act(hand),
    }


def _as_table(hands: list[NextHand], occupied: list[int]) -> Table:
    table = Table()
    for heading in ("hand", "button", "small blind", "big blind", "ante", "waits", "acts last"):
        table.add_column(heading)
    for number, hand in enumerate(hands, start=1):
        row = _as_data(hand, occupied)
        empty = " (empty)" if row["button_is_dead"] else ""
        table.add_row(
            str(number),
            f"{hand.positions.button}{empty}",
            str(hand.small_blind_poster or "none"),
            str(hand.positions.big_blind),
            f"seat {hand.positions.button}" if hand.ante_due else "none",
            ", ".join(map(str, hand.waiting)) or "-",
            str(row["last_to_act"]),
        )
    return table
