"""The level clock, computed from timestamps: no screen drifts, and it runs through an outage."""

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.log import LogEntry
from cardroom.floor.money_events import DealProposed
from cardroom.floor.seat_events import LevelClockPaused, LevelClockRunning
from cardroom.floor.terms import MINUTE_MS, FloorTerms, Level


class LevelNow(msgspec.Struct, frozen=True, kw_only=True):
    """What the clock shows: the level, counted from 1 with the breaks, and what is left of it."""

    number: int
    level: Level
    left_ms: int
    paused: bool
    following: Level | None


class LevelClock:
    """Where the structure is at any moment."""

    def __init__(self, terms: FloorTerms) -> None:
        self.levels = terms.levels
        self._number = 0
        self._left_ms = 0
        self._since_ms: int | None = None

    @property
    def has_started(self) -> bool:
        """Whether there was a first level."""
        return self._number > 0

    @property
    def is_running(self) -> bool:
        """Whether time passes."""
        return self._since_ms is not None

    def level(self, number: int) -> Level:
        """A level by its number; one beyond a structure that was shortened is the last one."""
        return self.levels[min(number, len(self.levels)) - 1]

    def now(self, at_ms: int) -> LevelNow:
        """The level at a time; the last one goes on for ever, with nothing left of it."""
        if not self.has_started:
            raise FloorRefused("LIVE-31", "the_clock_has_not_started")
        number, left_ms = min(self._number, len(self.levels)), self._left_ms
        if self._since_ms is not None:
            left_ms -= max(0, at_ms - self._since_ms)
            while left_ms <= 0 and number < len(self.levels):
                number += 1
                left_ms += self.levels[number - 1].minutes * MINUTE_MS
        coming = self.levels[number] if number < len(self.levels) else None
        return LevelNow(
            number=number,
            level=self.level(number),
            left_ms=max(0, left_ms),
            paused=self._since_ms is None,
            following=coming,
        )

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case LevelClockRunning(level=level, left_ms=left_ms):
                self._number, self._left_ms, self._since_ms = level, left_ms, entry.at_ms
            case LevelClockPaused(level=level, left_ms=left_ms):
                self._number, self._left_ms, self._since_ms = level, left_ms, None
            case DealProposed(level=level, left_ms=left_ms):
                self._number, self._left_ms, self._since_ms = level, left_ms, None
            case _:
                pass
