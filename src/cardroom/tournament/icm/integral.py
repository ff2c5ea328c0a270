"""The worth of stacks in fields of any size, as an integral over one variable (the extra `fast`).

Give every player a bell that rings after a random time, exponential with the stack as its rate.
The order of the bells is the finishing order of Malmuth and Harville: the first to ring is first.
At time t everybody else has rung with a known chance, independently; so a player's worth is the
integral over t of the chance density to ring then, times the mean prize of the next place.

The trapezoidal rule in x with t = exp(x - exp(-x)) converges exponentially. The sum over every
second point is a coarser result from the same work: their difference is the error that is stated.
"""

from collections.abc import Sequence
from math import ceil, log, sqrt

import numpy as np
from numpy.typing import NDArray

from cardroom.odds.runouts import Progress

Floats = NDArray[np.float64]

STEP_MAX = 0.15
STEP_BY_PLACES = 0.5
"""The step falls with the root of the paid places: so sharply places differ."""
LOWEST_X = -3.6
"""Before it nobody rings: t is below 10^-17 of all stacks' mean time."""
SURE_TO_RING = 40.0
"""After this many mean times of the smallest stack everybody has rung but for 10^-17."""
FLOAT_ERROR = 1e-12
"""What the roundings of all floats can add, as a part of the first prize."""
NUMBERS_AT_ONCE = 400_000
LOOPS_MAX = 32
"""Longer groups are folded by Fourier's transform."""


def by_integral(
    stacks: Sequence[int], prizes: Sequence[float], progress: Progress
) -> tuple[list[float], float]:
    """The worth of every stack, and how far any of them can be off."""
    rates = _rates(stacks)
    times, weights = _points(float(rates[: len(stacks)].min()), len(prizes))
    fine, coarse = np.zeros(len(rates)), np.zeros(len(rates))
    at_once = max(2, NUMBERS_AT_ONCE // len(rates) // 2 * 2)
    for start in range(0, len(times), at_once):
        now = rates * times[start : start + at_once, None]
        mean = _mean_prizes(np.array(prizes, dtype=np.float64), -np.expm1(-now))
        parts = rates * np.exp(-now) * mean * weights[start : start + at_once, None]
        fine += parts.sum(axis=0)
        coarse += 2 * parts[::2].sum(axis=0)
        progress(min(len(times), start + at_once), len(times))
    players = len(stacks)
    apart = float(np.abs(fine - coarse)[:players].max())
    return fine[:players].tolist(), apart + FLOAT_ERROR * max(prizes)


def _rates(stacks: Sequence[int]) -> Floats:
    """Every stack's part of the chips, filled up with players who never ring to a power of two."""
    rates = np.zeros(1 << (len(stacks) - 1).bit_length())
    rates[: len(stacks)] = stacks
    rates /= sum(stacks)
    return rates


def _points(smallest: float, places: int) -> tuple[Floats, Floats]:
    """The times at which the integrand is looked at, and their weights."""
    step = min(STEP_MAX, STEP_BY_PLACES / sqrt(places))
    highest_x = log(SURE_TO_RING / smallest)
    x = LOWEST_X + step * np.arange(ceil((highest_x - LOWEST_X) / step))
    times = np.exp(x - np.exp(-x))
    return times, times * (1 + np.exp(-x)) * step


def _mean_prizes(prizes: Floats, rung: Floats) -> Floats:
    """The mean prize of each player who rings now, when others have rung with these chances.

    Going up a tree of groups of players: how many of a group have rung. Going down: the mean prize
    by how many of the group have rung, everybody outside of it averaged.
    """
    groups = [np.stack([1 - rung, rung], axis=2)[:, :, : len(prizes)]]
    while groups[-1].shape[1] > 2:
        groups.append(_joined(groups[-1], len(prizes)))
    mean = prizes[None, None, : rung.shape[1]]
    size = rung.shape[1]
    for group in reversed(groups):
        size //= 2
        mean = _halved(mean, group, min(size, len(prizes)))
    return mean[:, :, 0]


def _joined(group: Floats, width: int) -> Floats:
    """How many have rung of every two neighbouring groups together, up to the last paid place."""
    left, right = group[:, 0::2], group[:, 1::2]
    length = left.shape[2] + right.shape[2] - 1
    width = min(width, length)
    if left.shape[2] > LOOPS_MAX:
        size = 1 << length.bit_length()
        product = np.fft.rfft(left, size) * np.fft.rfft(right, size)
        return np.fft.irfft(product, size)[:, :, :width]
    joined = np.zeros((left.shape[0], left.shape[1], width))
    for count in range(min(left.shape[2], width)):
        reach = min(right.shape[2], width - count)
        joined[:, :, count : count + reach] += left[:, :, count, None] * right[:, :, :reach]
    return joined


def _halved(mean: Floats, group: Floats, width: int) -> Floats:
    """The mean prize for both halves of every group: the other half is averaged over."""
    points, halves, counts = group.shape
    other = group.reshape(points, halves // 2, 2, counts)[:, :, ::-1]
    if counts > LOOPS_MAX:
        size = 1 << (mean.shape[2] + counts).bit_length()
        product = np.fft.rfft(mean, size)[:, :, None] * np.conj(np.fft.rfft(other, size))
        return np.fft.irfft(product, size)[..., :width].reshape(points, halves, width)
    halved = np.zeros((points, halves // 2, 2, width))
    for count in range(min(counts, mean.shape[2])):
        reach = min(width, mean.shape[2] - count)
        halved[..., :reach] += other[..., count, None] * mean[:, :, None, count : count + reach]
    return halved.reshape(points, halves, width)
