"""Whether this process takes part in the room, and its figures: of the bus, and of each unit."""

from collections.abc import Mapping, Sequence

from cardroom.cluster.leases import LEASE_MS
from cardroom.cluster.membership import Membership
from cardroom.room.metrics import Key, Metrics
from cardroom.server.clustering.host import HostSide
from cardroom.server.clustering.unit_names import tournament_unit
from cardroom.server.readiness import Lack

LONGEST = "queue_inbox_longest"
OF_ROOMS = (
    "tables", "tables_frozen", "seats", "seats_taken", "hands_in_progress", "queue_for_seats",
    "queue_inbox", LONGEST, "queue_to_store", "webhooks_waiting", "cashier_orders_waiting",
    "cashier_orders_parked",
)  # fmt: skip
"""What a room measures, and so each unit for itself."""
OF_UNITS = ("unit_epoch", "unit_hands", "unit_seats_taken", "unit_tables")


def lacks_of(member: Membership) -> list[Lack]:
    """What a process needs of NATS and has not."""
    if not member.connection.is_connected:
        return [Lack("bus_out_of_reach", "NATS is out of reach")]
    if not member.leases.is_valid:
        age_ms = member.leases.age_ms
        said = f"NATS took no heartbeat for {age_ms} ms, of {LEASE_MS} that a lease lasts"
        return [Lack("lease_too_old", said)]
    return []


def measure_bus(member: Membership, metrics: Metrics) -> None:
    """Set the gauges of a process."""
    metrics.set("bus_connected", member.connection.is_connected)
    metrics.set("bus_sent", member.connection.sent)
    metrics.set("bus_dropped", member.connection.dropped)
    metrics.set("bus_unreadable", member.bus.unreadable)
    metrics.set("lease_age_ms", member.leases.age_ms)
    metrics.set("clock_apart_ms", member.clocks.apart_ms)
    processes = member.leases.processes.values()
    for role in ("gateway", "host"):
        metrics.set("processes", sum(role in one.roles for one in processes), role=role)


def measure_units(host: HostSide, metrics: Metrics) -> None:
    """Set the gauges of the units that a host runs: of each, and of all together."""
    metrics.forget(*OF_UNITS, *OF_ROOMS)
    metrics.set("units", len(host.placement.running))
    _measure_together([unit.measured() for unit in host.rooms], metrics)
    for tournament, actor in host.tournaments.actors.items():
        name, tables = tournament_unit(tournament), actor.tables.open_tables
        metrics.set("unit_tables", len(tables), unit=name)
        playing = actor.services.board.players_of(tournament)
        metrics.set("unit_seats_taken", len(playing), unit=name)
        metrics.set("unit_epoch", actor.epoch, unit=name)
    for name, unit in host.units.items():
        board = unit.room.services.board.tables.values()
        metrics.set("unit_tables", len(unit.tables), unit=name)
        metrics.set("unit_seats_taken", sum(len(table.seats) for table in board), unit=name)
        metrics.set("unit_hands", unit.hands, unit=name)
        metrics.set("unit_epoch", unit.epoch, unit=name)


def _measure_together(parts: Sequence[Mapping[Key, float]], metrics: Metrics) -> None:
    """What the rooms of all units have, as one room would say it."""
    found: dict[Key, list[float]] = {}
    for part in parts:
        for key, value in part.items():
            if key.name in OF_ROOMS:
                found.setdefault(key, []).append(value)
    for key, values in found.items():
        together = max(values) if key.name == LONGEST else sum(values)
        metrics.set(key.name, together, **dict(key.labels))
