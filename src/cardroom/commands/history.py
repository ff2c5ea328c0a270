"""`cardroom history`: converts hand histories from PHH to the formats that other programs read."""

import argparse
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec.structs import replace

from cardroom.commands.reading import lines_of, progress_bar, size_of
from cardroom.engine import Viewer
from cardroom.errors import InvalidFile, UsageError
from cardroom.fairness.proof import read_section
from cardroom.history import (
    HandRecord,
    NarratedHand,
    Place,
    narrate,
    played_hand,
    read_hands,
    write_hands,
)
from cardroom.history.narrated_phh import record_of
from cardroom.history.ohh import ohhs_of
from cardroom.history.proofs import SECTION, side_lines, with_proof
from cardroom.history.text import texts_of
from cardroom.rulebook import EDITIONS, edition

DEFAULT_EDITION = "en-2.7"
NAMED = 20
"""How many hands that were left out are named; the others are only counted."""

EASTERN = ZoneInfo("America/New_York")
ZONES = {"ET": EASTERN.key}
Found = Iterator[tuple[HandRecord, NarratedHand]]
FORMATS: dict[str, Callable[[Found], Iterator[str]]] = {
    "text": lambda hands: texts_of((narrated for _, narrated in hands), EASTERN),
    "ohh": lambda hands: ohhs_of(narrated for _, narrated in hands),
    "phh": lambda hands: write_hands(_seen(record, narrated) for record, narrated in hands),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the file, the format, and whose hands they are."""
    parser.description = (
        "Convert hands of a PHH file (.phh, .phhs) and print them: as PokerStars-style text, which "
        "trackers read, as Open Hand History (JSON), or as PHH. With --player only what that "
        "player could see is printed: own and shown cards. Hands that cannot be played to their "
        "end are left out and named on stderr; then the exit status is 1."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .phh or .phhs file")
    parser.add_argument(
        "--as", dest="form", choices=FORMATS, default="text", help="the format (default: text)"
    )
    parser.add_argument("--player", metavar="NAME", help="show the hands as this player saw them")
    parser.add_argument(
        "--proofs",
        type=Path,
        metavar="FILE",
        help="write the proofs of the hands to a side file (of hands.txt: hands.txt.fairness)",
    )
    parser.add_argument("--hand", type=int, metavar="N", help="only hand N of the file")
    parser.add_argument(
        "--edition",
        choices=EDITIONS,
        default=DEFAULT_EDITION,
        help="the rules that the hands were played by (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Print one hand after the other."""
    converter = Converter(args)
    for text in FORMATS[args.form](converter.hands()):
        sys.stdout.write(text)
    converter.refuse_nothing()
    if args.proofs is not None:
        args.proofs.write_text("".join(converter.proofs), encoding="utf-8")
    for error in converter.left_out[:NAMED]:
        print(f"cardroom: left out: {error}", file=sys.stderr)
    if len(converter.left_out) > NAMED:
        print(f"cardroom: {len(converter.left_out) - NAMED:,} more left out", file=sys.stderr)
    return int(bool(converter.left_out))


class Converter:
    """Reads the hands that are asked for; remembers those that cannot be converted."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._narrated = 0
        self.left_out: list[InvalidFile] = []
        self.proofs: list[str] = []

    def hands(self) -> Found:
        """Every hand that is asked for and can be converted."""
        file: Path = self._args.file
        with progress_bar(quiet=sys.stdout.isatty()) as progress:
            task = progress.add_task("Converting", total=size_of([file]))
            for place, record in read_hands(lines_of(file, progress, task), str(file)):
                if self._args.hand in (None, place.number or 1):
                    yield from self._tell(place, record)

    def _tell(self, place: Place, record: HandRecord) -> Found:
        player: str | None = self._args.player
        if player is not None and player not in (record.players or ()):
            return
        try:
            rules = edition(self._args.edition)
            hand = played_hand(record, place, rules, at_ms=_at_ms(record))
        except InvalidFile as error:
            if self._args.hand is not None:
                raise
            self.left_out.append(error)
            return
        seats = {name: seat for seat, name in hand.names.items()}
        viewer: Viewer = "auditor" if player is None else seats[player]
        self._narrated += 1
        proof = read_section(record.other.get(SECTION))
        narrated = narrate(replace(hand, proof=proof), viewer)
        if self._args.proofs is not None:
            self.proofs += side_lines([narrated])
        yield record, narrated

    def refuse_nothing(self) -> None:
        """Say so when no hand is what was asked for."""
        if self._narrated or self.left_out:
            return
        args = self._args
        wanted = "hand" if args.hand is None else f"hand {args.hand}"
        whose = "" if args.player is None else f" of a player '{args.player}'"
        raise UsageError(f"There is no {wanted}{whose} in {args.file}.")


def _seen(record: HandRecord, narrated: NarratedHand) -> HandRecord:
    """The record with the cards that the viewer knows; everything else in the file is kept."""
    return with_proof(replace(record_of(narrated), other=record.other), narrated.hand.proof)


def _at_ms(record: HandRecord) -> int:
    """When the hand was played, as far as the file says; the beginning of 1970 if it does not."""
    year, month, day = (record.other.get(field) for field in ("year", "month", "day"))
    clock = record.other.get("time")
    if not (isinstance(year, int) and isinstance(month, int) and isinstance(day, int)):
        return 0
    at = clock if isinstance(clock, time) else time()
    try:
        moment = datetime(year, month, day, at.hour, at.minute, at.second, tzinfo=_zone(record))
    except ValueError:
        return 0
    return int(moment.timestamp()) * 1000


def _zone(record: HandRecord) -> tzinfo:
    """The time zone of the file, UTC when it is not known here."""
    short = str(record.other.get("time_zone_abbreviation", ""))
    try:
        return ZoneInfo(str(record.other.get("time_zone", ZONES.get(short, "UTC"))))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC
