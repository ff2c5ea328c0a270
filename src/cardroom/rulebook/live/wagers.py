"""How chips pushed or words said at a live table are read: LIVE-35 to LIVE-38, section 6.1."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch

OneChipRaise = Literal["to_own_plus_chip", "by_chip"]
SmallOpening = Literal["completed", "half_bet_test"]
OptionChip = Literal["check", "half_bet_test"]
ChangeTest = Literal["bet_raised", "any_all_in_or_raise"]


class WagerRules(Rules, frozen=True, kw_only=True):
    """The readings of chips and words (LIVE-35 to LIVE-38)."""

    overlooked_raise_may_reraise: Annotated[bool, switch("LIVE-35.p1")]
    out_of_turn_change: Annotated[ChangeTest, switch("LAMB-30", "LIVE-35.p2")]
    raise_motions_silent: Annotated[int, switch("LIVE-36.a", ge=1, le=9)]
    raise_motions_declared: Annotated[int, switch("LIVE-36.c", ge=1, le=9)]
    first_motion_above_call: Annotated[Literal["is_the_raise"], ruling("LAMB-51", "LIVE-36.c")]
    extra_motions: Annotated[Literal["go_back"], ruling("LAMB-46", "LIVE-36.a")]
    count_only_on_call_or_request: Annotated[bool, switch("LIVE-36.p4")]
    announced_one_chip_raise: Annotated[OneChipRaise, switch("LAMB-21", "LIVE-37.p1", "LIVE-37.p3")]
    announced_raise_completed: Annotated[bool, switch("LAMB-21", "LIVE-37.p3")]
    """Whether an announced raise below the minimum is completed to it."""
    earlier_chips: Annotated[Literal["count_if_pulled_back"], ruling("LAMB-23", "LIVE-37.p5")]
    mixed_chips_remove: Annotated[Literal["smallest"], ruling("LAMB-24", "LIVE-37.p5")]
    last_chips_exempt: Annotated[bool, switch("LAMB-44", "LIVE-37.p5")]
    option_oversized_chip: Annotated[OptionChip, switch("LAMB-43", "LIVE-37.p1")]
    half_bet_percent: Annotated[int, switch("LIVE-38.p1", ge=1, le=100)]
    """A silent raise of at least so much of the previous one is completed; less is a call."""
    small_opening_bet: Annotated[SmallOpening, switch("LAMB-22", "LIVE-38.p1")]
