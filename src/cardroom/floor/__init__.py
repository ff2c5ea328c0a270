"""The live floor: rulings on what physically happened at a table, by the rules of the house."""

from cardroom.floor.rulings.ruling import Amounts, ChipMove, Option, Ruling, SharedPot
from cardroom.floor.rulings.sentences import LANGUAGES, explain
from cardroom.floor.rulings.situations import SITUATIONS, Facts, Situation, decide

__all__ = [
    "LANGUAGES",
    "SITUATIONS",
    "Amounts",
    "ChipMove",
    "Facts",
    "Option",
    "Ruling",
    "SharedPot",
    "Situation",
    "decide",
    "explain",
]
