"""Tables behind `ranking`: every distinct five-card hand in order, and keys that add up.

Each rank has a key such that the sums of the keys of seven ranks differ whenever the ranks do (no
rank more than four times); the same then holds for five and six. A hand that is no flush is known
by its sum.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from operator import eq

Ranks = tuple[int, ...]

ACE = 12
RANK_KEYS: tuple[int, ...] = (
    *(0, 1, 5, 22, 98, 453, 2031),
    *(8698, 22854, 83661, 262349, 636345, 1479181),
)
"""The smallest keys, found one after the other, that keep all sums of seven apart."""

STRAIGHTS: tuple[Ranks, ...] = (
    (3, 2, 1, 0, ACE),
    *(tuple(range(top, top - 5, -1)) for top in range(4, ACE + 1)),
)
"""Weakest first; the ace is low in the first and wraps nowhere (HAND-01, HAND-04)."""


def _without(*used: int) -> list[int]:
    """The other ranks, highest first."""
    return [rank for rank in range(ACE, -1, -1) if rank not in used]


def _kickers(count: int, *used: int) -> list[Ranks]:
    """All ways to choose kickers beside the ranks used, weakest first."""
    return sorted(combinations(_without(*used), count))


def unpaired() -> list[Ranks]:
    """Five different ranks that are no straight, weakest first."""
    straights = {tuple(sorted(straight, reverse=True)) for straight in STRAIGHTS}
    return [ranks for ranks in _kickers(5) if ranks not in straights]


def pairs() -> list[Ranks]:
    """One pair and three kickers, weakest first."""
    return [(pair, pair, *rest) for pair in range(13) for rest in _kickers(3, pair)]


def two_pairs() -> list[Ranks]:
    """Two pairs and a kicker, weakest first."""
    return [
        (high, high, low, low, *rest)
        for high, low in _kickers(2)
        for rest in _kickers(1, high, low)
    ]


def trips() -> list[Ranks]:
    """Three of a kind and two kickers, weakest first."""
    return [(three, three, three, *rest) for three in range(13) for rest in _kickers(2, three)]


def full_houses() -> list[Ranks]:
    """Three of a kind and a pair, weakest first."""
    return [(three,) * 3 + pair * 2 for three in range(13) for pair in _kickers(1, three)]


def quads() -> list[Ranks]:
    """Four of a kind and a kicker, weakest first."""
    return [(four,) * 4 + rest for four in range(13) for rest in _kickers(1, four)]


def hands_in_order() -> Iterator[tuple[int, bool, list[Ranks]]]:
    """The nine categories of HAND-03, weakest first: number, whether suited, hands in order."""
    yield 0, False, unpaired()
    yield 1, False, pairs()
    yield 2, False, two_pairs()
    yield 3, False, trips()
    yield 4, False, list(STRAIGHTS)
    yield 5, True, unpaired()
    yield 6, False, full_houses()
    yield 7, False, quads()
    yield 8, True, list(STRAIGHTS)


def rank_sum(ranks: Ranks) -> int:
    """The sum of keys by which the ranks are known."""
    return sum([RANK_KEYS[rank] for rank in ranks])


def rank_mask(ranks: Ranks) -> int:
    """The ranks as bits."""
    return sum([1 << rank for rank in set(ranks)])


def multisets(size: int) -> list[Ranks]:
    """All ways to hold `size` ranks in rising order, no rank more than four times."""
    held = combinations_with_replacement(range(13), size)
    return [ranks for ranks in held if not any(map(eq, ranks, ranks[4:]))]


def grown(smaller: dict[int, int], size: int) -> dict[int, int]:
    """The best strength of `size` ranks, from those of one rank less."""
    table = {}
    for ranks in multisets(size):
        total = rank_sum(ranks)
        table[total] = max([smaller[total - RANK_KEYS[rank]] for rank in set(ranks)])
    return table


def best_suited(flushes: dict[int, int]) -> list[int]:
    """The best flush by mask of suited ranks; 0 where there are fewer than five."""
    table = [0] * (1 << 13)
    for mask in range(1 << 13):
        if mask in flushes:
            table[mask] = flushes[mask]
        elif mask.bit_count() > 5:
            table[mask] = max([table[mask & ~(1 << rank)] for rank in range(13)])
    return table
