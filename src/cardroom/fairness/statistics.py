"""Statistics of shuffles: chi-square and Kolmogorov-Smirnov, with what chance alone would give.

Statistics cannot certify a shuffle: decks from a guessable seed pass every test. They find faults.
"""

from collections.abc import Sequence
from math import exp, lgamma, log, pi, sqrt

TINY = 1e-300
STEPS_MAX = 100_000
PRECISION = 1e-15


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> float:
    """Pearson's sum over all cells."""
    pairs = zip(counts, expected, strict=True)
    return sum((count - mean) ** 2 / mean for count, mean in pairs)


def chi_square_tail(value: float, degrees: int) -> float:
    """How likely chance alone gives this much or more."""
    return _upper_gamma(degrees / 2, value / 2)


def two_sided(tail: float) -> float:
    """How likely chance alone is this far out on either side: too even is as suspicious."""
    return min(1.0, 2 * min(tail, 1 - tail))


def kolmogorov_smirnov(values: Sequence[float]) -> float:
    """How likely values that are uniform between 0 and 1 are as uneven as these."""
    count = len(values)
    ordered = sorted(values)
    gaps = [
        max((place + 1) / count - value, value - place / count)
        for place, value in enumerate(ordered)
    ]
    root = sqrt(count)
    # Stephens' correction makes the limit distribution good from a handful of values on.
    return _kolmogorov_tail((root + 0.12 + 0.11 / root) * max(gaps))


def _kolmogorov_tail(scaled: float) -> float:
    if scaled < 0.2:
        return 1.0
    terms = [(1 if k % 2 else -1) * exp(-2 * k * k * scaled * scaled) for k in range(1, 101)]
    return min(1.0, max(0.0, 2 * sum(terms)))


def _upper_gamma(shape: float, value: float) -> float:
    """The regularised upper incomplete gamma function, by series or by continued fraction."""
    if value <= 0:
        return 1.0
    factor = exp(-value + shape * log(value) - lgamma(shape))
    if value < shape + 1:
        return 1.0 - factor * _series(shape, value)
    return factor * _fraction(shape, value)


def _series(shape: float, value: float) -> float:
    term = total = 1 / shape
    for step in range(1, STEPS_MAX):
        term *= value / (shape + step)
        total += term
        if term < total * PRECISION:
            return total
    raise AssertionError("the series converges")


def _fraction(shape: float, value: float) -> float:
    """Lentz's method."""
    base = value + 1 - shape
    upper, lower = 1 / TINY, 1 / base
    found = lower
    for step in range(1, STEPS_MAX):
        term = -step * (step - shape)
        base += 2
        lower = 1 / (term * lower + base or TINY)
        upper = base + term / upper or TINY
        change = lower * upper
        found *= change
        if abs(change - 1) < PRECISION:
            return found
    raise AssertionError("the fraction converges")


def share_of_look(number: int) -> float:
    """What part of all false alarms the look with this number, from 1 on, may spend.

    The parts of all looks, however many there are, add up to one.
    """
    return 6 / (pi * number) ** 2
