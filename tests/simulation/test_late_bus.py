"""The bus of the simulation does what a bus may do, and no more."""

import asyncio
from random import Random
from typing import NamedTuple

from cardroom.room.services import SteadyClock
from tests.room.virtual import VirtualClock, run
from tests.simulation.evening import spend
from tests.simulation.late_bus import LateBus
from tests.simulation.world import World


class Note(NamedTuple):
    """Who says what."""

    sender: str
    number: int


def test_order_is_kept_between_two_and_lost_among_three() -> None:
    async def story() -> list[Note]:
        bus = LateBus(Random(1))
        bus.late_ms_max = 400
        inbox = bus.open("lobby:cash", SteadyClock(VirtualClock()))
        for number in range(100):
            for sender in ("table:1", "table:2"):
                bus.send("lobby:cash", Note(sender, number), sender=sender)
            await asyncio.sleep(0.005)
        await asyncio.sleep(10)
        letters = [await inbox.take(0) for _ in range(len(inbox))]
        return [letter.message for letter in letters if letter is not None]  # type: ignore[misc]

    heard = run(story())
    assert len(heard) == 200
    for sender in ("table:1", "table:2"):
        assert [one.number for one in heard if one.sender == sender] == list(range(100))
    numbers = [one.number for one in heard]
    assert numbers != sorted(numbers)


def test_in_simulated_evenings_messages_overtake_each_other() -> None:
    async def evening(seed: int) -> int:
        world = World(seed)
        await spend(world)
        return world.overtaken + world.bus.overtaken

    assert sum(run(evening(seed)) for seed in range(3, 9)) > 20
