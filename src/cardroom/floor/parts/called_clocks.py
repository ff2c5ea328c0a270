"""Clocks that were called on players; the time left follows from the time of the call (8.5)."""

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.events import ClockCalled, ClockStopped
from cardroom.floor.house_events import HandMisdealt
from cardroom.floor.log import LogEntry
from cardroom.floor.seat_events import HandFinished, TableBroken
from cardroom.tournament.ids import EntryId


class ClockNow(msgspec.Struct, frozen=True, kw_only=True):
    """What a called clock shows at a moment."""

    player: EntryId
    left_ms: int
    counting_down: bool
    """Whether the seconds are spoken now."""
    expired: bool


class CalledClocks:
    """At most one clock a table, for the player to act (LIVE-27.p1)."""

    def __init__(self) -> None:
        self.running: dict[int, tuple[ClockCalled, int]] = {}
        """The call and its time, by table."""

    def now(self, table: int, at_ms: int) -> ClockNow:
        """The clock of a table; computed from timestamps, so that no screen drifts."""
        call, called_ms = self._call(table)
        left_ms = max(0, called_ms + 1000 * call.clock_s - at_ms)
        return ClockNow(
            player=call.player,
            left_ms=left_ms,
            counting_down=0 < left_ms <= 1000 * call.countdown_s,
            expired=left_ms == 0,
        )

    def verify_free(self, table: int) -> None:
        """One clock for a decision."""
        if table in self.running:
            raise FloorRefused("LIVE-27.p1", "the_clock_runs_already", {"table": table})

    def _call(self, table: int) -> tuple[ClockCalled, int]:
        if table not in self.running:
            raise FloorRefused("LIVE-27.p1", "no_clock_runs", {"table": table})
        return self.running[table]

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case ClockCalled() as call:
                self.running[call.table] = (call, entry.at_ms)
            case (
                ClockStopped(table=table)
                | HandFinished(table=table)
                | HandMisdealt(table=table)
                | TableBroken(table=table)
            ):
                # A clock ends with its hand, also if nobody has stopped it.
                self.running.pop(table, None)
            case _:
                pass
