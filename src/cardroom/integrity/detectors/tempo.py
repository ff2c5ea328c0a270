"""The tempo of one player: how times follow difficulty, how they scatter, what comes after what.

Figures are made of ranks, and of what is left of the logarithm of a time when its difficulty is
taken off: quick and slow players are alike in them.
"""

from bisect import bisect_right
from collections.abc import Sequence
from math import cos, hypot, log, pi, sin, sqrt

from cardroom.engine.chance import RandBelow
from cardroom.integrity.decision_times import TimedDecision

BLOCK = 15
"""Decisions are drawn in rows of so many, so that moods stay what they are."""
DRAWN_MAX = 800
GRIDS_MS = (100, 250, 500, 1_000)
GRID_SPREAD = 3
"""Whole steps are looked for only where times scatter over several of them."""


class Tempo:
    """One player's timed decisions, in their order."""

    def __init__(self, decisions: Sequence[TimedDecision], hard: Sequence[float]) -> None:
        logs = [log(one.ms) for one in decisions]
        self.count = len(logs)
        self.ms = [one.ms for one in decisions]
        self.residuals = without_line(logs, hard)
        self._times, self._hard = ranks(logs), ranks(hard)

    @property
    def last(self) -> range:
        """The last decisions, as many as are drawn at most."""
        return range(max(0, self.count - DRAWN_MAX), self.count)

    def drawn(self, count: int, below: RandBelow) -> list[int]:
        """So many decisions by chance, in rows; never more than are needed to tell."""
        wanted = min(count, DRAWN_MAX)
        places: list[int] = []
        while len(places) < wanted:
            start = below(self.count)
            places.extend(place % self.count for place in range(start, start + BLOCK))
        return places[:wanted]

    def follows(self, places: Sequence[int]) -> float:
        """How times follow difficulty, from -1 to 1 (Spearman)."""
        return correlation(
            [self._times[place] for place in places], [self._hard[place] for place in places]
        )

    def scatter(self, places: Sequence[int]) -> float:
        """How far times are from what the difficulty makes of them."""
        return deviation([self.residuals[place] for place in places])

    def echo(self, places: Sequence[int]) -> float:
        """How much a time resembles the one before it."""
        held = [self.residuals[place] for place in places]
        return correlation(held[1:], held[:-1])

    def shape(self, places: Sequence[int]) -> list[float]:
        """What is left of the times, in units of its own scatter, sorted."""
        held = [self.residuals[place] for place in places]
        unit = deviation(held) or 1.0
        return sorted([one / unit for one in held])


def without_line(values: Sequence[float], by: Sequence[float]) -> list[float]:
    """What is left of values when a straight line is taken off."""
    count = len(values)
    middle, centre = sum(values) / count, sum(by) / count
    square = sum([(one - centre) ** 2 for one in by])
    joint = sum([(one - centre) * value for one, value in zip(by, values, strict=True)])
    slope = joint / square if square else 0.0
    return [value - middle - slope * (one - centre) for one, value in zip(by, values, strict=True)]


def ranks(values: Sequence[float]) -> list[float]:
    """The place of each value among all; equal ones share theirs."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            found[place] = (start + end - 1) / 2
        start = end
    return found


def deviation(values: Sequence[float]) -> float:
    """The standard deviation."""
    middle = sum(values) / len(values)
    return sqrt(sum([(one - middle) ** 2 for one in values]) / len(values))


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Pearson's; 0 where one of them never changes."""
    middle, centre = sum(one) / len(one), sum(other) / len(other)
    joint = sum([(a - middle) * (b - centre) for a, b in zip(one, other, strict=True)])
    wide = deviation(one) * deviation(other) * len(one)
    return joint / wide if wide > 1e-12 else 0.0


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """How far two sorted samples are apart at most, from 0 to 1 (Kolmogorov-Smirnov)."""
    furthest = 0.0
    for place, value in enumerate(one):
        below = bisect_right(other, value) / len(other)
        furthest = max(furthest, abs(below - place / len(one)), abs(below - (place + 1) / len(one)))
    return furthest


def grids_for(ms: Sequence[int]) -> list[int]:
    """The steps that may be looked for in times: people's scatter over several of them."""
    ordered = sorted(ms)
    middle_half = ordered[3 * len(ordered) // 4] - ordered[len(ordered) // 4]
    return [grid for grid in GRIDS_MS if middle_half >= GRID_SPREAD * grid]


def in_steps(ms: Sequence[int], grids: Sequence[int]) -> float:
    """How much times fall on one place between whole steps; about 1 by chance."""
    return max([_gathered(ms, grid) for grid in grids], default=0.0)


def _gathered(ms: Sequence[int], grid: int) -> float:
    turns = [2 * pi * (one % grid) / grid for one in ms]
    along, across = sum([cos(turn) for turn in turns]), sum([sin(turn) for turn in turns])
    return hypot(along, across) ** 2 / len(ms)
