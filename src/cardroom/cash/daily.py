"""Counts per player that start anew every day: rejoins, resets."""

import msgspec

from cardroom.cash.offers import utc_day
from cardroom.ledger import PlayerId


class CountsOfDay(msgspec.Struct, frozen=True):
    """The counts of one day, to be stored."""

    day: int = 0
    times: dict[PlayerId, int] = {}


class DailyCount:
    """How often each player did something on the day in question; older days are forgotten."""

    def __init__(self, *, starts_at_hour: int = 0) -> None:
        self._starts_at_hour = starts_at_hour
        self._day = 0
        self._times: dict[PlayerId, int] = {}

    def of(self, player: PlayerId, at_ms: int) -> int:
        """The count at a moment."""
        return self._times.get(player, 0) if self._day_of(at_ms) == self._day else 0

    def add(self, player: PlayerId, at_ms: int) -> None:
        """Count once more."""
        self.forget(at_ms)
        self._times[player] = self._times.get(player, 0) + 1

    def forget(self, at_ms: int) -> None:
        """Drop the counts of another day."""
        day = self._day_of(at_ms)
        if day != self._day:
            self._day = day
            self._times = {}

    def snapshot(self) -> CountsOfDay:
        """What is to be stored."""
        return CountsOfDay(self._day, dict(self._times))

    def restore(self, stored: CountsOfDay) -> None:
        """Go on from what was stored."""
        self._day = stored.day
        self._times = dict(stored.times)

    def _day_of(self, at_ms: int) -> int:
        return utc_day(at_ms, starts_at_hour=self._starts_at_hour)
