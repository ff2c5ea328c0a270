"""What is due when: levels, breaks, offers that run out, tables to look at, games left open."""

from collections.abc import Collection

from cardroom.tournament.due import Due
from cardroom.tournament.events import FieldEvent, LevelStarted, PauseEnded, StaffAlerted
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.play.cancelling import Cancelling
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.entry_windows import EntryWindows
from cardroom.tournament.play.knockouts import Knockouts
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.play.progress import Progress
from cardroom.tournament.prizes.hexapro import open_game


class Schedule:
    """Lets time pass: everything happens at its own moment and in order (TAMB-45)."""

    def __init__(
        self,
        parts: Parts,
        *,
        knockouts: Knockouts,
        windows: EntryWindows,
        ending: Ending,
        cancelling: Cancelling,
        progress: Progress,
    ) -> None:
        self._terms = parts.terms
        self._desk = parts.desk
        self._field = parts.field
        self._level_clock = parts.level_clock
        self._deadlines = parts.deadlines
        self._journal = parts.journal
        self._knockouts = knockouts
        self._windows = windows
        self._ending = ending
        self._cancelling = cancelling
        self._progress = progress
        self._is_overdue = False
        """A HexaPro game has been open for too long (HEX-12)."""

    @property
    def next_ms(self) -> int | None:
        """When `tick` has something to do; before the start, the time of the start (TRN-02)."""
        if self._ending.is_over:
            return None
        if not self._field.has_started:
            return self._terms.starts_ms
        clock_ms, deadline_ms = self._level_clock.next_ms, self._deadlines.next_ms
        if clock_ms is None or deadline_ms is None:
            return deadline_ms if clock_ms is None else clock_ms
        return min(clock_ms, deadline_ms)

    def tick(self, at_ms: int) -> None:
        """Let everything happen that is due by then, in order (TAMB-45)."""
        while self._ending.is_running:
            next_ms = self.next_ms
            if next_ms is None or next_ms > at_ms:
                return
            event = self._level_clock.due(next_ms)
            if event is not None:
                self._journal.record(event)
                self._after_clock(event, next_ms)
            else:
                self._look_at(self._deadlines.take(), next_ms)

    def _after_clock(self, event: FieldEvent, at_ms: int) -> None:
        """What a level, a break or the end of a pause brings."""
        match event:
            case LevelStarted(level=level):
                self._windows.level_started(level, at_ms)
            case PauseEnded(cause="add_on"):
                self._windows.close_purchases(at_ms)
        self._progress.go_on(at_ms)

    def _look_at(self, due: Due, at_ms: int) -> None:
        match due.kind:
            case "table":
                self._field.refresh(TableNumber(due.number), at_ms)
                self._progress.go_on(at_ms)
            case "offer":
                entry = EntryId(due.number)
                if self._desk.offers.get(entry, at_ms + 1) <= at_ms:
                    self.decline_rebuy(entry, at_ms)
            case "open_game":
                self._journal.record(StaffAlerted(at_ms))
            case "overdue_game":
                self._is_overdue = True
                self.cancel_if_overdue(at_ms)

    def decline_rebuy(self, entry: EntryId, at_ms: int) -> None:
        """An offer to buy back is refused, or has run out (TAMB-69)."""
        table = self._field.entrants[entry].table
        self._knockouts.decline_rebuy(entry, at_ms)
        self._progress.after_knockouts(at_ms)
        if not self._ending.is_over:
            self._field.refresh(table, at_ms)
            self._progress.go_on(at_ms)

    def cancel_if_overdue(self, at_ms: int) -> None:
        """A game that is late is shared out, but not while a hand is committed (HEX-12)."""
        committing = self._progress.is_committing
        if self._is_overdue and not committing and self._ending.is_running:
            self._cancelling.stop_and_share(at_ms)

    # Dates that no event brings back: planned at the start and after a restart

    def plan_open_game(self, started_ms: int, alerted: Collection[int] = ()) -> None:
        """Staff hear of a HexaPro game that stays open; at last it is shared out (HEX-12).

        `alerted` are the alerts that they had before a restart.
        """
        if self._terms.hexapro is not None:
            dates = open_game(self._terms.rules.hexapro, started_ms)
            for at_ms in set(dates.alerts_ms) - set(alerted):
                self._deadlines.add(at_ms, Due("open_game", 0))
            self._deadlines.add(dates.shared_out_ms, Due("overdue_game", 0))

    def plan_offers(self) -> None:
        """Look at every open offer when its time is over."""
        for entry, until_ms in self._desk.offers.items():
            self._deadlines.add(until_ms, Due("offer", entry))
