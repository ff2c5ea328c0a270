"""The strengths of many hands that have most of their cards in common, such as one hand on every
board that may come."""

from itertools import combinations
from typing import Final

from cardroom.cards import Card
from cardroom.odds.rank_tables import HIGH_SHIFT, HIGH_SUMS, LOW_SUMS
from cardroom.odds.ranking import (
    FLUSH_SUITS,
    HIGH_PLACES,
    KEYS,
    LOW_PLACES,
    NO_SUIT,
    STRENGTHS,
    SUIT_SHIFT,
    SUITED,
    omaha_strength,
    prepare,
    suited_mask,
)

_BOARD: Final = 5
_HOLDEM: Final = 7


def card_sums(groups: list[list[Card]]) -> list[int]:
    """The keys of each group of cards, added up: what `strengths_with` starts from."""
    sums = []
    for group in groups:
        key = 0
        for card in group:
            key += KEYS[card]
        sums.append(key)
    return sums


def strengths_with(cards: list[Card], groups: list[list[Card]], sums: list[int]) -> list[int]:
    """The strength of these cards with each of the groups, five to seven cards in all."""
    prepare()
    size = len(cards) + len(groups[0])
    if not _BOARD <= size <= _HOLDEM:
        raise ValueError(f"a made hand is ranked from 5 to 7 cards, not {size}")
    flush_suits, low_places, strengths = FLUSH_SUITS[size], LOW_PLACES[size], STRENGTHS[size]
    held = 0
    for card in cards:
        held += KEYS[card]
    found = []
    for place, more in enumerate(sums):
        key = held + more
        suit = flush_suits[key >> SUIT_SHIFT]
        if suit == NO_SUIT:
            low = low_places[key & LOW_SUMS]
            found.append(strengths[low + HIGH_PLACES[key >> HIGH_SHIFT & HIGH_SUMS]])
        else:
            found.append(SUITED[suited_mask(cards, suit) | suited_mask(groups[place], suit)])
    return found


def runout_strengths(hole: list[Card], board: list[Card], stub: list[Card]) -> list[int]:
    """The strength of two cards on every board that may come after the flop, always in the same
    order."""
    cards = [*hole, *board]
    if len(board) == _BOARD:
        return strengths_with(cards, [[]], [0])
    if len(board) == _BOARD - 1:
        ones = [[card] for card in stub]
        return strengths_with(cards, ones, card_sums(ones))
    prepare()
    flush_suits, low_places = FLUSH_SUITS[_HOLDEM], LOW_PLACES[_HOLDEM]
    strengths = STRENGTHS[_HOLDEM]
    held = 0
    for card in cards:
        held += KEYS[card]
    found = []
    for place, turn in enumerate(stub):
        with_turn = held + KEYS[turn]
        for later in range(place + 1, len(stub)):
            river = stub[later]
            key = with_turn + KEYS[river]
            suit = flush_suits[key >> SUIT_SHIFT]
            if suit == NO_SUIT:
                low = low_places[key & LOW_SUMS]
                found.append(strengths[low + HIGH_PLACES[key >> HIGH_SHIFT & HIGH_SUMS]])
            else:
                found.append(SUITED[suited_mask([*cards, turn, river], suit)])
    return found


def omaha_runout_strengths(hole: list[Card], board: list[Card], stub: list[Card]) -> list[int]:
    """The strength of four cards on every board that may come after the flop, two of them with
    three of the board (OMA-02)."""
    to_come = combinations(stub, _BOARD - len(board))
    return [omaha_strength(hole, [*board, *rest]) for rest in to_come]
