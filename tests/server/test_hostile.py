"""Hostile frames: nothing breaks, nothing changes, nothing stays, honest players play on."""

import asyncio
import gc
import logging
import random
import time
from typing import cast

import pytest
from aiohttp import WSMessage, WSMsgType

from cardroom.room.requests import Act
from cardroom.server.sockets.player_socket import PlayerSocket, WebSocket
from tests.server.clients import ORIGIN, Browser, World, until
from tests.server.fakes import caller
from tests.server.hostile import (
    BINARY,
    HELLO,
    PING,
    PONG,
    TEXT,
    Thrown,
    attack,
    frames,
    masked,
    thrown,
)

FRAMES = 100_000
FRAMES_EACH = 80
ATTACKERS = 40
CONNECTIONS_EACH = 6
SEED = 20261115
ANSWERED_WITHIN_S = 1.0
"""Of this process's own time, in which attackers and server share one thread."""


KINDS = {
    TEXT: WSMsgType.TEXT,
    BINARY: WSMsgType.BINARY,
    PING: WSMsgType.PING,
    PONG: WSMsgType.PONG,
}


class Thrower:
    """Stands for aiohttp's WebSocket: hands over hostile messages until it is hung up on."""

    close_code = None

    def __init__(self, world: World, messages: list[Thrown]) -> None:
        self._world = world
        self._messages = messages
        self.transport = Deaf()
        self.taken = 0

    async def receive(self) -> WSMessage:
        await asyncio.sleep(0)
        self._world.clock.advance(50)
        if self.transport.is_hung_up or not self._messages:
            return WSMessage(WSMsgType.CLOSED, None, None)
        self.taken += 1
        opcode, body = self._messages.pop()
        return WSMessage(KINDS[opcode], body, None)


class Deaf(asyncio.Transport):
    """A transport that only notices the close frame."""

    is_hung_up = False

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: object) -> None:
        self.is_hung_up = self.is_hung_up or bytes(data)[:1] == b"\x88"  # type: ignore[call-overload]

    def close(self) -> None:
        pass


async def test_a_hundred_thousand_hostile_messages_are_answered_and_change_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    rng, taken = random.Random(SEED), 0
    guest = await world.guest()
    live = world.services.registry.live("hostile", caller(guest.player), 0)
    while taken < FRAMES:
        thrower = Thrower(world, thrown(rng, 60))
        ws, transport = cast("WebSocket", thrower), thrower.transport
        socket = PlayerSocket(world.services, ws, transport, live, 2**53)
        await socket.run()
        taken += thrower.taken
    assert not caplog.records
    legal = [request for _, request in world.room.asked if isinstance(request, Act)]
    assert all(act.turn == 17 for act in legal)
    assert not world.room.tables["table:7"].listeners


async def storm(world: World, browser: Browser, seed: int, connections: int) -> int:
    """Many connections one after the other; the number of frames that were thrown."""
    rng = random.Random(seed)
    (cookie,) = browser.session.cookie_jar
    session = await world.services.sessions.find(cookie.value)
    port = world.server.port
    assert session is not None
    assert port is not None
    for _ in range(connections):
        ticket = world.services.tickets.issue(world.accounts.kept[browser.player], session)
        # A hello first, mostly; some begin with nonsense.
        first = masked(HELLO, rng) if rng.random() < 0.95 else b""
        data = first + b"".join(frames(rng, FRAMES_EACH))
        path, said = f"/api/socket?ticket={ticket}", f"cardroom={cookie.value}"
        await attack(port, path, said, ORIGIN, data)
    return connections * FRAMES_EACH


async def test_honest_players_play_on_in_a_storm_of_hostile_connections(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    honest = await world.guest()
    attackers = [await world.guest() for _ in range(ATTACKERS)]
    slowest, played = 0.0, 0
    async with honest.socket("table:7") as wire:
        tasks_before = len(asyncio.all_tasks())
        storms = [
            asyncio.create_task(storm(world, attacker, SEED + number, CONNECTIONS_EACH))
            for number, attacker in enumerate(attackers)
        ]
        while not all(one.done() for one in storms):
            world.clock.advance(100)
            started = time.process_time()
            assert (await wire.act(f"honest-{played}"))["t"] == "ack"
            slowest = max(slowest, time.process_time() - started)
            played += 1
            await asyncio.sleep(0.01)
        await asyncio.gather(*storms)
        await until(lambda: len(world.services.registry.lines()) == 1)
        await until(lambda: len(asyncio.all_tasks()) <= tasks_before)
    assert slowest < ANSWERED_WITHIN_S, f"seed {SEED}"
    assert [record.getMessage() for record in caplog.records] == []
    acts = [who for who, request in world.room.asked if isinstance(request, Act)]
    assert acts.count(honest.player) == played


async def test_nothing_of_a_gone_attacker_stays(world: World) -> None:
    await storm(world, await world.guest(), SEED, connections=4)
    world.clock.advance(200_000)
    await world.services.registry.look_after()
    world.room.board.tidy()
    gc.collect()
    assert world.services.registry.lines() == []
    assert world.services.registry.live_count == 0
    assert len(world.services.tickets) == 0
    assert not world.room.tables["table:7"].listeners


async def test_silent_sockets_and_half_requests_hold_up_nobody(world: World) -> None:
    port = world.server.port
    assert port is not None
    guest = await world.guest()
    async with guest.socket("table:7") as wire:
        mute = [await asyncio.open_connection("127.0.0.1", port) for _ in range(50)]
        for number, (_, writer) in enumerate(mute):
            writer.write(b"GET /api/socket?ticket=x HTTP/1.1\r\nHost: room\r\n"[: number + 1])
        assert (await wire.act())["t"] == "ack"
        for _, writer in mute:
            writer.transport.abort()
