"""Start times on the operator's clock, also when that clock is changed."""

from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from cardroom.tournament.timetable import Occurrence, Timetable, occurrences
from cardroom.tournament.timetable.occurrences import local
from tests.rule import rule
from tests.tournament.timetable.folders import (
    AMSTERDAM,
    EVENING,
    KOLKATA,
    LORD_HOWE,
    ms,
    scheduled,
    timetable,
)

HOUR_MS = 3_600_000
SPRING, AUTUMN = "2027-03-28", "2027-10-31"
"""Amsterdam leaves 02:00 to 03:00 out, and has it twice."""


def on(table: Timetable, day: str, zone: ZoneInfo = AMSTERDAM) -> list[Occurrence]:
    """What starts on a local day, whatever its length."""
    noon = ms(f"{day} 12:00", zone)
    around = occurrences(table, zone, noon - 30 * HOUR_MS, noon + 30 * HOUR_MS)
    return [one for one in around if one.key.local_date == day]


def clock(found: list[Occurrence]) -> list[str]:
    """What the clock on the wall shows at each start."""
    return [local(AMSTERDAM, one.starts_ms).strftime("%H:%M") for one in found]


@rule("TAMB-99", "TRN-02")
def test_every_day_at_eight_is_eight_on_the_operators_clock() -> None:
    found = occurrences(timetable(EVENING), AMSTERDAM, ms("2027-03-27"), ms("2027-03-30"))
    assert [one.starts_ms for one in found] == [
        ms("2027-03-27 19:00"),
        ms("2027-03-28 18:00"),
        ms("2027-03-29 18:00"),
    ]
    assert [str(one.key) for one in found] == [
        "Evening 10:2027-03-27:1200",
        "Evening 10:2027-03-28:1140",
        "Evening 10:2027-03-29:1200",
    ]


@rule("TAMB-99")
def test_a_stretch_of_time_has_its_first_moment_and_not_its_last() -> None:
    start = ms("2026-11-17 19:00")
    assert len(occurrences(timetable(EVENING), AMSTERDAM, start, start + 1)) == 1
    assert occurrences(timetable(EVENING), AMSTERDAM, start - 1, start) == []
    assert occurrences(timetable(EVENING), AMSTERDAM, start, start) == []


@rule("TAMB-99")
def test_a_start_in_the_missing_hour_is_held_an_hour_later() -> None:
    assert clock(on(timetable(scheduled('at = "02:30"')), SPRING)) == ["03:30"]
    assert clock(on(timetable(scheduled('at = "02:30"')), "2027-03-29")) == ["02:30"]


@rule("TAMB-99")
def test_a_start_in_the_doubled_hour_is_held_once_the_first_time() -> None:
    (one,) = on(timetable(scheduled('at = "02:30"')), AUTUMN)
    assert one.starts_ms == ms("2027-10-31 00:30")
    assert one.utc_offset_ms == 2 * HOUR_MS


@rule("TAMB-99")
def test_two_starts_that_a_clock_change_puts_on_one_moment_are_one() -> None:
    table = timetable(scheduled('at = ["02:30", "03:30"]'))
    assert clock(on(table, SPRING)) == ["03:30"]
    assert len(on(table, AUTUMN)) == 2


@rule("TAMB-99")
@pytest.mark.parametrize(("day", "count"), [("2027-06-01", 48), (SPRING, 46), (AUTUMN, 50)])
def test_every_30_minutes_is_every_30_real_minutes_on_days_of_any_length(
    day: str, count: int
) -> None:
    table = timetable(scheduled("every_minutes = 30"))
    found = on(table, day)
    assert len(found) == count
    assert {two.starts_ms - one.starts_ms for one, two in pairwise(found)} == {HOUR_MS // 2}
    assert [one.key.ordinal for one in found] == list(range(0, 30 * count, 30))
    assert clock(found)[-1] == "23:30"


@rule("TAMB-99")
def test_across_a_clock_change_an_interval_leaves_no_gap_between_the_days() -> None:
    table = timetable(scheduled("every_minutes = 30"))
    for day in (SPRING, AUTUMN):
        noon = ms(f"{day} 12:00")
        found = occurrences(table, AMSTERDAM, noon - 40 * HOUR_MS, noon + 40 * HOUR_MS)
        assert {two.starts_ms - one.starts_ms for one, two in pairwise(found)} == {HOUR_MS // 2}
        assert len({one.key for one in found}) == len(found)


@rule("TAMB-99")
def test_an_interval_may_go_past_midnight_and_belongs_to_the_day_it_began() -> None:
    text = scheduled('every_minutes = 60\nat = "22:00"\nuntil = "01:00"\ndays = "friday"')
    found = occurrences(timetable(text), AMSTERDAM, ms("2026-11-16"), ms("2026-11-23"))
    shown = [(one.key.local_date, one.key.ordinal // 60) for one in found]
    assert shown == [("2026-11-20", 22), ("2026-11-20", 23), ("2026-11-21", 0), ("2026-11-21", 1)]


@rule("TAMB-99")
def test_only_the_days_that_are_named_have_starts() -> None:
    week = (ms("2026-11-16"), ms("2026-11-23"))
    for days, dates in {
        '"weekdays"': [16, 17, 18, 19, 20],
        '"weekend"': [21, 22],
        '["monday", "weekend"]': [16, 21, 22],
    }.items():
        table = timetable(scheduled(f'at = "20:00"\ndays = {days}'))
        found = occurrences(table, AMSTERDAM, *week)
        assert [int(one.key.local_date[-2:]) for one in found] == dates


@rule("TAMB-99")
def test_every_start_within_a_year_has_a_key_of_its_own() -> None:
    texts = [
        scheduled("every_minutes = 7"),
        scheduled('at = ["02:00", "02:30", "03:00"]', "Night 10"),
    ]
    for zone in (AMSTERDAM, KOLKATA, LORD_HOWE):
        table = timetable(*texts, zone=zone)
        found = occurrences(table, zone, ms("2027-01-01"), ms("2028-01-01"))
        keys = [one.key for one in found]
        assert len(set(keys)) == len(keys) > 70_000
        assert found == sorted(found, key=lambda one: one.starts_ms)


@rule("TAMB-99")
def test_a_clock_change_of_half_an_hour_is_no_different() -> None:
    """Lord Howe leaves 02:00 to 02:30 out on 3 October 2027."""
    table = timetable(scheduled('at = "02:15"'), zone=LORD_HOWE)
    (one,) = on(table, "2027-10-03", LORD_HOWE)
    assert local(LORD_HOWE, one.starts_ms).strftime("%H:%M") == "02:45"


@rule("TRN-02")
def test_an_occurrence_knows_when_it_is_announced_and_opens() -> None:
    text = scheduled('at = "20:00"\nannounced_s = 86_400\nopens_s = 3_600')
    (one,) = on(timetable(text), "2026-11-18")
    assert (one.starts_ms - one.announced_ms, one.starts_ms - one.opens_ms) == (
        86_400_000,
        3_600_000,
    )
    (two,) = on(timetable(scheduled('at = "20:00"')), "2026-11-18")
    assert two.opens_ms == two.announced_ms == two.starts_ms - 7 * 86_400_000


@rule("TYP-12", "TAMB-76")
def test_a_phased_tournament_has_flights_and_one_final() -> None:
    text = """
        name = "Main event"
        format = "phased"
        edition = "house"
        [schedule]
        starts = ["2026-12-04 18:00", "2026-12-05 14:00"]
        final = "2026-12-06 16:00"
    """
    found = occurrences(timetable(text), AMSTERDAM, ms("2026-12-01"), ms("2026-12-31"))
    assert [(one.key.local_date, one.phase) for one in found] == [
        ("2026-12-04", "flight"),
        ("2026-12-05", "flight"),
        ("2026-12-06", "final"),
    ]
