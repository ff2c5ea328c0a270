"""A table whose seats are offered while it is still being opened: whoever listens, waits for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import TableId
from cardroom.store.rooms import RoomStore
from tests.rule import rule
from tests.server.open_servers import OpenServer, open_server
from tests.server.seating import STACK, Seated, ask_for_seat, first_turn


class SlowlyClaimed:
    """Tables that the store hands over once the test says so."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store
        self.may_open = asyncio.Event()

    async def claim_table(self, table: TableId, owner: str, stake: str) -> int:
        await self.may_open.wait()
        return await self._store.claim_table(table, owner, stake)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


@asynccontextmanager
async def offered(folder: Path) -> AsyncIterator[tuple[OpenServer, SlowlyClaimed, list[Seated]]]:
    """Three players who have been offered seats at a table that is not open yet."""
    async with open_server(folder) as server:
        tables = SlowlyClaimed(server.room.services.tables)  # type: ignore[arg-type]
        server.room.services = server.room.services._replace(tables=tables)
        players = [await ask_for_seat(server.http, server, name) for name in ("Ana", "Bo_", "Cy_")]
        for one in players:
            while not one.line.offers:
                await one.line.read()
            one.channel = f"table:{one.line.offers.popleft()['table']}"
        try:
            yield server, tables, players
        finally:
            tables.may_open.set()
            for one in players:
                await one.line.close()


@rule("CASH-06")
async def test_who_subscribes_as_soon_as_the_seat_is_offered_is_asked_for_the_first_decision(
    tmp_path: Path,
) -> None:
    async with offered(tmp_path) as (_, tables, players):
        listening = [asyncio.create_task(one.line.subscribe(one.channel)) for one in players]
        await asyncio.sleep(0.2)
        assert not any(task.done() for task in listening)
        tables.may_open.set()
        for frames in await asyncio.gather(*listening):
            assert [frame["t"] for frame in frames[-3:]] == ["sync:begin", "snapshot", "sync:end"]
        for one in players:
            await one.line.ask("sit", ch=one.channel, amount=STACK)
        player, turn = await first_turn(players)
        assert turn["hand"] == 1
        await player.answer(turn)


async def test_a_stream_of_a_table_that_is_being_opened_waits_for_it(tmp_path: Path) -> None:
    async with offered(tmp_path) as (server, tables, players):
        client = players[0].client
        token = (await client.post("/api/programs", name="Reader", scopes=["read"]))["token"]
        path = f"{server.address}api/stream/{players[0].channel.replace(':', '/')}"
        headers = {"Authorization": f"Bearer {token}"}
        asked = asyncio.create_task(server.http.get(path, headers=headers).__aenter__())
        await asyncio.sleep(0.2)
        assert not asked.done()
        tables.may_open.set()
        response = await asked
        assert response.status == 200
        assert msgspec.json.decode(await response.content.readline())["t"] == "sync:begin"
        response.close()


async def test_a_table_that_nobody_opens_is_refused_at_once(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        client = RoomClient(server.http, server.address)
        await client.guest()
        line = await client.connect()
        with pytest.raises(RoomSaidNo) as refused:
            await line.subscribe("table:77")
        assert (refused.value.rule, refused.value.reason) == ("NET-03", "no_such_channel")
        await line.close()
