"""What to announce now, and what becomes of starts that passed while the server was down."""

from collections.abc import Collection
from datetime import tzinfo
from typing import Literal

import msgspec

from cardroom.rulebook.tournament.timetable import TimetableRules
from cardroom.tournament.timetable.occurrences import (
    Occurrence,
    OccurrenceKey,
    occurrences,
    occurrences_of,
)
from cardroom.tournament.timetable.starts import DAY_S, GivenStarts
from cardroom.tournament.timetable.timetable import Timetable

HOUR_MS = 3_600_000
WEEK_MS = 8 * DAY_S * 1000
"""Whatever recurs starts again within a week; a clock change may add an hour."""
FAR_MS = 10**14
"""After every date that a file can name."""

Fate = Literal["held_late", "cancelled"]


class MissedStart(msgspec.Struct, frozen=True):
    """What is decided about a start that passed while the server was down (TAMB-100)."""

    fate: Fate
    starts_ms: int
    """When it is held after all; of a cancelled one, when it should have been."""
    late_ms: int
    """How late the server was back."""


class Missed(msgspec.Struct, frozen=True):
    """A start that passed before anybody could register; operators get a report of each."""

    occurrence: Occurrence
    decided: MissedStart


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What the timetable has for the room at a moment."""

    announce: tuple[Occurrence, ...]
    """In the lobby from now on, each under its key."""
    missed: tuple[Missed, ...]
    """Announced now and held late, or stored as cancelled under its key."""
    next_ms: int | None
    """When to look again; None when nothing is to come."""


def missed_start(rules: TimetableRules, starts_ms: int, back_ms: int) -> MissedStart:
    """Hold a tournament late or cancel it, now that the server is back (TAMB-100).

    For a tournament that was announced, and restored without having been started. Held late, the
    players hear of the new start; cancelled, everything is refunded (CXL-02).
    """
    late_ms = back_ms - starts_ms
    assert late_ms >= 0, "the start has passed"
    if late_ms > 1000 * rules.late_start_max_s:
        return MissedStart("cancelled", starts_ms, late_ms)
    return MissedStart("held_late", back_ms + 1000 * rules.late_start_notice_s, late_ms)


def look(
    timetable: Timetable,
    zone: tzinfo,
    rules: TimetableRules,
    *,
    seen_ms: int,
    now_ms: int,
    stored: Collection[OccurrenceKey],
) -> Look:
    """Compare the timetable with what is stored: nothing is forgotten, nothing comes twice.

    `seen_ms` is when somebody last looked (the stored time; now, in a new room), `stored` has the
    keys of everything announced or missed since then and of all that is still to start.
    """
    coming = [
        one
        for scheduled in timetable.scheduled
        for one in occurrences_of(
            scheduled, zone, now_ms + 1, now_ms + 1000 * scheduled.announced_s + 1
        )
    ]
    coming.sort(key=lambda one: (one.starts_ms, one.key))
    passed = occurrences(timetable, zone, seen_ms + 1, now_ms + 1)
    return Look(
        announce=tuple(one for one in coming if one.key not in stored),
        missed=tuple(
            Missed(one, _unannounced(timetable, zone, rules, one, now_ms))
            for one in passed
            if one.key not in stored
        ),
        next_ms=_next_ms(timetable, zone, now_ms),
    )


def _unannounced(
    timetable: Timetable, zone: tzinfo, rules: TimetableRules, one: Occurrence, now_ms: int
) -> MissedStart:
    """Nobody has registered: it is not held where the next one comes soon anyway (TAMB-100)."""
    decided = missed_start(rules, one.starts_ms, now_ms)
    scheduled = timetable.scheduled_by(one.name)
    assert scheduled is not None
    soon_ms = now_ms + 1000 * rules.late_start_max_s
    if decided.fate == "cancelled" or not occurrences_of(scheduled, zone, now_ms, soon_ms + 1):
        return decided
    return MissedStart("cancelled", one.starts_ms, decided.late_ms)


def _next_ms(timetable: Timetable, zone: tzinfo, now_ms: int) -> int | None:
    """When the next occurrence is to be announced."""
    found = []
    for scheduled in timetable.scheduled:
        from_ms = now_ms + 1000 * scheduled.announced_s + 1
        given = isinstance(scheduled.starts, GivenStarts)
        for until_ms in (FAR_MS,) if given else (from_ms + HOUR_MS, from_ms + WEEK_MS):
            later = occurrences_of(scheduled, zone, from_ms, until_ms)
            if later:
                found.append(later[0].announced_ms)
                break
    return min(found, default=None)
