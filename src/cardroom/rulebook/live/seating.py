"""Who sits where in a live tournament: draw, late seats, rebuys, breaking and balancing tables."""

from typing import Annotated, Literal

from msgspec import Meta

from cardroom.rulebook.switch import Rules, ruling, switch
from cardroom.units import Chips

AlternatesOrder = Literal["fifo", "reentry_first", "new_first"]
BreakingOrder = Literal["last_opened_first", "listed"]
ReseatReason = Literal["special_need", "initial_balance"]
ArrivalPolicy = Literal["wait_in_gap", "dealt_in_at_once"]
BalancingMover = Literal["next_big_blind", "random"]
BalancingSeat = Literal["fewest_hands_to_big_blind", "most_hands_to_big_blind"]
MaxStack = Annotated[Chips, Meta(ge=0)] | Literal["starting_stack"]
Resumption = Literal["new_draw", "kept"]


class SeatingRules(Rules, frozen=True, kw_only=True):
    """Seats, alternates, rebuys, re-entries, balancing (LIVE-8 to LIVE-14)."""

    breaking_order: Annotated[BreakingOrder, switch("LIVE-8")]
    reseat_reasons: Annotated[tuple[ReseatReason, ...], switch("LIVE-8")]
    reserved_late_seats: Annotated[int, switch("LIVE-8.1", ge=0, le=9)]
    """Seats per table that the draw leaves free for late arrivals."""
    alternates_order: Annotated[AlternatesOrder, switch("LIVE-8.2")]
    id_check_on_resumption: Annotated[bool, switch("LIVE-9")]
    no_show: Annotated[Literal["blinded_off"], ruling("LAMB-34", "LIVE-9", "LIVE-32")]
    resumption_seats: Annotated[Resumption, switch("LIVE-9", "LIVE-28")]

    announced_rebuy_binds: Annotated[bool, switch("LIVE-11.p1")]
    rebuy_holds_next_hand: Annotated[bool, switch("LIVE-11.p1")]
    rebuy_after_window_from_hand_inside: Annotated[bool, switch("LIVE-11.p1")]
    rebuy_max_stack: Annotated[MaxStack, switch("LAMB-40", "LIVE-11.p1")]
    """Chips, or 'starting_stack'; a player with more may not rebuy."""
    addon_limit: Annotated[int, switch("LIVE-11.p2", ge=0, le=100)]
    addon_window: Annotated[Literal["first_break_after_rebuys"], ruling("LIVE-11.p2")]
    addon_needs_rebuys: Annotated[bool, switch("LIVE-11.p2")]

    reentry_ends_at_paid_places: Annotated[bool, switch("LIVE-12")]
    reentry_new_seat: Annotated[bool, switch("LIVE-12")]
    reentry_paid_places_from: Annotated[Literal["current_entries"], ruling("LAMB-39", "LIVE-12")]
    reentry_may_reopen: Annotated[bool, switch("LAMB-39", "LIVE-12")]

    broken_table_draw: Annotated[Literal["table_then_seat"], ruling("LIVE-13.p1")]
    arrival_policy: Annotated[ArrivalPolicy, switch("LIVE-13.p2", "LAMB-02", "LAMB-50")]
    waiting_owes_blind: Annotated[bool, switch("LAMB-50", "LIVE-13.p2")]

    halt_below: Annotated[int, switch("LIVE-14.p1", ge=0, le=9)]
    """A table with fewer players stops once registration has closed; never the last table."""
    balancing_from_difference: Annotated[int, switch("LIVE-14.p1", ge=2, le=9)]
    balancing_seat: Annotated[BalancingSeat, switch("LIVE-14.p2")]
    balancing_never_small_blind: Annotated[bool, switch("LIVE-14.p2")]
    balancing_last_resort: Annotated[Literal["gap"], ruling("LAMB-53", "LIVE-14.p2")]
    balancing_mover: Annotated[BalancingMover, switch("LAMB-31", "LIVE-14.p1")]
