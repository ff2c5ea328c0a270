"""Where the button and the blinds are in a live tournament, and when a hand begins."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch

Suit = Literal["s", "h", "d", "c"]
FirstButton = Literal["high_card", "last_occupied_seat"]
DeadButton = Literal["stays", "on_empty_seat"]
DueButtonArrival = Literal["is_button", "waits"]
HandBegins = Literal["shuffle_started", "cut_done"]
ButtonAfterWrong = Literal["from_position_used", "from_right_position"]


class ButtonRules(Rules, frozen=True, kw_only=True):
    """Button, start of a table and of a hand (LIVE-16, LIVE-17, LIVE-30, LIVE-31)."""

    first_button: Annotated[FirstButton, switch("LIVE-16")]
    button_redrawn_on_resumption: Annotated[bool, switch("LIVE-16")]
    suit_order: Annotated[tuple[Suit, Suit, Suit, Suit], switch("LAMB-03", "LIVE-16", "LIVE-18")]
    """Highest first, for draws only."""
    dead_button: Annotated[DeadButton, switch("LAMB-01", "LIVE-16.2")]
    arrival_on_due_button: Annotated[DueButtonArrival, switch("LAMB-02", "LIVE-16.2")]
    ante_big_blinds: Annotated[int, switch("LIVE-16.1", ge=0, le=10)]
    ante_skip_same_button: Annotated[bool, switch("LIVE-16.1")]
    """No ante while the button stays where it was."""
    short_ante: Annotated[Literal["wins_ante_pot_only"], ruling("LAMB-06", "LIVE-16.1")]
    ante_after_draw: Annotated[bool, switch("LAMB-04", "LIVE-16.1")]
    misdeal_counts_as_hand: Annotated[bool, switch("LAMB-04", "LIVE-16.1")]
    """Whether a misdealt hand is the previous one for positions and for the ante."""
    heads_up_ante: Annotated[bool, switch("LAMB-08", "LIVE-16.1")]
    heads_up_grown_to_three: Annotated[Literal["blinds_follow"], ruling("LAMB-45", "LIVE-16.3")]
    button_after_wrong: Annotated[ButtonAfterWrong, switch("LAMB-42", "LIVE-16.4")]

    min_players_start: Annotated[int, switch("LIVE-17", ge=2, le=9)]
    pause_below_while_registering: Annotated[int, switch("LAMB-05", "LIVE-17", ge=0, le=9)]
    last_table_plays_heads_up: Annotated[bool, switch("LAMB-05", "LIVE-17")]
    heads_up_first_card: Annotated[Literal["big_blind"], ruling("LIVE-30")]
    level_frozen_at: Annotated[HandBegins, switch("LIVE-31", "LAMB-12")]
