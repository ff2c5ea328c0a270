"""Programs in a real room: own accounts, streams and POST, only where they are admitted."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientResponse, ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import PASSWORD, STACK, STAKE

PEOPLES: dict[str, Any] = {**STAKE, "small_blind": 10, "big_blind": 20}
ENVIRONMENT = {"CARDROOM_PROGRAMS_STAKES": "nl-holdem:ordinary:5:10"}


class Program:
    """Somebody's software: reads a stream, acts by POST."""

    def __init__(self, client: RoomClient, token: str) -> None:
        self.client = client
        self._token = token
        self._asked = 0

    async def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        self._asked += 1
        request = {"t": kind, "id": f"{kind}-{self._asked}", **content}
        return dict((await self.client.post("/api/ask", request=request)).get("d") or {})

    async def stream(self, http: ClientSession, room: RoomProcess, place: str) -> ClientResponse:
        headers = {"Authorization": f"Bearer {self._token}"}
        return await http.get(f"{room.address}/api/stream/{place}", headers=headers)


async def program(http: ClientSession, room: RoomProcess, owner: RoomClient, name: str) -> Program:
    said = await owner.post("/api/programs", name=name)
    token = str(said["token"])
    return Program(RoomClient(http, room.address, token=token), token)


async def frames(response: ClientResponse) -> AsyncIterator[dict[str, Any]]:
    """The lines of a stream; blank ones say that all is quiet."""
    async for line in response.content:
        if line.strip():
            yield msgspec.json.decode(line)


@rule("FAIR-07", "FAIR-01")
async def test_programs_play_among_themselves_and_never_beside_their_owner(
    tmp_path: Path, http: ClientSession
) -> None:
    with RoomProcess(sqlite_in(tmp_path), environment=ENVIRONMENT) as room:
        owners = [RoomClient(http, room.address) for _ in range(3)]
        for number, owner in enumerate(owners):
            await owner.register(f"Owner{number}", PASSWORD)
        bots = [await program(http, room, one, f"{one.name}Bot") for one in owners]
        with pytest.raises(RoomSaidNo, match=r"programs not admitted \(FAIR-07\)"):
            await bots[0].ask("play", **PEOPLES)
        for bot in bots:
            await bot.ask("play", **STAKE)
        table = await offered(http, room, bots[0])
        for bot in bots:
            await bot.ask("sit", ch=f"table:{table}", amount=STACK)
        await owners[0].post("/api/ask", request={"t": "play", "id": "p", **STAKE})
        sit = {"t": "sit", "id": "s", "ch": f"table:{table}", "amount": STACK}
        with pytest.raises(RoomSaidNo, match=r"one seat per person \(FAIR-01\)"):
            await owners[0].post("/api/ask", request=sit)
        async with asyncio.timeout(120):
            await asyncio.gather(*(play(http, room, bot, table) for bot in bots))


async def offered(http: ClientSession, room: RoomProcess, bot: Program) -> int:
    """The table where a seat is offered."""
    async with asyncio.timeout(120), await bot.stream(http, room, "me") as response:
        async for frame in frames(response):
            if frame["t"] == "snapshot" and frame["d"]["offers"]:
                return int(frame["d"]["offers"][0]["table"])
            if frame["t"] == "event" and frame["d"]["type"] == "seat_offered":
                return int(frame["d"]["table"])
    raise AssertionError("no seat was offered")


async def play(http: ClientSession, room: RoomProcess, bot: Program, table: int) -> None:
    """Check and call one hand through, by stream and POST."""
    async with await bot.stream(http, room, f"table/{table}") as response:
        async for frame in frames(response):
            if frame["t"] == "turn":
                turn = frame["d"]
                action = "check" if turn["check"] else "call"
                acted = {"id": f"t{turn['turn']}", "hand": turn["hand"], "turn": turn["turn"]}
                await bot.client.post(f"/api/table/{table}/act", a=action, **acted)
            elif frame["t"] == "event" and frame["d"]["type"] == "pot_awarded":
                return
