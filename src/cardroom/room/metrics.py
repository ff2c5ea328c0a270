"""What is counted and measured while the room runs; `server/metrics.py` publishes it."""

from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

BOUNDS_MS = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10000)
"""Upper bounds of the classes in which durations are counted."""
Labels = tuple[tuple[str, str], ...]


class Key(NamedTuple):
    """A metric with its labels."""

    name: str
    labels: Labels


class Durations:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_MS) + 1)
        self.sum_ms = 0.0

    def add(self, ms: float) -> None:
        self.counts[bisect_left(BOUNDS_MS, ms)] += 1
        self.sum_ms += ms


class Metrics:
    """Counters, gauges and durations; adding to them never fails and never waits.

    Names and labels come from code, never from messages: their number is bounded.
    """

    def __init__(self) -> None:
        self._counters: dict[Key, int] = {}
        self._gauges: dict[Key, float] = {}
        self._durations: dict[Key, Durations] = {}

    def count(self, name: str, by: int = 1, **labels: str) -> None:
        """Add to a counter; its name ends in `_total`."""
        key = _key(name, labels)
        self._counters[key] = self._counters.get(key, 0) + by

    def set(self, name: str, value: float, **labels: str) -> None:
        """Set a gauge."""
        self._gauges[_key(name, labels)] = value

    def forget(self, *names: str) -> None:
        """Have no gauges of some names any more: what they were about may be elsewhere."""
        self._gauges = {key: one for key, one in self._gauges.items() if key.name not in names}

    def observe_ms(self, name: str, ms: float, **labels: str) -> None:
        """Count a duration; its name ends in `_ms`."""
        key = _key(name, labels)
        durations = self._durations.get(key)
        if durations is None:
            durations = self._durations[key] = Durations()
        durations.add(ms)

    def sums(self) -> dict[str, float]:
        """Counters and gauges summed over their labels; of durations how many, and their mean."""
        found: dict[str, float] = {}
        for series in (self._counters, self._gauges):
            for key, value in series.items():
                found[key.name] = found.get(key.name, 0) + value
        for name in {key.name for key in self._durations}:
            same = [one for key, one in self._durations.items() if key.name == name]
            many = sum(sum(one.counts) for one in same)
            found[f"{name}_count"] = many
            found[f"{name}_mean"] = sum(one.sum_ms for one in same) / many
        return dict(sorted(found.items()))

    @property
    def counters(self) -> Mapping[Key, int]:
        """What only grows."""
        return self._counters

    @property
    def gauges(self) -> Mapping[Key, float]:
        """What goes up and down."""
        return self._gauges

    @property
    def durations(self) -> Mapping[Key, Durations]:
        """How long things took."""
        return self._durations


class PartMetrics(Metrics):
    """What one part of a process counts: for itself, and for the process that goes on without it.

    Gauges are the part's own; whoever publishes the process adds them up.
    """

    def __init__(self, whole: Metrics) -> None:
        super().__init__()
        self._whole = whole

    def count(self, name: str, by: int = 1, **labels: str) -> None:
        """Add to a counter, here and in the whole."""
        super().count(name, by, **labels)
        self._whole.count(name, by, **labels)

    def observe_ms(self, name: str, ms: float, **labels: str) -> None:
        """Count a duration, here and in the whole."""
        super().observe_ms(name, ms, **labels)
        self._whole.observe_ms(name, ms, **labels)


def _key(name: str, labels: Mapping[str, str]) -> Key:
    items = labels.items()
    return Key(name, tuple(items if len(labels) < 2 else sorted(items)))
