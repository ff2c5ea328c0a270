"""How strong a made hand is: a number from 1 (7-5-4-3-2) to 7462 (royal flush), equal on a tie.

The numbers count the distinct five-card hands in order, so they compare between any number of
cards and between games. Cards must be known and different; that is not looked at here.
"""

from bisect import bisect_right
from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations
from typing import Final

from cardroom.engine.rank_tables import (
    RANK_KEYS,
    best_suited,
    grown,
    hands_in_order,
    rank_mask,
    rank_sum,
)


class Category(IntEnum):
    """The categories of HAND-03, weakest first. A royal flush is a straight flush (HAND-04)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


STRONGEST: Final = 7462
_NO_SUIT: Final = -1
_SHIFT: Final = 23
_RANKS: Final = (1 << _SHIFT) - 1
_SUIT_KEYS: Final = (0, 1, 8, 64)

# A card's key: its rank's in the low bits, and above them one octal digit per suit but clubs.
_KEYS: Final[list[int]] = [
    RANK_KEYS[card >> 2] + (_SUIT_KEYS[card & 3] << _SHIFT) for card in range(52)
]
_RANK: Final[list[int]] = [card >> 2 for card in range(52)]
_RANK_BY_13: Final[list[int]] = [card // 4 * 13 for card in range(52)]


def _suit_of(cards: int, needed: int) -> list[int]:
    """By the octal digits of so many cards: the suit held at least `needed` times, or none."""
    table = [_NO_SUIT] * 512
    for digits in range(512):
        held = (0, digits & 7, digits >> 3 & 7, digits >> 6)
        held = (cards - sum(held), *held[1:])
        table[digits] = next((suit for suit in range(4) if held[suit] >= needed), _NO_SUIT)
    return table


_FLUSH_OF_5: Final[list[int]] = _suit_of(5, 5)
_FLUSH_OF_6: Final[list[int]] = _suit_of(6, 5)
_FLUSH_OF_7: Final[list[int]] = _suit_of(7, 5)
_THREE_ON_BOARD: Final[list[list[int]]] = [_suit_of(size, 3) for size in range(6)]

# Filled on first use: building them takes a moment that an import should not.
_FIVE: Final[dict[int, int]] = {}
_SIX: Final[dict[int, int]] = {}
_SEVEN: Final[dict[int, int]] = {}
_SUITED: Final[list[int]] = []
_WEAKEST_OF: Final[list[int]] = []
_OMAHA_BOARDS: Final[list[dict[int, list[int]]]] = [{} for _ in range(6)]
_OMAHA_SUITED: Final[dict[int, int]] = {}


def prepare() -> None:
    """Build the tables now instead of at the first hand that is ranked."""
    if _SEVEN:
        return
    flushes: dict[int, int] = {}
    count = 0
    for _, suited, hands in hands_in_order():
        _WEAKEST_OF.append(count + 1)
        for ranks in hands:
            count += 1
            if suited:
                flushes[rank_mask(ranks)] = count
            else:
                _FIVE[rank_sum(ranks)] = count
    assert count == STRONGEST
    _SUITED.extend(best_suited(flushes))
    _SIX.update(grown(_FIVE, 6))
    _SEVEN.update(grown(_SIX, 7))


def category(strength: int) -> Category:
    """The category that a strength belongs to (HAND-03)."""
    prepare()
    return Category(bisect_right(_WEAKEST_OF, strength) - 1)


def strength(cards: Sequence[int]) -> int:
    """The strength of the best five of five, six or seven cards (POT-07, HAND-01..05)."""
    count = len(cards)
    if count == 7:
        a, b, c, d, e, f, g = cards
        key = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g]
        suit = _FLUSH_OF_7[key >> _SHIFT]
        table = _SEVEN
    elif count == 6:
        a, b, c, d, e, f = cards
        key = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f]
        suit = _FLUSH_OF_6[key >> _SHIFT]
        table = _SIX
    elif count == 5:
        a, b, c, d, e = cards
        key = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e]
        suit = _FLUSH_OF_5[key >> _SHIFT]
        table = _FIVE
    else:
        raise ValueError(f"a made hand is ranked from 5 to 7 cards, not {count}")
    if not table:
        prepare()
    if suit != _NO_SUIT:
        # Five suited cards leave no room for four of a kind or a full house.
        return _SUITED[_suited_ranks(cards, suit)]
    return table[key & _RANKS]


def omaha_strength(hole: Sequence[int], board: Sequence[int]) -> int:
    """The strength of exactly two of four hole cards with exactly three of the board (OMA-02)."""
    a, b, c, d = hole
    key = 0
    for card in board:
        key += _KEYS[card]
    size = len(board)
    row = _OMAHA_BOARDS[size].get(key & _RANKS)
    if row is None:
        row = _omaha_row(board)
        _OMAHA_BOARDS[size][key & _RANKS] = row
    a13 = _RANK_BY_13[a]
    b13 = _RANK_BY_13[b]
    c_rank = _RANK[c]
    d_rank = _RANK[d]
    best = max(
        row[a13 + _RANK[b]],
        row[a13 + c_rank],
        row[a13 + d_rank],
        row[b13 + c_rank],
        row[b13 + d_rank],
        row[_RANK_BY_13[c] + d_rank],
    )
    suit = _THREE_ON_BOARD[size][key >> _SHIFT]
    if suit != _NO_SUIT:
        best = max(best, _omaha_flush(_suited_ranks(hole, suit), _suited_ranks(board, suit)))
    return best


def _suited_ranks(cards: Sequence[int], suit: int) -> int:
    """The ranks of one suit as bits."""
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask


def _omaha_row(board: Sequence[int]) -> list[int]:
    """The best strength without a flush on this board, by 13 x one hole rank + the other."""
    if not 3 <= len(board) <= 5:
        raise ValueError(f"an Omaha hand is ranked on 3 to 5 board cards, not {len(board)}")
    prepare()
    threes = {rank_sum((_RANK[x], _RANK[y], _RANK[z])) for x, y, z in combinations(board, 3)}
    row = [0] * 169
    for high in range(13):
        for low in range(high + 1):
            pair = RANK_KEYS[high] + RANK_KEYS[low]
            # A rank five times over stands in no table; no deal makes it.
            best = max([_FIVE.get(pair + three, 0) for three in threes])
            row[high * 13 + low] = row[low * 13 + high] = best
    return row


def _omaha_flush(hole: int, board: int) -> int:
    """The best flush from suited ranks given as bits, two of the hole and three of the board."""
    key = hole << 13 | board
    if key not in _OMAHA_SUITED:
        held = [1 << rank for rank in range(13) if hole >> rank & 1]
        shown = [1 << rank for rank in range(13) if board >> rank & 1]
        _OMAHA_SUITED[key] = max(
            [
                _SUITED[x | y | sum(three)]
                for x, y in combinations(held, 2)
                for three in combinations(shown, 3)
            ],
            default=0,
        )
    return _OMAHA_SUITED[key]
