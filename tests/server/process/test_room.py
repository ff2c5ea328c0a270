"""A real room in a process of its own: two people play, vanish, come back; the room is killed."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomGone
from cardroom.server.sockets.messages import CloseCode
from tests.rule import rule
from tests.server.processes import RoomProcess
from tests.server.seating import (
    PASSWORD,
    PLAY_MONEY,
    STACK,
    Seated,
    audit,
    first_turn,
    three_seated,
)
from tests.store.private_postgres import PrivatePostgres


async def test_people_register_sit_down_and_play_until_the_room_is_stopped(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        assert (await RoomClient(http, room.address).get("/health"))["status"] == "ok"
        async with three_seated(http, room) as players, asyncio.timeout(120):
            await asyncio.gather(*(one.play_a_hand() for one in players))
            answers = [await one.client.get("/api/hands") for one in players]
            assert [len(one["hands"]) for one in answers] == [1, 1, 1]
            assert sum(one["hands"][0]["won"] for one in answers) <= 0
            stopping = asyncio.to_thread(room.stop)
            status, *codes = await asyncio.gather(stopping, *map(close_code, players))
            assert set(codes) == {CloseCode.DRAINING}
        assert status == 0, room.log
    assert audit(database).returncode == 0


async def close_code(player: Seated) -> int | None:
    """Read on until the room hangs up, and say why it did."""
    try:
        while True:
            await player.line.read()
    except RoomGone as gone:
        return gone.code


@rule("TIME-01")
async def test_who_loses_the_connection_in_mid_hand_resumes_with_what_was_missed(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        async with three_seated(http, room) as players, asyncio.timeout(120):
            actor, turn = await first_turn(players)
            have = dict(actor.line.last)
            await actor.line.close()
            actor.line = await actor.client.connect(have={actor.channel: have[actor.channel]})
            messages = await actor.line.until("sync:end")
            kinds = [message["t"] for message in messages]
            assert kinds[0] == "sync:begin"
            assert "snapshot" not in kinds
            numbers = [message["v"] for message in messages if message["t"] == "event"]
            start = have[actor.channel] + 1
            assert numbers == list(range(start, start + len(numbers)))
            again = next(message["d"] for message in messages if message["t"] == "turn")
            assert (again["hand"], again["turn"]) == (turn["hand"], turn["turn"])
            await actor.answer(again)
            await asyncio.gather(*(one.play_a_hand() for one in players))


@rule("CRASH-01", "AMB-69")
async def test_a_room_that_is_killed_in_mid_hand_has_lost_nothing(
    database: str, http: ClientSession
) -> None:
    await lose_nothing(database, http)


@rule("CRASH-01", "AMB-69")
async def test_a_room_on_postgresql_that_is_killed_in_mid_hand_has_lost_nothing(
    postgres: PrivatePostgres, http: ClientSession
) -> None:
    await lose_nothing(await postgres.new_database("killed"), http)


async def lose_nothing(database: str, http: ClientSession) -> None:
    """Kill a room in a raised pot; afterwards everybody has what he had before the hand."""
    with RoomProcess(database) as room:
        async with three_seated(http, room) as players, asyncio.timeout(120):
            actor, turn = await first_turn(players)
            await actor.line.ask(
                "act", ch=actor.channel, hand=turn["hand"], turn=turn["turn"], a="raise",
                to=turn["raise_to"],
            )  # fmt: skip
            await asyncio.to_thread(room.kill)
            with RoomProcess(database, port=room.port) as again:
                await has_all(players)
                assert await asyncio.to_thread(again.stop) == 0
    found = audit(database)
    assert found.returncode == 0, found.stdout


async def has_all(players: list[Seated]) -> None:
    """Same session, same seat, same money; the hand never was."""
    for one in players:
        assert (await one.client.get("/api/me"))["name"] == one.client.name
        assert await one.stack() == STACK
        assert (await one.client.get("/api/balance"))["balance"] == PLAY_MONEY - STACK
        (void,) = (await one.client.get("/api/hands"))["hands"]
        assert (void["number"], void["is_void"], void["won"]) == (1, True, 0)


async def test_a_port_that_is_taken_is_told_in_one_sentence(database: str, tmp_path: Path) -> None:
    with RoomProcess(database) as room:
        command = [sys.executable, "-m", "cardroom.commands.main", "serve"]
        command += ["--port", str(room.port), "--database", f"sqlite:///{tmp_path}/other.db"]
        done = await asyncio.to_thread(
            subprocess.run, command, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"cardroom: 127.0.0.1 port {room.port} cannot be used: ")


@pytest.fixture(scope="module")
def postgres() -> Iterator[PrivatePostgres]:
    server = PrivatePostgres()
    try:
        yield server
    finally:
        server.remove()


async def test_who_comes_back_after_a_restart_is_told_what_he_has(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        await RoomClient(http, room.address).register("Ana", PASSWORD)
        assert room.stop() == 0
    with RoomProcess(database) as room:
        ana = RoomClient(http, room.address)
        await ana.login("Ana", PASSWORD)
        line = await ana.connect()
        answers = await line.subscribe("me")
        assert [one["d"]["balance"] for one in answers if one["t"] == "snapshot"] == [PLAY_MONEY]
        await line.close()
