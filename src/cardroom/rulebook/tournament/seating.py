"""Where players sit: the draw, the button, balancing and breaking of tables."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch
from cardroom.rulebook.tournament.fees import SngSeats


class SeatingRules(Rules, frozen=True, kw_only=True):
    """Seats, the draw for them and new tables (TRN-04, TRN-05)."""

    seats: Annotated[int, switch("TAMB-47", ge=2, le=10)]
    """Seats per table when a tournament names no other number."""
    sng_seats: Annotated[tuple[SngSeats, ...], switch("TAMB-47", "TYP-02", min_length=1)]
    draw: Annotated[Literal["shuffled_round_the_tables"], ruling("TRN-04", "TAMB-47")]
    seat_at_table: Annotated[Literal["random_free_seat"], ruling("TRN-04", "TAMB-47")]
    late_table: Annotated[Literal["random_smallest_with_free_seat"], ruling("TAMB-47")]
    absent_at_start: Annotated[Literal["seated_and_posting"], ruling("TRN-05")]
    tables_full: Annotated[Literal["open_table_then_balance"], ruling("TAMB-48")]
    new_table_spread_max: Annotated[int, switch("TAMB-48", ge=1, le=9)]
    """A new table deals when the table sizes differ by no more than this."""
    new_table_wait_s: Annotated[int, switch("TAMB-48", ge=0, le=3600)]
    """Longest wait for that, once two players sit at the new table."""
    randomness: Annotated[Literal["server_csprng_logged"], ruling("TAMB-95", "TRN-04")]
    """Source of seat draws, moves, ties and multipliers; every draw is kept for replay."""


class ButtonRules(Rules, frozen=True, kw_only=True):
    """Button and blinds from hand to hand (BTN-01 to BTN-04)."""

    first_button: Annotated[
        Literal["highest_occupied_seat"], ruling("BTN-01", "TRN-06", "TAMB-25", "TAMB-49")
    ]
    first_button_counts_absent: Annotated[bool, switch("TAMB-49")]
    next_big_blind: Annotated[
        Literal["first_occupied_after_last_big_blind"], ruling("BTN-02", "TAMB-50")
    ]
    vacated_small_blind: Annotated[Literal["not_posted"], ruling("BTN-03", "TAMB-50")]
    button_seat: Annotated[
        Literal["first_occupied_before_last_big_blind"], ruling("BTN-03", "TAMB-50")
    ]
    heads_up: Annotated[
        Literal["button_posts_small_blind_at_any_table"],
        ruling("BTN-04", "TAMB-17", "TAMB-51"),
    ]
    arrival_policy: Annotated[Literal["dealt_in_next_hand"], ruling("TAMB-52")]
    """A player who sits down takes whatever position the seat has; nobody posts extra or waits."""


class BalancingRules(Rules, frozen=True, kw_only=True):
    """How players move so that tables stay even (BAL-01 to BAL-06)."""

    spread_max: Annotated[int, switch("BAL-01", "TAMB-53", ge=1, le=9)]
    """One player moves while the largest and the smallest table differ by more."""
    origin_gives: Annotated[Literal["between_its_hands"], ruling("TAMB-53")]
    origin_table: Annotated[Literal["random_largest"], ruling("BAL-03", "TAMB-54")]
    mover: Annotated[Literal["random_player"], ruling("BAL-03", "TAMB-54")]
    redraw_second_big_blind: Annotated[bool, switch("TAMB-54", "BTN-02")]
    """Draw another player for one who would have the big blind twice running."""
    destination_table: Annotated[Literal["random_smallest"], ruling("BAL-04", "TAMB-54")]
    destination_seat: Annotated[Literal["longest_wait_for_big_blind"], ruling("BAL-05", "TAMB-55")]
    seat_tie: Annotated[Literal["furthest_clockwise_from_big_blind"], ruling("TAMB-55")]
    vacated_big_blind_seat: Annotated[Literal["last_resort"], ruling("TAMB-55")]
    break_when: Annotated[Literal["others_can_seat_all"], ruling("BAL-06", "TAMB-56", "TAMB-53")]
    broken_table: Annotated[Literal["smallest_then_highest_number"], ruling("BAL-06", "TAMB-56")]
    final_table_redraw: Annotated[bool, switch("TAMB-56")]
    lone_player: Annotated[Literal["waits_for_balancing"], ruling("TAMB-57")]
