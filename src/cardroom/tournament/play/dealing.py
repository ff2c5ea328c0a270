"""Hands: which tables may deal, what a finished hand brings, and hands that never were."""

from collections.abc import Mapping, Sequence

from cardroom.cards import Card
from cardroom.engine.action_clock import ClockTerms
from cardroom.errors import ActionRefused, OperatorRefused
from cardroom.tournament.events import LevelStarted
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.play.buying_in import BuyingIn
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.knockouts import Knockouts
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.play.progress import Progress
from cardroom.tournament.play.schedule import Schedule
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import clock_terms

NO_TABLES: Mapping[TableNumber, None] = {}


class Dealing:
    """One hand after the other at every table (BRK-03, H4H-02, TRN-25)."""

    def __init__(
        self,
        parts: Parts,
        *,
        knockouts: Knockouts,
        ending: Ending,
        progress: Progress,
        schedule: Schedule,
        buying_in: BuyingIn,
    ) -> None:
        self._parts = parts
        self._terms = parts.terms
        self._desk = parts.desk
        self._field = parts.field
        self._level_clock = parts.level_clock
        self._hand_for_hand = parts.hand_for_hand
        self._journal = parts.journal
        self._knockouts = knockouts
        self._ending = ending
        self._progress = progress
        self._schedule = schedule
        self._buying_in = buying_in

    @property
    def ready(self) -> Mapping[TableNumber, None]:
        """The tables that may deal now, in order (BRK-03, H4H-02)."""
        if not self._ending.is_running or self._level_clock.is_halted:
            return NO_TABLES
        ready = self._field.ready
        if not self._hand_for_hand.is_on:
            return ready
        return {number: None for number in self._hand_for_hand.to_deal if number in ready}

    def deal(self, number: TableNumber, deck: Sequence[Card], at_ms: int) -> None:
        """Fix a hand and deal its cards at once."""
        self.announce(number, at_ms)
        self._field.tables[number].deal(deck, at_ms)

    def announce(self, number: TableNumber, at_ms: int) -> None:
        """Fix a hand at the level in force; the first one starts the clock (TAMB-45)."""
        if number not in self.ready:
            raise ActionRefused("BRK-03", "table_may_not_deal")
        if not self._level_clock.has_started:
            self._journal.record(LevelStarted(self._terms.first_level, at_ms))
        self._field.announce(
            number,
            at_ms,
            level=self._level_of(self._field.tables[number]),
            clock=self._clock_terms(),
            synchronised=self._hand_for_hand.is_on,
        )

    def _level_of(self, table: Table) -> int:
        """The level in force; all tables of a synchronised hand play one (TAMB-45, TAMB-59)."""
        if self._hand_for_hand.is_on and table.hand_to_redeal is None:
            return self._hand_for_hand.level
        return self._level_clock.level

    def _clock_terms(self) -> ClockTerms:
        return clock_terms(self._terms.rules.timing, final_stage=self.is_final_stage)

    @property
    def is_final_stage(self) -> bool:
        """Whether a lost connection is waited for longer (TTB-04, TAMB-91)."""
        timing = self._terms.rules.timing
        if timing.final_stage_needs_real_money and not self._terms.real_money:
            return False
        if self._terms.family == "hexapro":
            return False
        stages = timing.mtt_final_stages if self._terms.family == "mtt" else timing.sng_final_stages
        return (
            ("in_the_money" in stages and self._parts.is_in_the_money)
            or ("hand_for_hand" in stages and self._hand_for_hand.is_on)
            or ("final_table" in stages and self._is_final_table)
        )

    @property
    def _is_final_table(self) -> bool:
        return len(self._field.tables) == 1 and not self._desk.registration_open

    def commit(self, number: TableNumber, at_ms: int) -> None:
        """A hand that is over and stored: knockouts, places, prizes, moves, what comes next."""
        table = self._verify_hand(number)
        self._progress.is_committing = True
        self._schedule.tick(at_ms)
        self._progress.is_committing = False
        assert table.dealt_hand is not None
        level, players = table.dealt_hand.level, self._field.left
        hand, busted = self._field.finish(number, at_ms)
        self._knockouts.after_hand(table, hand, busted, level, at_ms)
        if self._desk.asked:
            self._buying_in.rebuy_as_asked(at_ms)
        if busted or self._field.left < players:
            self._progress.after_knockouts(at_ms)
        if not self._ending.is_over:
            self._field.refresh(number, at_ms)
            self._progress.go_on(at_ms)
        self._schedule.cancel_if_overdue(at_ms)

    def _verify_hand(self, number: TableNumber) -> Table:
        """The table whose hand is in progress (TRN-25)."""
        table = self._field.tables.get(number)
        if table is None or table.dealt_hand is None:
            raise OperatorRefused("TRN-25", "no_hand_in_progress")
        return table

    def roll_back(self, number: TableNumber, reason: str, at_ms: int) -> None:
        """The hand of one table never was; it is dealt again (TRN-25, TAMB-97)."""
        table = self._verify_hand(number)
        self._field.roll_back(number, reason, at_ms)
        self._after_roll_back([table], at_ms)

    def roll_back_all(self, at_ms: int) -> None:
        """After a server crash no hand in progress ever was (TRN-25, TTB-07)."""
        tables = self._field.tables.values()
        playing = [table for table in tables if table.dealt_hand is not None]
        for table in playing:
            self._field.roll_back(table.number, "server_crash", at_ms)
        self._after_roll_back(playing, at_ms)

    def _after_roll_back(self, tables: Sequence[Table], at_ms: int) -> None:
        """A player disqualified in a hand that never happened has none to wait for (TAMB-89)."""
        left = [table for table in tables if self._knockouts.remove_disqualified(table, at_ms)]
        if left:
            self._progress.after_knockouts(at_ms)
        if self._ending.is_over:
            return
        for table in left:
            self._field.refresh(table.number, at_ms)
            self._hand_for_hand.leave_hand(table.number, at_ms)
        self._progress.go_on(at_ms)
