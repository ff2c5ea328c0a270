"""What is announced, and starts that pass while the server is down."""

import pytest

from cardroom.rulebook import house_rules
from cardroom.tournament.timetable import Look, OccurrenceKey, Timetable, look, missed_start
from tests.rule import rule
from tests.rulebook.tournament_editions import tournament
from tests.tournament.timetable.folders import AMSTERDAM, EVENING, ms, scheduled, timetable

RULES = tournament("en-2.7").timetable
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


def seen(
    table: Timetable,
    now: str,
    *,
    since: str | None = None,
    stored: set[OccurrenceKey] | None = None,
) -> Look:
    return look(
        table,
        AMSTERDAM,
        RULES,
        seen_ms=ms(since or now),
        now_ms=ms(now),
        stored=stored or set(),
    )


@rule("TRN-02", "TAMB-99")
def test_a_start_is_announced_once() -> None:
    table = timetable(scheduled('at = "20:00"\nannounced_s = 3_600'))
    assert seen(table, "2026-11-17 17:59").announce == ()
    assert seen(table, "2026-11-17 17:59").next_ms == ms("2026-11-17 18:00")
    (one,) = seen(table, "2026-11-17 18:00").announce
    assert one.starts_ms == ms("2026-11-17 19:00")
    again = seen(table, "2026-11-17 18:10", since="2026-11-17 18:00", stored={one.key})
    assert (again.announce, again.missed) == ((), ())
    assert again.next_ms == ms("2026-11-18 18:00")


@rule("TAMB-99")
def test_a_started_tournament_is_not_started_again_by_a_clock_that_was_set_back() -> None:
    table = timetable(scheduled('at = "20:00"\nannounced_s = 3_600'))
    (one,) = seen(table, "2026-11-17 18:30").announce
    back = seen(table, "2026-11-17 18:40", since="2026-11-17 19:10", stored={one.key})
    assert (back.announce, back.missed) == ((), ())


@rule("TAMB-100", "TRN-02")
@pytest.mark.parametrize(
    ("late_ms", "fate"),
    [(0, "held_late"), (600_000, "held_late"), (600_001, "cancelled"), (DAY_MS, "cancelled")],
)
def test_a_missed_start_is_held_within_ten_minutes_and_cancelled_after(
    late_ms: int, fate: str
) -> None:
    start = ms("2026-11-17 19:00")
    decided = missed_start(RULES, start, start + late_ms)
    assert (decided.fate, decided.late_ms) == (fate, late_ms)
    held = fate == "held_late"
    assert decided.starts_ms == (start + late_ms + 120_000 if held else start)


@rule("TAMB-100")
def test_the_house_says_how_late_a_start_may_be() -> None:
    text = 'inherits = "en-2.7"\n[TAMB-100]\nlate_start_max_s = 60\nlate_start_notice_s = 5\n'
    rules = house_rules(text, "club.toml").tournament
    assert rules is not None
    start = ms("2026-11-17 19:00")
    assert missed_start(rules.timetable, start, start + 60_000).starts_ms == start + 65_000
    assert missed_start(rules.timetable, start, start + 61_000).fate == "cancelled"


@rule("TAMB-100", "TAMB-99")
def test_no_start_is_skipped_silently_however_long_the_server_was_down() -> None:
    """Down for two days and five minutes with a start every day and one every two hours."""
    table = timetable(EVENING, scheduled("every_minutes = 120\nannounced_s = 0", "Often"))
    found = seen(table, "2026-11-17 19:05", since="2026-11-15 19:00")
    names = [one.occurrence.name for one in found.missed]
    assert (names.count("Evening 10"), names.count("Often")) == (2, 24)
    late = [one for one in found.missed if one.decided.fate == "held_late"]
    assert [one.occurrence.name for one in late] == ["Evening 10", "Often"]
    assert {one.decided.starts_ms for one in late} == {ms("2026-11-17 19:07")}
    again = seen(
        table,
        "2026-11-17 19:05",
        since="2026-11-15 19:00",
        stored={one.occurrence.key for one in found.missed},
    )
    assert again.missed == ()


@rule("TAMB-99")
def test_a_given_start_is_waited_for_however_far_it_is() -> None:
    table = timetable(scheduled('starts = "2028-12-24 20:00"\nannounced_s = 3_600'))
    assert seen(table, "2026-11-17 12:00").next_ms == ms("2028-12-24 18:00")
    assert seen(table, "2028-12-24 19:00").next_ms is None
    assert seen(timetable(), "2026-11-17 12:00") == Look(announce=(), missed=(), next_ms=None)


@rule("TAMB-100")
def test_a_start_that_nobody_knew_of_is_not_held_where_the_next_one_comes_soon() -> None:
    """Every five minutes, and the room was down for an hour: it does not begin with three."""
    table = timetable(scheduled("every_minutes = 5"), scheduled("every_minutes = 60", "Hourly"))
    found = seen(table, "2026-11-17 19:02", since="2026-11-17 18:00")
    fates = {(one.occurrence.name, one.decided.fate) for one in found.missed}
    assert fates == {("Evening 10", "cancelled"), ("Hourly", "held_late")}
    assert len(found.missed) == 12 + 1
    (late,) = (one for one in found.missed if one.decided.fate == "held_late")
    assert late.decided.starts_ms == ms("2026-11-17 19:04")
