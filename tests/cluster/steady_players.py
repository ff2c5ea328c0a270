"""People who play on whatever happens: they come back through any gateway that lets them in."""

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import ClientError

from cardroom.commands.room_client import RoomGone, RoomSaidNo
from cardroom.errors import UsageError
from tests.cluster.real_cluster import PATIENCE_S, ClusterPlace
from tests.cluster.table_players import Watching

LOST = (RoomGone, UsageError, ClientError, OSError, TimeoutError)
"""What a player meets when a gateway is gone."""
TRY_AGAIN_S = 0.2
PASSES = {"unavailable", "failed"}
"""Refusals that say nothing about the request: the room cannot carry it out at the moment."""


class Steady:
    """One player at a table, through the faults of processes, NATS and the database."""

    def __init__(self, place: ClusterPlace, seated: Watching, *gateways: str) -> None:
        self.seated = seated
        self.refused: Counter[str] = Counter()
        self.returns = 0
        self.hands = 0
        """Hands that were paid while this player looked on."""
        self.broken = 0
        """Hands that were followed by another one without being paid."""
        self._in_hand = False
        self._is_out = False
        """Whether the room has made this player sit out, who was away for too long."""
        self.place = place
        self._gateways = gateways
        self._turn: dict[str, Any] | None = None
        self._last: dict[str, Any] = {}
        """The last message."""

    def __str__(self) -> str:
        name, wire = self.seated.client.name, self.seated.line.ws
        state = (
            f"{self.hands} hands, {self.broken} broken, {self.returns} returns, turn {self._turn}"
        )
        return f"{name}: {state}, closed {wire.closed}, refused {dict(self.refused)}, {self._last}"

    async def play_on(self) -> None:
        """Play until cancelled."""
        while True:
            try:
                await self._read()
            except RoomSaidNo as no:
                self.refused[no.reason] += 1
                await asyncio.sleep(TRY_AGAIN_S)
            except LOST:
                await self._come_back()

    async def _read(self) -> None:
        if self._turn is not None:
            await self._answer(self._turn)
        elif self._is_out:
            await self.seated.line.ask("come_back", ch=self.seated.channel)
            self._is_out = False
        try:
            message = await self.seated.line.read(TRY_AGAIN_S)
        except TimeoutError:
            if self.seated.line.ws.closed:
                raise
            return
        self._last = message
        if message["t"] == "turn":
            self._turn = message["d"]
        elif message["t"] == "event" and message["ch"] == self.seated.channel:
            self.seated.note(message)
            self._count(message["d"])
        elif message["t"] == "snapshot" and message["ch"] == self.seated.channel:
            # What came before it was missed.
            self._in_hand = False

    def _count(self, event: dict[str, Any]) -> None:
        if event["type"] == "hand_started":
            self.broken += self._in_hand
            self._in_hand = True
        elif event["type"] == "pot_awarded" and event["pot"] == 0:
            self.hands += 1
            self._in_hand = False
        elif event["type"] == "places_changed":
            for one in event["places"]:
                if one["player"] == self.seated.client.player:
                    self._is_out = one["out_since_ms"] is not None

    async def _answer(self, turn: dict[str, Any]) -> None:
        """Check or call, again and again while the room cannot take it."""
        try:
            await self.seated.answer(turn)
        except RoomSaidNo as no:
            if no.reason in PASSES:
                raise
            self.refused[no.reason] += 1
        if self._turn is turn:
            self._turn = None

    async def _come_back(self) -> None:
        """Through the first gateway that lets somebody in."""
        for name in self._gateways:
            if self.place.lives(name):
                try:
                    await self.seated.come_back(self.place[name].address)
                except LOST:
                    continue
                self._turn = None
                self.returns += 1
                return
        await asyncio.sleep(TRY_AGAIN_S)


@asynccontextmanager
async def playing(players: Sequence[Steady]) -> AsyncIterator[None]:
    """Let everybody play on meanwhile."""
    tasks = [asyncio.create_task(one.play_on()) for one in players]
    try:
        yield
    except BaseException:
        players[0].place.show_logs()
        print(*map(str, players), sep="\n", file=sys.stderr)
        raise
    else:
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for one in players:
        numbers = one.seated.numbers
        assert numbers == sorted(set(numbers)), "something was announced twice"


async def more_hands(players: Sequence[Steady], count: int = 1) -> None:
    """Wait until everybody has seen this many more hands paid."""
    wanted = {one: one.hands + count for one in players}
    async with asyncio.timeout(PATIENCE_S):
        while any(one.hands < least for one, least in wanted.items()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
