"""Counts per player that start from zero every day: rejoins, resets."""

import msgspec

from cardroom.cash.offers import utc_day
from cardroom.ledger import PlayerId


class CountOfDay(msgspec.Struct, frozen=True):
    """One player's count on a day, to be stored."""

    day: int = 0
    times: int = 0


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

    def kept(self, player: PlayerId) -> CountOfDay:
        """What is to be stored about one player."""
        times = self._times.get(player, 0)
        return CountOfDay(self._day, times) if times else CountOfDay()

    def restore(self, player: PlayerId, stored: CountOfDay) -> None:
        """Go on from what was stored about one player; the count of an older day is over."""
        if stored.day > self._day:
            self._day, self._times = stored.day, {}
        if stored.day == self._day and stored.times:
            self._times[player] = stored.times
        else:
            self._times.pop(player, None)

    def _day_of(self, at_ms: int) -> int:
        return utc_day(at_ms, starts_at_hour=self._starts_at_hour)
