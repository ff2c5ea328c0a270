"""Whoever visits and leaves, however they leave, costs the room nothing afterwards."""

import asyncio
import gc
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import WSMessage, WSMsgType

from cardroom.commands.room_client import RoomClient
from cardroom.ledger import PlayerId
from cardroom.room.people import Caller
from cardroom.server.services import Services
from cardroom.server.sockets.messages import Hello
from cardroom.server.sockets.player_socket import PlayerSocket
from tests.room.inside import inside
from tests.room.rooms import Client
from tests.server.clients import until
from tests.server.hostile import HELLO, masked, upgrade
from tests.server.open_servers import OpenServer, open_server
from tests.server.process.test_hostile import cookie_of

VISITS = 10_000
REAL_VISITS = 200
BLOCKS_PER_VISIT_MAX = 3
"""A visit that is not forgotten keeps more than a hundred blocks of memory."""
CHANNELS = ("table:1", "lobby", "me")
CLOSING = (WSMsgType.CLOSED, None)
"""What is read from a socket that the other side has closed."""
Frame = tuple[WSMsgType, Any]


class Pipe(asyncio.Transport):
    """A transport that takes everything and keeps nothing."""

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: Any) -> None:
        pass

    def close(self) -> None:
        pass

    def abort(self) -> None:
        pass


class Frames:
    """A socket from which some frames are read, without waiting or with a pause before the last."""

    close_code = None

    def __init__(self, frames: Sequence[Frame], *, pauses: bool) -> None:
        self._frames: Iterator[Frame] = iter((*frames, CLOSING))
        self._pauses = pauses

    async def receive(self) -> Any:
        kind, data = next(self._frames)
        if self._pauses and kind is WSMsgType.CLOSED:
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        return WSMessage(kind, data, None)


class Counted(PlayerSocket):
    """A player's socket; all together count what is sent to them."""

    sent = 0

    def deliver(self, frame: bytes) -> None:
        Counted.sent += 1
        super().deliver(frame)


def subscribe(channel: str) -> Frame:
    request = {"t": "subscribe", "id": "s", "ch": channel}
    return WSMsgType.TEXT, msgspec.json.encode(request)


async def visit(services: Services, number: int) -> None:
    """One visit: the subscription is still waiting when the socket breaks, or it was answered."""
    player = PlayerId(1000 + number % 50)
    await services.ports.bank.balance(player)
    caller = Caller(player=player, name="x", kind="guest")
    live = services.registry.live(f"family-{player}", caller, 0)
    frames = Frames([subscribe(CHANNELS[number % 3])], pauses=number % 2 == 0)
    socket = Counted(services, frames, Pipe(), live, 2**53)  # type: ignore[arg-type]
    services.registry.attach(live, socket, is_socket=True)
    try:
        socket.greet(Hello(protocols=(1,)))
        await socket.run()
    finally:
        services.registry.detach(live, socket, on_purpose=False)


class Player(Client):
    """A player whose line never fails."""

    lag_ms = None
    doubt_ms = 0

    def hang_up(self, code: int) -> None:
        pass

    def look_after(self, now_ms: int) -> None:
        pass


async def seated(server: OpenServer) -> list[Player]:
    """Three players at table 1."""
    players = [Player(server, number) for number in (101, 102, 103)]  # type: ignore[arg-type]
    registry = server.services.registry
    for player in players:
        await server.bank.welcome(player.viewer)
        live = registry.live(f"player-{player.viewer}", player.caller, 0)
        registry.attach(live, player, is_socket=False)
    await asyncio.gather(*(player.sit() for player in players))
    return players


def listeners(server: OpenServer) -> int:
    """How many listen to the channels of the room."""
    return server.room.services.switchboard.listener_count


async def sent_during_a_hand(server: OpenServer, players: list[Player]) -> int:
    """How many frames are sent to visitors while a hand is played to its end."""
    before, (table,) = Counted.sent, inside(server.room).tables
    number = table.number + 1
    async with asyncio.timeout(90):
        while table.number <= number:
            for player in players:
                while not player.turns.empty():
                    await player.act(player.turns.get_nowait(), "fold")
            await asyncio.sleep(0.001)
    return Counted.sent - before


async def settled_blocks() -> int:
    """How many blocks of memory are in use once everything under way is done."""
    await asyncio.sleep(0.1)
    gc.collect()
    return sys.getallocatedblocks()


async def test_ten_thousand_visits_leave_neither_listeners_nor_memory_nor_work_behind(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        players = await seated(server)
        for number in range(300):
            await visit(server.services, number)
        heard, work = listeners(server), await sent_during_a_hand(server, players)
        blocks = await settled_blocks()
        for number in range(VISITS):
            await visit(server.services, number)
        assert listeners(server) == heard
        grown = await settled_blocks() - blocks
        assert await sent_during_a_hand(server, players) == work == 0
        assert grown < VISITS * BLOCKS_PER_VISIT_MAX


async def test_a_subscribe_and_a_broken_frame_in_one_packet_leave_no_listener_behind(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_server(tmp_path) as server:
        await seated(server)
        heard = listeners(server)
        client, rng = RoomClient(server.http, server.address), random.Random(1)
        await client.guest()
        _, request = subscribe("table:1")
        packet = masked(HELLO, rng) + masked(request, rng) + masked(b"{}", rng, 0x83)
        for _ in range(REAL_VISITS):
            ticket = (await client.post("/api/ticket"))["ticket"]
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            path, origin = f"/api/socket?ticket={ticket}", server.address.rstrip("/")
            writer.write(upgrade(path, cookie_of(client), origin))
            await reader.readuntil(b"\r\n\r\n")
            writer.write(packet)
            writer.close()
        await until(lambda: not server.services.registry.is_here(PlayerId(client.player)))
        assert listeners(server) == heard
    # Nor does a subscription that comes too late fail: that would be a line of the log for each.
    assert not [one for one in caplog.records if one.exc_info]
