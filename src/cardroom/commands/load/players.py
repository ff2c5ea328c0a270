"""Players of a load test: they sit down over real sockets and check or call when it is their turn.

They read as little as they can, so that the time of the test's own process counts little.
"""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from cardroom.commands.load.bare import GROUP
from cardroom.commands.load.measured import Tally
from cardroom.commands.room_client import RoomClient

TURN = '{"t":"turn"'
EVENT = '{"t":"event","ch":"table:'
"""Something happened at a table."""
AT_ONCE = 40
"""How many players come in at the same time."""


class Pulse:
    """One socket's side of the measuring: every message counts, an event answers an action."""

    def __init__(self, ws: ClientWebSocketResponse, tally: Tally, think_s: float) -> None:
        self._ws = ws
        self._tally = tally
        self._think_s = think_s
        self._sent_at = 0.0
        self._acting: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Read until the socket ends."""
        async for message in self._ws:
            if message.type is WSMsgType.TEXT:
                self._tally.messages += 1
                self.take(message.data)

    async def hang_up(self) -> None:
        """Leave the room."""
        await self._ws.close()

    def take(self, text: str) -> None:
        """Note the first event after an own action: it tells everybody about it."""
        if self._sent_at and text.startswith(EVENT):
            self._tally.latencies_ms.append((time.perf_counter() - self._sent_at) * 1000)
            self._sent_at = 0.0

    def act(self, content: Mapping[str, Any]) -> None:
        """Send an action after thinking about it."""
        self._acting = asyncio.get_running_loop().create_task(self._think_and_send(content))

    async def _think_and_send(self, content: Mapping[str, Any]) -> None:
        await asyncio.sleep(self.think_s())
        if not self._ws.closed:
            self._sent_at = time.perf_counter()
            self._tally.actions += 1
            await self.send(content)

    def think_s(self) -> float:
        """How long to think about the next action."""
        return self._think_s

    async def send(self, content: Mapping[str, Any]) -> None:
        """Send something now; who has been cut off finds out when they read."""
        with suppress(ConnectionError):
            await self._ws.send_str(msgspec.json.encode(content).decode())


class RoomPulse(Pulse):
    """Checks or calls whenever it is asked."""

    def __init__(self, ws: ClientWebSocketResponse, tally: Tally, think_s: float) -> None:
        super().__init__(ws, tally, think_s)
        self._acts = 0

    def take(self, text: str) -> None:
        super().take(text)
        if text.startswith(TURN):
            asked = msgspec.json.decode(text)
            turn = asked["d"]
            self._acts += 1
            content = {"t": "act", "ch": asked["ch"], "id": f"a{self._acts}", "hand": turn["hand"]}
            action = "check" if turn["check"] else "call"
            self.act({**content, "turn": turn["turn"], "a": action})


class BarePulse(Pulse):
    """Sends a message of the same form whenever the last one named it."""

    seat = 0

    def take(self, text: str) -> None:
        super().take(text)
        event = msgspec.json.decode(text)["d"]
        if event["seat"] == self.seat:
            self.act(
                {"t": "act", "ch": "table:7", "id": "a1", "hand": 1, "turn": event["turn"],
                 "a": "call"}
            )  # fmt: skip


class Crowd:
    """All players of one run; `seated` counts those who have a seat."""

    def __init__(self, session: ClientSession, address: str, think_s: float) -> None:
        self.tally = Tally()
        self.seated = 0
        self.tables: set[str] = set()
        self._session = session
        self._address = address
        self._think_s = think_s
        self._door = asyncio.Semaphore(AT_ONCE)
        self._tasks: list[asyncio.Task[None]] = []
        self._sockets: list[ClientWebSocketResponse] = []

    def sit_down(self, players: int, stake: Mapping[str, Any], buy_in: int) -> None:
        """Have everybody come to a room; who sits plays."""
        for _ in range(players):
            self._start(self._play(stake, buy_in))

    def join_bare(self, players: int) -> None:
        """Have everybody connect to the bare server."""
        for number in range(players):
            self._start(self._echo(number))

    def _start(self, coroutine: Any) -> None:
        self._tasks.append(asyncio.create_task(coroutine))

    def verify(self) -> None:
        """Raise what went wrong for any player."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    async def go_home(self) -> None:
        """Stop playing and hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(ws.close() for ws in self._sockets), return_exceptions=True)

    async def _play(self, stake: Mapping[str, Any], buy_in: int) -> None:
        client = RoomClient(self._session, self._address)
        async with self._door:
            await client.guest()
            line = await client.connect()
            self._sockets.append(line.ws)
            await line.ask_for_seat(stake)
        channel = await line.take_seat(buy_in)
        self.tables.add(channel)
        self.seated += 1
        pulse = RoomPulse(line.ws, self.tally, self._think_s)
        for waiting in line.unread():
            pulse.take(msgspec.json.encode(waiting).decode())
        await pulse.listen()

    async def _echo(self, number: int) -> None:
        async with self._door:
            address = f"{self._address}/socket?group={number // GROUP}"
            ws = await self._session.ws_connect(address, compress=0)
            self._sockets.append(ws)
        pulse = BarePulse(ws, self.tally, self._think_s)
        pulse.seat = number % GROUP
        self.seated += 1
        await pulse.listen()
