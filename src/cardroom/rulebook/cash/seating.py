"""Tables, seats and the queue, and where button and blinds are in the next hand."""

from typing import Annotated, Literal

from cardroom.rulebook.switch import Rules, ruling, switch


class SeatingRules(Rules, frozen=True, kw_only=True):
    """Who gets which table and seat, and when a hand may start."""

    seats: Annotated[int, switch("CASH-05", "OMA-07", ge=2, le=10)]
    players_to_start: Annotated[int, switch("CASH-07", "OMA-07", ge=2, le=10)]
    heads_up_continuation: Annotated[
        Literal["one_hand", "unlimited"], switch("AMB-30", "CASH-07", "OMA-07")
    ]
    counts_toward_start: Annotated[Literal["everyone_not_sitting_out"], ruling("AMB-31", "CASH-07")]
    """Players who wait for the big blind count toward those that a hand needs to start."""
    fewest_dealt_in: Annotated[int, switch("AMB-31", ge=2, le=10)]

    seated_first_at: Annotated[Literal["tables_that_play"], ruling("AMB-39", "CASH-04", "CASH-06")]
    """A table where a newcomer would sit and wait is filled from the queue, when enough wait."""
    free_seat_weight: Annotated[int, switch("AMB-39", "CASH-04", ge=1, le=1000)]
    """Weight of a table for each free seat: emptier tables are likelier."""
    known_table_factor: Annotated[int, switch("AMB-39", "CASH-04", "RAT-01", ge=1, le=1000)]
    """How much likelier a table is where the player sat in the current UTC day."""
    seat_choice: Annotated[Literal["uniform"], ruling("AMB-39")]
    queue_order: Annotated[Literal["first_in_first_out"], ruling("AMB-39", "CASH-06")]
    """One queue for each edition and stake."""
    several_queue_entries: Annotated[bool, switch("AMB-39", "CASH-06")]
    players_to_open: Annotated[int, switch("AMB-39", "CASH-06", ge=2, le=10)]
    """This many different players in the queue open a new table."""


class PositionRules(Rules, frozen=True, kw_only=True):
    """How button and blinds move from hand to hand."""

    shuffle: Annotated[Literal["whole_deck_before_every_hand"], ruling("AMB-22", "CASH-02")]
    deck_cards: Annotated[Literal[52], ruling("CASH-02")]
    first_button: Annotated[Literal["random"], ruling("CASH-08", "AMB-37")]
    first_hand_deals_in: Annotated[Literal["everyone"], ruling("AMB-37")]
    """On a new table, or where nobody of the last hand remains, nobody waits or posts extra."""
    paused_table: Annotated[Literal["keeps_last_big_blind"], ruling("AMB-37")]
    big_blind_moves: Annotated[Literal["next_eligible_player"], ruling("CASH-09")]
    small_blind: Annotated[Literal["last_big_blind_if_same_player"], ruling("AMB-32", "CASH-10")]
    """Otherwise nobody posts it: a newcomer in that seat does not inherit it."""
    button: Annotated[Literal["last_hands_players_first"], ruling("AMB-33", "CASH-11", "AMB-11")]
    """Counter-clockwise from the last big blind: who played the last hand and is no blind now."""
    dead_small_blind_heads_up: Annotated[Literal["never"], ruling("AMB-34", "CASH-12")]
    only_big_blind_in_the_game: Annotated[
        Literal["newcomers_are_dealt_in"], ruling("AMB-71", "CASH-07")
    ]
    """Enough players are ready, but all except the big blind wait for it: they play at once."""
    missed_blind_then: Annotated[Literal["waits_or_takes_big_blind"], ruling("AMB-71", "SIT-07")]
    """Whoever missed a blind gets no free hand then: they take the big blind if nobody else can."""
