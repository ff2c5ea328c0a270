"""What decides inside one hand: betting, pots, showdown, and how blinds and antes are posted."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, switch

ShortAllInReopen = Literal["consecutive_no_call", "single", "facing_full_raise"]
OddUnits = Literal["one_each_from_worst", "worst_takes_all"]
ShowdownFirst = Literal["last_aggressor_of_last_street", "last_aggressor_of_hand"]
AnteMode = Literal["each_player", "button"]
ShortPostOrder = Literal["ante_first", "blind_first"]


class HandRules(Rules, frozen=True, kw_only=True):
    """The switches that the hand engine reads."""

    short_all_in_reopen: Annotated[ShortAllInReopen, switch("BET-14", "AMB-42", "LAMB-19")]
    odd_units: Annotated[OddUnits, switch("POT-05", "AMB-18", "LAMB-09")]
    showdown_first: Annotated[ShowdownFirst, switch("AMB-55", "LIVE-39.p2", "LAMB-25")]
    may_muck_at_showdown: Annotated[bool, switch("POT-02", "AMB-55", "LIVE-39.p4")]
    limit_raise_cap: Annotated[int, switch("BET-15", "LIVE-36.p1", "LAMB-20", ge=0, le=100)]
    """Raises per street above the bet in fixed-limit hands; 0 is no cap."""
    ante_mode: Annotated[AnteMode, switch("TAMB-94", "LIVE-16.1")]
    short_post_order: Annotated[ShortPostOrder, switch("AMB-38", "LAMB-07")]
