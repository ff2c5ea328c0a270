"""Reference counting is enough: neither playing nor coming and going leaves cycles to be found."""

import asyncio
import gc
from collections import Counter

from cardroom.server.memory import NEW_OBJECTS_MAX, spare_full_collections
from tests.room.scenes import Scene
from tests.room.virtual import run
from tests.server.clients import World

TIMES = 20


def cycles() -> Counter[str]:
    """The kinds of objects that only a search finds; asyncio's own transports are such, uvloop's
    are not."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return Counter(type(one).__module__ for one in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def test_full_searches_become_rare_and_leave_out_what_the_start_has_made() -> None:
    before = gc.get_threshold()
    try:
        spare_full_collections()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] == NEW_OBJECTS_MAX
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def test_players_who_come_and_go_leave_no_cycles_behind(world: World) -> None:
    guest = await world.guest()

    async def visit() -> None:
        async with guest.socket("lobby", "me") as wire:
            await wire.act("a-1")
            assert (await wire.ask(t="act", id="a-2"))["t"] == "refused"
        await asyncio.sleep(0)

    await visit()
    gc.collect()
    for _ in range(TIMES):
        await visit()
    assert not {kind for kind in cycles() if kind.startswith(("aiohttp", "cardroom"))}


def test_hands_that_are_played_leave_no_cycles_behind() -> None:
    async def story() -> Counter[str]:
        scene = await Scene.open()
        await scene.fold_to_one()
        gc.collect()
        for _ in range(TIMES):
            await scene.fold_to_one()
        return cycles()

    assert not run(story())
