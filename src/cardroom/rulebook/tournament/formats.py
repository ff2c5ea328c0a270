"""The types of tournament: what each adds to a plain freezeout."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch


class FormatRules(Rules, frozen=True, kw_only=True):
    """Sit & Go, guaranteed, multi-buy-in and freeroll (TYP-01 to TYP-03, TYP-06, TYP-07)."""

    sng_starts: Annotated[Literal["all_seats_filled"], ruling("TYP-02")]
    sng_usual_type: Annotated[Literal["freezeout"], ruling("TYP-02", "TYP-03", "TAMB-12")]
    sng_prize_kinds: Annotated[
        tuple[Literal["cash", "satellite"], ...], switch("TYP-02", "TAMB-13", min_length=1)
    ]
    overlay_fixed: Annotated[
        Literal["registration_and_purchases_closed"], ruling("TAMB-66", "TYP-01")
    ]
    overlay_counts_bounties: Annotated[bool, switch("TAMB-66", "TYP-01")]
    """Whether bounties count towards the guaranteed amount."""
    guaranteed_filter: Annotated[str, switch("TYP-01", max_length=40)]
    """The word that finds guaranteed tournaments in the lobby; empty where none is named."""
    multi_buy_in_prices: Annotated[Literal["whole_cents_in_range"], ruling("TYP-07", "TAMB-77")]
    multi_buy_in_stack: Annotated[Literal["proportional_rounded_down"], ruling("TYP-07", "TAMB-77")]
    multi_buy_in_entries: Annotated[int, ruling("TAMB-77", ge=1, le=1)]
    """What one multi-buy-in adds to the number of entries, whatever its price."""
    freeroll_conditions: Annotated[Literal["at_registration"], ruling("TAMB-78", "PRZ-06")]
    freeroll_pool: Annotated[Literal["added_by_house"], ruling("TAMB-78", "TYP-06")]


class SatelliteRules(Rules, frozen=True, kw_only=True):
    """Tournaments whose prizes are seats in another one (TYP-04, TYP-05, TRN-14)."""

    seat_price: Annotated[Literal["full_price_of_target"], ruling("TAMB-67", "TYP-04")]
    leftover: Annotated[Literal["next_place"], ruling("TAMB-67")]
    """Cash that does not fill a seat goes to the first place without one."""
    below_one_seat: Annotated[Literal["normal_curve_in_cash"], ruling("TAMB-67")]
    guaranteed_seats_beyond_entries: Annotated[Literal["lapse"], ruling("TAMB-67")]
    ends: Annotated[Literal["players_left_equal_seats"], ruling("TAMB-67", "TRN-19")]
    winners_of_running_target: Annotated[
        Literal["seated_at_once"], ruling("TRN-14", "TAMB-27", "TAMB-68")
    ]
    """Winners take their seats at once while the target's registration is open."""
    winner_without_use: Annotated[
        Literal["ticket_else_cash"], ruling("TAMB-68", "TAMB-27", "TYP-05")
    ]


class RebuyRules(Rules, frozen=True, kw_only=True):
    """Chips bought during the event (TYP-08)."""

    rebuy_until: Annotated[Literal["end_of_late_registration"], ruling("TAMB-69", "TYP-08")]
    rebuy_stack_max: Annotated[Literal["starting_stack"], ruling("TAMB-69", "TYP-08")]
    """The largest stack that may still re-buy."""
    rebuy_chips: Annotated[Literal["starting_stack"], ruling("TAMB-69")]
    rebuy_price: Annotated[Literal["entry_price"], ruling("TAMB-69", "TAMB-77")]
    rebuys_max: Annotated[int, switch("TAMB-69", ge=0, le=1000)]
    """Re-buys per entry; 0 is no limit."""
    rebuy_answer_s: Annotated[int, switch("TAMB-69", ge=1, le=600)]
    """How long a table waits for a player who is out and may re-buy."""
    addons_per_entry: Annotated[int, switch("TAMB-69", "TYP-08", ge=0, le=100)]
    addon_pause_s: Annotated[int, switch("TAMB-69", ge=1, le=3600)]
    addon_chips: Annotated[Literal["starting_stack"], ruling("TAMB-69")]
    addon_price: Annotated[Literal["entry_price"], ruling("TAMB-69")]
    purchases_count_as_entries: Annotated[bool, switch("TAMB-69")]


class PhasedRules(Rules, frozen=True, kw_only=True):
    """Several first phases, one second phase (TYP-12, TYP-13)."""

    offered: Annotated[bool, switch("TYP-12", "TYP-13", "TAMB-93")]
    phase_word: Annotated[str, switch("TYP-12", min_length=1, max_length=40)]
    """What the edition calls a tournament of the first phase."""
    first_phase_ends: Annotated[Literal["end_of_set_level"], ruling("TYP-12", "TAMB-76")]
    stack_that_moves_on: Annotated[Literal["largest"], ruling("TYP-13", "TAMB-76")]
    bounties_of_other_stacks: Annotated[Literal["added_to_kept_stack"], ruling("TAMB-76")]
    second_phase_seats: Annotated[Literal["new_draw"], ruling("TAMB-76")]
    second_phase_level: Annotated[Literal["next"], ruling("TAMB-76")]
    paid_places: Annotated[Literal["of_all_entries_at_most_arrivals"], ruling("TAMB-76", "TYP-12")]
    direct_entry: Annotated[bool, switch("TYP-13")]
    """Whether one may register for the second phase itself."""
    several_first_phases: Annotated[bool, switch("TYP-13", "TAMB-76")]
    cancelled_first_phase: Annotated[
        Literal["not_in_the_money_on_own_contributions"], ruling("TAMB-89")
    ]
    cancelled_between_phases: Annotated[
        Literal["in_the_money_if_arrivals_within_paid_places"], ruling("TAMB-89")
    ]
