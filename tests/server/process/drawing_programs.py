"""Programs of players who take part in the draw of a start, through kills of the room."""

import base64
import secrets
from typing import Any
from uuid import uuid4

from cardroom.commands.room_client import Line, RoomClient
from cardroom.fairness.draws.draw_list import DrawContext
from cardroom.fairness.draws.participant import DrawParticipant

WAIT_S = 240


class Drawing:
    """Commits to a number for every draw; reveals it when told to."""

    def __init__(self, client: RoomClient, key: bytes) -> None:
        self.client = client
        self.listed: dict[tuple[int, int], bytes] = {}
        """Lists by tournament and number of the draw."""
        self.line: Line
        self._key = key
        self._parts: dict[tuple[int, int], DrawParticipant] = {}

    async def connect(self, *, reveals: bool = False) -> None:
        """Open a line and take up what the room says about draws."""
        self.line = await self.client.connect()
        messages = await self.line.subscribe("me")
        me = next(one["d"] for one in messages if one["t"] == "snapshot")
        for own in me["tournaments"]:
            if (draw := own.get("draw")) is not None:
                await self._commit(draw["next"], is_held=draw["committed"])
                if draw["listed"]:
                    await self._hear_list(draw["listed"], reveals=reveals)

    async def until(self, kind: str, *, reveals: bool = False) -> dict[str, Any]:
        """Take part until something of a kind is told."""
        while True:
            message = await self.line.read(WAIT_S)
            if message["t"] != "event" or message["ch"] != "me":
                continue
            news: dict[str, Any] = message["d"]
            if news["type"] == "draw_committed":
                await self._commit(news, is_held=False)
            elif news["type"] == "draw_listed":
                await self._hear_list(news, reveals=reveals)
            if news["type"] == kind:
                return news

    async def _commit(self, said: dict[str, Any], *, is_held: bool) -> None:
        context = DrawContext(**said["context"])
        key = said["tournament"], context.number
        if key not in self._parts:
            fixed_to = base64.b64decode(said["commitment"])
            seed = secrets.token_bytes(32)
            self._parts[key] = DrawParticipant(context, self.client.player, seed, fixed_to)
        if not is_held:
            await self._send("commit_draw", key, commitment=self._parts[key].commitment)

    async def _hear_list(self, said: dict[str, Any], *, reveals: bool) -> None:
        key = said["tournament"], said["number"]
        encoded, signature = (base64.b64decode(said[name]) for name in ("list", "signature"))
        assert self.listed.setdefault(key, encoded) == encoded, "one number has one list"
        seed = self._parts[key].reveal(encoded, signature, self._key)
        if reveals:
            await self._send("reveal_draw", key, seed=seed)

    async def _send(self, kind: str, key: tuple[int, int], **content: bytes) -> None:
        said = {name: base64.b64encode(value).decode() for name, value in content.items()}
        channel, number = f"tournament:{key[0]}", key[1]
        await self.line.send(t=kind, id=str(uuid4()), ch=channel, number=number, **said)
