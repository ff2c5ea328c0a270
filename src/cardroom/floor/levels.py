"""Decisions about the level clock: start, pause, go on, correct."""

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.seat_events import LevelClockPaused, LevelClockRunning
from cardroom.floor.terms import MINUTE_MS


class Levels:
    """Verifies what happens to the level clock, and writes it to the floor's log."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def start(self, by: By) -> LogEntry:
        """The first level begins."""
        if self._floor.level_clock.has_started:
            raise FloorRefused("LIVE-31", "the_clock_has_started")
        first = self._floor.terms.levels[0]
        return self._floor.record(LevelClockRunning(1, first.minutes * MINUTE_MS), by)

    def pause(self, by: By) -> LogEntry:
        """Stop the clock where it is."""
        now = self._floor.level_clock.now(by.at_ms)
        if now.paused:
            raise FloorRefused("LIVE-31", "the_clock_stands")
        return self._floor.record(LevelClockPaused(now.number, now.left_ms), by)

    def resume(self, by: By) -> LogEntry:
        """Go on with the time that was left."""
        now = self._floor.level_clock.now(by.at_ms)
        if not now.paused:
            raise FloorRefused("LIVE-31", "the_clock_runs")
        return self._floor.record(LevelClockRunning(now.number, now.left_ms), by)

    def correct(self, number: int, left_ms: int, by: By) -> LogEntry:
        """Put the clock to another level or time, with a reason; it runs or stands as before."""
        levels = self._floor.terms.levels
        if not 1 <= number <= len(levels):
            raise FloorRefused("LIVE-31", "no_such_level", {"levels": len(levels)})
        whole = levels[number - 1].minutes * MINUTE_MS
        if not 0 < left_ms <= whole or not by.reason.strip():
            raise FloorRefused("LIVE-31", "say_how_long_and_why", {"at_most_ms": whole})
        if self._floor.level_clock.is_running:
            return self._floor.record(LevelClockRunning(number, left_ms), by)
        return self._floor.record(LevelClockPaused(number, left_ms), by)

    def charge_synchronised_hand(self, by: By) -> LogEntry | None:
        """Hand for hand the clock runs, or every hand takes this many minutes (LAMB-41)."""
        floor, rules = self._floor, self._floor.rules.floor
        if rules.h4h_clock_runs and not rules.h4h_minutes_per_hand:
            return None
        now = floor.level_clock.now(by.at_ms)
        left_ms = now.left_ms - rules.h4h_minutes_per_hand * MINUTE_MS
        if left_ms > 0 or now.following is None:
            return floor.record(LevelClockPaused(now.number, max(0, left_ms)), by)
        following = now.following.minutes * MINUTE_MS
        return floor.record(LevelClockPaused(now.number + 1, max(1, following + left_ms)), by)

    def run_again(self, by: By) -> LogEntry | None:
        """After hand for hand the clock runs as before, where it stood for it (LAMB-41)."""
        floor, rules = self._floor, self._floor.rules.floor
        stood = not rules.h4h_clock_runs or rules.h4h_minutes_per_hand
        if not stood or floor.level_clock.is_running or not floor.level_clock.has_started:
            return None
        return self.resume(by)
