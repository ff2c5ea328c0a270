"""The room's figures for Prometheus: every name with its help, seconds instead of milliseconds,
beside them the figures of the process and of the build.

`room/metrics.py` counts; the library of Prometheus writes what was counted when somebody asks
(decision 0123).
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from cardroom.release import release
from cardroom.room.metrics import BOUNDS_MS, Durations, Key, Metrics

T = TypeVar("T")

HELP = {
    "background_failures_total": "Tasks beside the tables that died and were started again.",
    "bus_connected": "Whether this process reaches NATS.",
    "bus_dropped": "Messages that were not sent, because NATS was out of reach.",
    "bus_sent": "Messages that this process has sent over NATS.",
    "bus_unreadable": "Messages on the bus that no process of this room had sealed.",
    "bus_lost": "How often a listener had missed something, and the host was asked again.",
    "bad_messages_total": "Messages on sockets that could not be read, by reason.",
    "cashier_forgeries_total": "Answers to orders that nobody with the secret had signed.",
    "cashier_orders_parked": "Orders to the cashier that wait for an administrator.",
    "cashier_orders_total": "Orders sent to the cashier, by kind and outcome.",
    "cashier_orders_waiting": "Orders that the cashier has not answered.",
    "cashier_rounds_failed_total": "Rounds of the cashier that the database did not answer.",
    "clock_apart_ms": "The largest difference between the clock here and that of another process.",
    "closed_total": "Sockets that the room closed, by code.",
    "commit_ms": "Time until a hand, a transfer or a step of a tournament is on disk.",
    "connections": "Sockets and streams that are open.",
    "connections_turned_away_total": "Connections beyond a limit, by limit.",
    "dead_connections_total": "Sockets that no longer answered pings.",
    "handshakes_failed_total": "TLS handshakes that failed.",
    "hands_in_progress": "Hands that are being played.",
    "hands_total": "Hands that were paid.",
    "http_ms": "Time to answer an HTTP request.",
    "http_requests_total": "HTTP requests, by the pattern of the address and status.",
    "lacks": "What this process needs and has not, by reason.",
    "lease_age_ms": "Time since NATS took the last heartbeat of this process.",
    "processes": "Processes of the room that live, by role.",
    "unit_epoch": "The epoch under which this process runs a unit.",
    "unit_hands": "Hands of a unit that were paid by this process.",
    "unit_seats_taken": "Seats of a unit that are taken.",
    "unit_tables": "Tables of a unit that are open.",
    "units": "Units that this process runs.",
    "units_wanted": "Units that the room has, whoever runs them.",
    "listeners": "Listeners of channels.",
    "password_queue": "Passwords that are being hashed, or wait for it.",
    "players_connected": "Players with a socket or a stream.",
    "queue_for_seats": "Players who wait for a seat.",
    "queue_inbox": "Messages that wait at tables and in the lobby.",
    "queue_inbox_longest": "Messages that wait at the busiest table, or in the lobby.",
    "queue_to_database": "Writes that wait for the database.",
    "queue_to_store": "Players whose money is being written.",
    "rake_cents_total": "Rake of hands that were paid, in cents.",
    "ready": "Whether players can be sent here.",
    "refused_total": "Requests that a rule refused, by rule.",
    "request_ms": "Time from a request at a table to its broadcast and answer, by request.",
    "seats": "Seats at all tables.",
    "seats_taken": "Seats that are taken.",
    "slow_readers_total": "Sockets that were closed because they did not read.",
    "tables": "Tables that are open.",
    "tables_frozen": "Tables that stopped because something was wrong.",
    "webhook_rounds_failed_total": "Rounds of webhooks that the database did not answer.",
    "webhooks_total": "Webhooks sent, by outcome.",
    "webhooks_waiting": "Webhooks that wait to be taken.",
}
"""What every figure says, under the name by which it is counted."""

WITHOUT_LABELS = (
    "cashier_forgeries_total",
    "cashier_rounds_failed_total",
    "dead_connections_total",
    "handshakes_failed_total",
    "hands_total",
    "rake_cents_total",
    "slow_readers_total",
    "webhook_rounds_failed_total",
)
"""Counters that begin at 0 when the room opens: Prometheus sees no increase in a series that begins
at 1, so that an alert would miss the first time."""

BOUNDS = tuple(f"{bound / 1000:g}" for bound in BOUNDS_MS)


class RoomCollector(Collector):
    """What the room has counted, in the terms of Prometheus."""

    def __init__(self, metrics: Metrics, build: Mapping[str, str]) -> None:
        self._metrics = metrics
        self._build = dict(build)

    def collect(self) -> Iterator[Metric]:
        """Every family once, with all its labels."""
        yield InfoMetricFamily("cardroom_build", "Which release this is.", value=self._build)
        none_yet = {Key(name, ()): 0 for name in WITHOUT_LABELS}
        for name, counts in _by_name(none_yet | dict(self._metrics.counters)):
            counter = CounterMetricFamily(outside(name), HELP.get(name, ""), labels=_names(counts))
            for key, count in counts.items():
                counter.add_metric(_values(key), count)
            yield counter
        for name, values in _by_name(self._metrics.gauges):
            gauge = GaugeMetricFamily(outside(name), HELP.get(name, ""), labels=_names(values))
            for key, value in values.items():
                gauge.add_metric(_values(key), value)
            yield gauge
        for name, measured in _by_name(self._metrics.durations):
            histogram = HistogramMetricFamily(
                outside(name), HELP.get(name, ""), labels=_names(measured)
            )
            for key, durations in measured.items():
                histogram.add_metric(
                    _values(key), buckets=_buckets(durations), sum_value=durations.sum_ms / 1000
                )
            yield histogram


class Publisher:
    """Writes all figures in the form that a reader accepts."""

    def __init__(self, metrics: Metrics, *, build: str, edition: str) -> None:
        self._registry = CollectorRegistry()
        named = {"version": release(), "build": build, "edition": edition}
        self._registry.register(RoomCollector(metrics, named))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def written(self, accept: str) -> tuple[bytes, str]:
        """The text, and its media type: OpenMetrics for who asks for it, else Prometheus's own."""
        encode, media_type = choose_encoder(accept)
        return encode(self._registry), media_type


def outside(name: str) -> str:
    """The name that a figure has outside: with the room's prefix, durations in seconds."""
    base = f"{name.removesuffix('_ms')}_seconds" if name.endswith("_ms") else name
    return f"cardroom_{base}"


def _by_name(series: Mapping[Key, T]) -> Iterator[tuple[str, dict[Key, T]]]:
    """The series of each name together, in order."""
    found: dict[str, dict[Key, T]] = {}
    for key in sorted(series):
        found.setdefault(key.name, {})[key] = series[key]
    yield from found.items()


def _names(series: Mapping[Key, object]) -> list[str]:
    """The names of the labels, which all series of one name share."""
    return [name for name, _ in next(iter(series)).labels]


def _values(key: Key) -> list[str]:
    return [value for _, value in key.labels]


def _buckets(durations: Durations) -> list[tuple[str, float]]:
    """Each class with everything in the classes below it."""
    total, found = 0, []
    for bound, many in zip((*BOUNDS, "+Inf"), durations.counts, strict=True):
        total += many
        found.append((bound, float(total)))
    return found
