"""How long a player may think, and how long a lost connection is waited for."""

from typing import Annotated, Literal

from msgspec import Meta

from cardroom.rulebook.switch import Rules, ruling, switch

Milliseconds = Annotated[int, Meta(ge=0, le=3_600_000)]


class Timebank(Rules, frozen=True, kw_only=True):
    """One row of the time bank table: what is in it, what is added and when, and its bounds."""

    first_ms: Milliseconds
    refill_ms: Milliseconds
    refill_every_hands: Annotated[int, Meta(ge=1, le=1000)]
    """The addition comes after this many hands dealt to the player, and again after as many."""
    cap_ms: Milliseconds
    floor_ms: Milliseconds
    """No hand starts with less; 0 where the bank may run dry."""
    per_tournament: bool
    """A tournament may set first hand and cap for itself."""


class TimingRules(Rules, frozen=True, kw_only=True):
    """Decision times, time banks, disconnection (TTB-01 to TTB-08)."""

    decision_s: Annotated[int, switch("TAMB-90", "TAMB-11", ge=1, le=600)]
    """Normal time for a decision, before the time bank."""
    mtt_bank: Annotated[Timebank, switch("TTB-01", "TIME-05", "TAMB-08", "TAMB-30")]
    sng_bank: Annotated[Timebank, switch("TTB-01", "TIME-05", "TAMB-09", "TAMB-30")]
    hexapro_bank: Annotated[Timebank, switch("TTB-01", "TIME-05", "TAMB-30")]
    hexapro_high_bank: Annotated[Timebank, switch("TTB-01", "TIME-05", "TAMB-30", "TAMB-31")]
    """The bank of HexaPro and Extreme games with a high multiplier."""
    hexapro_high_from_tenths: Annotated[
        int, switch("TTB-01", "TIME-05", "TAMB-31", ge=1, le=1_000_000)
    ]
    """The lowest high multiplier, in tenths."""
    bank_belongs_to: Annotated[Literal["entry"], ruling("TTB-02", "TAMB-92")]
    """The bank moves with the player between tables and is never reset to its first value."""
    bank_grows: Annotated[Literal["after_the_counted_hand"], ruling("TAMB-10", "TTB-02", "TAMB-92")]
    bank_counts_hands: Annotated[Literal["dealt_to_the_player"], ruling("TAMB-92")]
    bank_charge_step_ms: Annotated[int, switch("TAMB-90", "AMB-58", ge=1, le=60_000)]
    """Every started step is charged, as at a cash table."""
    hexapro_bank_set: Annotated[Literal["at_the_draw"], ruling("TAMB-92")]

    reconnect_s: Annotated[int, switch("TTB-03", "TAMB-11", "TAMB-90", ge=0, le=3600)]
    """Time to come back, from the moment of disconnection."""
    reconnect_extra_s: Annotated[int, switch("TTB-08", "TAMB-11", "TAMB-90", ge=0, le=3600)]
    """Time beyond the normal decision time for a player who is offline when it is their turn."""
    reconnect_deadline: Annotated[Literal["later"], ruling("TAMB-90")]
    """Which of the two ends counts."""
    bank_while_disconnected: Annotated[Literal["frozen"], ruling("TAMB-90")]
    reconnect_extras_per_hand: Annotated[int, switch("TAMB-90", "TAMB-91", ge=0, le=100)]
    """Decisions of one hand that get the time to reconnect; later ones get the normal time."""
    timeout: Annotated[
        Literal["check_else_fold_then_sit_out"], ruling("TTB-05", "TTB-08", "TAMB-17", "TAMB-90")
    ]
    final_stage_extra_s: Annotated[int, switch("TAMB-91", "TTB-04", ge=0, le=3600)]
    mtt_final_stages: Annotated[
        tuple[Literal["hand_for_hand", "in_the_money", "final_table"], ...],
        switch("TAMB-91", "TTB-04"),
    ]
    sng_final_stages: Annotated[tuple[Literal["in_the_money"], ...], switch("TAMB-91", "TTB-04")]
    final_stage_needs_real_money: Annotated[bool, switch("TTB-04", "TAMB-91")]

    def hexapro_bank_for(self, multiplier_tenths: int) -> Timebank:
        """The time bank of a HexaPro or Extreme game with that multiplier (TTB-01, TAMB-31)."""
        high = multiplier_tenths >= self.hexapro_high_from_tenths
        return self.hexapro_high_bank if high else self.hexapro_bank
