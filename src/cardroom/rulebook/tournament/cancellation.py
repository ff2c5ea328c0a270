"""What everybody gets when a tournament cannot be played to its end."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch


class CancellationRules(Rules, frozen=True, kw_only=True):
    """Refunds before the start, shares in and out of the money, HexaPro (CXL-01 to CXL-11)."""

    applies_to: Annotated[Literal["any_cancellation"], ruling("CXL-01", "TRN-25")]
    in_the_money: Annotated[
        Literal["registration_and_purchases_closed_and_left_within_paid_places"],
        ruling("TAMB-81", "CXL-03"),
    ]
    final_table: Annotated[Literal["one_table_left"], ruling("TAMB-81")]
    """A Sit & Go is always at its final table."""
    chips: Annotated[Literal["unfinished_hands_rolled_back"], ruling("TAMB-81", "TRN-25")]

    before_start: Annotated[Literal["full_refund_with_fee"], ruling("CXL-02", "TAMB-88")]
    ticket_refund: Annotated[Literal["same_ticket"], ruling("CXL-02", "TAMB-87")]
    last_use_ticket: Annotated[Literal["equivalent_ticket_else_cash"], ruling("CXL-02", "TAMB-87")]
    """Refund for a ticket that has expired or that no other tournament takes."""
    paid_in: Annotated[Literal["cash"], ruling("TAMB-87", "CXL-08")]
    """Shares and fees after the start, whatever the entry was paid with."""

    fees_returned: Annotated[
        Literal["entry_rebuy_and_addon_fees_of_living_entry"],
        ruling("CXL-03", "CXL-05", "TAMB-15", "TAMB-88"),
    ]
    equal_part_percent: Annotated[int, switch("CXL-03", "TAMB-82", ge=0, le=100)]
    """Part of the pot in equal shares when not in the money; the rest goes by chips."""
    sharers: Annotated[Literal["players_left"], ruling("TAMB-18", "CXL-03")]
    pot_without_overlay: Annotated[bool, switch("TAMB-82", "CXL-03")]
    """Money the house added to reach a guarantee is not shared when not in the money."""
    freeroll_pool: Annotated[
        Literal["as_player_supplied", "equally"], switch("CXL-04", "TAMB-14", "TAMB-82")
    ]

    several_tables: Annotated[
        Literal["lowest_remaining_prize_then_by_chips"], ruling("CXL-06", "TAMB-83")
    ]
    final_table_shares: Annotated[Literal["icm_malmuth_harville"], ruling("CXL-07", "TAMB-84")]
    prizes_in_kind: Annotated[Literal["at_face_value"], ruling("CXL-08", "TAMB-84")]

    hexapro_each_percent: Annotated[int, switch("CXL-09", "TAMB-22", "TAMB-85", ge=0, le=33)]
    """Percent of the drawn pool for each player left; the rest goes by ICM."""
    hexapro_rest: Annotated[Literal["icm_of_scaled_prizes"], ruling("CXL-09", "TAMB-85")]
    bounty: Annotated[Literal["own_current_bounty"], ruling("CXL-10", "TAMB-86")]
    vip_bounty: Annotated[Literal["pending_knock_out_only"], ruling("TAMB-86", "TAMB-74")]
    house_may_alter: Annotated[bool, switch("CXL-11")]
