"""From a folder of tournament files and a few options to the timetable of a house."""

import argparse
import os
import time
from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from cardroom.errors import UsageError
from cardroom.server.config.contradictions import is_zone
from cardroom.server.config.reading import load_config, rules_of
from cardroom.server.config.text_files import text_of
from cardroom.tournament.timetable import HouseDefaults, Timetable, read_timetable, starter_files

STARTER = "the set that comes with cardroom"


class Folder(NamedTuple):
    """A timetable, the clock that it goes by, and what time it is."""

    name: str
    timetable: Timetable
    zone: tzinfo
    now_ms: int


def take_folder(parser: argparse.ArgumentParser) -> None:
    """Take the folder, the house that it belongs to and its time zone."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        help=f"the folder with the files (default: that of the room's file, else {STARTER})",
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the room's file: its rules, currency, folder and time zone (default: as a new room)",
    )
    parser.add_argument(
        "--zone",
        metavar="ZONE",
        help="the time zone of the start times, such as Europe/Amsterdam (default: the room's)",
    )


def read_folder(args: argparse.Namespace) -> Folder:
    """Read all files of the folder; the first mistake is raised."""
    config = load_config(args.config, os.environ)
    zone = zone_of(args.zone or config.tournaments.zone)
    folder = args.folder or config.tournaments.folder
    now_ms = time.time_ns() // 1_000_000
    house = HouseDefaults(rules_of(config), config.room.currency)
    timetable = read_timetable(_files(folder), house=house, zone=zone, now_ms=now_ms)
    return Folder(folder or STARTER, timetable, zone, now_ms)


def zone_of(name: str) -> tzinfo:
    """The time zone of that name."""
    if not is_zone(name):
        raise UsageError(f"'{name}' is not a time zone; write Europe/Amsterdam or UTC.")
    return ZoneInfo(name)


def _files(folder: str) -> dict[str, str]:
    if not folder:
        return starter_files()
    path = Path(folder)
    if not path.is_dir():
        raise UsageError(f"There is no folder '{folder}'.")
    return {str(file): text_of(str(file)) for file in sorted(path.glob("*.toml"))}
