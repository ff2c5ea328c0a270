"""A hand that a kill interrupts, in a real room on both databases: void, and its number is gone."""

import asyncio

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomSaidNo
from tests.rule import rule
from tests.server.processes import RoomProcess
from tests.server.seating import Seated, administrator, audit, first_turn, three_seated

SOON = {"CARDROOM_PACE_RETURN_AFTER_RESTART_MS": "1000"}


@rule("AMB-69", "CRASH-01")
async def test_a_hand_that_a_kill_interrupts_is_listed_as_void_and_its_number_is_gone(
    anywhere: str, http: ClientSession
) -> None:
    with RoomProcess(anywhere) as room:
        boss = await administrator(http, room, anywhere)
        async with three_seated(http, room) as players, asyncio.timeout(110):
            _, turn = await first_turn(players)
            assert turn["hand"] == 1
            await asyncio.to_thread(room.kill)
            with RoomProcess(anywhere, port=room.port, environment=SOON) as again:
                for one in players:
                    await is_void(one, 1)
                    one.line = await one.client.connect()
                    await one.line.subscribe(one.channel)
                actor, turn = await first_turn(players)
                assert turn["hand"] == 2
                await actor.answer(turn)
                await asyncio.gather(*(one.play_a_hand() for one in players))
                found = (await players[0].client.get("/api/hands"))["hands"]
                assert [(one["number"], one["is_void"]) for one in found] == [(2, False), (1, True)]
                table = players[0].channel.removeprefix("table:")
                floor = (await boss.get(f"/api/admin/tables/{table}/hands"))["hands"]
                assert [(one["number"], one["is_void"]) for one in floor] == [(2, False), (1, True)]
                assert again.stop() == 0
    done = audit(anywhere)
    assert done.returncode == 0, done.stdout


async def is_void(player: Seated, number: int) -> None:
    """The only hand in a player's list is void: it can be watched, and is in no file."""
    (void,) = (await player.client.get("/api/hands"))["hands"]
    assert (void["number"], void["is_void"], void["won"], void["pot"]) == (number, True, 0, 0)
    path = f"/api/hands/{void['key']}"
    replay = await player.client.get(f"{path}/replay")
    assert (replay["number"], replay["is_void"]) == (number, True)
    with pytest.raises(RoomSaidNo, match="hand is void"):
        await player.client.get(path)
