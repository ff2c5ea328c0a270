"""How much money a player brings to a table, and adds while sitting there."""

from typing import Annotated, Literal

import msgspec

from cardroom.rulebook.switch import Rules, ruling, switch

BigBlinds = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class BuyInRange(Rules, frozen=True, kw_only=True):
    """Least and most, in big blinds."""

    min_bb: BigBlinds
    max_bb: BigBlinds


class BuyInRules(Rules, frozen=True, kw_only=True):
    """Ranges per format, top-ups, and what happens to a player without chips."""

    ordinary: Annotated[BuyInRange, switch("CASH-16", "AMB-40", "RAT-02")]
    deepstack: Annotated[BuyInRange, switch("AMB-02")]
    shortstack: Annotated[BuyInRange, switch("AMB-03")]
    banzai: Annotated[BuyInRange, switch("BANZ-02", "AMB-20")]
    """Entry and stack after a rebuy; top-ups are Banzai's own switch."""

    top_up_to: Annotated[Literal["standard_maximum"], ruling("AMB-40")]
    top_up_during_hand: Annotated[Literal["applies_after_it"], ruling("AMB-40")]
    partial_cash_out: Annotated[Literal["refused"], ruling("AMB-40")]

    auto_top_up: Annotated[bool, switch("CASH-17", "BANZ-09")]
    """Whether players have the setting at all."""
    auto_top_up_preset: Annotated[bool, switch("CASH-17")]
    """The setting before a player changes it."""
    auto_top_up_target: Annotated[
        Literal["initial_buy_in", "initial_buy_in_within_standard_maximum"],
        switch("AMB-41", "CASH-17", "BANZ-09"),
    ]
    auto_top_up_short_of_money: Annotated[
        Literal["what_is_there", "all_or_nothing"], switch("AMB-41")
    ]
    """Banzai is all or nothing wherever its top-ups must end at the exact stack."""
    auto_top_up_sitting_out: Annotated[bool, switch("AMB-41")]
    auto_top_up_rebuys_busted: Annotated[bool, switch("AMB-41")]

    busted_player: Annotated[Literal["sits_out"], ruling("AMB-68")]
    busted_rebuy: Annotated[Literal["is_no_rejoin"], ruling("AMB-68")]
    """Without having left, it touches neither ratholing nor carry-over."""
