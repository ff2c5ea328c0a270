"""The best five cards, by trying all of them: a second opinion on every showdown (HAND-01..05).

Written from the catalogue alone; nothing of the engine is imported. Cards are numbers as they are
stored: four of a rank one after the other, the deuces first.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product

Value = tuple[int, ...]
"""The category, then what breaks ties, highest first: the larger tuple is the better hand."""

STRAIGHT_FLUSH, FOUR, FULL, FLUSH, STRAIGHT, THREE, TWO_PAIR, PAIR, HIGH = range(9, 0, -1)
SHAPES = {(4, 1): FOUR, (3, 2): FULL, (3, 1, 1): THREE, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}
WHEEL = [14, 5, 4, 3, 2]


def five_cards(cards: Sequence[int]) -> Value:
    """What five cards are worth (HAND-03)."""
    ranks = sorted((card // 4 + 2 for card in cards), reverse=True)
    is_flush = len({card % 4 for card in cards}) == 1
    if len(set(ranks)) == 5:
        is_wheel = ranks == WHEEL
        if is_wheel or ranks[0] - ranks[4] == 4:
            top = 5 if is_wheel else ranks[0]
            return (STRAIGHT_FLUSH if is_flush else STRAIGHT, top)
        return (FLUSH if is_flush else HIGH, *ranks)
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return (SHAPES[tuple(count for count, _ in groups)], *(rank for _, rank in groups))


def best(hole: Sequence[int], board: Sequence[int]) -> Value:
    """The best hand of a player: any five of seven, in Omaha two and three (POT-07, OMA-02)."""
    return max(map(five_cards, _choices(hole, board)))


def _choices(hole: Sequence[int], board: Sequence[int]) -> Iterable[tuple[int, ...]]:
    if len(hole) == 2:
        return combinations((*hole, *board), 5)
    pairs = product(combinations(hole, 2), combinations(board, 3))
    return (own + common for own, common in pairs)
