"""Who wins how many of the boards that may come: as `runouts`, with numpy (the extra `fast`)."""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from cardroom.odds.batches import (
    Ints,
    Strengths,
    omaha_flushes,
    omaha_pair,
    places,
    suited_strengths,
    tables,
)
from cardroom.odds.equity_question import EquityQuestion
from cardroom.odds.rank_tables import RANK_KEYS, multisets, rank_mask, rank_sum
from cardroom.odds.ranking import suited_mask
from cardroom.odds.runouts import Outcomes, Progress

_WAYS = np.array([comb(held, taken) for held in range(5) for taken in range(5)])


class FlushBoards(NamedTuple):
    """Suited cards to come with what each hand's flush is worth, and the others' ranks and ways."""

    suited_keys: Ints
    strengths: list[Strengths]
    other_keys: Ints
    ways: Ints


class Ranks(NamedTuple):
    """All ways to hold a number of ranks: their keys, and how many of each rank."""

    keys: Ints
    counts: Ints


@cache
def all_ranks(size: int) -> Ranks:
    """All ways to hold `size` ranks."""
    held = multisets(size)
    counts = [[ranks.count(rank) for ranks in held] for rank in range(13)]
    return Ranks(np.array([rank_sum(ranks) for ranks in held]), np.array(counts))


@cache
def suited_choices(size: int) -> tuple[Ints, Ints]:
    """All ways to choose `size` ranks of one suit: their masks and their keys."""
    chosen = list(combinations(range(13), size))
    masks = [rank_mask(ranks) for ranks in chosen]
    return np.array(masks), np.array([rank_sum(ranks) for ranks in chosen])


def rank_ways(cards: Sequence[int], count: int) -> tuple[Ints, Ints]:
    """The keys of all ranks that `count` of the cards can have, and in how many ways each."""
    ranks = all_ranks(count)
    left = np.bincount(np.array(cards) >> 2, minlength=13)
    ways = _WAYS.take(ranks.counts + 5 * left[:, np.newaxis]).prod(axis=0)
    possible = ways.nonzero()[0]
    return ranks.keys[possible], ways[possible]


def count_outcomes(question: EquityQuestion, progress: Progress) -> Outcomes:
    """Who wins how many boards, all of them counted."""
    shown = rank_sum(card >> 2 for card in question.board)
    keys, left = rank_ways(question.stub, question.to_come)
    by_place = np.zeros(len(all_ranks(5).keys), dtype=np.int64)
    by_place[places(5, keys + shown)] = np.arange(len(keys))
    unsuited = _unsuited_strengths(question, keys + shown)
    outcomes = np.zeros(1 << len(question.hands), dtype=np.int64)
    total = int(left.sum())
    for flush in _flush_boards(question):
        boards = by_place.take(places(5, np.add.outer(flush.suited_keys + shown, flush.other_keys)))
        held = [
            np.maximum(strengths.take(boards), suited[:, np.newaxis])
            for strengths, suited in zip(unsuited, flush.strengths, strict=True)
        ]
        ways = flush.ways[np.newaxis].repeat(len(boards), axis=0).ravel()
        outcomes += _by_winners(held, ways)
        left -= _summed(boards, ways, len(left))
        progress(int(outcomes.sum()), total)
    outcomes += _by_winners(unsuited, left)
    progress(total, total)
    return {mask: count for mask, count in enumerate(outcomes.tolist()) if count}


def _flush_boards(question: EquityQuestion) -> Iterator[FlushBoards]:
    """Boards on which somebody has a flush, by suit and by how many of it are to come."""
    stub = question.stub
    for suit in range(4):
        on_board = suited_mask(question.board, suit)
        needed = max(0, question.suited_needed(suit) - on_board.bit_count())
        if needed > question.to_come:
            continue
        of_suit = suited_mask(stub, suit)
        of_others = [card for card in stub if card & 3 != suit]
        for count in range(needed, question.to_come + 1):
            masks, keys = suited_choices(count)
            possible = ((masks & ~of_suit) == 0).nonzero()[0]
            strengths = _flush_strengths(question, suit, masks[possible] | on_board)
            others = rank_ways(of_others, question.to_come - count)
            yield FlushBoards(keys[possible], strengths, *others)


def _by_winners(held: list[Strengths], ways: Ints) -> Ints:
    """The ways summed by who shares the pot (POT-04)."""
    best = reduce(np.maximum, held)
    masks = np.zeros(best.shape, dtype=np.int64)
    for place, strengths in enumerate(held):
        masks += (strengths == best) * np.int64(1 << place)
    return _summed(masks, ways, 1 << len(held))


def _summed(which: Ints, ways: Ints, size: int) -> Ints:
    """Add the ways up by number; numpy does it in floats, exact far beyond the boards there are."""
    return np.bincount(which.ravel(), ways, size).astype(np.int64)


def _unsuited_strengths(question: EquityQuestion, keys: Ints) -> list[Strengths]:
    """What each hand is worth on boards of these ranks when there is no flush."""
    ranks = [[card >> 2 for card in hand] for hand in question.hands]
    if question.omaha:
        boards = places(5, keys)
        pairs = [{(max(two), min(two)) for two in combinations(hand, 2)} for hand in ranks]
        return [
            reduce(np.maximum, [omaha_pair(*pair).take(boards) for pair in held]) for held in pairs
        ]
    strengths = tables(7).strengths
    return [strengths.take(places(7, keys + (RANK_KEYS[x] + RANK_KEYS[y]))) for x, y in ranks]


def _flush_strengths(question: EquityQuestion, suit: int, boards: Ints) -> list[Strengths]:
    """What each hand's flush is worth on each board of suited ranks, or nothing."""
    found = []
    for hand in question.hands:
        held = suited_mask(hand, suit)
        if not question.omaha:
            found.append(suited_strengths().take(boards | held))
        elif held.bit_count() >= 2:
            found.append(omaha_flushes(np.full_like(boards, held), boards))
        else:
            found.append(np.zeros(len(boards), dtype=np.int16))
    return found
