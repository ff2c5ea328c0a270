"""The showdown: who shows first, and whose hand is best (POT-02..04, AMB-55, LIVE-39)."""

from cardroom.engine.betting import Betting
from cardroom.engine.cards import UNKNOWN
from cardroom.engine.ranking import omaha_strength, strength


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
    """The strength of a hand on a full board, in hold'em or in Omaha (POT-07, OMA-02)."""
    if len(hole) == 4:
        return omaha_strength(hole, board)
    return strength((*hole, *board))


def best_of(places: list[int], strengths: list[int]) -> list[int]:
    """The places with the best hand among `places` (POT-03, POT-04)."""
    best = -1
    found: list[int] = []
    for place in places:
        if strengths[place] > best:
            best = strengths[place]
            found = [place]
        elif strengths[place] == best:
            found.append(place)
    return found
