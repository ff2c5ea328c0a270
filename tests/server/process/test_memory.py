"""What a real room remembers about its players after a stop or a kill, on both databases."""

import asyncio
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.processes import RoomProcess
from tests.server.seating import Seated, administrator, audit, three_seated


@rule("RAT-02", "RAT-03", "CRASH-01")
@pytest.mark.parametrize("end", [RoomProcess.stop, RoomProcess.kill], ids=["stop", "kill"])
async def test_who_left_with_a_big_stack_is_asked_for_it_again_after_a_restart(
    anywhere: str, http: ClientSession, end: Any
) -> None:
    with RoomProcess(anywhere) as room:
        async with three_seated(http, room) as players, asyncio.timeout(120):
            winner = await play_all_in(players)
            stack = await winner.stack()
            assert stack > 1000
            winner.line = await winner.client.connect()
            await winner.line.ask("leave", ch=winner.channel)
            boss = await administrator(http, room, anywhere)
            table, player = winner.channel.removeprefix("table:"), winner.client.player
            before = await offered(boss, table, player)
            await asyncio.to_thread(end, room)
        with RoomProcess(anywhere, port=room.port) as again:
            after = await offered(boss, table, player)
            assert again.stop() == 0
    assert before == after
    assert (after["least"], after["most"], after["rule"]) == (1000, stack, "RAT-02")
    assert audit(anywhere).returncode == 0


async def play_all_in(players: list[Seated]) -> Seated:
    """Everybody goes all-in, once more where all have the same hand: who has the most then."""
    while True:
        await asyncio.gather(*map(go_all_in, players))
        stacks = {await one.stack(): one for one in players}
        if max(stacks) > 1000:
            return stacks[max(stacks)]


async def go_all_in(player: Seated) -> None:
    """Play one hand as wild as possible."""
    while (turn := await player.turn_or_end()) is not None:
        if not turn["raise_to"]:
            await player.answer(turn)
            continue
        await player.line.ask(
            "act", ch=player.channel, hand=turn["hand"], turn=turn["turn"], a="raise",
            to=turn["raise_to"],
        )  # fmt: skip


async def offered(boss: RoomClient, table: str, player: int) -> dict[str, Any]:
    """What a player must bring to a seat at a table; the others there have no chips left."""
    path = f"/api/admin/tables/{table}/restore-seat"
    answer = await boss.post(path, player=player, reason="to see what is asked for")
    return answer["buy_in"]  # type: ignore[no-any-return]
