"""Who is out, who finishes where, when the prizes are final, and when the event is over."""

from abc import ABC, abstractmethod

from cardroom.engine.hand import Hand
from cardroom.tournament.due import Due
from cardroom.tournament.events import (
    EndCause,
    HandForHandEnded,
    LevelStarted,
    PlaceTaken,
    TournamentEnded,
)
from cardroom.tournament.ids import EntryId
from cardroom.tournament.play.finishing import Group
from cardroom.tournament.play.state import TournamentState
from cardroom.tournament.prizes.awards import ends_with
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.table import Table

_CAUSES: dict[int, EndCause] = {0: "nobody_left", 1: "one_player_left"}
"""Why a tournament with so few players left is over."""


class Standings(TournamentState, ABC):
    """From a bust to a place, a prize and the end."""

    # Out

    def _bust(
        self, table: Table, hand: Hand, busted: list[Entrant], level: int, at_ms: int
    ) -> None:
        """Players have no chips: bounties are taken, some may buy back (TAMB-69, TAMB-72)."""
        if self.heads.is_on:
            for entrant in busted:
                self.heads.knock_out(table, hand, entrant, at_ms)
        self._put_out_disqualified(table, at_ms)
        for entrant in busted:
            if entrant.disqualified:
                continue
            if self.desk.rebuy_offer(entrant.entry, level):
                self._offer_rebuy(entrant.entry, at_ms)
            else:
                self.field.knock_out(entrant, "busted", at_ms)

    def _put_out_disqualified(self, table: Table, at_ms: int) -> bool:
        """The disqualified players of a table leave it, below all who are in (TAMB-89).

        True when there were any.
        """
        leaving = [one for one in table.seats.values() if one.disqualified]
        for entrant in leaving:
            self._put_out(entrant, at_ms)
        return bool(leaving)

    def _put_out(self, entrant: Entrant, at_ms: int) -> None:
        """A disqualified player leaves with all chips; the bounty is held (TAMB-89).

        Who lost the last of them in this hand is out like everybody else.
        """
        if entrant.stack == 0:
            self.field.knock_out(entrant, "busted", at_ms)
            return
        self.heads.pay_own(entrant.entry, at_ms)
        self.field.knock_out(entrant, "disqualified", at_ms)

    def _offer_rebuy(self, entry: EntryId, at_ms: int) -> None:
        """Hold the seat; the table waits for the answer (TAMB-69)."""
        assert self.terms.rebuy is not None
        until_ms = at_ms + self.terms.rebuy.answer_ms
        self.desk.offer_rebuy(entry, until_ms)
        self._deadlines.add(until_ms, Due("offer", entry))

    def _decline(self, entry: EntryId, at_ms: int) -> None:
        """The offer is refused or has run out: the player is out (TAMB-69)."""
        self.desk.decline_rebuy(entry)
        self.field.knock_out(self.field.entrants[entry], "busted", at_ms)

    # Places

    def _rank(self, at_ms: int) -> None:
        """Give places from the bottom up, once nobody can enter any more (TAMB-60, TAMB-61)."""
        if self.desk.registration_open:
            return
        while (group := self._finishing.first_complete()) is not None:
            worst = self.field.left + self._finishing.out
            self._place(group, worst, at_ms)
        if self.payouts.structure is not None:
            self.payouts.pay_waiting(at_ms)

    def _place(self, group: Group, worst: int, at_ms: int) -> None:
        for place, entry in enumerate(reversed(group.ranked(self._below))):
            self._journal.record(PlaceTaken(entry, worst - place, at_ms))

    # Prizes

    def _close_early(self, at_ms: int) -> None:
        """Payouts could begin: no more entries and purchases (TRN-10, TAMB-46)."""
        first_phase = self.terms.ends_after_level is not None
        if not self.desk.registration_open or first_phase or not self._places_reached():
            return
        self.desk.close_registration("early", at_ms)
        if not self.desk.purchases_open:
            for entry in list(self.desk.offers):
                self._decline(entry, at_ms)
        self._fix_if_closed(at_ms)

    def _places_reached(self) -> bool:
        """L within K for the entries so far; the exact K is asked for only when it is near."""
        left = self.left
        if not self.terms.rules.registration.pending_rebuys_count_as_left:
            left -= len(self.desk.offers)
        return left <= self.payouts.paid_places_at_most() and left <= self.payouts.paid_places()

    def _fix_if_closed(self, at_ms: int) -> None:
        """The structure is final when registration and purchases are closed (TAMB-46)."""
        first_phase = self.terms.ends_after_level is not None
        if self.is_closed and self.payouts.structure is None and not first_phase:
            self.payouts.fix(at_ms)
        self._pay_vip(at_ms)
        self._rank(at_ms)

    def _pay_vip(self, at_ms: int) -> None:
        """The extra bounty is earned when the VIP can no longer come back (TAMB-74)."""
        if self.heads.pending is not None and not self._may_return(self.heads.pending[0]):
            self.heads.pay_vip(at_ms)

    def _may_return(self, entry: EntryId) -> bool:
        """Whether the VIP may still come back in the way that leaves a knock-out unpaid."""
        ways = self.terms.rules.bounty.vip_voided_by
        if "rebuy" in ways and entry in self.desk.offers:
            return True
        maximum = self.desk.definition.registration.max_entries
        again = self.desk.entries_of(self.player_of(entry)) < maximum
        return "reentry" in ways and self.desk.registration_open and again

    # The end

    def _end_if_over(self, at_ms: int) -> bool:
        """One player left, or the same prize for all who are (TRN-19, TAMB-26)."""
        if self.is_over or self._commits or self.desk.offers:
            return self.is_over
        if self.hand_for_hand.group is not None:
            return False
        if self.terms.ends_after_level is not None:
            self._end_first_phase(at_ms)
            return self.is_over
        if self.left <= 1 and not self.desk.registration_open:
            self._close_purchases(at_ms)
        if self._is_decided:
            self._end(_CAUSES.get(self.left, "identical_prizes"), at_ms)
        return self.ended is not None

    def _end_first_phase(self, at_ms: int) -> None:
        """A flight down to one player stops early, once nobody can come any more (TAMB-76)."""
        if self.left > 1 or "add_on" in self.timetable.halts:
            return
        if not self.desk.registration_open:
            self._end_phase(at_ms)
        elif not self.timetable.has_started:
            # Nobody may be left to deal the first hand: the levels pass all the same (TAMB-45).
            self._journal.record(LevelStarted(self.terms.first_level, at_ms))

    def _end_phase(self, at_ms: int) -> None:
        """Whoever has chips moves on; a flight that nobody survived is cancelled (TAMB-89)."""
        if self.left:
            self._end("phase_over", at_ms)
        else:
            self._cancel(at_ms)

    @abstractmethod
    def _cancel(self, at_ms: int) -> None:
        """Stop and pay out (CXL)."""

    def _close_purchases(self, at_ms: int) -> None:
        """One player is left and nobody may buy back: there is nothing to sell (TRN-19)."""
        if self.desk.purchases_open:
            self.desk.close_purchases(at_ms)
            self._fix_if_closed(at_ms)

    @property
    def _is_decided(self) -> bool:
        structure, rules = self.payouts.structure, self.terms.rules.prizes
        return structure is not None and ends_with(
            structure, self.left, identical_prizes_end=rules.identical_prizes_end
        )

    def _end(self, cause: EndCause, at_ms: int) -> None:
        """Stop play, place and pay the winners (TRN-22, TAMB-75)."""
        self._stop_play("tournament_ended", at_ms)
        self.desk.close_registration("scheduled", at_ms)
        self._pay_vip(at_ms)
        if cause != "phase_over":
            self._place_winners(at_ms)
        self._journal.record(TournamentEnded(cause, at_ms))
        if cause != "phase_over" and self.terms.hexapro is None and not self._has_seats():
            self.close_money(at_ms)

    def _stop_play(self, reason: str, at_ms: int) -> None:
        """No hand goes on: those in progress never were (TRN-25); who was put out leaves."""
        for number, table in list(self.tables.items()):
            if table.deal is not None:
                self.field.roll_back(number, reason, at_ms)
                self._put_out_disqualified(table, at_ms)
        if self.hand_for_hand.is_on:
            self._journal.record(HandForHandEnded(at_ms))
        self._rank(at_ms)

    def _place_winners(self, at_ms: int) -> None:
        winners = Group()
        for entry, entrant in self.field.entrants.items():
            winners.out.append((entry, entrant.stack))
        self._place(winners, self.left, at_ms)
        self.payouts.pay_waiting(at_ms)
        for entry in self.field.entrants:
            self.heads.pay_own(entry, at_ms)

    def _has_seats(self) -> bool:
        """Whether seats in a target are still to be given (TAMB-68)."""
        return any(award.seat for award in self.payouts.structure or ())

    def close_money(self, at_ms: int) -> None:
        """The fees are the house's now; all pools are empty (TAMB-40)."""
        kept = self.desk.fees - self._refunded_fees
        money, used = self.desk.money, self.desk.used_tickets
        for transfer in money.closing(kept, used, at_ms=at_ms):
            self._journal.pay(transfer)
