"""When registration, re-buys and add-ons end, and what is final from then on (TAMB-46)."""

from cardroom.tournament.events import PauseDue
from cardroom.tournament.ids import EntryId
from cardroom.tournament.play.knockouts import Knockouts
from cardroom.tournament.play.parts import Parts


class EntryWindows:
    """Closes the desk when its time has come; then prizes, places and a VIP's bounty are final."""

    def __init__(self, parts: Parts, knockouts: Knockouts) -> None:
        self._terms = parts.terms
        self._desk = parts.desk
        self._field = parts.field
        self._payouts = parts.payouts
        self._bounty_book = parts.bounty_book
        self._standings = parts.standings
        self._journal = parts.journal
        self._knockouts = knockouts

    def close_at_start(self, at_ms: int) -> None:
        """Without late registration and re-buys nothing is sold after the start (TRN-09)."""
        if self._terms.late_levels == 0:
            self._desk.close_registration("full" if self._desk.is_full else "scheduled", at_ms)
        if self._terms.rebuy is None:
            self._desk.close_purchases(at_ms)

    def level_started(self, level: int, at_ms: int) -> None:
        """Late registration, re-buys and a first phase end with a level (TRN-09, TAMB-69)."""
        if self._desk.registration_open and level > self._terms.late_levels:
            self._desk.close_registration("scheduled", at_ms)
            self.fix_prizes(at_ms)
        rebuy = self._terms.rebuy
        if rebuy is not None and self._desk.rebuys_open and level > rebuy.until_level:
            self._desk.close_rebuys(at_ms)
            if rebuy.addons_max and self._desk.purchases_open:
                self._journal.record(PauseDue("add_on", at_ms))
        last = self._terms.ends_after_level
        if last is not None and level > last:
            self._desk.close_registration("scheduled", at_ms)
            self._journal.record(PauseDue("phase_over", at_ms))

    def close_purchases(self, at_ms: int) -> None:
        """Nothing more is sold: the pause for add-ons is over, or one player is left (TRN-19)."""
        self._desk.close_purchases(at_ms)
        self.fix_prizes(at_ms)

    def close_after_last_hand(self, at_ms: int) -> None:
        """Without a pause for add-ons, purchases end with the last hand dealt in the window."""
        rebuy, desk = self._terms.rebuy, self._desk
        if rebuy is None or desk.rebuys_open or not desk.purchases_open:
            return
        if rebuy.addons_max or desk.offers or desk.asked:
            return
        hands = [table.dealt_hand for table in self._field.tables.values()]
        if all(hand is None or hand.level > rebuy.until_level for hand in hands):
            self.close_purchases(at_ms)

    def close_early(self, at_ms: int) -> None:
        """Payouts could begin: no more entries and purchases (TRN-10, TAMB-46)."""
        first_phase = self._terms.ends_after_level is not None
        if not self._desk.registration_open or first_phase or not self._places_reached():
            return
        self._desk.close_registration("early", at_ms)
        if not self._desk.purchases_open:
            self._knockouts.decline_all_rebuys(at_ms)
        self.fix_prizes(at_ms)

    def _places_reached(self) -> bool:
        """L within K for the entries so far; the exact K is asked for only when it is near."""
        left = self._field.left
        if not self._terms.rules.registration.pending_rebuys_count_as_left:
            left -= len(self._desk.offers)
        return left <= self._payouts.paid_places_at_most() and left <= self._payouts.paid_places()

    def fix_prizes(self, at_ms: int) -> None:
        """The structure is final when registration and purchases are closed (TAMB-46)."""
        first_phase = self._terms.ends_after_level is not None
        if self._desk.is_closed and self._payouts.structure is None and not first_phase:
            self._payouts.fix(at_ms)
        self.pay_vip(at_ms)
        self._standings.rank(at_ms)

    def pay_vip(self, at_ms: int) -> None:
        """The extra bounty is earned when the VIP can no longer come back (TAMB-74)."""
        pending = self._bounty_book.pending
        if pending is not None and not self._may_return(pending[0]):
            self._bounty_book.pay_vip(at_ms)

    def _may_return(self, entry: EntryId) -> bool:
        """Whether the VIP may still come back in the way that leaves a knockout unpaid."""
        ways, desk = self._terms.rules.bounty.vip_voided_by, self._desk
        if "rebuy" in ways and entry in desk.offers:
            return True
        maximum = desk.definition.registration.max_entries
        has_entries_left = desk.entries_of(desk.player_of(entry)) < maximum
        return "reentry" in ways and desk.registration_open and has_entries_left
