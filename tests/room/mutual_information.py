"""How much one thing tells about another: mutual information, and whether chance alone explains it.

Both are counted in a table: a row for each thing that was seen, a column for each class of cards. A
permutation of the cards among the hands keeps the sums of rows and columns; so tables with the same
sums are drawn, and the real one must not tell more than nearly all of them.
"""

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Counts = Counter[tuple[int, int]]
"""How often something was seen (first) with a class of cards (second)."""
PERMUTATIONS = 1_999


def table_of(counts: Counts) -> NDArray[np.int64]:
    """The counts as rows and columns, without empty ones."""
    seen = {one: place for place, one in enumerate(sorted({one for one, _ in counts}))}
    held = {one: place for place, one in enumerate(sorted({one for _, one in counts}))}
    table = np.zeros((len(seen), len(held)), dtype=np.int64)
    for (row, column), count in counts.items():
        table[seen[row], held[column]] = count
    return table


def bits_told(table: NDArray[np.int64]) -> float:
    """The mutual information of rows and columns, in bits, as far as the table shows it."""
    share = table / table.sum()
    expected = share.sum(1, keepdims=True) * share.sum(0, keepdims=True)
    there = share > 0
    return float((share[there] * np.log2(share[there] / expected[there])).sum())


def chance_of(counts: Counts, seed: int, permutations: int = PERMUTATIONS) -> tuple[float, float]:
    """The bits that are told, and how likely a permutation of the cards tells as much or more."""
    table = table_of(counts)
    told = bits_told(table)
    if min(table.shape) < 2:
        # What is always the same tells nothing.
        return told, 1.0
    chance = np.random.default_rng(seed)
    rows, columns = table.sum(1), table.sum(0)
    as_much = sum(bits_told(_drawn(chance, rows, columns)) >= told for _ in range(permutations))
    return told, (1 + as_much) / (1 + permutations)


def _drawn(
    chance: np.random.Generator, rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> NDArray[np.int64]:
    """A table of chance with these sums: the cards are dealt out to one row after another."""
    left = columns.copy()
    drawn = np.zeros((len(rows), len(columns)), dtype=np.int64)
    for place, count in enumerate(rows):
        drawn[place] = chance.multivariate_hypergeometric(left, count, method="marginals")
        left -= drawn[place]
    return drawn


def added(parts: Iterable[Counts]) -> Counts:
    """Several counts as one."""
    total: Counts = Counter()
    for one in parts:
        total.update(one)
    return total
