"""How strong a made hand is: a number from 1 (7-5-4-3-2) to 7462 (royal flush), equal on a tie.

The numbers count the distinct five-card hands in order, so they compare between any number of
cards and between games. Cards must be known and different; that is not looked at here.
"""
# ruff: noqa: PLR1730 - a call of max() takes longer than the comparison that it saves

from bisect import bisect_right
from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from typing import Final

from cardroom.odds.rank_tables import (
    HIGH_SHIFT,
    HIGH_SUMS,
    LOW_SUMS,
    RANK_KEYS,
    STRONGEST,
    best_suited,
    grown,
    hands_in_order,
    high_places,
    low_places,
    multisets,
    placed,
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


NO_SUIT: Final = -1
SUIT_SHIFT: Final = 30
_SUIT_KEYS: Final = (0, 1, 8, 64)

# A card's key: its rank's, and above it one octal digit per suit but clubs.
KEYS: Final[list[int]] = [
    RANK_KEYS[card >> 2] + (_SUIT_KEYS[card & 3] << SUIT_SHIFT) for card in range(52)
]
# The sum of two cards' keys, by 52 x one card + the other: half as many look-ups.
PAIR_KEYS: Final[list[int]] = [one + other for one in KEYS for other in KEYS]
_RANK: Final[bytes] = bytes([card >> 2 for card in range(52)])
_RANK_BY_13: Final[bytes] = bytes([card // 4 * 13 for card in range(52)])
_SUITED_BIT: Final[list[list[int]]] = [
    [1 << (card >> 2) if card & 3 == suit else 0 for card in range(52)] for suit in range(4)
]
# Two ranks: the sum of their keys, then by 13 x one rank + the other where that sum is.
_PAIRS: Final[list[int]] = [rank_sum(two) for two in combinations_with_replacement(range(13), 2)]
_PAIR_OF: Final[list[int]] = [
    _PAIRS.index(RANK_KEYS[one] + RANK_KEYS[other]) for one in range(13) for other in range(13)
]
# Three of a rank, and the pair that cannot go with them.
_FIFTH_CARD: Final[dict[int, int]] = {3 * key: 2 * key for key in RANK_KEYS}

# Filled on first use: building them takes a moment that an import should not.
HIGH_PLACES: Final[list[int]] = []
LOW_PLACES: Final[list[list[int]]] = [[] for _ in range(8)]
STRENGTHS: Final[list[list[int]]] = [[] for _ in range(8)]
FLUSH_SUITS: Final[list[list[int]]] = [[] for _ in range(8)]
SUITED: Final[list[int]] = []
_WEAKEST_OF: Final[list[int]] = []
OMAHA_SUITS: Final[list[int]] = []
_OMAHA_ROWS: Final[list[bytes]] = []
_OMAHA_THREES: Final[dict[int, list[int]]] = {}
_OMAHA_SUITED: Final[dict[int, int]] = {}

# Seven cards and Omaha boards are what is ranked most: their tables by name.
_LOW_PLACES_5: Final[list[int]] = LOW_PLACES[5]
_LOW_PLACES_7: Final[list[int]] = LOW_PLACES[7]
_STRENGTHS_7: Final[list[int]] = STRENGTHS[7]
_FLUSH_SUITS_7: Final[list[int]] = FLUSH_SUITS[7]


def prepare() -> None:
    """Build the tables now instead of at the first hand that is ranked."""
    if SUITED:
        return
    HIGH_PLACES[:] = high_places()
    for size in (5, 6, 7):
        LOW_PLACES[size][:] = low_places(size)
        FLUSH_SUITS[size][:] = _suit_held(size, 5)
    _OMAHA_ROWS[:] = [b""] * len(multisets(5))
    OMAHA_SUITS[:] = _suit_held(5, 3)
    five, flushes = _five_card_hands()
    six = grown(five, 6)
    for size, strengths in ((5, five), (6, six), (7, grown(six, 7))):
        STRENGTHS[size][:] = placed(strengths, LOW_PLACES[size], HIGH_PLACES)
    # Last, because it tells that all is there; built twice at once, the tables come out the same.
    SUITED[:] = best_suited(flushes)


def _five_card_hands() -> tuple[dict[int, int], dict[int, int]]:
    """Number all hands in order: those known by the sum of their ranks, flushes by mask."""
    sums: dict[int, int] = {}
    masks: dict[int, int] = {}
    weakest: list[int] = []
    count = 0
    for suited, hands in hands_in_order():
        weakest.append(count + 1)
        for ranks in hands:
            count += 1
            if suited:
                masks[rank_mask(ranks)] = count
            else:
                sums[rank_sum(ranks)] = count
    assert count == STRONGEST
    _WEAKEST_OF[:] = weakest
    return sums, masks


def _suit_held(cards: int, needed: int) -> list[int]:
    """By the octal digits of some cards: the suit held at least `needed` times, or none."""
    table = [NO_SUIT] * 512
    for diamonds in range(cards + 1):
        for hearts in range(cards + 1 - diamonds):
            for spades in range(cards + 1 - diamonds - hearts):
                held = (cards - diamonds - hearts - spades, diamonds, hearts, spades)
                if max(held) >= needed:
                    table[diamonds + 8 * hearts + 64 * spades] = held.index(max(held))
    return table


def category(strength: int) -> Category:
    """The category that a strength belongs to (HAND-03)."""
    prepare()
    return Category(bisect_right(_WEAKEST_OF, strength) - 1)


def strength(cards: Sequence[int]) -> int:
    """The strength of the best five of five, six or seven cards (POT-07, HAND-01..05)."""
    held: list[int] = cards if isinstance(cards, list) else list(cards)
    if len(held) != 7 or not SUITED:
        return _strength_of_any(held)
    a, b, c, d, e, f, g = held
    key = PAIR_KEYS[a * 52 + b] + PAIR_KEYS[c * 52 + d] + PAIR_KEYS[e * 52 + f] + KEYS[g]
    suit = _FLUSH_SUITS_7[key >> SUIT_SHIFT]
    if suit != NO_SUIT:
        # Five suited cards leave no room for four of a kind or a full house.
        return SUITED[suited_mask(held, suit)]
    return _STRENGTHS_7[_LOW_PLACES_7[key & LOW_SUMS] + HIGH_PLACES[key >> HIGH_SHIFT & HIGH_SUMS]]


def _strength_of_any(cards: list[int]) -> int:
    """As `strength`, for any number of cards, and when the tables are not there yet."""
    prepare()
    size = len(cards)
    if not 5 <= size <= 7:
        raise ValueError(f"a made hand is ranked from 5 to 7 cards, not {size}")
    key = 0
    for card in cards:
        key += KEYS[card]
    suit = FLUSH_SUITS[size][key >> SUIT_SHIFT]
    if suit != NO_SUIT:
        return SUITED[suited_mask(cards, suit)]
    return unsuited_strength(size, key)


def unsuited_strength(size: int, key: int) -> int:
    """The strength of `size` cards by the sum of their keys, as if they were of many suits."""
    return STRENGTHS[size][_place(size, key)]


def _place(size: int, key: int) -> int:
    """Where hands of these ranks are in the tables of their size."""
    return LOW_PLACES[size][key & LOW_SUMS] + HIGH_PLACES[key >> HIGH_SHIFT & HIGH_SUMS]


def omaha_strength(hole: Sequence[int], board: Sequence[int]) -> int:
    """The strength of exactly two of four hole cards with exactly three of the board (OMA-02)."""
    shown: list[int] = board if isinstance(board, list) else list(board)
    held: list[int] = hole if isinstance(hole, list) else list(hole)
    if len(shown) != 5 or not SUITED:
        return _omaha_strength_of_any(held, shown)
    v, w, x, y, z = shown
    key = PAIR_KEYS[v * 52 + w] + PAIR_KEYS[x * 52 + y] + KEYS[z]
    place = _LOW_PLACES_5[key & LOW_SUMS] + HIGH_PLACES[key >> HIGH_SHIFT & HIGH_SUMS]
    row = _OMAHA_ROWS[place]
    if not row:
        row = _omaha_row(shown, place)
    a, b, c, d = held
    a_row = _RANK_BY_13[a]
    b_row = _RANK_BY_13[b]
    c_rank = _RANK[c]
    d_rank = _RANK[d]
    best = row[a_row + _RANK[b]]
    other = row[a_row + c_rank]
    if other > best:
        best = other
    other = row[a_row + d_rank]
    if other > best:
        best = other
    other = row[b_row + c_rank]
    if other > best:
        best = other
    other = row[b_row + d_rank]
    if other > best:
        best = other
    other = row[_RANK_BY_13[c] + d_rank]
    if other > best:
        best = other
    best = row[169 + 2 * best] << 8 | row[170 + 2 * best]
    suit = OMAHA_SUITS[key >> SUIT_SHIFT]
    if suit != NO_SUIT:
        bits = _SUITED_BIT[suit]
        suited = bits[a] | bits[b] | bits[c] | bits[d]
        if suited & (suited - 1):
            other = omaha_flush(suited, suited_mask(shown, suit))
            if other > best:
                best = other
    return best


def _omaha_strength_of_any(hole: list[int], board: list[int]) -> int:
    """As `omaha_strength`, for any street, and when the tables are not there yet."""
    prepare()
    if not 3 <= len(board) <= 5:
        raise ValueError(f"an Omaha hand is ranked on 3 to 5 board cards, not {len(board)}")
    return max(
        [
            _strength_of_any([*two, *three])
            for two in combinations(hole, 2)
            for three in combinations(board, 3)
        ]
    )


def suited_mask(cards: Sequence[int], suit: int) -> int:
    """The ranks of one suit as bits."""
    bits = _SUITED_BIT[suit]
    mask = 0
    for card in cards:
        mask |= bits[card]
    return mask


def _omaha_row(board: list[int], place: int) -> bytes:
    """Rank what any two hole ranks make on this board without a flush, and remember it.

    The row has, by 13 x one rank + the other, a place among the strengths that this board allows,
    a byte each, and behind them these strengths, two bytes each: all that a hand asks for lies
    together, and all boards fit the processor's cache.
    """
    threes = {rank_sum((_RANK[x], _RANK[y], _RANK[z])) for x, y, z in combinations(board, 3)}
    rows = [_with_three(three) for three in threes]
    best = list(map(max, *rows)) if len(rows) > 1 else rows[0]
    strengths = sorted(set(best))
    order = {strength: number for number, strength in enumerate(strengths)}
    row = bytes([order[best[pair]] for pair in _PAIR_OF])
    row += b"".join([strength.to_bytes(2, "big") for strength in strengths])
    _OMAHA_ROWS[place] = row
    return row


def _with_three(three: int) -> list[int]:
    """What each pair of ranks makes with three board ranks, known by the sum of their keys."""
    if three not in _OMAHA_THREES:
        # There is no fifth card of a rank: such a pair makes nothing.
        none = _FIFTH_CARD.get(three, 0)
        _OMAHA_THREES[three] = [
            unsuited_strength(5, pair + three) if pair != none else 0 for pair in _PAIRS
        ]
    return _OMAHA_THREES[three]


def omaha_flush(hole: int, board: int) -> int:
    """The best flush from suited ranks as bits, exactly two of the hole and three of the board."""
    key = hole << 13 | board
    if key not in _OMAHA_SUITED:
        held = [1 << rank for rank in range(13) if hole >> rank & 1]
        shown = [1 << rank for rank in range(13) if board >> rank & 1]
        _OMAHA_SUITED[key] = max(
            [
                SUITED[x | y | sum(three)]
                for x, y in combinations(held, 2)
                for three in combinations(shown, 3)
            ],
            default=0,
        )
    return _OMAHA_SUITED[key]
