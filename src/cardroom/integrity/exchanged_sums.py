"""Sums of what a partner met with, against all exchanges of partners within kinds of spot.

The first three moments over all exchanges are exact. The chance beyond the observed sum is that of
the gamma distribution with these moments, as is usual for permutations (Pearson's third type). Its
skewness is never taken for less than a bound: no tail is lighter than that of the normal table.
"""

from collections.abc import Sequence
from math import exp, lgamma, log
from typing import Final

from cardroom.integrity.p_values import SMALLEST

SKEWNESS_MIN: Final = 0.05
STEPS: Final = 2_000
"""So many terms of a series at most; it ends long before."""


class Stratum:
    """The values of one kind of spot, of which some are a partner's."""

    def __init__(self, values: Sequence[float]) -> None:
        self.size = size = len(values)
        self.mean = mean = sum(values) / size
        self.square = sum([(one - mean) ** 2 for one in values]) / size
        self.cube = sum([(one - mean) ** 3 for one in values]) / size


class ExchangedSum:
    """The sum over a partner's spots, and its moments when chance says which spots are theirs."""

    def __init__(self) -> None:
        self.observed = 0.0
        self.expected = 0.0
        self.variance = 0.0
        self.third = 0.0
        self.spots = 0

    def add(self, stratum: Stratum, drawn: int, observed: float) -> None:
        """Take in one stratum: how many of its values are the partner's, and their sum."""
        size = stratum.size
        rest = size - drawn
        self.spots += drawn
        self.observed += observed
        self.expected += drawn * stratum.mean
        if size > 1:
            self.variance += drawn * rest * stratum.square / (size - 1)
        if size > 2:
            uneven = (rest - drawn) / ((size - 1) * (size - 2))
            self.third += drawn * rest * uneven * stratum.cube

    def add_pairs(self, one: Sequence[float], other: Sequence[float]) -> None:
        """Take in a sum of products when chance says what is multiplied with what.

        Both sides add up to nothing.
        """
        size = len(one)
        self.spots += size
        squares = other_squares = cubes = other_cubes = 0.0
        for a, b in zip(one, other, strict=True):
            self.observed += a * b
            squares += a * a
            other_squares += b * b
            cubes += a * a * a
            other_cubes += b * b * b
        if size > 1:
            self.variance += squares * other_squares / (size - 1)
        if size > 2:
            self.third += cubes * other_cubes * size / ((size - 1) * (size - 2))

    def join(self, other: "ExchangedSum") -> None:
        """Take in what the partner did in return: exchanges of both are independent."""
        self.observed += other.observed
        self.expected += other.expected
        self.variance += other.variance
        self.third += other.third
        self.spots += other.spots

    @property
    def excess(self) -> float:
        """How much more than chance makes."""
        return self.observed - self.expected

    def at_least(self, excess: float) -> float:
        """The chance of a sum so far above what is expected."""
        if self.variance <= 1e-12:
            return 1.0
        wide = self.variance**0.5
        return gamma_tail(excess / wide, self.third / (self.variance * wide))


def gamma_tail(z: float, skewness: float) -> float:
    """The chance of more than z deviations above the mean, by a gamma distribution."""
    shape = 4 / max(SKEWNESS_MIN, skewness) ** 2
    x = shape + z * shape**0.5
    if x <= 0:
        return 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        for step in range(1, STEPS):
            term *= x / (shape + step)
            total += term
            if term < total * 1e-12:
                break
        return min(1.0, max(SMALLEST, 1 - front * total))
    return max(SMALLEST, front * _fraction(shape, x))


def _fraction(shape: float, x: float) -> float:
    """The continued fraction of the upper incomplete gamma function (Lentz)."""
    tiny = 1e-300
    b = x + 1 - shape
    c = 1 / tiny
    d = 1 / b
    found = d
    for step in range(1, STEPS):
        a = -step * (step - shape)
        b += 2
        d = a * d + b
        d = 1 / (d if abs(d) > tiny else tiny)
        c = b + a / c
        if abs(c) < tiny:
            c = tiny
        change = d * c
        found *= change
        if abs(change - 1) < 1e-12:
            break
    return found
