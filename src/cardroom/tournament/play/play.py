"""The course of play: time passes, tables deal, hands are committed, players come and go."""

from collections.abc import Mapping, Sequence

from cardroom.cards import Card
from cardroom.engine.action_clock import ClockTerms
from cardroom.errors import ActionRefused, OperatorRefused, SeatRefused
from cardroom.ledger import PlayerId
from cardroom.tournament.due import Due
from cardroom.tournament.events import (
    FieldEvent,
    LevelStarted,
    PauseCause,
    PauseDue,
    PauseEnded,
    PauseStarted,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.play.synchronising import Synchronising
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import clock_terms
from cardroom.units import Chips

NO_TABLES: Mapping[TableNumber, None] = {}


class Play(Synchronising):
    """Everything between the first deal and the last."""

    # Time

    def tick(self, at_ms: int) -> None:
        """Let everything happen that is due by then, in order (TAMB-45)."""
        while self.is_running:
            next_ms = self.next_deadline_ms
            if next_ms is None or next_ms > at_ms:
                return
            event = self.timetable.due(next_ms)
            if event is not None:
                self._journal.record(event)
                self._follow(event, next_ms)
            else:
                self._look_at(self._deadlines.take(), next_ms)

    def _follow(self, event: FieldEvent, at_ms: int) -> None:
        """What a level, a break or the end of a pause brings."""
        match event:
            case LevelStarted(level=level):
                self._level_has_started(level, at_ms)
            case PauseEnded(cause="add_on"):
                self.desk.close_purchases(at_ms)
                self._fix_if_closed(at_ms)
        self._go_on(at_ms)

    def _level_has_started(self, level: int, at_ms: int) -> None:
        """Late registration, re-buys and a first phase end with a level (TRN-09, TAMB-69)."""
        if self.desk.registration_open and level > self.terms.late_levels:
            self.desk.close_registration("scheduled", at_ms)
            self._fix_if_closed(at_ms)
        rebuy = self.terms.rebuy
        if rebuy is not None and self.desk.rebuys_open and level > rebuy.until_level:
            self.desk.close_rebuys(at_ms)
            if rebuy.addons_max and self.desk.purchases_open:
                self._journal.record(PauseDue("add_on", at_ms))
        last = self.terms.ends_after_level
        if last is not None and level > last:
            self.desk.close_registration("scheduled", at_ms)
            self._journal.record(PauseDue("phase_over", at_ms))

    def _look_at(self, due: Due, at_ms: int) -> None:
        if due.kind == "table":
            self.field.refresh(TableNumber(due.number), at_ms)
            self._go_on(at_ms)
        elif self.desk.offers.get(EntryId(due.number), at_ms + 1) <= at_ms:
            self.decline(EntryId(due.number), at_ms)

    def decline(self, entry: EntryId, at_ms: int) -> None:
        """An offer to buy back is refused, or has run out (TAMB-69)."""
        table = self.field.entrants[entry].table
        self._decline(entry, at_ms)
        self._after_elimination(at_ms)
        if not self.is_over:
            self.field.refresh(table, at_ms)
            self._go_on(at_ms)

    # Dealing

    @property
    def ready(self) -> Mapping[TableNumber, None]:
        """The tables that may deal now, in order (BRK-03, H4H-02)."""
        if not self.is_running or self.timetable.is_halted:
            return NO_TABLES
        ready = self.field.ready
        if not self.hand_for_hand.is_on:
            return ready
        return {number: None for number in self.hand_for_hand.to_deal if number in ready}

    def deal(self, number: TableNumber, deck: Sequence[Card], at_ms: int) -> None:
        """Deal a hand at the level in force; the first one starts the clock (TAMB-45)."""
        self.tick(at_ms)
        if number not in self.ready:
            raise ActionRefused("BRK-03", "table_may_not_deal")
        if not self.timetable.has_started:
            self._journal.record(LevelStarted(self.terms.first_level, at_ms))
        self.field.deal(
            number,
            deck,
            at_ms,
            level=self._level_of(self.tables[number]),
            clock=self._clock_terms(),
            synchronised=self.hand_for_hand.is_on,
        )

    def _level_of(self, table: Table) -> int:
        """The level in force; all tables of a synchronised hand play one (TAMB-45, TAMB-59)."""
        synchronised = self.hand_for_hand
        return synchronised.level if synchronised.is_on and table.redeal is None else self.level

    def _clock_terms(self) -> ClockTerms:
        return clock_terms(self.terms.rules.timing, final_stage=self.is_final_stage)

    @property
    def is_final_stage(self) -> bool:
        """Whether a lost connection is waited for longer (TTB-04, TAMB-91)."""
        timing = self.terms.rules.timing
        if timing.final_stage_needs_real_money and not self.terms.real_money:
            return False
        if self.terms.family == "hexapro":
            return False
        stages = timing.mtt_final_stages if self.terms.family == "mtt" else timing.sng_final_stages
        return (
            ("in_the_money" in stages and self.is_in_the_money)
            or ("hand_for_hand" in stages and self.hand_for_hand.is_on)
            or ("final_table" in stages and self._is_final_table)
        )

    @property
    def _is_final_table(self) -> bool:
        return len(self.tables) == 1 and not self.desk.registration_open

    def act(self, player: PlayerId, action: str, to: Chips, at_ms: int) -> None:
        """A player's own decision (TRN-07)."""
        entrant = self._entrant(player)
        self.tables[entrant.table].act(entrant.seat, action, to, at_ms)

    def expire(self, number: TableNumber, at_ms: int) -> bool:
        """Decide for a player whose time is over (TTB-05, TAMB-90)."""
        return self.tables[number].expire(at_ms) is not None

    def commit(self, number: TableNumber, at_ms: int) -> None:
        """A hand that is over and stored: busts, places, prizes, moves, and what comes next."""
        table = self._verify_hand(number)
        self._commits = True
        self.tick(at_ms)
        self._commits = False
        assert table.deal is not None
        level, players = table.deal.level, self.left
        hand, busted = self.field.finish(number, at_ms)
        self._bust(table, hand, busted, level, at_ms)
        if self.desk.asked:
            self._rebuy_as_asked(at_ms)
        if busted or self.left < players:
            self._after_elimination(at_ms)
        if not self.is_over:
            self.field.refresh(number, at_ms)
            self._go_on(at_ms)

    def _verify_hand(self, number: TableNumber) -> Table:
        """The table whose hand is in progress (TRN-25)."""
        table = self.tables.get(number)
        if table is None or table.deal is None:
            raise OperatorRefused("TRN-25", "no_hand_in_progress")
        return table

    def _rebuy_as_asked(self, at_ms: int) -> None:
        """Re-buys asked for during a hand that is over now (TAMB-69)."""
        for entry in list(self.desk.asked):
            entrant = self.field.entrants[entry]
            if self.tables[entrant.table].deal is None:
                chips = self.desk.asked_rebuy(entry, at_ms, stack=entrant.stack)
                if chips:
                    self.field.add_chips(entrant, chips)
                    self._void_vip(entry)

    def _void_vip(self, entry: EntryId) -> None:
        """The VIP has bought back: the knock-out earns no extra bounty (TYP-11, TAMB-24)."""
        vip = self.heads.pending
        if vip is not None and vip[0] == entry:
            self.heads.void_vip("rebuy")

    def _after_elimination(self, at_ms: int) -> None:
        """Places, the early close, the end (TAMB-46, TAMB-61, TRN-19)."""
        self._close_early(at_ms)
        self._pay_vip(at_ms)
        self._rank(at_ms)
        self._end_if_over(at_ms)

    # What comes next

    def _go_on(self, at_ms: int) -> None:
        """Whatever the last change allows: the end of a window, a pause, moves, the next hands."""
        self._end_window(at_ms)
        if self._end_if_over(at_ms) or self._follow_hand_for_hand(at_ms):
            return
        if self.hand_for_hand.group is None:
            self.field.settle(at_ms)
            self._draw_final_table(at_ms)
        if self.timetable.is_halted:
            self._start_pauses(at_ms)
        elif self.hand_for_hand.is_on and self.hand_for_hand.group is None:
            self._start_synchronised_hand(at_ms)

    def _draw_final_table(self, at_ms: int) -> None:
        """When one of several tables is left its seats may be drawn anew (TAMB-56)."""
        if not self.terms.rules.balancing.final_table_redraw or not self._is_final_table:
            return
        (table,) = self.tables.values()
        between_hands = table.deal is None and table.redeal is None
        if self.field.opened > 1 and between_hands and not self.field.final_table_drawn:
            self.field.balancing.draw_final_table(table, at_ms)

    def _end_window(self, at_ms: int) -> None:
        """Without a pause for add-ons, purchases end with the last hand dealt in the window."""
        rebuy = self.terms.rebuy
        if rebuy is None or self.desk.rebuys_open or not self.desk.purchases_open:
            return
        if rebuy.addons_max or self.desk.offers or self.desk.asked:
            return
        deals = [table.deal for table in self.tables.values() if table.deal is not None]
        if all(deal.level > rebuy.until_level for deal in deals):
            self.desk.close_purchases(at_ms)
            self._fix_if_closed(at_ms)

    def _start_pauses(self, at_ms: int) -> None:
        """A pause begins when the last table has finished (BRK-03, TAMB-64)."""
        if self.field.playing or self.desk.offers:
            return
        for cause in list(self.timetable.halts):
            if cause == "phase_over":
                if "add_on" not in self.timetable.halts:
                    self._end_phase(at_ms)
                    return
                continue
            if cause not in self.timetable.begun:
                until_ms = self._pause_until(cause, at_ms)
                self._journal.record(PauseStarted(cause, at_ms, until_ms))

    def _pause_until(self, cause: PauseCause, at_ms: int) -> int | None:
        if cause == "break":
            return at_ms + self.terms.rules.levels.break_s * 1000
        if cause == "add_on":
            assert self.terms.rebuy is not None
            return at_ms + self.terms.rebuy.addon_pause_ms
        return None

    # Players

    def lose_connection(self, player: PlayerId, at_ms: int) -> None:
        """A player is out of reach (TTB-03)."""
        self.field.lose_connection(self._entrant(player), at_ms)

    def reconnect(self, player: PlayerId, at_ms: int) -> None:
        """A player is in reach again and plays on (TRN-05, TAMB-90)."""
        self.field.reconnect(self._entrant(player), at_ms)

    def sit_out(self, player: PlayerId, at_ms: int) -> None:
        """A player sits out; several may, as long as they do not agree on it (TRN-17, TRN-18)."""
        self.field.go_away(self._entrant(player), at_ms)

    def come_back(self, player: PlayerId, at_ms: int) -> None:
        """A player plays again."""
        self.field.come_back(self._entrant(player), at_ms)

    def _entrant(self, player: PlayerId) -> Entrant:
        if self.is_over:
            raise SeatRefused("TRN-19", "tournament_is_over")
        entrant = self.field.find(player)
        if entrant is None:
            raise SeatRefused("TRN-11", "not_playing", {"player": player})
        return entrant
