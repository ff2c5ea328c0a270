"""Tables behind `ranking`: every distinct five-card hand in order, and a place for every hand.

A hand that is no flush is known by its ranks alone. The ranks are cut into low ones (deuce to
eight) and high ones (nine to ace), and each rank has a key such that the sum over either half tells
which ranks were added up. A hand's place in the table of its size is then `low[sum] + high[sum]`:
hands with the same low ranks are together, in the order of their high ranks.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from operator import eq
from typing import Final

Ranks = tuple[int, ...]

ACE = 12
FIRST_HIGH = 7
STRONGEST: Final = 7462
_NUMBERS: Final[list[int]] = list(range(STRONGEST + 1))
HIGH_SHIFT: Final = 16
LOW_SUMS: Final = 0xFFFF
HIGH_SUMS: Final = 0x3FFF
_HALF_KEYS = (1, 5, 24, 112, 521, 2247, 9244)
"""The smallest keys whose sums of up to seven, no key more than four times, all differ."""

RANK_KEYS: tuple[int, ...] = (
    *_HALF_KEYS,
    *(key << HIGH_SHIFT for key in _HALF_KEYS[: ACE + 1 - FIRST_HIGH]),
)

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


def hands_in_order() -> Iterator[tuple[bool, list[Ranks]]]:
    """The nine categories of HAND-03, weakest first: whether suited, and the hands in order."""
    yield False, unpaired()
    yield False, pairs()
    yield False, two_pairs()
    yield False, trips()
    yield False, list(STRAIGHTS)
    yield True, unpaired()
    yield False, full_houses()
    yield False, quads()
    yield True, list(STRAIGHTS)


def rank_sum(ranks: Iterable[int]) -> int:
    """The sum of keys by which the ranks are known."""
    return sum([RANK_KEYS[rank] for rank in ranks])


def rank_mask(ranks: Ranks) -> int:
    """The ranks as bits."""
    return sum([1 << rank for rank in set(ranks)])


def multisets(size: int, first: int = 0, last: int = ACE) -> list[Ranks]:
    """All ways to hold `size` of the ranks in rising order, no rank more than four times."""
    held = combinations_with_replacement(range(first, last + 1), size)
    return [ranks for ranks in held if not any(map(eq, ranks, ranks[4:]))]


def high_places() -> list[int]:
    """By sum of the high ranks' keys: the place among as many high ranks."""
    table = [0] * ((rank_sum((ACE,) * 4 + (ACE - 1,) * 3) >> HIGH_SHIFT) + 1)
    for size in range(8):
        for place, ranks in enumerate(multisets(size, FIRST_HIGH)):
            table[rank_sum(ranks) >> HIGH_SHIFT] = place
    return table


def low_places(size: int) -> list[int]:
    """By sum of the low ranks' keys: where the hands of `size` cards with these low ranks begin."""
    top = FIRST_HIGH - 1
    table = [0] * (rank_sum((top,) * 4 + (top - 1,) * 3) + 1)
    begin = 0
    for count in range(size + 1):
        width = len(multisets(size - count, FIRST_HIGH))
        for ranks in multisets(count, 0, top):
            table[rank_sum(ranks)] = begin
            begin += width
    return table


def grown(smaller: dict[int, int], size: int) -> dict[int, int]:
    """The best strength of `size` ranks: the best that is left when one is taken away."""
    table = {}
    for ranks in multisets(size):
        total = rank_sum(ranks)
        table[total] = max([smaller[total - RANK_KEYS[rank]] for rank in set(ranks)])
    return table


def placed(strengths: dict[int, int], low: list[int], high: list[int]) -> list[int]:
    """The strengths in their places."""
    table = [0] * len(strengths)
    for total, strength in strengths.items():
        table[low[total & LOW_SUMS] + high[total >> HIGH_SHIFT]] = strength
    return shared(table)


def shared(table: list[int]) -> list[int]:
    """The same strengths, but equal ones are one object: compiled code would make one each."""
    return list(map(_NUMBERS.__getitem__, table))


def best_suited(flushes: dict[int, int]) -> list[int]:
    """The best flush by mask of suited ranks; 0 where there are fewer than five."""
    table = [0] * (1 << 13)
    for mask in range(1 << 13):
        if mask in flushes:
            table[mask] = flushes[mask]
        elif mask.bit_count() > 5:
            table[mask] = max([table[mask & ~(1 << rank)] for rank in range(13)])
    return table
