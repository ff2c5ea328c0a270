"""Illegal actions over a real socket at a real table: refused without effect, and counted; what the
rail asks for is no way around its delay."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.room.tables.turns import ILLEGAL_ACTIONS_MAX
from cardroom.server.config.options import RoomSection
from tests.room.inside import inside
from tests.rule import rule
from tests.server.open_servers import open_server
from tests.server.seating import Seated, first_turn, three_seated


async def act(player: Seated, turn: dict[str, Any], action: str, to: int = 0) -> None:
    named = {"hand": turn["hand"], "turn": turn["turn"], "a": action, "to": to}
    await player.line.ask("act", ch=player.channel, **named)


@rule("AMB-49")
async def test_the_fifth_illegal_action_folds_nobody_and_leaves_check_and_fold(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server, three_seated(server.http, server) as players:
        player, turn = await first_turn(players)
        for _ in range(ILLEGAL_ACTIONS_MAX):
            with pytest.raises(RoomSaidNo) as refused:
                await act(player, turn, "raise", 1)
            assert refused.value.reason == "below_minimum_raise"
        for action, to in (("call", 0), ("raise", turn["raise_to"])):
            with pytest.raises(RoomSaidNo) as refused:
                await act(player, turn, action, to)
            assert (refused.value.rule, refused.value.reason) == (
                "NET-04", "too_many_illegal_actions",
            )  # fmt: skip
        (table,) = inside(server.room).tables
        assert (table.actor, table.number) == (player.client.player, turn["hand"])
        assert table.hand is not None
        assert len(table.hand.live) == 3
        await act(player, turn, "fold")
        assert table.actor != player.client.player


@rule("AMB-49")
async def test_illegal_actions_by_socket_and_by_post_are_counted_together(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server, three_seated(server.http, server) as players:
        player, turn = await first_turn(players)
        path = f"/api/{player.channel.replace(':', '/')}/act"
        wrong = {"hand": turn["hand"], "turn": turn["turn"], "a": "raise", "to": 1}
        for number in range(ILLEGAL_ACTIONS_MAX - 2):
            with pytest.raises(RoomSaidNo, match="BET-08"):
                await player.client.post(path, id=f"post-{number}", **wrong)
        for _ in range(2):
            with pytest.raises(RoomSaidNo, match="BET-08"):
                await act(player, turn, "raise", 1)
        with pytest.raises(RoomSaidNo, match="NET-04"):
            await player.client.post(path, id="legal", **wrong | {"a": "call", "to": 0})
        await player.client.post(path, id="fold", **wrong | {"a": "fold", "to": 0})


async def test_neither_reading_nor_a_refusal_shows_the_rail_anything_before_its_time(
    tmp_path: Path,
) -> None:
    room = RoomSection(rail_delay_s=600)
    async with (
        open_server(tmp_path, room=room) as server,
        three_seated(server.http, server) as players,
    ):
        player, turn = await first_turn(players)
        watcher = RoomClient(server.http, server.address)
        await watcher.guest()
        line = await watcher.connect()
        with pytest.raises(RoomSaidNo) as refused:
            await line.ask("read", ch=player.channel)
        assert refused.value.reason == "not_seated_here"
        for hand in (turn["hand"], 0):
            with pytest.raises(RoomSaidNo) as refused:
                await line.ask("act", ch=player.channel, hand=hand, turn=0, a="fold")
            assert refused.value.reason == "not_seated_here"
            assert refused.value.details == {"player": watcher.player}
        assert (await player.line.ask("read", ch=player.channel))["hand"] == turn["hand"]
        await line.close()
