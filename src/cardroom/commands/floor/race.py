"""`cardroom floor race`: the chip race of one table, with its log."""

import argparse
import secrets

from rich.console import Console
from rich.table import Table

from cardroom.cards import DECK, card_names, read_cards
from cardroom.commands.floor.reading import live_rules, read, read_parts, refusals
from cardroom.commands.printing import write_json
from cardroom.commands.ruling.words import read_chips, read_seats
from cardroom.errors import UsageError
from cardroom.floor.chips.race import ChipRace, RaceSeat, chip_race

SEATS_MAX = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the chips of the table, and the cards if they were dealt there."""
    parser.add_argument(
        "--in-play", required=True, metavar="CHIPS", help="the denominations: 25,100,500,1000"
    )
    parser.add_argument("--remove", required=True, metavar="CHIP", help="the one that leaves play")
    parser.add_argument(
        "--seats",
        required=True,
        metavar="SEAT:COUNT/REST,...",
        help="for each seat how many of these chips, and the value of its other chips: 1:7/3000",
    )
    parser.add_argument("--absent", metavar="SEATS", default="", help="seats without their player")
    parser.add_argument(
        "--cards",
        metavar="CARDS",
        help="the cards dealt at the table, in order, one an odd chip (default: drawn for you)",
    )


def run(args: argparse.Namespace) -> int:
    """Race, and print the log: what was done, with which cards."""
    rules = live_rules(args)
    absent = set(read("--absent", read_seats, args.absent)) if args.absent else set[int]()
    seats = [_seat(word, absent) for word in args.seats.split(",")]
    if not absent <= {one.seat for one in seats}:
        raise UsageError("--absent: these seats must be in --seats, too.")
    if args.cards is None:
        cards = secrets.SystemRandom().sample(DECK, len(DECK))
    else:
        cards = list(read("--cards", read_cards, args.cards))
    with refusals():
        race = chip_race(
            rules,
            removed=_whole(read("--remove", read_chips, args.remove)),
            in_play=[_whole(chip) for chip in read("--in-play", read_seats, args.in_play)],
            seats=seats,
            cards=cards,
        )
    drawn = "software" if args.cards is None else "table"
    if args.json:
        lines = [
            {
                "seat": line.seat,
                "before": line.before,
                "exchanged": line.exchanged,
                "odd": line.odd,
                "cards": card_names(line.cards),
                "won": line.won,
                "rescued": line.rescued,
                "witnessed": line.witnessed,
                "after": line.after,
            }
            for line in race.lines
        ]
        answer = {"removed": race.removed, "target": race.target, "awarded": race.awarded}
        write_json({**answer, "drawn_by": drawn, "seats": lines, "change": race.change})
    else:
        Console().print(_as_table(race, drawn))
    return 0


def _whole(chip: int) -> int:
    if chip < 1:
        raise UsageError("A chip is worth 1 or more.")
    return chip


def _seat(word: str, absent: set[int]) -> RaceSeat:
    seat, rest = read("--seats", lambda text: read_parts(text, "1:7/3000"), word.strip())
    if len(rest) != 2:
        raise UsageError(f"--seats: '{word.strip()[:20]}' is not of the form 1:7/3000.")
    if not 1 <= seat <= SEATS_MAX:
        raise UsageError(f"--seats: seats are 1 to {SEATS_MAX}, not {seat}.")
    return RaceSeat(seat=seat, chips=rest[0], rest=rest[1], present=seat not in absent)


def _as_table(race: ChipRace, drawn: str) -> Table:
    title = f"{race.removed:,} to {race.target:,}: {race.awarded} new, cards from the {drawn}"
    table = Table(title=title, title_justify="left", caption_justify="left")
    table.caption = f"Chips in play change by {race.change:+,}."
    for heading in ("seat", "before", "exchanged", "odd", "cards", "result", "after"):
        table.add_column(heading, justify="left" if heading in {"cards", "result"} else "right")
    for line in race.lines:
        result = "wins" if line.won else "loses" if line.odd else "-"
        if line.rescued:
            result += f", rescued with {race.rescue_chip:,}"
        if line.witnessed:
            result += " (absent, witnessed)"
        table.add_row(
            *(str(line.seat), f"{line.before:,}", str(line.exchanged), str(line.odd)),
            *(card_names(line.cards), result, f"{line.after:,}"),
        )
    return table
