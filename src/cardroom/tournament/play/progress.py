"""What follows from the last change: the end, a pause, moves between tables, the next hands."""

from cardroom.tournament.events import EndCause, LevelStarted, PauseStarted
from cardroom.tournament.play.cancelling import Cancelling
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.entry_windows import EntryWindows
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.prizes.awards import ends_with
from cardroom.tournament.tables.field_state import FEWEST

_CAUSES: dict[int, EndCause] = {0: "nobody_left", 1: "one_player_left"}
"""Why a tournament with so few players left is over."""


class Progress:
    """Takes every step that the state allows, in the order that the rules ask for."""

    def __init__(
        self,
        parts: Parts,
        windows: EntryWindows,
        ending: Ending,
        cancelling: Cancelling,
    ) -> None:
        self._terms = parts.terms
        self._desk = parts.desk
        self._field = parts.field
        self._payouts = parts.payouts
        self._level_clock = parts.level_clock
        self._hand_for_hand = parts.hand_for_hand
        self._standings = parts.standings
        self._journal = parts.journal
        self._windows = windows
        self._ending = ending
        self._cancelling = cancelling
        self.is_committing = False
        """A hand that is over is being committed: nothing ends before it counts."""

    def after_knockouts(self, at_ms: int) -> None:
        """The early close, places, the end (TAMB-46, TAMB-61, TRN-19)."""
        self._windows.close_early(at_ms)
        self._windows.pay_vip(at_ms)
        self._standings.rank(at_ms)
        self._end_if_over(at_ms)

    def go_on(self, at_ms: int) -> None:
        """Whatever the last change allows: the end of a window, moves, a pause, the next hands."""
        self._windows.close_after_last_hand(at_ms)
        if self._end_if_over(at_ms):
            return
        if self._hand_for_hand.end_hand(at_ms):
            self._standings.rank(at_ms)
            if self._end_if_over(at_ms):
                return
        self._hand_for_hand.start_or_stop(at_ms)
        if self._hand_for_hand.group is None:
            self._field.balance_tables(at_ms)
            self._draw_final_table(at_ms)
        if self._level_clock.is_halted:
            self._start_pauses(at_ms)
        elif self._hand_for_hand.is_on and self._hand_for_hand.group is None:
            self._hand_for_hand.start_hand(self._level_clock.level, at_ms)

    def _draw_final_table(self, at_ms: int) -> None:
        """When one of several tables is left, its seats may be drawn again (TAMB-56)."""
        tables = self._field.tables
        if not self._terms.rules.balancing.final_table_redraw:
            return
        if len(tables) != 1 or self._desk.registration_open:
            return
        (table,) = tables.values()
        between_hands = table.dealt_hand is None and table.hand_to_redeal is None
        if self._field.opened > 1 and between_hands and not self._field.final_table_drawn:
            self._field.balancing.draw_final_table(table, at_ms)

    def _start_pauses(self, at_ms: int) -> None:
        """A pause begins when the last table has finished (BRK-03, TAMB-64)."""
        if self._field.playing or self._desk.offers:
            return
        clock = self._level_clock
        for cause in list(clock.halts):
            if cause == "phase_over":
                if "add_on" not in clock.halts:
                    self._end_phase(at_ms)
                    return
                continue
            if cause not in clock.begun:
                until_ms = clock.pause_until(cause, at_ms)
                self._journal.record(PauseStarted(cause, at_ms, until_ms))

    # The end

    def _end_if_over(self, at_ms: int) -> bool:
        """One player left, or the same prize for all who are (TRN-19, TAMB-26)."""
        ending = self._ending
        if ending.is_over or self.is_committing or self._desk.offers:
            return ending.is_over
        if self._hand_for_hand.group is not None:
            return False
        if self._terms.ends_after_level is not None:
            self._end_first_phase(at_ms)
            return ending.is_over
        left, desk = self._field.left, self._desk
        if left <= 1 and not desk.registration_open and desk.purchases_open:
            self._windows.close_purchases(at_ms)
        if self._is_decided:
            ending.end(_CAUSES.get(self._field.left, "identical_prizes"), at_ms)
        elif self._nobody_is_there:
            ending.end("all_absent", at_ms)
        return ending.is_over

    def _end_first_phase(self, at_ms: int) -> None:
        """A flight down to one player stops early, once nobody can come any more (TAMB-76)."""
        if self._field.left > 1 or "add_on" in self._level_clock.halts:
            return
        if not self._desk.registration_open:
            self._end_phase(at_ms)
        elif not self._level_clock.has_started:
            # Nobody may be left to deal the first hand: the levels pass all the same (TAMB-45).
            self._journal.record(LevelStarted(self._terms.first_level, at_ms))

    def _end_phase(self, at_ms: int) -> None:
        """Whoever has chips moves on; a flight that nobody survived is cancelled (TAMB-89)."""
        if self._field.left:
            self._ending.end("phase_over", at_ms)
        else:
            self._cancelling.stop_and_share(at_ms)

    @property
    def _nobody_is_there(self) -> bool:
        """Absent players would hand each other the blinds for ever (TAMB-101).

        With two seats a table, one player may sit alone for long (TAMB-57); two would be moved.
        """
        if self._payouts.structure is None:
            return False
        hands_max, tables = self._terms.rules.play.absent_hands_max, self._field.tables.values()
        waited = (table.absent_hands >= hands_max or len(table.seats) < FEWEST for table in tables)
        if not all(waited) or not all(table.all_away for table in tables):
            return False
        alone = sum(1 for table in tables if len(table.seats) < FEWEST)
        return alone <= 1 and alone < len(tables)

    @property
    def _is_decided(self) -> bool:
        structure, rules = self._payouts.structure, self._terms.rules.prizes
        return structure is not None and ends_with(
            structure, self._field.left, identical_prizes_end=rules.identical_prizes_end
        )
