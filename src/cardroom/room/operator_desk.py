"""What the operator may do with the tables that run: stop, hold, open, close, put players out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from cardroom.cash.messages import RemovePlayer
from cardroom.errors import OperatorRefused, SeatRefused
from cardroom.ledger import CaseId, PlayerId, TableId
from cardroom.room.bus import table_address
from cardroom.room.cash.messages import (
    LOBBY,
    CloseCashTable,
    CloseDoors,
    LetIn,
    OpenDoors,
    OpenTable,
    PutOut,
)
from cardroom.room.ordered_writes import about_player, about_table
from cardroom.room.services import RoomServices
from cardroom.room.tables.messages import Announce, Freeze, Hold, Release, Thaw
from cardroom.room.tables.running import RunningTables
from cardroom.rulebook.cash.stakes import StakeKey

HAND_ENDS_S = 20.0
"""How long to wait for the end of a hand, when a stack must be reached."""


class OperatorDesk:
    """Passes the operator's decisions on to the lobby and to the tables of every game."""

    def __init__(self, services: RoomServices, tables: RunningTables[Any]) -> None:
        self._services = services
        self._tables = tables
        self._all_tables: list[RunningTables[Any]] = [tables]
        """Those of other games too, which stop and hear announcements with them."""
        self._holds = count(1)

    @property
    def _now(self) -> int:
        return self._services.clock.now_ms()

    def join(self, tables: RunningTables[Any]) -> None:
        """Let the tables of another game stop with the others, and hear what it announces."""
        self._all_tables.append(tables)

    async def freeze(self, table: TableId) -> None:
        """Stop a table: its hand never was, its players may leave with their money (CASH-01)."""
        await self._services.bus.ask(table_address(table), Freeze())

    async def unfreeze(self, table: TableId) -> None:
        """Let a table play on after somebody has looked into it; the stacks are the stored ones."""
        await self._services.bus.ask(table_address(table), Thaw())

    @asynccontextmanager
    async def held(self, table: TableId) -> AsyncIterator[None]:
        """Let a table deal no new hand meanwhile; refused when the one in progress does not end."""
        bus, address = self._services.bus, table_address(table)
        number = next(self._holds)
        try:
            try:
                async with asyncio.timeout(HAND_ENDS_S):
                    await bus.ask(address, Hold(number))
            except TimeoutError:
                waited = {"waited_s": HAND_ENDS_S}
                raise OperatorRefused("AMB-24", "hand_in_progress", waited) from None
            yield
        finally:
            bus.send(address, Release(number))

    async def open_table(self, stake: StakeKey) -> TableId:
        """Open a further table; who waits in the queue is offered its seats (AMB-39)."""
        table: TableId = await self._services.bus.ask(LOBBY, OpenTable(stake=stake))
        await self._tables.until_open(table)
        return table

    async def close_table(self, table: TableId) -> None:
        """No new seats; everybody leaves with their money, after the hand in progress."""
        await self._services.bus.ask(LOBBY, CloseCashTable(table=table))

    async def put_out(self, player: PlayerId, case: CaseId | None) -> None:
        """Take a player's seats and places in queues, after the hands in progress (AMB-70).

        The stacks are held in the case, if there is one.
        """
        bus = self._services.bus
        for table in await bus.ask(LOBBY, PutOut(player=player, case=case)):
            # The lobby has said so, too; this waits until the table has done it, or is gone.
            with suppress(SeatRefused):
                await bus.ask(table_address(table), RemovePlayer(player=player, at_ms=self._now))
            await self._services.wallets.flush(about_player(player), about_table(table))

    def let_in(self, player: PlayerId) -> None:
        """A player is no longer suspended: stacks that are still at tables are theirs again."""
        self._services.bus.send(LOBBY, LetIn(player=player))

    async def announce(self, text: str) -> None:
        """Say something to everybody, in the lobby and at the tables."""
        tables = [table for some in self._all_tables for table in some.tasks]
        for address in (LOBBY, *map(table_address, tables)):
            self._services.bus.send(address, Announce(text))

    def close_doors(self) -> None:
        """Have every table that is restored wait until players can reach the room (CRASH-01)."""
        self._services.bus.send(LOBBY, CloseDoors())
        for tables in self._all_tables:
            tables.close_doors()

    def open_doors(self, return_ms: int | None = None) -> None:
        """Players can reach the room: their time to come back counts from now (CRASH-01)."""
        pace = self._services.pace
        self._services.bus.send(LOBBY, OpenDoors())
        for tables in self._all_tables:
            tables.open_doors(pace.return_after_restart_ms if return_ms is None else return_ms)

    async def drain(self, at_ms: int) -> None:
        """Deal no new hand after a moment; returns when every table is idle."""
        for tables in self._all_tables:
            tables.deal_until(at_ms)
        await asyncio.sleep(max(0, at_ms - self._now) / 1000)
        for tables in self._all_tables:
            await tables.drained()
        await self._services.wallets.flush()

    def resume(self) -> None:
        """Deal again after all."""
        for tables in self._all_tables:
            tables.deal_until(None)
