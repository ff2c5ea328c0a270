"""Made hands in words, and the five cards that make them."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from cardroom.cards import Card
from cardroom.odds.equity_question import verify_cards
from cardroom.odds.rank_tables import ACE, STRONGEST
from cardroom.odds.ranking import Category, category, omaha_strength, strength

OMAHA_HOLE = 4
_NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
_WHEEL = [ACE, 3, 2, 1, 0]


class MadeHand(NamedTuple):
    """The best five cards of a seat, those that decide first (`Kd Kc 6c 6h Ac`)."""

    strength: int
    category: Category
    five: tuple[Card, ...]

    @property
    def words(self) -> str:
        """As a dealer says it: `two pair, kings and nines, ace kicker`."""
        if self.strength == STRONGEST:
            return "royal flush"
        ranks = [card >> 2 for card in self.five]
        return _WORDS[self.category].format(
            *[_NAMES[rank] for rank in ranks], plural=[_plural(rank) for rank in ranks]
        )


# {0} is the rank of the first of the five cards, {plural[0]} the same as "nines" or "sixes".
_WORDS = {
    Category.HIGH_CARD: "{0} high",
    Category.PAIR: "pair of {plural[0]}, {2} kicker",
    Category.TWO_PAIR: "two pair, {plural[0]} and {plural[2]}, {4} kicker",
    Category.THREE_OF_A_KIND: "three of a kind, {plural[0]}, {3} kicker",
    Category.STRAIGHT: "straight, {0} high",
    Category.FLUSH: "flush, {0} high",
    Category.FULL_HOUSE: "full house, {plural[0]} full of {plural[3]}",
    Category.FOUR_OF_A_KIND: "four of a kind, {plural[0]}, {4} kicker",
    Category.STRAIGHT_FLUSH: "straight flush, {0} high",
}


def made_hand(hole: Sequence[Card], board: Sequence[Card], *, omaha: bool = False) -> MadeHand:
    """The best hand of a seat from the flop on (POT-07, OMA-02).

    Cards that are unknown, there twice, too few or too many raise a ValueError.
    """
    verify_cards((*hole, *board))
    if omaha and len(hole) != OMAHA_HOLE:
        raise ValueError(f"an Omaha hand has {OMAHA_HOLE} hole cards, not {len(hole)}")
    best = omaha_strength(hole, board) if omaha else strength((*hole, *board))
    five = next(five for five in _fives(hole, board, omaha) if strength(five) == best)
    return MadeHand(best, category(best), tuple(_deciding_first(five)))


def describe(hole: Sequence[Card], board: Sequence[Card], *, omaha: bool = False) -> str:
    """The best hand of a seat in words."""
    return made_hand(hole, board, omaha=omaha).words


def best_five(
    hole: Sequence[Card], board: Sequence[Card], *, omaha: bool = False
) -> tuple[Card, ...]:
    """The five cards that play; hole cards come before equal ones of the board."""
    return made_hand(hole, board, omaha=omaha).five


def _fives(hole: Sequence[Card], board: Sequence[Card], omaha: bool) -> list[tuple[Card, ...]]:
    if not omaha:
        return list(combinations((*hole, *board), 5))
    return [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]


def _deciding_first(five: Sequence[Card]) -> list[Card]:
    """More of a rank before less, then higher before lower; the ace of a wheel is last."""
    ranks = [card >> 2 for card in five]
    if sorted(ranks, reverse=True) == _WHEEL:
        return sorted(five, key=lambda card: (card >> 2 == ACE, -card))
    return sorted(five, key=lambda card: (-ranks.count(card >> 2), -(card >> 2)))


def _plural(rank: int) -> str:
    return _NAMES[rank] + ("es" if _NAMES[rank] == "six" else "s")
