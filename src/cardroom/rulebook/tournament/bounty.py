"""Bounties: the part of a buy-in that goes to whoever knocks its player out."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch


class BountyRules(Rules, frozen=True, kw_only=True):
    """Regular, progressive and VIP bounties (TYP-09 to TYP-11)."""

    offered: Annotated[bool, switch("TYP-09", "TYP-10", "TYP-11", "TAMB-93")]
    bounty_percent: Annotated[int, switch("TAMB-71", "TYP-09", ge=1, le=99)]
    """The bounty in percent of the contribution (price without fee), rounded down."""
    odd_cent: Annotated[Literal["place_pool"], ruling("TAMB-71")]
    rebuy_after_bust: Annotated[Literal["fresh_bounty"], ruling("TAMB-71")]
    rebuy_with_chips: Annotated[Literal["added_to_own_bounty"], ruling("TAMB-71")]
    addons_carry_bounty: Annotated[bool, switch("TAMB-71")]
    deciding_pot: Annotated[Literal["highest_the_victim_could_win"], ruling("TAMB-72")]
    shared_knock_out: Annotated[
        Literal["equal_shares_odd_cents_clockwise_from_button"], ruling("TAMB-72")
    ]
    progressive_added_percent: Annotated[int, switch("TAMB-73", "TYP-10", ge=0, le=100)]
    """What of a bounty goes on the eliminator's own, rounded down; the rest is paid in cash."""
    progressive_shared: Annotated[Literal["shared_then_divided"], ruling("TAMB-73")]
    vip_voided_by: Annotated[
        tuple[Literal["rebuy", "reentry"], ...], switch("TYP-11", "TAMB-24", "TAMB-74")
    ]
    """What the VIP does after a knock-out so that it earned no VIP bounty."""
    vip_paid: Annotated[Literal["declined_or_window_closed"], ruling("TAMB-74")]
    vip_indivisible: Annotated[Literal["more_chips_then_random"], ruling("TAMB-74")]
    vip_wins: Annotated[Literal["not_awarded"], ruling("TAMB-74")]
    own_bounty_of_winners: Annotated[Literal["paid_in_full"], ruling("TAMB-75")]
