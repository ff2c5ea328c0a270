"""What is counted and measured while the room runs, written in Prometheus's text format."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

BOUNDS_MS = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10000)
"""Upper bounds of the classes in which durations are counted."""
Labels = tuple[tuple[str, str], ...]
T = TypeVar("T")


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

    def observe_ms(self, name: str, ms: float, **labels: str) -> None:
        """Count a duration; its name ends in `_ms`."""
        self._durations.setdefault(_key(name, labels), Durations()).add(ms)

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

    def text(self) -> str:
        """Everything, in the format that Prometheus reads."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        yield from _plain(self._counters, "counter")
        yield from _plain(self._gauges, "gauge")
        last = ""
        for key, durations in _named(self._durations):
            if key.name != last:
                yield f"# TYPE {key.name} histogram"
                last = key.name
            yield from _histogram(key, durations)


def _key(name: str, labels: Mapping[str, str]) -> Key:
    return Key(name, tuple(sorted(labels.items())))


def _named(series: Mapping[Key, T]) -> Iterator[tuple[Key, T]]:
    """All series in order, under the names that they have outside."""
    for key, value in sorted(series.items(), key=lambda item: item[0]):
        yield key._replace(name=f"cardroom_{key.name}"), value


def _plain(series: Mapping[Key, float], kind: str) -> Iterator[str]:
    last = ""
    for key, value in _named(series):
        if key.name != last:
            yield f"# TYPE {key.name} {kind}"
            last = key.name
        yield (
            f"{key.name}{_braces(key.labels)} {value:g}"
            if kind == "gauge"
            else (f"{key.name}{_braces(key.labels)} {value}")
        )


def _histogram(key: Key, durations: Durations) -> Iterator[str]:
    total = 0
    for bound, many in zip((*BOUNDS_MS, "+Inf"), durations.counts, strict=True):
        total += many
        yield f"{key.name}_bucket{_braces((*key.labels, ('le', str(bound))))} {total}"
    yield f"{key.name}_sum{_braces(key.labels)} {durations.sum_ms:g}"
    yield f"{key.name}_count{_braces(key.labels)} {total}"


def _braces(labels: Labels) -> str:
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
