"""People at a table of a real room: registered, seated, on sockets of their own."""

import asyncio
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Protocol

from aiohttp import ClientSession

from cardroom.commands.room_client import Line, RoomClient
from cardroom.commands.staff import make_administrator, make_token
from tests.server.forked import cardroom

PLAY_MONEY = 1_000_000
STACK = 1_000
STAKE: dict[str, Any] = {
    "game": "nl-holdem", "format": "ordinary", "small_blind": 5, "big_blind": 10,
}  # fmt: skip
PASSWORD = "three small fish"


class Addressed(Protocol):
    """A room, in a process of its own or in the test's."""

    @property
    def address(self) -> str: ...


class Seated:
    """A registered player with a seat and a socket."""

    def __init__(self, client: RoomClient, line: Line, channel: str) -> None:
        self.client = client
        self.line = line
        self.channel = channel

    async def turn_or_end(self) -> dict[str, Any] | None:
        """The own turn, or None once a hand is paid out."""
        while True:
            message = await self.line.read()
            if message["t"] == "turn":
                return message["d"]  # type: ignore[no-any-return]
            if message["t"] == "event" and message["d"]["type"] == "pot_awarded":
                return None

    async def answer(self, turn: dict[str, Any]) -> None:
        """Check, or call."""
        action = "check" if turn["check"] else "call"
        await self.line.ask("act", ch=self.channel, hand=turn["hand"], turn=turn["turn"], a=action)

    async def play_a_hand(self) -> None:
        while (turn := await self.turn_or_end()) is not None:
            await self.answer(turn)

    async def stack(self) -> int:
        """The stack that counts: that before the hand in progress."""
        line = await self.client.connect()
        messages = await line.subscribe(self.channel)
        await line.close()
        snapshot = next(message["d"] for message in messages if message["t"] == "snapshot")
        places = snapshot["places"]
        return sum(one["stack"] for one in places if one["player"] == self.client.player)


async def ask_for_seat(http: ClientSession, room: Addressed, name: str) -> Seated:
    """Register, connect, ask for a seat."""
    client = RoomClient(http, room.address)
    await client.register(name, PASSWORD)
    line = await client.connect()
    await line.ask_for_seat(STAKE)
    return Seated(client, line, "")


@asynccontextmanager
async def three_seated(http: ClientSession, room: Addressed) -> AsyncIterator[list[Seated]]:
    """Who comes first waits until there are enough; then a table opens for all (CASH-06)."""
    players = [await ask_for_seat(http, room, name) for name in ("Ana", "Bo_", "Cy_")]
    for one in players:
        one.channel = await one.line.take_seat(STACK)
    assert len({one.channel for one in players}) == 1
    yield players
    for one in players:
        await one.line.close()


async def administrator(http: ClientSession, room: Addressed, database: str) -> RoomClient:
    """Somebody with an administrator's token."""
    await make_administrator(database, "Robin", PASSWORD)
    return RoomClient(http, room.address, token=await make_token(database, "Robin", 1))


def audit(database: str) -> subprocess.CompletedProcess[str]:
    return cardroom("ledger", "audit", "--database", database)


async def first_turn(players: list[Seated]) -> tuple[Seated, dict[str, Any]]:
    """Who is asked first in the first hand, and what."""
    waiting = {asyncio.create_task(one.turn_or_end()): one for one in players}
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    task = done.pop()
    turn = task.result()
    assert turn is not None
    return waiting[task], turn
