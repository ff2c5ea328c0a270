"""The steps of one tournament on their way to the store: numbered, in order, all or nothing."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from cardroom.ledger import SettledHand, TableId
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.records import Claimed, StepToWrite
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.events import HandRolledBack, TableOpened
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.journal import Step

Write = Callable[[StepToWrite], Awaitable[None]]
"""Has a step stored; several tournaments may have theirs stored together (HEX-03)."""
VoidRecord = Callable[[HandRolledBack], Awaitable[SettledHand | None]]


class StepWriter:
    """Counts the steps and events of one tournament, and has them stored one after the other."""

    def __init__(
        self, services: TournamentServices, claimed: Claimed, *, steps: int, events: int
    ) -> None:
        self.claimed = claimed
        self._services = services
        self.steps = steps
        self.events = events
        self.tables: dict[TableNumber, TableId] = {}
        """The numbers of its tables in the room, broken ones too."""

    @property
    def epoch(self) -> int:
        return self.claimed.epoch

    async def prepare(
        self, step: Step, at_ms: int, void_record: VoidRecord, **more: Any
    ) -> StepToWrite:
        """The step with its numbers, the tables that it opens and the hands that never were."""
        opened = [event.table for event in step.events if isinstance(event, TableOpened)]
        numbers = await self._services.numbers.take(len(opened)) if opened else []
        rolled_back = [event for event in step.events if isinstance(event, HandRolledBack)]
        void = [await void_record(event) for event in rolled_back]
        return StepToWrite(
            tournament=self.claimed.tournament,
            epoch=self.claimed.epoch,
            number=self.steps + 1,
            first_event=self.events + 1,
            at_ms=at_ms,
            events=tuple(step.events),
            transfers=tuple(step.transfers),
            tables=tuple(zip(opened, numbers, strict=True)),
            void_hands=tuple(hand for hand in void if hand is not None),
            **more,
        )

    async def write(self, step: StepToWrite) -> None:
        """Have a step stored; raises what the store refuses."""
        await store_together(self._services, [step])

    def stored(self, step: StepToWrite) -> None:
        """The step is stored: the next one follows on from it."""
        self.steps = step.number
        self.events += len(step.events)
        self.tables.update(step.tables)


async def store_together(services: TournamentServices, steps: Sequence[StepToWrite]) -> None:
    """Store steps of one or several tournaments as one, and count the money that they move."""
    transfers = [transfer for step in steps for transfer in step.transfers]
    store = services.store
    if transfers:
        await services.wallets.book_step(lambda: store.write_steps(steps), transfers)
    else:
        await retry_while_unavailable(lambda: store.write_steps(steps))
