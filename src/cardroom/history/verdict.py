"""What a replay finds: the hand agrees, disagrees, or cannot be judged for a named reason."""

from typing import Literal

from msgspec import Struct

Outcome = Literal["agree", "disagree", "unjudged"]

REASONS = {
    "result_not_recorded": "the file has neither winnings nor finishing stacks",
    "winnings_all_zero": "the file says that nobody won anything, but somebody must",
    "paid_more_than_put_in": "the file pays more than its own bets add up to: a post is missing",
    "paid_less_than_put_in": "the file accounts for a part of the pot only, too little for a rake",
    "odd_unit_elsewhere": "the odd cent of a shared pot went to another winner than ours",
    "other_room_rule": "legal only where all-ins below a full raise are ruled on in another way",
    "nothing_to_play_for": "a stack or the minimum bet is zero",
    "too_many_ways": "no cards are known and too many players share too many pots",
    "turn_left_out": "the file leaves out the turn of a player who had a bet to call",
    "hand_not_finished": "the file stops before the hand is over",
    "unknown_stacks": "the stacks are not recorded, and somebody must have been all-in",
    "variant_not_played": "cardroom does not play this game",
    "card_twice": "the same card was dealt twice",
    "cards_contradict": "a player shows other cards than were dealt",
    "wrong_number_of_cards": "too few or too many cards were dealt",
}
"""Why a hand cannot be judged; the word is counted, the sentence explains it."""


class Verdict(Struct, frozen=True):
    """The finding on one hand: a reason word, and what was seen in this very hand."""

    outcome: Outcome
    reason: str = ""
    detail: str = ""


AGREES = Verdict("agree")


def unjudged(reason: str, detail: str = "") -> Verdict:
    """Say why a hand cannot be judged."""
    assert reason in REASONS, f"the reason {reason} has no sentence"
    return Verdict("unjudged", reason, detail)


def disagrees(reason: str, detail: str) -> Verdict:
    """Say in what the engine and the file differ."""
    return Verdict("disagree", reason, detail)
