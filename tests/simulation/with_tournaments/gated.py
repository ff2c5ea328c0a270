"""The real store of tournaments behind the gate of faults; one for each process."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from cardroom.errors import TransferRefused
from cardroom.room.tournaments.records import StepToWrite
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.simulation.store import StoreGate

READS = frozenset(
    {"tournament", "papers", "events", "tables", "last_hands", "tournaments", "entries_of",
     "results", "occurrence", "occurrences", "kept_queues", "seats_for", "tickets",
     "ticket_dates", "expiring", "vouchers", "draws", "drawn"}
)  # fmt: skip


class GatedTournaments:
    """TournamentStore, ScheduleStore and PrizeStore: late, out of reach, refused, or lost.

    A step that is under way when the room crashes may still arrive, unless somebody has claimed its
    tournament by then; everything else dies with its process, for no claim protects it.
    """

    def __init__(
        self,
        part: StoredTournaments,
        gate: StoreGate,
        stored: Callable[[], None],
        refuse: Callable[[Sequence[StepToWrite]], str],
    ) -> None:
        self._part = part
        self._gate = gate
        self._stored = stored
        self._refuse = refuse

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._part, name)
        gated = self._gate.read if name in READS else self._gate.write_or_die
        return lambda *words, **named: gated(partial(method, *words, **named))

    async def write_steps(self, steps: Sequence[StepToWrite]) -> None:
        """Write steps; now and then one is refused, or we fail before or after it is stored."""
        fault = self._refuse(steps)
        if fault == "refused":
            raise TransferRefused("I2", "injected")
        if fault == "before":
            raise RuntimeError("a fault before the step was stored")
        await self._gate.write(partial(self._part.write_steps, steps))
        self._stored()
        if fault == "after":
            raise RuntimeError("a fault after the step was stored")
