"""Dates and times of day from milliseconds since 1970."""

from datetime import UTC, datetime, timedelta

HOUR_MS = 3_600_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def utc(at_ms: int) -> datetime:
    """The moment in UTC."""
    return EPOCH + timedelta(milliseconds=at_ms)


def iso_utc(at_ms: int) -> str:
    """The moment as ISO 8601 writes it in UTC, to the second: `2026-11-15T07:05:09Z`."""
    return utc(at_ms).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"
