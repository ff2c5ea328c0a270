"""A floor over HTTP for the tests: staff who send commands, and the terms of an evening."""

from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import PlayerId
from cardroom.room.people import Role
from cardroom.room.records import AccountChange
from tests.server.open_servers import OpenServer
from tests.server.tournaments.players import fresh_id, person

TERMS: dict[str, Any] = {
    "seats": 9,
    "starting_stack": 10_000,
    "levels": [
        {"minutes": 20, "small_blind": 100, "big_blind": 200},
        {"minutes": 20, "small_blind": 200, "big_blind": 400},
        {"minutes": 10},
        {"minutes": 20, "small_blind": 300, "big_blind": 600, "ends_day": True},
        {"minutes": 20, "small_blind": 400, "big_blind": 800},
    ],
    "entries_until_level": 2,
    "paid": [
        {"entries": 1, "places": 1, "percents": [100]},
        {"entries": 6, "places": 2, "percents": [65, 35]},
    ],
    "price": {"prize": 4_000, "fee": 700, "staff": 300},
}


async def staff(server: OpenServer, name: str, role: Role = "floor") -> RoomClient:
    """Somebody of the house."""
    client = await person(server, name)
    player, now = PlayerId(client.player), server.room.services.clock.now_ms()
    await server.accounts.change(player, AccountChange(role=role))
    await server._cases.record(player, player, f"made_{role}", "the room is new", now)
    return client


class Console:
    """One device of somebody of the staff, looking at one live tournament."""

    def __init__(self, client: RoomClient, floor: int) -> None:
        self.client = client
        self.floor = floor
        self.path = f"/api/floor/{floor}"

    async def do(
        self, what: str, *, reason: str = "", seen: int | None = None, **facts: Any
    ) -> Any:
        """Send a command."""
        body: dict[str, Any] = {"id": fresh_id(), "command": {"do": what, **facts}}
        if reason:
            body["reason"] = reason
        if seen is not None:
            body["seen"] = seen
        return await self.client.post(f"{self.path}/commands", **body)

    async def refused(self, what: str, **facts: Any) -> tuple[str, str, dict[str, Any]]:
        """Send a command that must not be carried out: nothing has changed."""
        before = (await self.state())["version"]
        with pytest.raises(RoomSaidNo) as no:
            await self.do(what, **facts)
        assert (await self.state())["version"] == before
        return no.value.rule, no.value.reason, no.value.details

    async def state(self) -> dict[str, Any]:
        return dict(await self.client.get(f"{self.path}/state"))

    async def get(self, path: str) -> dict[str, Any]:
        return dict(await self.client.get(f"{self.path}/{path}"))

    async def undo(self, entry: int, **how: Any) -> Any:
        body = {"id": fresh_id(), "entry": entry, "reason": "a mistake", **how}
        return await self.client.post(f"{self.path}/undo", **body)

    async def enter(self, *players: str) -> list[int]:
        """Entries for players who have paid."""
        numbers = []
        for player in players:
            said = await self.do("enter", player=player)
            numbers.append(int(said["entries"][0]["event"]["entry"]))
        return numbers


async def new_floor(client: RoomClient, house_rules: str = "", **changes: Any) -> Console:
    """A live tournament of the tests."""
    body = {"id": fresh_id(), "name": "Thursday", "terms": {**TERMS, **changes}}
    if house_rules:
        body["house_rules"] = house_rules
    created = await client.post("/api/floor", **body)
    return Console(client, int(created["floor"]))


async def started(console: Console, players: int, tables: int = 1) -> list[int]:
    """Tables with players, buttons that are drawn, a clock that runs; the entries."""
    await console.do("open_tables", count=tables)
    names = [f"Player {number}" for number in range(1, players + 1)]
    said = await console.do("enter_many", players=names)
    for table in range(1, tables + 1):
        await console.do("draw_button", table=table)
    await console.do("start_clock")
    return [int(one["event"]["entry"]) for one in said["entries"]]


async def at_level(console: Console, level: int, left_min: int = 10) -> None:
    await console.do("set_clock", level=level, left_ms=60_000 * left_min, reason="a test")


async def players_at(console: Console, table: int) -> dict[int, int]:
    """Entries by seat."""
    tables = {one["number"]: one for one in (await console.state())["tables"]}
    return {int(one["seat"]): int(one["entry"]) for one in tables[table]["players"]}


async def results(console: Console) -> dict[int, tuple[int, int, int]]:
    """Place, how many share it, and prize, by entry."""
    rows = (await console.state())["results"]
    return {int(one["entry"]): (one["place"], one["tied"], one["prize"]) for one in rows}
