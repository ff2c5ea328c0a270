"""Players of tournaments over the network: by socket, or by HTTP alone."""

import asyncio
from typing import Any
from uuid import uuid4

from cardroom.commands.room_client import Line, RoomClient, RoomSaidNo
from tests.server.open_servers import OpenServer
from tests.server.seating import PASSWORD

LATE = {"stale_turn", "no_hand_in_progress", "not_seated_here", "no_such_table", "not_your_turn"}
"""An answer that came after the clock, or after the table broke."""


def fresh_id() -> str:
    """The id of a request."""
    return str(uuid4())


async def person(server: OpenServer, name: str) -> RoomClient:
    """Somebody with an account and play money."""
    client = RoomClient(server.http, server.address)
    await client.register(name, PASSWORD)
    return client


class SocketPlayer:
    """Listens to its own channel, follows every move, and answers every turn: shoves or calls."""

    def __init__(self, client: RoomClient, line: Line) -> None:
        self.client = client
        self.line = line
        self.heard: list[dict[str, Any]] = []
        self.seats: list[int] = []
        self._play: asyncio.Task[None] | None = None

    @classmethod
    async def of(cls, client: RoomClient) -> "SocketPlayer":
        player = cls(client, await client.connect())
        await player.line.subscribe("me")
        return player

    def start(self) -> None:
        """Play in the background."""
        self._play = asyncio.create_task(self.play())

    async def stop(self) -> None:
        if self._play is not None:
            self._play.cancel()
            await asyncio.gather(self._play, return_exceptions=True)
        await self.line.close()

    async def play(self) -> None:
        """Answer whatever comes, until cancelled."""
        while True:
            message = await self.line.read(600)
            self.heard.append(message)
            if message["t"] == "turn":
                await self._act(message)
            elif message["t"] == "event" and message["d"]["type"] == "tournament_seated":
                self.seats.append(message["d"]["table"])
                await self.line.send(
                    t="subscribe", id=fresh_id(), ch=f"table:{message['d']['table']}"
                )

    async def _act(self, message: dict[str, Any]) -> None:
        turn = message["d"]
        wanted: dict[str, Any] = {"a": "check" if turn["check"] else "call"}
        if turn["raise_to"]:
            wanted = {"a": "raise", "to": turn["raise_to"]}
        await self.line.send(
            t="act", id=fresh_id(), ch=message["ch"], hand=turn["hand"], turn=turn["turn"], **wanted
        )

    def events(self, kind: str) -> list[dict[str, Any]]:
        """What was told of one kind."""
        events = [one["d"] for one in self.heard if one["t"] == "event"]
        return [event for event in events if event["type"] == kind]


class HttpPlayer:
    """Uses nothing but questions and requests: looks at the table, acts when it is their turn."""

    def __init__(self, client: RoomClient) -> None:
        self.client = client

    async def table_in(self, tournament: int) -> int | None:
        """Where the player sits."""
        own = (await self.client.get(f"/api/tournaments/{tournament}"))["me"]
        return None if own is None else own["table"]

    async def act_once(self, table: int) -> bool:
        """Act if it is the player's turn."""
        turn = (await self.client.get(f"/api/table/{table}"))["turn"]
        if turn is None:
            return False
        wanted: dict[str, Any] = {"a": "check" if turn["check"] else "call"}
        if turn["raise_to"]:
            wanted = {"a": "raise", "to": turn["raise_to"]}
        try:
            await self.client.post(
                f"/api/table/{table}/act",
                id=fresh_id(), hand=turn["hand"], turn=turn["turn"], **wanted,
            )  # fmt: skip
        except RoomSaidNo as no:
            assert no.reason in LATE, no  # noqa: PT017
        return True

    async def play(self, tournament: int) -> None:
        """Play until the tournament is over."""
        while True:
            details = await self.client.get(f"/api/tournaments/{tournament}")
            if details["row"]["phase"] in {"finished", "cancelled"}:
                return
            own = details["me"]
            if own is None or own["table"] is None or not await self._acted(own["table"]):
                await asyncio.sleep(0.05)

    async def _acted(self, table: int) -> bool:
        try:
            return await self.act_once(table)
        except RoomSaidNo as no:
            assert no.status == 404, no  # noqa: PT017
            return False
