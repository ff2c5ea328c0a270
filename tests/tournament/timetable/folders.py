"""Folders of tournament files for the tests, and the clocks of a few places."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from cardroom.errors import InvalidFile
from cardroom.rulebook import edition
from cardroom.tournament.timetable import HouseDefaults, Timetable, read_timetable

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
KOLKATA = ZoneInfo("Asia/Kolkata")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
HOUSE = HouseDefaults(edition("en-2.7"), "XPM")

EVENING = """\
name = "Evening 10"
format = "freezeout"
edition = "house"

[schedule]
at = "20:00"
"""


def ms(text: str, zone: ZoneInfo | None = None) -> int:
    """A moment: `2026-11-17 20:00`, UTC unless a zone is given."""
    at = datetime.fromisoformat(text).replace(tzinfo=zone or UTC)
    return round(at.timestamp() * 1000)


NOW_MS = ms("2026-11-17 12:00")


def timetable(*texts: str, house: HouseDefaults = HOUSE, zone: ZoneInfo = AMSTERDAM) -> Timetable:
    files = {f"{number}.toml": text for number, text in enumerate(texts, start=1)}
    return read_timetable(files, house=house, zone=zone, now_ms=NOW_MS)


def refusal(*texts: str, house: HouseDefaults = HOUSE) -> str:
    """The sentence with which files are refused."""
    try:
        timetable(*texts, house=house)
    except InvalidFile as error:
        return str(error)
    raise AssertionError("it was read")


def scheduled(table: str, name: str = "Evening 10", more: str = "") -> str:
    """A freezeout with these lines under [schedule]."""
    head = f'name = "{name}"\nformat = "freezeout"\nedition = "house"\n{more}\n'
    return f"{head}[schedule]\n{table}\n"
