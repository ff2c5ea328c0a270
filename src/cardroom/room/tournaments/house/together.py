"""Several tournaments asked for one step each, all of them stored as one or none (HEX-03)."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from cardroom.errors import CardroomError
from cardroom.room.sealed import Sealed
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.joint import JointWrite
from cardroom.room.tournaments.house_messages import JointStep
from cardroom.room.tournaments.services import TournamentServices

MakeStep = Callable[[Sealed[JointWrite]], JointStep]
"""The message to one of them, once it is known how they meet."""


async def ask_together(
    services: TournamentServices, steps: Mapping[TournamentActor, MakeStep]
) -> None:
    """Have several tournaments decide something, all of it or nothing, stored in this order.

    Each of them waits for the others, so nobody else may bind the same ones meanwhile: it is the
    house that asks, one thing after the other.
    """
    joint = JointWrite(services, [one.id for one in steps])
    sealed = Sealed(joint)
    asked = [asyncio.ensure_future(one.inbox.order(make(sealed))) for one, make in steps.items()]
    for answer in asked:
        answer.add_done_callback(lambda done: _pass_on(done, joint))
    try:
        await asyncio.wait(asked)
    finally:
        # When the house ends, nobody waits for these any more.
        for answer in asked:
            answer.cancel()
    failed = [error for answer in asked if (error := answer.exception()) is not None]
    if failed:
        raise next((one for one in failed if isinstance(one, CardroomError)), failed[0])


def _pass_on(done: "asyncio.Future[Any]", joint: JointWrite) -> None:
    if done.cancelled():
        joint.give_up(CardroomError("the tournament was stopped"))
    elif done.exception() is not None:
        joint.give_up(done.exception() or AssertionError())
