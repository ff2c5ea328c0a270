"""Every format of the library in the room, in fair weather and in foul."""

import asyncio

import pytest

from tests.room.tournaments.rooms import format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run

FORMATS = (
    "freezeout",
    "hand-for-hand",
    "omaha",
    "sit-and-go-5",
    "sit-and-go-2",
    "freeroll",
    "guaranteed",
    "multi-buy-in",
    "rebuy",
    "reentry",
    "bounty",
    "progressive",
    "vip",
    "vip-ticket",
    "hexapro",
    "highroller",
    "extreme",
)


def in_s(name: str) -> int | None:
    definition = format_of(name)
    return 60 if definition.kind in {"scheduled", "phased"} else None


def size(name: str) -> int:
    """Enough for the tournament to be held, and for three tables."""
    return max(14, format_of(name).registration.minimum_entries)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_played_to_the_end(name: str) -> None:
    async def story() -> None:
        scene = Scene(7, size(name))
        await scene.open(format_of(name), in_s=in_s(name))
        await scene.play_out()
        assert not scene.actor.tournament.is_cancelled
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_survives_crashes_lost_lines_and_a_slow_store(name: str) -> None:
    async def story() -> None:
        scene = Scene(11, size(name), failures_permille=30)
        await scene.open(format_of(name), in_s=in_s(name))
        crashes = 0
        for _ in range(200):
            await asyncio.sleep(scene.chance.randrange(40))
            if scene.actor.is_done:
                break
            player = scene.people[scene.chance.randrange(len(scene.people))]
            roll = scene.chance.randrange(10)
            if roll < 5:
                await scene.gone(player)
            elif roll < 9:
                await scene.back(player)
            elif crashes < 3 and scene.actor.summary.ended_ms is None:
                crashes += 1
                await scene.crash()
        for player in scene.people:
            await scene.back(player)
        await scene.play_out()
        assert not scene.actor.tournament.is_cancelled
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())
