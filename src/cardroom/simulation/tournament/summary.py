"""What a simulation has played."""

import msgspec

from cardroom.units import Cents

HAPPENINGS = {
    "late_entries": "late registrations (TRN-09)",
    "reentries": "re-entries (TAMB-70)",
    "ticket_entries": "entries paid by ticket (TRN-13)",
    "unregistrations": "entries given back (TRN-12)",
    "early_closes": "registration closed early, payouts could begin (TRN-10)",
    "rebuys": "re-buys (TYP-08)",
    "declined_rebuys": "offers to buy back declined or run out (TAMB-69)",
    "addons": "add-ons (TAMB-69)",
    "balancing_moves": "moves to balance tables (BAL-01)",
    "broken_tables": "broken tables (BAL-02)",
    "breaks": "synchronised breaks (BRK-01)",
    "pauses": "pauses by staff (TAMB-96)",
    "crashes": "crashes of the whole tournament (TRN-25)",
    "hand_for_hand": "times hand for hand began (H4H-01)",
    "synchronised_hands": "hands that all tables dealt together (H4H-02)",
    "several_out_in_a_hand": "hands that knocked several players out (TRN-20)",
    "out_at_several_tables": "hand for hand: players out at several tables at once (TAMB-60)",
    "identical_prizes": "ends with the same prize for all players left (TAMB-26)",
    "all_absent": "ends because nobody is there any more (TAMB-101)",
    "absences": "players who did not come (TRN-17)",
    "sitting_out": "players who sat out (TRN-17)",
    "lost_connections": "lost connections (TTB-03)",
    "lost_in_the_money": "lost connections in the money (TTB-04)",
    "run_out_decisions": "decisions by the clock (TTB-05)",
    "rolled_back_hands": "hands rolled back (TAMB-97)",
    "disqualifications": "disqualified players (TRN-23)",
    "reviews": "players under review (TRN-24)",
    "deals_even": "deals with equal shares (TAMB-98)",
    "deals_chips": "deals by chips (TAMB-98)",
    "deals_icm": "deals by ICM (TAMB-98)",
    "deals_played_on": "deals with an amount left to play for (TAMB-98)",
    "overlays": "pools that the house filled up (TAMB-66)",
    "shared_bounties": "bounties that several players shared (TAMB-72)",
    "vip_bounties": "bounties on a VIP paid (TAMB-74)",
    "void_vip_bounties": "bounties on a VIP void, they came back (TAMB-24)",
    "won_seats": "seats in a target won (TYP-04)",
    "seats_in_running_targets": "seats taken in a target that ran already (TRN-14)",
    "cancelled_too_few": "cancelled for too few entries (TRN-15)",
    "cancelled_before_start": "cancelled before the start (CXL-02)",
    "cancelled_before_money": "cancelled before the money (CXL-03)",
    "cancelled_several_tables": "cancelled in the money, several tables (CXL-06)",
    "cancelled_final_table": "cancelled at the final table (CXL-07)",
    "cancelled_drawn": "HexaPro cancelled after its draw (CXL-09)",
    "cancelled_between_phases": "cancelled between two phases (TAMB-89)",
}
"""What a long simulation must have shown at least once, and the rule that it tries."""


class Summary(msgspec.Struct, kw_only=True):
    """Sums over all tournaments of a simulation."""

    tournaments: int = 0
    cancelled: int = 0
    entries: int = 0
    hands: int = 0
    received: Cents = 0
    added_by_house: Cents = 0
    prizes: Cents = 0
    bounties: Cents = 0
    refunds: Cents = 0
    fees: Cents = 0
    multipliers: dict[str, int] = {}
    refused: dict[str, int] = {}
    simulated_ms: int = 0
    coverage: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(HAPPENINGS, 0))
    """How often each of the happenings was played."""

    def refuse(self, rule: str) -> None:
        """Count what a rule said no to."""
        self.refused[rule] = self.refused.get(rule, 0) + 1

    def happened(self, name: str) -> None:
        """Count one of the happenings."""
        self.coverage[name] += 1
