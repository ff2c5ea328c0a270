"""One tournament from the first registration to the last cent (TRN).

The room brings time, cards and decisions; `take_news` and `take_transfers` tell what followed.
"""

from collections.abc import Collection, Sequence
from typing import Any

from cardroom.errors import EntryRefused, OperatorRefused, SeatRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.rulebook.tournament.prizes import DealKind
from cardroom.tournament.due import Due
from cardroom.tournament.events import (
    BreaksChanged,
    DealMade,
    Disqualified,
    LevelTimesChanged,
    MultiplierDrawn,
    PauseDue,
    PauseEnded,
    TournamentEvent,
    TournamentStarted,
    UnderReview,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.play.cancelling import Cancelling
from cardroom.tournament.prizes.deals import agreed_shares
from cardroom.tournament.prizes.hexapro import draw
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.field import Newcomer
from cardroom.tournament.tables.table import Table
from cardroom.units import Cents, Chips


class Tournament(Cancelling):
    """Desk, field, clock and prizes of one tournament, in one serial order (TAMB-46)."""

    # The desk

    def register(self, player: PlayerId, at_ms: int, **how: Any) -> EntryId:
        """Enter; after the start the player is seated at once (TRN-09, TAMB-47)."""
        self.tick(at_ms)
        entry = self.desk.register(player, at_ms, started=self.has_started, **how)
        self._seat_newcomer(entry, at_ms)
        return entry

    def _seat_newcomer(self, entry: EntryId, at_ms: int) -> None:
        vip = self.heads.pending
        if vip is not None and self.player_of(vip[0]) == self.player_of(entry):
            self.heads.void_vip("reentry")
        if self.has_started:
            self.field.seat_late(self._newcomer(entry), at_ms)
            self._go_on(at_ms)

    def unregister(self, player: PlayerId, at_ms: int) -> None:
        """Give an entry back before the start (TRN-12, TRN-13)."""
        self.desk.unregister(player, at_ms, started=self.has_started)

    def rebuy(self, player: PlayerId, at_ms: int) -> None:
        """Buy more chips: at once between hands, else after the hand (TAMB-69)."""
        self.tick(at_ms)
        entrant = self._entrant(player)
        was_out = entrant.entry in self.desk.offers
        in_hand = self.tables[entrant.table].deal is not None
        chips = self.desk.rebuy(entrant.entry, at_ms, stack=entrant.stack, in_hand=in_hand)
        if chips:
            self.field.add_chips(entrant, chips)
        if was_out:
            self._void_vip(entrant.entry)
            self.field.refresh(entrant.table, at_ms)
            self._rank(at_ms)
            self._go_on(at_ms)

    def decline_rebuy(self, player: PlayerId, at_ms: int) -> None:
        """Refuse an offer to buy back (TAMB-69)."""
        self.tick(at_ms)
        entrant = self._entrant(player)
        if entrant.entry not in self.desk.offers:
            raise EntryRefused("TAMB-69", "no_rebuy_offered")
        self.decline(entrant.entry, at_ms)

    def add_on(self, player: PlayerId, at_ms: int) -> None:
        """Buy the chips of the pause (TAMB-69)."""
        self.tick(at_ms)
        entrant = self._entrant(player)
        if "add_on" not in self.timetable.begun:
            raise EntryRefused("TAMB-69", "not_the_pause_for_add_ons")
        self.field.add_chips(entrant, self.desk.add_on(entrant.entry, at_ms))

    # The start

    def start(self, at_ms: int, *, absent: Collection[PlayerId] = ()) -> None:
        """Begin, or cancel where too few have entered (TRN-02, TRN-15, TAMB-65).

        `absent` are those who are not logged in: seated all the same (TRN-05).
        """
        self._verify_start(at_ms)
        if self.desk.count < self.terms.entries_min:
            self._refund_everybody(at_ms)
            return
        if self.terms.hexapro is not None:
            self._draw_multiplier()
        self._close_desk_at_start(at_ms)
        self.field.draw_seats([self._newcomer(entry) for entry in self.desk.entries], at_ms)
        self._journal.record(TournamentStarted(at_ms))
        if self.multiplier is not None:
            self.payouts.fix_drawn(self.multiplier)
            self._plan_open_game(at_ms)
        else:
            self._fix_if_closed(at_ms)
        self._send_away(set(absent), at_ms)
        self._go_on(at_ms)

    def _verify_start(self, at_ms: int) -> None:
        """At its time or when it is full, and once (TRN-02, TYP-02)."""
        if self.has_started or self.is_over:
            raise OperatorRefused("TRN-02", "already_started")
        starts_ms = self.terms.starts_ms
        if starts_ms is None and not self.desk.is_full:
            raise OperatorRefused("TYP-02", "seats_are_not_filled")
        if starts_ms is not None and at_ms < starts_ms:
            raise OperatorRefused("TRN-02", "not_yet", {"at_ms": starts_ms})

    def _send_away(self, absent: set[PlayerId], at_ms: int) -> None:
        """Players who are not logged in sit out from the first hand on (TRN-05)."""
        for entrant in self.field.entrants.values():
            if entrant.player in absent:
                self.field.go_away(entrant, at_ms, logged_in=False)

    def _draw_multiplier(self) -> None:
        """The prize pool of a HexaPro game, before its first deal (TAMB-79)."""
        game = self.terms.hexapro
        assert game is not None
        drawn = draw(game, self._below)
        pool = game.pool(drawn.prize, self.terms.buy_in)
        tenths = drawn.prize.multiplier_tenths
        self._journal.record(MultiplierDrawn(drawn.number, tenths, pool))

    def _close_desk_at_start(self, at_ms: int) -> None:
        if self.terms.late_levels == 0:
            self.desk.close_registration("full" if self.desk.is_full else "scheduled", at_ms)
        if self.terms.rebuy is None:
            self.desk.close_purchases(at_ms)

    def _newcomer(self, entry: EntryId) -> Newcomer:
        stack: Chips = self.desk.entries[entry].stack
        if self.terms.hexapro is not None:
            stack = self.terms.starting_stack
        return entry, self.player_of(entry), stack

    # The house

    def pause(self, at_ms: int) -> None:
        """Stop dealing and the clock until further notice (TAMB-45, TAMB-96)."""
        self.tick(at_ms)
        self._verify_change("pauses")
        if not self.is_running or "staff" in self.timetable.halts:
            raise OperatorRefused("TAMB-96", "cannot_pause_now")
        self._journal.record(PauseDue("staff", at_ms))
        self._go_on(at_ms)

    def resume(self, at_ms: int) -> None:
        """Go on after a pause by staff."""
        self.tick(at_ms)
        if self.is_over or "staff" not in self.timetable.halts:
            raise OperatorRefused("TAMB-96", "not_paused")
        self._journal.record(PauseEnded("staff", at_ms))
        self._go_on(at_ms)

    def change_level_times(self, lengths_ms: Sequence[int], at_ms: int) -> None:
        """Let the levels after the present one last as long as told (TRN-03, TAMB-96)."""
        self.tick(at_ms)
        self._verify_change("level_lengths")
        if len(lengths_ms) != len(self.terms.levels) or min(lengths_ms) < 1 or self.is_over:
            raise OperatorRefused("TAMB-96", "not_a_length_for_every_level")
        self._journal.record(LevelTimesChanged(tuple(lengths_ms), at_ms))

    def change_breaks(self, at_ms: int, *, on: bool) -> None:
        """Switch the synchronised breaks on or off (TRN-03, TAMB-96)."""
        self.tick(at_ms)
        self._verify_change("breaks")
        if self.timetable.has_breaks == on or self.is_over:
            raise OperatorRefused("TAMB-96", "nothing_to_change")
        self._journal.record(BreaksChanged(on, at_ms))

    def review(self, player: PlayerId, case: CaseId, at_ms: int) -> None:
        """Hold what a player wins until the case is closed, with whatever entry (TRN-24, TAMB-62).

        A player who is out may have a prize to come, or enter again.
        """
        self.tick(at_ms)
        if self.is_over:
            raise OperatorRefused("TRN-24", "tournament_is_over")
        entry = self.desk.last_entry_of(player)
        if entry is None:
            raise SeatRefused("TRN-11", "not_playing", {"player": player})
        if self.holds.case_of(entry) is not None:
            raise OperatorRefused("TRN-24", "already_under_review")
        self._journal.record(UnderReview(entry, case, at_ms))

    def roll_back(self, number: TableNumber, reason: str, at_ms: int) -> None:
        """The hand of one table never was; it is dealt again (TRN-25, TAMB-97)."""
        table = self._verify_hand(number)
        self.field.roll_back(number, reason, at_ms)
        self._after_roll_back([table], at_ms)

    def crash(self, at_ms: int) -> None:
        """After a server crash every hand in progress is rolled back (TRN-25, TTB-07)."""
        if not self.is_running:
            return
        playing = [table for table in self.tables.values() if table.deal is not None]
        for table in playing:
            self.field.roll_back(table.number, "server_crash", at_ms)
        self._after_roll_back(playing, at_ms)

    def _after_roll_back(self, tables: Sequence[Table], at_ms: int) -> None:
        """Who was disqualified in a hand that never was has none to wait for (TAMB-89)."""
        put_out = [table for table in tables if self._put_out_disqualified(table, at_ms)]
        if put_out:
            self._after_elimination(at_ms)
        if self.is_over:
            return
        for table in put_out:
            self.field.refresh(table.number, at_ms)
            self._leave_synchronised_hand(table.number, at_ms)
        self._go_on(at_ms)

    def disqualify(self, player: PlayerId, case: CaseId, at_ms: int) -> None:
        """Put a player out, after the hand; prize and bounty are held (TRN-23, TAMB-89)."""
        self.tick(at_ms)
        entrant = self._entrant(player)
        if entrant.disqualified:
            raise OperatorRefused("TRN-23", "already_disqualified")
        self._journal.record(Disqualified(entrant.entry, case, at_ms))
        if self._is_dealt_in(entrant):
            self.field.pass_turn(entrant, at_ms)
        elif entrant.entry in self.desk.offers:
            self.decline(entrant.entry, at_ms)
        else:
            self._put_out_now(entrant, at_ms)

    def _is_dealt_in(self, entrant: Entrant) -> bool:
        deal = self.tables[entrant.table].deal
        return deal is not None and (entrant.seat, entrant.entry) in deal.dealt_in

    def _put_out_now(self, entrant: Entrant, at_ms: int) -> None:
        """No hand of the player is in progress; the table may be left without a second one."""
        number = entrant.table
        self._put_out(entrant, at_ms)
        self._after_elimination(at_ms)
        if self.is_over:
            return
        self.field.refresh(number, at_ms)
        self._leave_synchronised_hand(number, at_ms)
        self._go_on(at_ms)

    def agree_deal(
        self,
        kind: DealKind,
        agreed: Collection[EntryId],
        at_ms: int,
        *,
        left_to_play_for: Cents = 0,
    ) -> None:
        """The players left share the prizes, all of them or nobody (TAMB-98)."""
        self.tick(at_ms)
        if not self.is_running or len(self.tables) > 1 or not self.is_in_the_money:
            raise EntryRefused("TAMB-98", "not_at_the_final_table_in_the_money")
        if self._has_seats():
            raise EntryRefused("TAMB-98", "not_a_cash_tournament")
        if self.field.playing or self.payouts.deal:
            raise EntryRefused("TAMB-98", "not_now")
        prizes, rules = self.payouts.prizes(self.left), self.terms.rules.prizes
        shares = agreed_shares(
            rules, kind, self.stacks, prizes, agreed, left_to_play_for=left_to_play_for
        )
        self._journal.record(DealMade(tuple(sorted(shares.items())), left_to_play_for, at_ms))
        if not left_to_play_for:
            self._end("deal", at_ms)

    def restore(self, events: Sequence[TournamentEvent], at_ms: int, *, down_since_ms: int) -> None:
        """Become what stored events tell; hands that were not committed never were (TRN-25).

        The server was down from `down_since_ms` until now: nobody could act (TAMB-45, TTB-07).
        """
        for event in events:
            self._apply(event)
            if isinstance(event, TournamentStarted):
                self._plan_open_game(event.at_ms)
        self._plan_offers()
        self.field.refresh_all(down_since_ms)
        if self.is_running:
            self.crash(down_since_ms)
            self._recover(down_since_ms, at_ms)

    def _recover(self, down_since_ms: int, at_ms: int) -> None:
        """What was due before the crash happens; then everything waited until now (TAMB-45)."""
        self.tick(down_since_ms)
        if self.is_running and down_since_ms < at_ms:
            self._journal.record(PauseDue("crash", down_since_ms))
            self._journal.record(PauseEnded("crash", at_ms))
            self._plan_offers()

    def _plan_offers(self) -> None:
        for entry, until_ms in self.desk.offers.items():
            self._deadlines.add(until_ms, Due("offer", entry))
