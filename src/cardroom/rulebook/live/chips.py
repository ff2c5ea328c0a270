"""Chips of a live tournament: race, colour-up, stacks and what may be asked about them."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch

OddUnit = Literal["smallest_chip_in_play", "one"]


class ChipRules(Rules, frozen=True, kw_only=True):
    """The chip race and the counting of stacks (LIVE-18 to LIVE-23)."""

    race_rounding: Annotated[Literal["half_up"], ruling("LIVE-18")]
    race_cards_per_odd_chip: Annotated[Literal[1], ruling("LIVE-18")]
    race_chips_per_seat: Annotated[Literal[1], ruling("LIVE-18")]
    race_rescue: Annotated[Literal["from_bank"], ruling("LAMB-13", "LIVE-18")]
    race_absent_player: Annotated[Literal["witnessed"], ruling("LAMB-15", "LIVE-18", "LIVE-19")]
    race_needs_multiple: Annotated[bool, switch("LAMB-48", "LIVE-18")]
    colour_up_needs_player: Annotated[bool, switch("LIVE-19")]
    odd_unit: Annotated[OddUnit, switch("LAMB-10", "LIVE-20")]
    """What a pot is divided into: a chip that cannot be split goes to one player."""
    stack_height: Annotated[int, switch("LIVE-21.p1", ge=5, le=100)]
    exact_stacks: Annotated[bool, switch("LIVE-21.p2")]
    """Whether players see every stack as a number instead of piles."""
    full_count_only_all_in: Annotated[bool, switch("LIVE-21.p2")]
    deck_change_in_hand: Annotated[bool, switch("LIVE-23")]
