"""People at the tables of a room of several real processes, who notice what is announced twice."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.commands.staff import make_administrator, make_token
from cardroom.errors import UsageError
from tests.cluster.real_cluster import PATIENCE_S, ClusterPlace
from tests.server.seating import PASSWORD, PLAY_MONEY, STACK, Seated, ask_for_seat, audit

UNIT = "pool:nl-holdem:ordinary:5:10"
RAKE_MAX = 20
"""More than the few hands of a test can cost."""


class Watching(Seated):
    """A player who notes the number of everything that the table announces."""

    def __init__(self, http: ClientSession, seated: Seated) -> None:
        super().__init__(seated.client, seated.line, seated.channel)
        self._http = http
        self.numbers: list[int] = []
        self.voids = 0

    async def turn_or_end(self) -> dict[str, Any] | None:
        while True:
            message = await self.line.read(PATIENCE_S)
            if message["t"] == "event" and message["ch"] == self.channel:
                self.note(message)
                if message["d"]["type"] == "pot_awarded":
                    return None
            if message["t"] == "turn":
                return dict(message["d"])

    def note(self, message: dict[str, Any]) -> None:
        """Something of the table."""
        self.numbers.append(message["v"])
        self.voids += message["d"]["type"] == "hand_voided"

    async def answer(self, turn: dict[str, Any]) -> None:
        """Check, or call; the turn of a hand that never was is no turn any more (AMB-49)."""
        try:
            await super().answer(turn)
        except RoomSaidNo as no:
            if no.reason != "stale_turn":
                raise

    async def stack(self) -> int:
        """The stack that counts, as a page of the table's own host says."""
        path = f"/api/table/{self.channel.removeprefix('table:')}"
        try:
            page = await self.client.get(path)
        except RoomSaidNo as no:
            # On a slow machine a table that moves is nowhere for longer than a page waits.
            if no.reason != "unavailable":
                raise
            page = await self.client.get(path)
        places = page["table"]["places"]
        return sum(one["stack"] for one in places if one["player"] == self.client.player)

    async def come_back(self, address: str) -> None:
        """Connect to another gateway, with the same session."""
        client = RoomClient(self._http, address)
        for name in ("player", "name", "cookies", "csrf"):
            setattr(client, name, getattr(self.client, name))
        self.client = client
        self.line = await client.connect(self.line.last)


async def seated(
    http: ClientSession, place: ClusterPlace, names: str, *gateways: str
) -> list[Watching]:
    """Players at one table, who came in by turns through some gateways."""
    found = [
        await ask_for_seat(http, place[gateways[number % len(gateways)]], name)
        for number, name in enumerate(names.split())
    ]
    for one in found:
        one.channel = await one.line.take_seat(STACK)
    assert len({one.channel for one in found}) == 1
    return [Watching(http, one) for one in found]


async def play(players: Sequence[Watching], hands: int = 1) -> None:
    for _ in range(hands):
        await asyncio.gather(*(one.play_a_hand() for one in players))
    for one in players:
        assert one.numbers == sorted(set(one.numbers)), "something was announced twice"


async def end(place: ClusterPlace, players: Sequence[Watching]) -> None:
    """Everybody leaves with their money; every cent is where it belongs."""
    money = 0
    for one in players:
        money += (await one.client.get("/api/balance"))["balance"] + await one.stack()
    rake = len(players) * PLAY_MONEY - money
    assert 0 <= rake <= RAKE_MAX
    for one in players:
        await one.line.ask("leave", ch=one.channel)
        await one.line.close()
    checked = await asyncio.to_thread(audit, place.database)
    assert checked.returncode == 0, checked.stdout


async def administrator_of(http: ClientSession, place: ClusterPlace, gateway: str) -> RoomClient:
    """An administrator who comes in through a gateway."""
    with suppress(UsageError):
        # Another test may have made the account.
        await make_administrator(place.database, "Robin", PASSWORD)
    token = await make_token(place.database, "Robin", 1)
    return RoomClient(http, place[gateway].address, token=token)
