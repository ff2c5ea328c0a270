"""Dates and times of day out of milliseconds since 1970, in UTC and in the time of New York.

Trackers order hands by New York's time. The pure packages have no clock, so the calendar is
reckoned here.
"""

from typing import NamedTuple

DAY_S = 86_400
HOUR_MS = 3_600_000
EPOCH_SHIFT = 719_468
"""Days from the first of March of year 0 to the first of January 1970."""
FOUR_CENTURIES = 146_097
SUNDAY = 0


class Moment(NamedTuple):
    """A date and a time of day, to the second."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int

    @property
    def clock(self) -> str:
        """The time of day: `07:05:09`."""
        return f"{self.hour:02d}:{self.minute:02d}:{self.second:02d}"

    @property
    def iso(self) -> str:
        """Date and time as ISO 8601 writes them in UTC: `2026-11-15T07:05:09Z`."""
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}T{self.clock}Z"


def utc(at_ms: int) -> Moment:
    """The moment in UTC."""
    days, seconds = divmod(at_ms // 1000, DAY_S)
    return Moment(*_date(days), seconds // 3600, seconds // 60 % 60, seconds % 60)


def eastern(at_ms: int) -> Moment:
    """The moment in New York, by the summer time that holds there since 2007."""
    return utc(at_ms - (4 if _is_summer(at_ms) else 5) * HOUR_MS)


def _date(days: int) -> tuple[int, int, int]:
    """Year, month and day of a day counted from 1970; years begin in March, after the odd day."""
    era, day_of_era = divmod(days + EPOCH_SHIFT, FOUR_CENTURIES)
    leap_days = day_of_era // 1_460 - day_of_era // 36_524 + day_of_era // 146_096
    year_of_era = (day_of_era - leap_days) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    march_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * march_month + 2) // 5 + 1
    month = march_month + 3 if march_month < 10 else march_month - 9
    return 400 * era + year_of_era + (month <= 2), month, day


def _is_summer(at_ms: int) -> bool:
    """From the second Sunday of March, 7:00 UTC, to the first of November, 6:00 UTC."""
    now = utc(at_ms)
    weekday = (at_ms // 1000 // DAY_S + 4) % 7
    first_sunday = (now.day - weekday - 1) % 7 + 1
    if now.month == 3:
        return (now.day, now.hour) >= (first_sunday + 7, 7)
    if now.month == 11:
        return (now.day, now.hour) < (first_sunday, 6)
    return 3 < now.month < 11
