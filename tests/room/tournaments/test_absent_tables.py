"""A table where everybody is absent: its hands come slowly, and they come (TAMB-63)."""

import asyncio

from cardroom.tournament.events import HandDealt
from tests.room.tournaments.rooms import format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule

HAND_S = 5
"""From one hand to the next where everybody is absent."""


@rule("TAMB-63", "TRN-17")
def test_where_everybody_is_absent_hand_follows_hand_though_nothing_else_happens() -> None:
    async def story() -> None:
        scene = Scene(3, 5)
        await scene.open(format_of("sit-and-go-5"))
        for playing in scene._playing:
            playing.cancel()
        for player in scene.people:
            await scene.gone(player)
        field = scene.actor.tournament.field
        async with asyncio.timeout(600):
            while not all(one.all_away for one in field.tables.values()):  # noqa: ASYNC110 - their time runs out
                await asyncio.sleep(1)
        await asyncio.sleep(2 * HAND_S)
        before = dealt(scene)
        await asyncio.sleep(8 * HAND_S)
        assert dealt(scene) >= before + 6
        await scene.stop()

    run(story())


def dealt(scene: Scene) -> int:
    """How many hands are fixed so far."""
    stored = scene.store.stored[scene.tournament]
    return sum(isinstance(event, HandDealt) for event in stored)
