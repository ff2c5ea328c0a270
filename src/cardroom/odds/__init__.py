"""What cards are worth: how strong a hand is, what it is called, and what it wins."""

from cardroom.odds.equities import Equity, HandEquity, equity
from cardroom.odds.made_hands import MadeHand, best_five, describe, made_hand
from cardroom.odds.ranges import range_equity, read_range
from cardroom.odds.ranking import Category, category, omaha_strength, strength

__all__ = [
    "Category",
    "Equity",
    "HandEquity",
    "MadeHand",
    "best_five",
    "category",
    "describe",
    "equity",
    "made_hand",
    "omaha_strength",
    "range_equity",
    "read_range",
    "strength",
]
