"""Steps of several tournaments that belong together: stored as one, or none of them (HEX-03)."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from cardroom.errors import CardroomError
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.writing import store_together
from cardroom.room.tournaments.records import StepToWrite
from cardroom.room.tournaments.services import TournamentServices

Decision = Callable[[int], None]


class JointWrite:
    """Waits until every tournament has its step, then stores all of them."""

    def __init__(self, services: TournamentServices, count: int) -> None:
        self._services = services
        self._count = count
        self._steps: list[StepToWrite] = []
        self._outcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def write(self, step: StepToWrite) -> None:
        """Store a step with those of the others; raises what the store says about all of them."""
        self._steps.append(step)
        if len(self._steps) == self._count and not self._outcome.done():
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


async def decide_together(
    services: TournamentServices,
    decisions: Mapping[TournamentActor, tuple[Decision, Mapping[str, Any]]],
) -> None:
    """Have several tournaments decide something, all of it or nothing.

    Each of them waits for the others, so nobody else may bind the same ones meanwhile: it is the
    house that asks, one thing after the other.
    """
    joint = JointWrite(services, len(decisions))
    letters = []
    for actor, (decision, more) in decisions.items():
        work = _work(actor, decision, joint, more)
        letters.append(actor.inbox.put(work))
    for letter in letters:
        letter.answer.add_done_callback(lambda done: _pass_on(done, joint))
    await asyncio.wait([letter.answer for letter in letters])
    failed = [error for letter in letters if (error := letter.answer.exception()) is not None]
    if failed:
        raise next((one for one in failed if isinstance(one, CardroomError)), failed[0])


def _work(
    actor: TournamentActor, decision: Decision, joint: JointWrite, more: Mapping[str, Any]
) -> Callable[[], Any]:
    return lambda: actor.decide(decision, write=joint.write, **more)


def _pass_on(done: "asyncio.Future[Any]", joint: JointWrite) -> None:
    if done.cancelled():
        joint.give_up(CardroomError("the tournament was stopped"))
    elif done.exception() is not None:
        joint.give_up(done.exception() or AssertionError())
