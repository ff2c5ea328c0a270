"""Who wins how many of the boards that may come, counted in plain Python.

Boards that cannot make a flush are counted by their ranks, boards that can by their suited cards
and the ranks of the others: some 60,000 cases cover the 1,712,304 boards of two hands before
the flop. `runout_arrays` counts the same with numpy.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb

from cardroom.odds import ranking
from cardroom.odds.equity_question import EquityQuestion
from cardroom.odds.rank_tables import rank_sum

Outcomes = dict[int, int]
"""How many boards each group of hands wins: bit 0 is the first hand, two bits are a tie."""

Progress = Callable[[int, int], None]
"""Gets how many boards are counted, and of how many."""


def count_outcomes(question: EquityQuestion, progress: Progress) -> Outcomes:
    """Who wins how many boards, all of them counted."""
    ranking.prepare()
    outcomes: defaultdict[int, int] = defaultdict(int)
    stub = question.stub
    board_ranks = tuple(card >> 2 for card in question.board)
    hole_keys = _hole_keys(question)
    ways: dict[int, int] = {}
    unsuited: dict[int, tuple[int, ...]] = {}
    for ranks, count in rank_ways(stub, question.to_come):
        key = rank_sum(ranks)
        ways[key] = count
        unsuited[key] = _unsuited_strengths(hole_keys, board_ranks + ranks, question.omaha)
    total = question.boards
    done = 0
    for suit in range(4):
        for suited, others in _flush_boards(question, stub, suit):
            flushes = _flush_strengths(question, suit, (*question.board, *suited))
            suited_key = rank_sum(card >> 2 for card in suited)
            for other_key, count in others:
                key = suited_key + other_key
                ways[key] -= count
                outcomes[winners(map(max, flushes, unsuited[key]))] += count
                done += count
            progress(done, total)
    for key, count in ways.items():
        outcomes[winners(unsuited[key])] += count
    progress(total, total)
    return {mask: count for mask, count in outcomes.items() if count}


def winners(strengths: Iterable[int]) -> int:
    """The hands that share the pot, as bits (POT-04)."""
    held = list(strengths)
    best = max(held)
    return sum([1 << place for place, strength in enumerate(held) if strength == best])


def rank_ways(cards: Sequence[int], count: int) -> list[tuple[tuple[int, ...], int]]:
    """All ranks that `count` of the cards can have, and in how many ways each."""
    found: list[list[tuple[tuple[int, ...], int]]] = [[((), 1)], *([] for _ in range(count))]
    left = [card >> 2 for card in cards]
    for rank in range(13):
        held = left.count(rank)
        for size in range(count, 0, -1):
            for taken in range(1, min(held, size) + 1):
                ways = comb(held, taken)
                for ranks, before in found[size - taken]:
                    found[size].append((ranks + (rank,) * taken, before * ways))
    return found[count]


def _flush_boards(
    question: EquityQuestion, stub: Sequence[int], suit: int
) -> Iterable[tuple[tuple[int, ...], list[tuple[int, int]]]]:
    """Boards on which somebody has a flush: the suited cards to come, the others' ranks."""
    shown = sum(card & 3 == suit for card in question.board)
    of_suit = [card for card in stub if card & 3 == suit]
    of_others = [card for card in stub if card & 3 != suit]
    for count in range(max(0, question.suited_needed(suit) - shown), question.to_come + 1):
        others = [
            (rank_sum(ranks), ways)
            for ranks, ways in rank_ways(of_others, question.to_come - count)
        ]
        for suited in combinations(of_suit, count):
            yield suited, others


def _flush_strengths(question: EquityQuestion, suit: int, board: Sequence[int]) -> list[int]:
    """What each hand's flush is worth, or nothing."""
    shown = ranking.suited_mask(board, suit)
    if question.omaha:
        return [
            ranking.omaha_flush(ranking.suited_mask(hand, suit), shown) for hand in question.hands
        ]
    return [ranking.SUITED[ranking.suited_mask(hand, suit) | shown] for hand in question.hands]


def _unsuited_strengths(
    hole_keys: list[set[int]], board: tuple[int, ...], omaha: bool
) -> tuple[int, ...]:
    """What each hand is worth on a board of these ranks when there is no flush."""
    if omaha:
        threes = {rank_sum(three) for three in combinations(board, 3)}
        return tuple(
            max([ranking.unsuited_strength(5, two + three) for two in twos for three in threes])
            for twos in hole_keys
        )
    key = rank_sum(board)
    return tuple(ranking.unsuited_strength(7, key + two) for (two,) in hole_keys)


def _hole_keys(question: EquityQuestion) -> list[set[int]]:
    """The keys of the two hole cards that play: the only two, or any two in Omaha (OMA-02)."""
    return [
        {rank_sum((x >> 2, y >> 2)) for x, y in combinations(hand, 2)} for hand in question.hands
    ]
