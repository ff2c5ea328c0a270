"""Periods as people name them: last week, a day, from a day to a day."""

import argparse
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from cardroom.errors import UsageError

NAMES = ("today", "yesterday", "this-week", "last-week", "this-month", "last-month", "all")
PERIOD: dict[str, dict[str, Any]] = {
    "--period": {"choices": NAMES, "help": "weeks begin on Monday; default: last-week"},
    "--since": {"metavar": "DAY", "help": "the first day, such as 2026-11-09"},
    "--until": {"metavar": "DAY", "help": "the last day; default: today"},
    "--zone": {
        "default": "UTC",
        "metavar": "ZONE",
        "help": "such as Europe/Amsterdam; default UTC",
    },
}


def query_of(args: argparse.Namespace, now: datetime) -> str:
    """The period of a command as the query of an address."""
    try:
        zone = ZoneInfo(args.zone)
    except (KeyError, ValueError, OSError):
        raise UsageError(f"'{args.zone}' is no time zone; write Europe/Amsterdam.") from None
    if args.period and (args.since or args.until):
        raise UsageError("Say either --period, or --since and --until.")
    if args.period == "all":
        return f"zone={args.zone}"
    today = now.astimezone(zone).date()
    first, last = _days(args, today)
    if last < first:
        raise UsageError("--until is before --since.")
    since, until = _ms(first, zone), _ms(last + timedelta(days=1), zone)
    return f"since_ms={since}&until_ms={until}&zone={args.zone}"


def _days(args: argparse.Namespace, today: date) -> tuple[date, date]:
    if args.since or args.until:
        if not args.since:
            raise UsageError("--until needs --since.")
        return _day(args.since), _day(args.until) if args.until else today
    return named(args.period or "last-week", today)


def named(name: str, today: date) -> tuple[date, date]:
    """The first and the last day of a period with a name."""
    one, monday, first = (
        timedelta(days=1),
        today - timedelta(days=today.weekday()),
        today.replace(day=1),
    )
    before = first - one
    return {
        "today": (today, today),
        "yesterday": (today - one, today - one),
        "this-week": (monday, today),
        "last-week": (monday - 7 * one, monday - one),
        "this-month": (first, today),
        "last-month": (before.replace(day=1), before),
    }[name]


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"'{text}' is no day; write 2026-11-09.") from None


def _ms(day: date, zone: ZoneInfo) -> int:
    """When a day begins."""
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()) * 1000
