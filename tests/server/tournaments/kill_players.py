"""People in tournaments of a real server that is killed: they enter, play, and come back.

What nobody answered before the kill is asked again under the same id after it, as a client does.
"""

import asyncio
from random import Random
from typing import Any

from aiohttp import ClientError, ClientSession

from cardroom.commands.room_client import Line, RoomClient, RoomGone, RoomSaidNo
from cardroom.errors import UsageError

LOST = (RoomGone, UsageError, ClientError, OSError, TimeoutError)
"""What a player meets when the room dies."""
AGAIN_S = 0.3


class KillEntrant:
    """A guest through all lives of the server."""

    def __init__(
        self, http: ClientSession, address: str, number: int, *, enters_again: int
    ) -> None:
        self.client = RoomClient(http, address)
        self.acknowledged: dict[str, dict[str, Any]] = {}
        """Requests that moved money, by id, with what they were answered."""
        self.entries_asked = 0
        """Entries that they paid for: what a kill interrupted is acknowledged without details."""
        self.refused: list[str] = []
        self.shoves = 55
        """How often, of a hundred, everything goes in."""
        self._open: dict[str, dict[str, Any]] = {}
        self._number = number
        self._sent = 0
        self._enters_again = enters_again
        self._chance = Random(number)

    @property
    def is_answered(self) -> bool:
        """Whether nothing that moves money waits for an answer."""
        return not self._open

    def want(self, kind: str, **content: Any) -> None:
        """Ask for something that moves money, until it is answered."""
        self._sent += 1
        number = f"kill-{self._number}-{self._sent}"
        self._open[number] = {"t": kind, "id": number, **content}

    async def live(self) -> None:
        """Be there for ever: what a kill interrupts goes on after it."""
        while True:
            try:
                if not self.client.player:
                    await self.client.guest()
                # The room may have died before the rules were accepted.
                await self.client.accept_rules()
                line = await self.client.connect()
                try:
                    await self._play(line)
                finally:
                    await line.close()
            except RoomSaidNo as no:
                if no.status not in {429, 503}:
                    raise
            except LOST:
                pass
            await asyncio.sleep(AGAIN_S + self._chance.random())

    async def _play(self, line: Line) -> None:
        messages = await line.subscribe("me")
        me = next(one["d"] for one in messages if one["t"] == "snapshot")
        for own in me["tournaments"]:
            if own["table"] is not None:
                await self._listen(line, own["table"])
        asked: set[str] = set()
        while True:
            for number in [one for one in self._open if one not in asked]:
                asked.add(number)
                await line.send(**self._open[number])
            try:
                message = await line.read(1.0)
            except TimeoutError:
                continue
            await self._read(line, message)

    async def _read(self, line: Line, message: dict[str, Any]) -> None:
        match message["t"]:
            case "turn":
                await self._act(line, message)
            case "ack" if message["id"] in self._open:
                request = self._open.pop(message["id"])
                self.acknowledged[message["id"]] = message["d"]
                self.entries_asked += request.get("games", 1)
            case "refused" if message["id"] in self._open:
                if message["rule"] != "NET-10":
                    del self._open[message["id"]]
                    self.refused.append(message["reason"])
            case "event" if message["ch"] == "me":
                await self._hear(line, message["d"])

    async def _hear(self, line: Line, news: dict[str, Any]) -> None:
        if news["type"] == "tournament_seated":
            await self._listen(line, news["table"])
        elif news["type"] == "tournament_out" and self._enters_again:
            self._enters_again -= 1
            self.want("register", ch=f"tournament:{news['tournament']}")

    async def _listen(self, line: Line, table: int) -> None:
        self._sent += 1
        channel = f"table:{table}"
        await line.send(t="subscribe", id=f"listen-{self._number}-{self._sent}", ch=channel)

    async def _act(self, line: Line, message: dict[str, Any]) -> None:
        turn = message["d"]
        wanted: dict[str, Any] = {"a": "check" if turn["check"] else "fold"}
        if self._chance.randrange(100) < self.shoves:
            wanted = {"a": "raise", "to": turn["raise_to"]} if turn["raise_to"] else {"a": "call"}
            if not turn["raise_to"] and turn["check"]:
                wanted = {"a": "check"}
        self._sent += 1
        await line.send(
            t="act", id=f"act-{self._number}-{self._sent}", ch=message["ch"], hand=turn["hand"],
            turn=turn["turn"], **wanted,
        )  # fmt: skip
