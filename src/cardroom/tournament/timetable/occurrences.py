"""From start times on the wall clock to moments: which tournaments start in a stretch of time.

Moments are milliseconds since 1970 UTC. What a clock change does is TAMB-99.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal

import msgspec

from cardroom.tournament.timetable.starts import (
    MINUTES_A_DAY,
    DailyStarts,
    GivenStarts,
    IntervalStarts,
    Moment,
)
from cardroom.tournament.timetable.timetable import Scheduled, Timetable

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)
MINUTE_MS = 60_000
DAY = timedelta(days=1)

Phase = Literal["whole", "flight", "final"]
"""What starts: a tournament as a whole, a first phase, or the second one (TYP-12)."""


class OccurrenceKey(msgspec.Struct, frozen=True, order=True):
    """What is stored when an occurrence is announced; nothing starts twice under one (TAMB-99)."""

    schedule: str
    """The name of the tournament on the timetable."""
    local_date: str
    """The operator's date at the start, as 2026-12-24."""
    ordinal: int
    """Which minute of that date it starts in, counted in real time from 0."""

    def __str__(self) -> str:
        return f"{self.schedule}:{self.local_date}:{self.ordinal}"


class Occurrence(msgspec.Struct, frozen=True, kw_only=True):
    """One tournament that is held, or one phase of it."""

    key: OccurrenceKey
    starts_ms: int
    announced_ms: int
    opens_ms: int
    utc_offset_ms: int
    """How far the operator's clock is ahead of UTC at the start: it sets the breaks (TAMB-64)."""
    phase: Phase = "whole"

    @property
    def name(self) -> str:
        """The tournament on the timetable."""
        return self.key.schedule


def occurrences(
    timetable: Timetable, zone: tzinfo, from_ms: int, until_ms: int
) -> list[Occurrence]:
    """What starts from one moment until before another, in order."""
    found = [
        one
        for scheduled in timetable.scheduled
        for one in occurrences_of(scheduled, zone, from_ms, until_ms)
    ]
    return sorted(found, key=lambda one: (one.starts_ms, one.key))


def occurrences_of(
    scheduled: Scheduled, zone: tzinfo, from_ms: int, until_ms: int
) -> list[Occurrence]:
    """What starts of one tournament, in order."""
    starts = scheduled.starts
    if isinstance(starts, GivenStarts):
        flights: Phase = "flight" if starts.final else "whole"
        moments: dict[int, Phase] = {moment_ms(zone, one): flights for one in starts.moments}
        if starts.final:
            moments[moment_ms(zone, starts.final)] = "final"
    else:
        days = _days(zone, from_ms, until_ms)
        moments = dict.fromkeys(_recurring(starts, zone, days), "whole")
    return [
        _occurrence(scheduled, zone, at_ms, phase)
        for at_ms, phase in sorted(moments.items())
        if from_ms <= at_ms < until_ms
    ]


def _recurring(
    starts: DailyStarts | IntervalStarts, zone: tzinfo, days: Iterable[date]
) -> Iterator[int]:
    for day in days:
        if day.weekday() not in starts.days:
            continue
        if isinstance(starts, DailyStarts):
            yield from (moment_ms(zone, Moment(day, minute)) for minute in starts.minutes)
        else:
            first = moment_ms(zone, Moment(day, starts.first))
            later, minute = divmod(starts.last, MINUTES_A_DAY)
            last = moment_ms(zone, Moment(day + later * DAY, minute))
            yield from range(first, last + 1, starts.every * MINUTE_MS)


def _days(zone: tzinfo, from_ms: int, until_ms: int) -> Iterator[date]:
    """The local days whose starts may fall into a stretch of time: runs go past midnight."""
    if from_ms >= until_ms:
        return
    day = local(zone, from_ms).date() - 2 * DAY
    last = local(zone, until_ms).date() + DAY
    while day <= last:
        yield day
        day += DAY


def _occurrence(scheduled: Scheduled, zone: tzinfo, at_ms: int, phase: Phase) -> Occurrence:
    at = local(zone, at_ms)
    day_ms = moment_ms(zone, Moment(at.date(), 0))
    offset = at.utcoffset()
    assert offset is not None, "a zone knows its distance from UTC"
    return Occurrence(
        key=OccurrenceKey(scheduled.name, at.date().isoformat(), (at_ms - day_ms) // MINUTE_MS),
        starts_ms=at_ms,
        announced_ms=at_ms - 1000 * scheduled.announced_s,
        opens_ms=at_ms - 1000 * scheduled.opens_s,
        utc_offset_ms=offset // MS,
        phase=phase,
    )


def moment_ms(zone: tzinfo, moment: Moment) -> int:
    """When the operator's clock shows it: the first time, or as much later as it jumps (TAMB-99).

    Python reads a time that comes twice as the first one, and one that is left out with the
    distance from UTC that held before the jump, which is the same moment.
    """
    wall = time(moment.minute // 60, moment.minute % 60, tzinfo=zone)
    return (datetime.combine(moment.day, wall) - EPOCH) // MS


def local(zone: tzinfo, at_ms: int) -> datetime:
    """What the operator's clock shows at a moment."""
    return (EPOCH + at_ms * MS).astimezone(zone)
