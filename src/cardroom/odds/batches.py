"""Strengths of many hands at once; needs numpy (the extra `fast`)."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.odds import ranking
from cardroom.odds.rank_tables import (
    ACE,
    HIGH_SHIFT,
    HIGH_SUMS,
    LOW_SUMS,
    RANK_KEYS,
    STRAIGHTS,
    STRONGEST,
    multisets,
)

Cards = NDArray[np.integer]
Ints = NDArray[np.int64]
Strengths = NDArray[np.int16]

_WEAKEST_STRAIGHT_FLUSH = STRONGEST + 1 - len(STRAIGHTS)

CHUNK = 1 << 14
"""How many hands at a time fit into the processor's cache."""


class Tables(NamedTuple):
    """The tables of `ranking` as arrays, for hands of one size."""

    low: NDArray[np.int32]
    high: NDArray[np.int32]
    strengths: Strengths
    flush_suits: NDArray[np.int8]


@cache
def tables(size: int) -> Tables:
    """The tables for hands of `size` cards; five for the boards of Omaha."""
    ranking.prepare()
    return Tables(
        np.array(ranking.LOW_PLACES[size], dtype=np.int32),
        np.array(ranking.HIGH_PLACES, dtype=np.int32),
        np.array(ranking.STRENGTHS[size], dtype=np.int16),
        np.array(ranking.FLUSH_SUITS[size], dtype=np.int8),
    )


@cache
def suited_strengths() -> Strengths:
    """The best flush by mask of suited ranks."""
    ranking.prepare()
    return np.array(ranking.SUITED, dtype=np.int16)


@cache
def card_keys() -> tuple[Ints, Ints]:
    """The keys of the cards, and of two cards by 52 x one + the other."""
    return np.array(ranking.KEYS), np.array(ranking.PAIR_KEYS)


def places(size: int, keys: Ints) -> NDArray[np.int32]:
    """Where hands of these sums of keys are in the tables of their size."""
    table = tables(size)
    low = table.low.take(keys & LOW_SUMS, mode="clip")
    low += table.high.take(keys >> HIGH_SHIFT & HIGH_SUMS, mode="clip")
    return low


def strengths(hands: Cards) -> Strengths:
    """The strength of every row of five, six or seven cards, as `ranking.strength` gives it."""
    count, size = hands.shape
    if not 5 <= size <= 7:
        raise ValueError(f"a made hand is ranked from 5 to 7 cards, not {size}")
    result = np.empty(count, dtype=np.int16)
    for begin in range(0, count, CHUNK):
        chunk = np.ascontiguousarray(hands[begin : begin + CHUNK].T, dtype=np.int16)
        result[begin : begin + CHUNK] = _strengths(chunk)
    return result


def _strengths(cards: NDArray[np.int16]) -> Strengths:
    """The same for a few hands, given one card of all hands after the other."""
    size = len(cards)
    table = tables(size)
    keys = summed_keys(cards)
    result = table.strengths.take(places(size, keys))
    suits = table.flush_suits.take(keys >> ranking.SUIT_SHIFT)
    flushes = (suits >= 0).nonzero()[0]
    masks = suited_masks(cards, flushes, suits[flushes])
    result[flushes] = suited_strengths().take(masks)
    return result


def summed_keys(cards: NDArray[np.int16]) -> Ints:
    """The sum of the keys of all hands, given one card of all hands after the other."""
    singles, pairs = card_keys()
    total: Ints = pairs.take(cards[0] * np.int16(52) + cards[1])
    for place in range(2, len(cards) - 1, 2):
        total += pairs.take(cards[place] * np.int16(52) + cards[place + 1])
    if len(cards) % 2:
        total += singles.take(cards[-1])
    return total


def suited_masks(cards: NDArray[np.int16], hands: Ints, suits: NDArray[np.int8]) -> Ints:
    """The ranks of one suit as bits, for the hands with these numbers."""
    bits = suited_bits()
    begin = suits.astype(np.int64) * 52
    masks: Ints = bits.take(begin + cards[0].take(hands))
    for column in cards[1:]:
        masks |= bits.take(begin + column.take(hands))
    return masks


@cache
def suited_bits() -> Ints:
    """By 52 x suit + card: the card's rank as a bit, or nothing for another suit."""
    cards = np.arange(52)
    return np.concatenate([np.where(cards & 3 == suit, 1 << (cards >> 2), 0) for suit in range(4)])


@cache
def omaha_boards() -> Ints:
    """By place of the board's five ranks: the sums of the keys of its ten threes."""
    keys = np.array(RANK_KEYS, dtype=np.int64)
    boards = keys[np.array(multisets(5))]
    in_place = np.empty_like(boards)
    in_place[places(5, boards.sum(axis=1))] = boards
    threes = [(x, y, z) for z in range(5) for y in range(z) for x in range(y)]
    return np.stack([in_place[:, three].sum(axis=1) for three in threes])


@cache
def omaha_pair(high: int, low: int) -> Strengths:
    """By place of the board's ranks: the best without a flush that two hole ranks make (OMA-02)."""
    keys = omaha_boards() + (RANK_KEYS[high] + RANK_KEYS[low])
    # A rank five times over is nobody's hand; nobody reads that entry.
    best: Strengths = tables(5).strengths.take(places(5, keys), mode="clip").max(axis=0)
    return best


@cache
def omaha_suits() -> NDArray[np.int8]:
    """The suit that three of five board cards share, by the octal digits of their suits."""
    ranking.prepare()
    return np.array(ranking.OMAHA_SUITS, dtype=np.int8)


@cache
def omaha_table() -> Strengths:
    """All of `omaha_pair`: a board's row has 13 x one hole rank + the other."""
    rows = [omaha_pair(max(x, y), min(x, y)) for x in range(13) for y in range(13)]
    return np.ascontiguousarray(np.stack(rows, axis=1)).ravel()


def omaha_strengths(holes: Cards, boards: Cards) -> Strengths:
    """The strength of every four hole cards on every five of the board (OMA-02)."""
    if holes.shape[1] != 4 or boards.shape[1] != 5 or len(holes) != len(boards):
        raise ValueError("Omaha hands are rows of four hole cards and of five board cards")
    result = np.empty(len(holes), dtype=np.int16)
    for begin in range(0, len(holes), CHUNK):
        rows = slice(begin, begin + CHUNK)
        held = np.ascontiguousarray(holes[rows].T, dtype=np.int16)
        shown = np.ascontiguousarray(boards[rows].T, dtype=np.int16)
        result[rows] = _omaha_strengths(held, shown)
    return result


def _omaha_strengths(held: NDArray[np.int16], shown: NDArray[np.int16]) -> Strengths:
    keys = summed_keys(shown)
    table = omaha_table()
    ranks = (held >> 2).astype(np.int64)
    rows = ranks * 13 + places(5, keys) * np.int64(169)
    best: Strengths = table.take(rows[0] + ranks[1])
    for x, y in ((0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        np.maximum(best, table.take(rows[x] + ranks[y]), out=best)
    suits = omaha_suits().take(keys >> ranking.SUIT_SHIFT)
    flushes = (suits >= 0).nonzero()[0]
    holes = suited_masks(held, flushes, suits[flushes])
    two = (np.bitwise_count(holes) >= 2).nonzero()[0]
    flushes = flushes[two]
    boards = suited_masks(shown, flushes, suits[flushes])
    best[flushes] = np.maximum(best[flushes], omaha_flushes(holes[two], boards))
    return best


@cache
def highest(count: int) -> Ints:
    """By mask of ranks: the mask of its highest `count`."""
    masks = np.arange(1 << 13)
    kept = np.zeros_like(masks)
    for rank in range(ACE, -1, -1):
        kept |= np.where(np.bitwise_count(kept) < count, masks & 1 << rank, 0)
    return kept


def omaha_flushes(holes: Ints, boards: Ints) -> Strengths:
    """The best flush of each: the highest two and three, unless others make a straight flush."""
    best: Strengths = suited_strengths().take(highest(2).take(holes) | highest(3).take(boards))
    straight = suited_strengths().take(holes | boards) >= _WEAKEST_STRAIGHT_FLUSH
    for place in straight.nonzero()[0]:
        best[place] = ranking.omaha_flush(int(holes[place]), int(boards[place]))
    return best
