"""`cardroom floor day-end`: the draw for the last hands of a day."""

import argparse
import re
import secrets

from cardroom.commands.floor.reading import live_rules, read, refusals
from cardroom.commands.printing import write_json
from cardroom.floor.day_end import last_hands, table_left

TIME = re.compile(r"(?P<minutes>\d{1,3}):(?P<seconds>[0-5]\d)")


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is left of the level, and the card if a player drew one."""
    parser.add_argument(
        "--left", required=True, metavar="MM:SS", help="what is left of the day's final level: 6:00"
    )
    parser.add_argument(
        "--card", type=int, metavar="N", help="the card that a player drew (default: drawn for you)"
    )


def run(args: argparse.Namespace) -> int:
    """Print how many hands every table still plays."""
    rules = live_rules(args)
    left_ms = read("--left", _milliseconds, args.left)
    card = secrets.choice(rules.floor.dayend_cards) if args.card is None else args.card
    with refusals():
        draw = last_hands(rules, card, final_level=True, level_left_ms=left_ms)
    between = table_left(rules, draw, finished=0, in_hand_at_draw=False).hands
    playing = table_left(rules, draw, finished=0, in_hand_at_draw=True).hands
    if args.json:
        drawn = "software" if args.card is None else "table"
        hands = {"between_hands": between, "in_a_hand": playing}
        write_json({"card": draw.card, "drawn_by": drawn, "hands_to_finish": hands})
        return 0
    print(
        f"The card is {draw.card}: stop the clock, {draw.card} more hands at every table (LIVE-28)."
    )
    print(f"A table in the middle of a hand finishes {playing} hands in all, that one included.")
    return 0


def _milliseconds(text: str) -> int:
    found = TIME.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text[:20]}' is not a time: write minutes and seconds, 6:00")
    return (60 * int(found["minutes"]) + int(found["seconds"])) * 1000
