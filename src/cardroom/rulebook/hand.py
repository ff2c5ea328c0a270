"""What decides inside one hand: betting, pots, showdown, and how blinds and antes are posted."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, switch

ShortAllInReopen = Literal["consecutive_no_call", "single", "facing_full_raise"]
MinimumOverShortAllIn = Literal["current_plus_step", "last_full_plus_step"]
ShortBlindCall = Literal["nominal", "posted"]
OddUnits = Literal["one_each_from_worst", "worst_takes_all"]
ShowdownFirst = Literal["last_aggressor_of_last_street", "last_aggressor_of_hand"]
AnteMode = Literal["each_player", "button"]
ShortPostOrder = Literal["ante_first", "blind_first"]


class HandRules(Rules, frozen=True, kw_only=True):
    """The switches that the hand engine reads."""

    exact_minimum_is_full_raise: Annotated[bool, switch("AMB-16", "BET-12")]
    short_all_in_reopen: Annotated[
        ShortAllInReopen, switch("BET-14", "AMB-42", "AMB-43", "LAMB-19", "LIVE-38.p2")
    ]
    minimum_over_short_all_in: Annotated[
        MinimumOverShortAllIn, switch("AMB-44", "AMB-46", "BET-08", "LIVE-36.p1")
    ]
    """The next raise adds its step to the all-in, or to the last full bet below it."""
    closed_may_go_all_in: Annotated[bool, switch("AMB-45", "BET-13")]
    """Whether a seat that may only call or fold may still push a stack short of a full raise."""
    raise_against_all_in: Annotated[bool, switch("AMB-47")]
    """Whether a raise is offered although every other live player is all-in."""
    posters_may_raise: Annotated[bool, switch("AMB-47", "BET-05")]
    """Whether posting leaves the right to act: the option of the big blind."""
    fold_instead_of_check: Annotated[bool, switch("AMB-47", "BET-04")]
    short_blinds_count_in_full: Annotated[bool, switch("AMB-48", "OMA-03")]
    """Whether the pot-limit maximum counts what a short blind owed instead of what it posted."""
    limit_raise_cap: Annotated[int, switch("BET-15", "LIVE-36.p1", "LAMB-20", ge=0, le=100)]
    """Raises per street above the bet in fixed-limit hands; 0 is no cap."""
    limit_cap_ends_with_two: Annotated[bool, switch("LAMB-20", "LIVE-36.p1")]
    """Whether the cap falls away when the last raise under it is made with two players left."""

    call_after_short_blind: Annotated[ShortBlindCall, switch("AMB-38", "TAMB-97")]
    short_post_order: Annotated[ShortPostOrder, switch("AMB-38", "TAMB-94", "LAMB-07")]
    ante_mode: Annotated[AnteMode, switch("TAMB-94", "LIVE-16.1")]

    return_uncalled: Annotated[bool, switch("AMB-50", "POT-08")]
    odd_units: Annotated[OddUnits, switch("POT-05", "AMB-18", "AMB-55", "LAMB-09", "LAMB-11")]

    showdown_first: Annotated[ShowdownFirst, switch("AMB-55", "LIVE-39.p2", "LAMB-25")]
    open_hands_when_betting_ends: Annotated[bool, switch("AMB-55", "LIVE-39.b")]
    """Whether all live hands are opened before the rest of the board is dealt."""
    may_muck_at_showdown: Annotated[bool, switch("POT-02", "AMB-55", "LIVE-39.p4")]
    may_muck_beside_all_in: Annotated[bool, switch("LIVE-39.c")]
    """Whether a hand may be mucked at a showdown although a live player is all-in."""
