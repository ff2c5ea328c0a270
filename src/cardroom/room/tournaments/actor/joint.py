"""Steps of several tournaments that belong together: stored as one, or none of them (HEX-03)."""

import asyncio
from collections.abc import Sequence

from cardroom.ledger import TournamentId
from cardroom.room.tournaments.actor.writing import store_together
from cardroom.room.tournaments.records import StepToWrite
from cardroom.room.tournaments.services import TournamentServices


class JointWrite:
    """Waits until every tournament has its step, then stores all of them, in the order given."""

    def __init__(self, services: TournamentServices, order: Sequence[TournamentId]) -> None:
        self._services = services
        self._order = order
        self._steps: list[StepToWrite] = []
        self._outcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def write(self, step: StepToWrite) -> None:
        """Store a step with those of the others; raises what the store says about all of them."""
        self._steps.append(step)
        if len(self._steps) == len(self._order) and not self._outcome.done():
            self._steps.sort(key=lambda one: self._order.index(one.tournament))
            try:
                await store_together(self._services, self._steps)
            except Exception as error:  # noqa: BLE001 - every tournament hears it
                self.give_up(error)
            else:
                self._outcome.set_result(None)
        await asyncio.shield(self._outcome)

    def give_up(self, error: BaseException) -> None:
        """One of them has no step: none of them has."""
        if not self._outcome.done():
            self._outcome.set_exception(error)
            self._outcome.exception()
