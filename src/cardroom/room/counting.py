"""What a hand adds to the statistics of its players: counted when it is paid, and again whenever
somebody must know what it has counted."""

from collections.abc import Mapping, Sequence

from cardroom.engine.events import Event
from cardroom.history.statistics import count
from cardroom.ledger import PlayerId, Statistic
from cardroom.units import Cents, Seat


def counted(
    events: Sequence[Event],
    seats: Mapping[Seat, PlayerId],
    deltas: Mapping[PlayerId, Cents],
    *,
    at_ms: int,
) -> tuple[Statistic, ...]:
    """The counts of one hand, always in the same order."""
    return tuple(
        Statistic(player, name, add)
        for player, counters in count(events, seats, deltas, at_ms=at_ms).items()
        for name, add in counters.items()
    )
