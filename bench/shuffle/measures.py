"""What is measured on decks: five statistics, in batches and over the whole run.

Card by position is the usual table of 52 times 52, scaled for permutations: (51/52) X2 has 2,601
degrees of freedom. Unscaled, a fair shuffle would be rejected.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from bench.shuffle.decks import SIZE, Decks
from cardroom.fairness.statistics import chi_square_tail, kolmogorov_smirnov, two_sided

KS_MIN = 0.01
"""Below this the p-values of the batches are not those of a fair shuffle."""
REJECTED = 1e-6
"""A shuffle is rejected below this, which chance alone hardly ever reaches."""
LAST_BIN = 6
Counts = NDArray[np.int64]


def card_by_position(decks: Decks) -> Counts:
    """How often each card is at each position."""
    cells = decks.astype(np.int64) + SIZE * np.arange(SIZE)
    return np.bincount(cells.ravel(), minlength=SIZE * SIZE)


def first_two(decks: Decks) -> Counts:
    """The first card and the second, in their order."""
    cells = decks[:, 0].astype(np.int64) * SIZE + decks[:, 1]
    counts = np.bincount(cells, minlength=SIZE * SIZE)
    return counts[~np.eye(SIZE, dtype=bool).ravel()]


def serial(decks: Decks) -> Counts:
    """The first card of a deck and that of the next one, in pairs that share no deck."""
    cells = decks[0::2, 0].astype(np.int64) * SIZE + decks[1::2, 0]
    return np.bincount(cells, minlength=SIZE * SIZE)


def successions(decks: Decks) -> Counts:
    """In how many places of a deck a card is followed by the next higher one."""
    steps = np.diff(decks.astype(np.int64), axis=1)
    return _binned((steps == 1).sum(axis=1))


def fixed_points(decks: Decks) -> Counts:
    """How many cards of a deck are where they began."""
    return _binned((decks == np.arange(SIZE)).sum(axis=1))


def _binned(numbers: NDArray[np.int64]) -> Counts:
    return np.bincount(np.minimum(numbers, LAST_BIN), minlength=LAST_BIN + 1)


def derangements(count: int) -> int:
    """Orders of this many cards in which none is where it began."""
    ways = 1
    for number in range(1, count + 1):
        ways = number * ways + (-1) ** number
    return ways


def _fixed_point_shares() -> list[float]:
    orders = [comb(SIZE, k) * derangements(SIZE - k) for k in range(SIZE + 1)]
    return _shares(orders)


def _succession_shares() -> list[float]:
    orders = [
        comb(SIZE - 1, k) * (derangements(SIZE - k) + derangements(SIZE - k - 1))
        for k in range(SIZE)
    ]
    return _shares(orders)


def _shares(orders: list[int]) -> list[float]:
    assert sum(orders) == factorial(SIZE), "every order is counted once"
    return [
        *(ways / factorial(SIZE) for ways in orders[:LAST_BIN]),
        sum(orders[LAST_BIN:]) / factorial(SIZE),
    ]


@dataclass(frozen=True)
class Measure:
    """A statistic: how to count, what to expect, and how its chi-square is scaled."""

    count: Callable[[Decks], Counts]
    shares: NDArray[np.float64]
    degrees: int
    scale: float = 1.0

    def tail(self, counts: Counts) -> float:
        """How likely a fair shuffle gives this much or more."""
        expected = self.shares * (counts.sum() / self.shares.sum())
        value = float(((counts - expected) ** 2 / expected).sum())
        return chi_square_tail(self.scale * value, self.degrees)


def _even(cells: int) -> NDArray[np.float64]:
    return np.full(cells, 1 / cells)


MEASURES = {
    "card by position": Measure(card_by_position, _even(2704), 2601, 51 / 52),
    "first two cards": Measure(first_two, _even(2652), 2651),
    "serial": Measure(serial, _even(2704), 2703),
    "successions": Measure(successions, np.array(_succession_shares()), LAST_BIN),
    "fixed points": Measure(fixed_points, np.array(_fixed_point_shares()), LAST_BIN),
}


def counted(decks: Decks) -> dict[str, Counts]:
    """What every statistic needs of a batch."""
    return {name: measure.count(decks) for name, measure in MEASURES.items()}


@dataclass
class Evidence:
    """The p-values of every batch, and the sums over all of them."""

    decks: int = 0
    tails: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in MEASURES})
    sums: dict[str, Counts] = field(default_factory=dict)

    def add(self, decks: int, counted: Mapping[str, Counts]) -> None:
        """Measure one more batch."""
        self.decks += decks
        for name, measure in MEASURES.items():
            counts = counted[name]
            self.tails[name].append(measure.tail(counts))
            self.sums[name] = counts + self.sums.get(name, 0)

    def uniformity(self, name: str) -> float:
        """Kolmogorov-Smirnov: are the p-values of the batches uniform, as chance has them?"""
        return kolmogorov_smirnov(self.tails[name])

    def overall(self, name: str) -> float:
        """The whole run as one batch, two-sided."""
        return two_sided(MEASURES[name].tail(self.sums[name]))

    @property
    def rejected_by(self) -> list[str]:
        """The statistics that no fair shuffle would give."""
        return [
            name for name in MEASURES if min(self.uniformity(name), self.overall(name)) < REJECTED
        ]

    @property
    def is_fair(self) -> bool:
        """Whether every statistic is what chance alone gives."""
        return all(
            self.uniformity(name) > KS_MIN and self.overall(name) > KS_MIN / len(MEASURES)
            for name in MEASURES
        )


def gathered(batches: Iterable[Decks]) -> Evidence:
    """The evidence of all batches."""
    evidence = Evidence()
    for decks in batches:
        evidence.add(len(decks), counted(decks))
    return evidence
