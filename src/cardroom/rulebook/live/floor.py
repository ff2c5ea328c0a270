"""What the tournament director does: clocks, end of the day, hand for hand, deals, settlement."""

from typing import Annotated, Literal

from msgspec import Meta

from cardroom.rulebook.switch import Rules, ruling, switch

ClockExpiry = Literal["dead_hand", "check_or_fold"]
HandForHandMixed = Literal["tiers", "all_tie"]
DealMethod = Literal["icm", "chip_chop", "even", "custom"]
Hands = Annotated[int, Meta(ge=1, le=13)]
Minutes = Annotated[int, Meta(ge=0, le=240)]


class FloorRules(Rules, frozen=True, kw_only=True):
    """Floor procedures (LIVE-6, LIVE-7, LIVE-27 to LIVE-29)."""

    clock_s: Annotated[int, switch("LIVE-27.p1", ge=1, le=3600)]
    countdown_s: Annotated[int, switch("LIVE-27.p1", ge=0, le=3600)]
    turbo_clock_s: Annotated[int, switch("LIVE-27.p3", ge=1, le=3600)]
    turbo_countdown_s: Annotated[int, switch("LIVE-27.p3", ge=0, le=3600)]
    clock_expiry: Annotated[ClockExpiry, switch("LAMB-29", "LIVE-27.p1")]
    clocks_per_decision: Annotated[Literal[1], ruling("LIVE-27.p1")]

    dayend_window_min: Annotated[tuple[Minutes, Minutes], switch("LIVE-28")]
    """The draw is allowed while this many minutes of the final level remain: from, to."""
    dayend_cards: Annotated[tuple[Hands, ...], switch("LIVE-28", min_length=1)]
    """One is drawn: every table plays this many more hands."""
    dayend_counts_hand_in_progress: Annotated[bool, switch("LAMB-35", "LIVE-28")]

    h4h_hides_all_in_cards: Annotated[bool, switch("LIVE-29.a")]
    h4h_resolve_order: Annotated[Literal["table_number"], ruling("LIVE-29.a")]
    h4h_tables_tie: Annotated[bool, switch("LIVE-29.b")]
    h4h_more_chips_first: Annotated[bool, switch("LIVE-29.c")]
    h4h_mixed: Annotated[HandForHandMixed, switch("LAMB-33", "LIVE-29.b", "LIVE-29.c")]
    h4h_clock_runs: Annotated[bool, switch("LAMB-41", "LIVE-29")]
    h4h_minutes_per_hand: Annotated[int, switch("LAMB-41", "LIVE-29", ge=0, le=60)]
    """Level time charged per synchronised hand; 0 lets the clock decide."""
    tie_prize: Annotated[Literal["shared"], ruling("LAMB-32", "LIVE-29.b")]
    tie_leftover: Annotated[
        Literal["larger_stack_then_lower_entry"], ruling("LAMB-32", "LIVE-29.b")
    ]
    busts_reported_together: Annotated[Literal["hand_end_time"], ruling("LAMB-37", "LIVE-29")]

    deals_allowed: Annotated[bool, switch("LIVE-6")]
    deal_methods: Annotated[tuple[DealMethod, ...], switch("LIVE-6")]
    deal_needs_everyone: Annotated[bool, switch("LIVE-6")]
    chip_chop_guarantees_last_prize: Annotated[bool, switch("LIVE-6")]
    deal_ranks: Annotated[Literal["by_chips"], ruling("LAMB-47", "LIVE-6")]
    deal_bounties: Annotated[Literal["own"], ruling("LAMB-47", "LIVE-6")]

    settlement_before_start: Annotated[Literal["full_refund"], ruling("LAMB-38", "LIVE-7")]
    settlement_after_start: Annotated[Literal["online_formulas"], ruling("LAMB-38", "LIVE-7")]
    settlement_needs_floor: Annotated[bool, switch("LAMB-38", "LIVE-7")]
    settlement_overlay: Annotated[Literal["in_the_money"], ruling("LAMB-56", "LIVE-7")]
    settlement_fees: Annotated[Literal["returned_to_players_left"], ruling("LAMB-56", "LIVE-7")]
