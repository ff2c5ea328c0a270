"""What staff may change in a tournament: pauses, the lengths of levels, breaks (TAMB-96)."""

from collections.abc import Sequence

from cardroom.errors import OperatorRefused
from cardroom.rulebook.tournament.registration import Change
from cardroom.tournament.events import BreaksChanged, LevelTimesChanged, PauseDue, PauseEnded
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.play.progress import Progress


def verify_change(parts: Parts, change: Change) -> None:
    """After the start only what the rules name may be changed (TRN-03, TAMB-96)."""
    may = parts.terms.rules.registration.changes_after_start
    if parts.field.has_started and change not in may:
        raise OperatorRefused("TAMB-96", "not_changed_after_the_start", {"changes": may})


class StaffChanges:
    """Pauses and changes to the level clock (TRN-03, TAMB-45, TAMB-96)."""

    def __init__(self, parts: Parts, ending: Ending, progress: Progress) -> None:
        self._parts = parts
        self._level_clock = parts.level_clock
        self._journal = parts.journal
        self._ending = ending
        self._progress = progress

    def pause(self, at_ms: int) -> None:
        """Stop dealing and the clock until further notice (TAMB-45, TAMB-96)."""
        verify_change(self._parts, "pauses")
        if not self._ending.is_running or "staff" in self._level_clock.halts:
            raise OperatorRefused("TAMB-96", "cannot_pause_now")
        self._journal.record(PauseDue("staff", at_ms))
        self._progress.go_on(at_ms)

    def resume(self, at_ms: int) -> None:
        """Go on after a pause by staff."""
        if self._ending.is_over or "staff" not in self._level_clock.halts:
            raise OperatorRefused("TAMB-96", "not_paused")
        self._journal.record(PauseEnded("staff", at_ms))
        self._progress.go_on(at_ms)

    def change_level_times(self, lengths_ms: Sequence[int], at_ms: int) -> None:
        """Give the levels after the present one these lengths (TRN-03, TAMB-96)."""
        verify_change(self._parts, "level_lengths")
        levels = len(self._level_clock.terms.levels)
        if len(lengths_ms) != levels or min(lengths_ms) < 1 or self._ending.is_over:
            raise OperatorRefused("TAMB-96", "not_a_length_for_every_level")
        self._journal.record(LevelTimesChanged(tuple(lengths_ms), at_ms))

    def change_breaks(self, at_ms: int, *, on: bool) -> None:
        """Switch the synchronised breaks on or off (TRN-03, TAMB-96)."""
        verify_change(self._parts, "breaks")
        if self._level_clock.has_breaks == on or self._ending.is_over:
            raise OperatorRefused("TAMB-96", "nothing_to_change")
        self._journal.record(BreaksChanged(on, at_ms))
