"""The showdown: who shows first, and whose hand is best (POT-02..04, AMB-55, LIVE-39)."""

from typing import Final

from cardroom.cards import UNKNOWN
from cardroom.engine.betting import Betting
from cardroom.odds.ranking import omaha_strength, strength

OMAHA_HOLE: Final = 4
NOTHING: Final = -1
"""Less than every made hand: what a mucked hand is worth."""


def showing_order(betting: Betting) -> list[int]:
    """Live places from the last aggressor still in, then clockwise (AMB-55, LIVE-39.p2, LAMB-25).

    Without an aggressor the first live place after the button begins.
    """
    first = 0
    for place in betting.aggressors:
        if not betting.folded[place]:
            first = place
    order: list[int] = []
    for step in range(betting.size):
        place = first + step
        if place >= betting.size:
            place -= betting.size
        if not betting.folded[place]:
            order.append(place)
    return order


def someone_is_all_in(betting: Betting) -> bool:
    """Whether a live player has no chips left (LIVE-39.c)."""
    for place in range(betting.size):
        if not betting.folded[place] and betting.stacks[place] == 0:
            return True
    return False


def is_known(hole: tuple[int, ...]) -> bool:
    """Whether every card of a hand was seen by the engine."""
    return UNKNOWN not in hole


def made_strength(hole: tuple[int, ...], board: list[int]) -> int:
    """The strength of one hand on a full board, in hold'em or in Omaha (POT-07, OMA-02)."""
    return strengths_of([0], [hole], board)[0]


def strengths_of(places: list[int], hands: list[tuple[int, ...]], board: list[int]) -> list[int]:
    """The strength of each of `places` on a full board; the rest are nothing (POT-07, OMA-02)."""
    found = [NOTHING] * len(hands)
    if len(hands[0]) == OMAHA_HOLE:
        for place in places:
            found[place] = omaha_strength(hands[place], board)
        return found
    cards = [0, 0]
    cards.extend(board)
    for place in places:
        hole = hands[place]
        cards[0] = hole[0]
        cards[1] = hole[1]
        found[place] = strength(cards)
    return found


def best_of(places: list[int], strengths: list[int]) -> list[int]:
    """The places with the best hand among `places` (POT-03, POT-04)."""
    best = NOTHING
    found: list[int] = []
    for place in places:
        if strengths[place] > best:
            best = strengths[place]
            found = [place]
        elif strengths[place] == best:
            found.append(place)
    return found
