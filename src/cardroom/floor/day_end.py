"""The end of a day: when the clock may be stopped, and how many hands each table still plays."""

from typing import Literal

import msgspec

from cardroom.errors import FloorRefused
from cardroom.rulebook.live import LiveRules

MINUTE_MS = 60_000


class LastHands(msgspec.Struct, frozen=True, kw_only=True):
    """The draw at the end of a day: every table plays this many more hands (LIVE-28)."""

    card: int
    level_left_ms: int
    """What was left of the level when the clock stopped."""


class TableLeft(msgspec.Struct, frozen=True, kw_only=True):
    """What one table has still to do: hands to start, or bagging."""

    state: Literal["playing", "bagging"]
    hands: int


def last_hands(rules: LiveRules, card: int, *, final_level: bool, level_left_ms: int) -> LastHands:
    """Stop the clock for the draw, in the window of the final level only (LIVE-28, 8.6)."""
    first, last = rules.floor.dayend_window_min
    details = {"from_min": last, "to_min": first}
    if not final_level:
        raise FloorRefused("LIVE-28", "not_the_final_level_of_the_day", details)
    if not first * MINUTE_MS <= level_left_ms <= last * MINUTE_MS:
        raise FloorRefused("LIVE-28", "not_in_the_window", details)
    if card not in rules.floor.dayend_cards:
        cards = ", ".join(map(str, rules.floor.dayend_cards))
        raise FloorRefused("LIVE-28", "not_a_card_of_this_draw", {"cards": cards})
    return LastHands(card=card, level_left_ms=level_left_ms)


def table_left(
    rules: LiveRules, draw: LastHands, *, finished: int, in_hand_at_draw: bool
) -> TableLeft:
    """What a table has left that has finished this many hands since the draw (LAMB-35).

    The hand that was in progress at the draw does not count, unless the house says so.
    """
    counts_it = rules.floor.dayend_counts_hand_in_progress
    extra = 1 if in_hand_at_draw and not counts_it else 0
    hands = max(0, draw.card + extra - finished)
    return TableLeft(state="playing" if hands else "bagging", hands=hands)
