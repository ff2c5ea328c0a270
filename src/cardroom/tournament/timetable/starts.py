"""When a tournament starts, as its file says it: given moments, times of day, or an interval."""

from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.rulebook.switch import Rules

MINUTES_A_DAY = 24 * 60
DAY_S = 86_400
ANNOUNCED_MAX = 100
"""How many starts of one interval may be announced at a time."""

Day = Literal[
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "weekdays", "weekend",
]  # fmt: skip
WEEK: tuple[Day, ...] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)
SEVERAL = {"weekdays": WEEK[:5], "weekend": WEEK[5:]}

TIME = r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z"
MOMENT = r"^2[0-9]{3}-[0-9]{2}-[0-9]{2} ([01][0-9]|2[0-3]):[0-5][0-9]\Z"
PATTERNS = {
    TIME.replace(r"\Z", "$"): 'a time of day, as "20:00"',
    MOMENT.replace(r"\Z", "$"): 'a date and a time, as "2026-12-24 20:00"',
}
TimeOfDay = Annotated[str, Meta(pattern=TIME)]
MomentText = Annotated[str, Meta(pattern=MOMENT)]
"""A date and a time in the operator's zone; there may be no such date."""


class StartTable(Rules, frozen=True, kw_only=True):
    """The table [schedule] of a file: when the tournament is held, and who may come."""

    starts: MomentText | Annotated[tuple[MomentText, ...], Meta(min_length=1, max_length=1000)] = ()
    """One start, or several: the flights of a phased tournament."""
    final: MomentText | None = None
    """When the second phase of a phased tournament starts (TYP-12)."""
    at: TimeOfDay | Annotated[tuple[TimeOfDay, ...], Meta(min_length=1, max_length=288)] = ()
    """Every day at this time, or at these; with `every_minutes` the first one."""
    every_minutes: Annotated[int, Meta(ge=1, le=MINUTES_A_DAY)] | None = None
    """Again and again after this many minutes."""
    until: TimeOfDay | None = None
    """The last start of an interval; a time before `at` is one of the next day."""
    days: Day | Annotated[tuple[Day, ...], Meta(min_length=1, max_length=9)] = WEEK
    """The days of the week on which `at` holds."""
    announced_s: Annotated[int, Meta(ge=0, le=366 * DAY_S)] | None = None
    """How many seconds before the start the lobby shows it; left out, a week, or two intervals."""
    opens_s: Annotated[int, Meta(ge=0, le=366 * DAY_S)] | None = None
    """How many seconds before the start registration opens; left out, when it is announced."""
    practice_players: Annotated[int, Meta(ge=0, le=1_000)] = 0
    """How many practice players may enter at the most."""
    programs: bool = False
    """Whether accounts marked as programs may enter (FAIR-07)."""


def announced_s(table: StartTable) -> int:
    """How long before its start a tournament is announced; raises `StartProblem`."""
    every = table.every_minutes
    if table.announced_s is None:
        return 7 * DAY_S if every is None else 2 * 60 * every
    if every is not None and table.announced_s > ANNOUNCED_MAX * 60 * every:
        reason = f"the lobby would show more than {ANNOUNCED_MAX} of them at once"
        raise StartProblem("announced_s", reason)
    return table.announced_s


class Moment(msgspec.Struct, frozen=True, order=True):
    """A date and a minute of the day on the wall clock of the operator."""

    day: date
    minute: int


class GivenStarts(msgspec.Struct, frozen=True):
    """Once, or as often as moments are given; `final` starts the second phase (TYP-12)."""

    moments: tuple[Moment, ...]
    final: Moment | None = None


class DailyStarts(msgspec.Struct, frozen=True):
    """At these minutes of every day of the week that is named."""

    minutes: tuple[int, ...]
    days: tuple[int, ...]


class IntervalStarts(msgspec.Struct, frozen=True):
    """From `first` until `last`, a minute of the same day or, from 1440 on, of the next one."""

    every: int
    first: int
    last: int
    days: tuple[int, ...]


Starts = GivenStarts | DailyStarts | IntervalStarts


class StartProblem(Exception):
    """What a start table says and cannot mean; `key` is the key of the table, `row` one of it."""

    def __init__(self, key: str, reason: str, row: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = (key,) if row is None else (key, row)


def starts_of(table: StartTable, *, phased: bool) -> Starts:
    """Work out when a table wants its tournament to start; raises `StartProblem`."""
    if table.final is not None and not phased:
        raise StartProblem("final", "only a phased tournament has a second phase (TYP-12)")
    if table.starts:
        return _given(table, phased=phased)
    if phased:
        raise StartProblem("starts", "a phased tournament names its flights and its final (TYP-12)")
    if not table.at and table.every_minutes is None:
        raise StartProblem("at", 'missing; when it starts, as at = "20:00"')
    days = _days(_several(table.days))
    if table.every_minutes is not None:
        return _interval(table, table.every_minutes, days)
    if table.until is not None:
        raise StartProblem("until", "ends an interval: add every_minutes")
    texts = _several(table.at)
    minutes = [_minute(text) for text in texts]
    _verify_once(minutes, texts, "at")
    return DailyStarts(tuple(sorted(minutes)), days)


def _given(table: StartTable, *, phased: bool) -> GivenStarts:
    for key in ("at", "every_minutes", "until"):
        if getattr(table, key):
            raise StartProblem(key, "recurring and given starts do not go together: drop starts")
    if table.days != WEEK:
        raise StartProblem("days", "given starts name their own days: drop days")
    texts = _several(table.starts)
    alone = isinstance(table.starts, str)
    moments = [_moment(text, "starts", None if alone else row) for row, text in enumerate(texts)]
    _verify_once(moments, texts, "starts")
    final = None if table.final is None else _moment(table.final, "final", None)
    if phased and final is None:
        raise StartProblem("final", 'missing; when the second phase starts, as "2026-12-24 20:00"')
    return GivenStarts(tuple(sorted(moments)), final)


def _interval(table: StartTable, every: int, days: tuple[int, ...]) -> IntervalStarts:
    texts = _several(table.at) or ("00:00",)
    if len(texts) > 1:
        raise StartProblem("at", "an interval has one first start")
    first = _minute(texts[0])
    if table.until is None:
        return IntervalStarts(every, first, MINUTES_A_DAY - 1, days)
    last = _minute(table.until)
    if last <= first:
        last += MINUTES_A_DAY
    if last >= first + MINUTES_A_DAY:
        reason = "the schedule overlaps itself: the next day starts at the same time"
        raise StartProblem("until", reason)
    return IntervalStarts(every, first, last, days)


def _days(names: tuple[str, ...]) -> tuple[int, ...]:
    """The days by number, Monday is 0; naming one twice is a mistake."""
    found: list[int] = []
    for row, name in enumerate(names):
        for day in SEVERAL.get(name, (name,)):
            number = WEEK.index(day)
            if number in found:
                raise StartProblem(
                    "days", f"the schedule overlaps itself: {day} is twice in it", row
                )
            found.append(number)
    return tuple(sorted(found))


def _verify_once(found: list[int] | list[Moment], texts: tuple[str, ...], key: str) -> None:
    for row, one in enumerate(found):
        if one in found[:row]:
            reason = f"the schedule overlaps itself: {texts[row]} is twice in it"
            raise StartProblem(key, reason, row)


def _several(said: str | tuple[str, ...]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else said


def _minute(text: str) -> int:
    hour, minute = text.split(":")
    return 60 * int(hour) + int(minute)


def _moment(text: str, key: str, row: int | None) -> Moment:
    day, _, time = text.partition(" ")
    try:
        return Moment(date.fromisoformat(day), _minute(time))
    except ValueError:
        raise StartProblem(key, f"there is no day {day}", row) from None
