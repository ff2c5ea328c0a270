"""Hands of our engine as the room would tell them."""

from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from cardroom import history
from cardroom.engine import Hand
from cardroom.history import PlayedHand, TournamentInfo, tracker_number

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim")
EASTERN = ZoneInfo("America/New_York")
AT_MS = 1_794_787_509_000
"""The 16th of November 2026, 0:05:09 UTC; the 15th in New York."""

TOURNAMENT = TournamentInfo(
    number=4711,
    name="Sunday Special",
    level=14,
    currency="EUR",
    buy_in=1000,
    fee=100,
    started_ms=AT_MS - 3_600_000,
    first_stack=5000,
    level_minutes=10,
)

text_of = partial(history.text_of, eastern=EASTERN)
texts_of = partial(history.texts_of, eastern=EASTERN)


def played(hand: Hand, *, currency: str | None = "EUR", **other: Any) -> PlayedHand:
    """A finished hand with a table, names and a time; fields can be set otherwise."""
    fields: dict[str, Any] = {
        "events": hand.events,
        "rules": hand.rules,
        "edition": "en-2.7",
        "names": {seat: NAMES[seat] for seat in hand.seats},
        "number": tracker_number(7, 1, 991),
        "table": "Rome",
        "seats_max": 6,
        "at_ms": AT_MS,
        "currency": currency,
        "small_blind": max(1, hand.started.big_blind // 2),
    }
    return PlayedHand(**(fields | other))
