"""Tournaments in a real room: practice players come, the room is killed in mid-hand and goes on."""

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from cardroom.commands.room_client import Line, RoomClient
from tests.rule import rule
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, PLAY_MONEY, audit

PRICE = 100
SOON = {"CARDROOM_PACE_RETURN_AFTER_RESTART_MS": "2000"}


async def seat_of(line: Line) -> dict[str, Any]:
    """Where the player is seated, once they are."""
    while True:
        message = await line.read()
        if message["t"] == "event" and message["d"]["type"] == "tournament_seated":
            return message["d"]  # type: ignore[no-any-return]


async def first_turn(line: Line) -> dict[str, Any]:
    while True:
        message = await line.read()
        if message["t"] == "turn":
            return message


async def list_of(line: Line) -> list[dict[str, Any]]:
    messages = await line.subscribe("tournaments")
    snapshot = next(one["d"] for one in messages if one["t"] == "snapshot")
    return snapshot["tournaments"]  # type: ignore[no-any-return]


@rule("TYP-02", "TRN-25", "FAIR-07")
async def test_a_newcomer_plays_a_sit_and_go_with_practice_players_over_a_kill(
    database: str, http: ClientSession, tmp_path: Path
) -> None:
    words = ("--practice",)
    with RoomProcess(database, *words, folder=tmp_path) as room:
        client = RoomClient(http, room.address)
        await client.register("Ana", PASSWORD)
        line = await client.connect()
        await line.subscribe("me")
        names = {row["name"] for row in await list_of(line)}
        assert {"HexaPro 1", "Heads-up 1", "Sit & Go 1", "Quick 5"} <= names
        async with asyncio.timeout(120):
            await line.ask("buy_games", offer="Heads-up 1", games=1)
            seat = await seat_of(line)
            channel = f"table:{seat['table']}"
            messages = await line.subscribe(channel)
            table = next(one["d"] for one in messages if one["t"] == "snapshot")
            assert table["game"]["type"] == "tournament"
            assert {place["kind"] for place in table["places"]} == {"person", "practice"}
            turn = await first_turn(line)
            d = turn["d"]
            await line.ask("act", ch=channel, hand=d["hand"], turn=d["turn"], a="fold")
        room.kill()
    assert audit(database).returncode == 0
    with RoomProcess(database, *words, folder=tmp_path, environment=SOON) as room:
        client = RoomClient(http, room.address)
        await client.login("Ana", PASSWORD)
        line = await client.connect()
        messages = await line.subscribe("me")
        me = next(one["d"] for one in messages if one["t"] == "snapshot")
        (own,) = me["tournaments"]
        assert own["table"] == seat["table"]
        assert me["balance"] == PLAY_MONEY - PRICE
        await line.subscribe(channel)
        async with asyncio.timeout(90):
            turn = await first_turn(line)
            assert turn["ch"] == channel
        await line.close()
        assert room.stop() == 0, room.log
    assert audit(database).returncode == 0
