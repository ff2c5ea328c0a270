"""A tournament and its tables on a bus that delivers late, and in every order that it allows."""

import asyncio
from random import Random

import pytest

from tests.room.tournaments.rooms import format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule
from tests.simulation.late_bus import LateBus


@rule("TRN-25", "TTB-03", "CRASH-01")
@pytest.mark.parametrize(
    ("seed", "name", "players", "in_s"),
    [(4, "sit-and-go-5", 5, None), (2, "freezeout", 14, 60), (3, "hand-for-hand", 40, 60)],
)
def test_late_messages_between_tournament_and_tables_change_no_chip_and_no_cent(
    seed: int, name: str, players: int, in_s: int | None
) -> None:
    async def story() -> None:
        bus = LateBus(Random(seed))
        bus.late_ms_max = 1_500
        scene = Scene(seed, players, bus=bus)
        await scene.open(format_of(name), in_s=in_s)
        for player in (scene.people[0], scene.people[2], scene.people[0]):
            await asyncio.sleep(70)
            await scene.gone(player)
            await asyncio.sleep(20)
            await scene.back(player)
        await scene.play_out()
        assert len(scene.store.hands) > 5
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())
