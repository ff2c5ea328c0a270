from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.history.moments import iso_utc, utc
from tests.history.played_hands import EASTERN

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FOUR_CENTURIES_MS = 400 * 366 * 86_400_000


def at_ms(text: str) -> int:
    return int((datetime.fromisoformat(text) - EPOCH).total_seconds() * 1000)


def eastern(moment_ms: int) -> datetime:
    """What a clock in New York shows."""
    return utc(moment_ms).astimezone(EASTERN).replace(tzinfo=None)


@given(st.integers(0, FOUR_CENTURIES_MS))
def test_the_calendar_is_that_of_everybody(moment_ms: int) -> None:
    expected = EPOCH + timedelta(milliseconds=moment_ms)
    assert utc(moment_ms) == expected
    assert iso_utc(moment_ms) == expected.strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2026-03-08T06:59:59Z", 1),
        ("2026-03-08T07:00:00Z", 3),
        ("2026-11-01T05:59:59Z", 1),
        ("2026-11-01T06:00:00Z", 1),
        ("2026-01-15T12:00:00Z", 7),
        ("2026-07-15T12:00:00Z", 8),
        ("2009-03-08T07:00:00Z", 3),
        ("2020-03-01T07:00:00Z", 2),
        ("2020-11-01T05:00:00Z", 1),
        ("2020-12-31T04:59:59Z", 23),
    ],
)
def test_new_york_has_summer_time_from_march_to_november(text: str, hour: int) -> None:
    assert eastern(at_ms(text)).hour == hour


def test_the_second_hour_of_a_november_sunday_comes_twice() -> None:
    before, after = at_ms("2026-11-01T05:30:00Z"), at_ms("2026-11-01T06:30:00Z")
    assert eastern(before) == eastern(after) == datetime(2026, 11, 1, 1, 30, 0)  # noqa: DTZ001 - compared as New York reads it


def test_a_moment_is_written_as_iso_8601() -> None:
    assert iso_utc(at_ms("2026-02-03T04:05:06Z")) == "2026-02-03T04:05:06Z"
