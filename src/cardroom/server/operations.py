"""What the operator may do with the running room, behind the server's port."""

import asyncio
from collections.abc import Callable

from cardroom.errors import SeatRefused
from cardroom.ledger import TableId
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.room import Room
from cardroom.rulebook.cash.stakes import StakeKey


class Operations:
    """Administration: stakes, announcements, restart."""

    def __init__(self, room: Room, stop: Callable[[], None]) -> None:
        self.warn: Callable[[int], None] | None = None
        """Tells every connection when the room restarts; the server sets it."""
        self._room = room
        self._stop = stop
        self._draining: asyncio.Task[None] | None = None

    async def open_stake(self, caller: Caller, stake: str) -> Answer:  # noqa: ARG002
        """Open a table at a stake, without waiting for players."""
        table = self._room.lobby.open_table(stake_key(stake), self._room.house.clock.now_ms())
        self._room.spread()
        return {"table": table}

    async def close_stake(self, caller: Caller, stake: str) -> Answer:  # noqa: ARG002
        """Close every table of a stake; hands in progress are played to their end."""
        key = stake_key(stake)
        tables = [one.table for one in self._room.lobby.tables if one.stake.key == key]
        for table in tables:
            await self._room.close_table(TableId(table))
        return {"tables": tables}

    async def announce(self, caller: Caller, text: str) -> None:  # noqa: ARG002
        """Say something to everybody."""
        await self._room.announce(text)

    async def drain(self, caller: Caller, at_ms: int) -> None:  # noqa: ARG002
        """Tell everybody, play the hands to their end, then stop the process."""
        if self._draining is None:
            if self.warn is not None:
                self.warn(at_ms)
            self._draining = asyncio.create_task(self._drain(at_ms), name="drain")

    async def _drain(self, at_ms: int) -> None:
        await self._room.drain(at_ms)
        self._stop()


def stake_key(text: str) -> StakeKey:
    """Read `nl-holdem:ordinary:5:10`."""
    parts = text.split(":")
    if len(parts) != 4 or not (parts[2] + parts[3]).isdigit():
        raise SeatRefused("CASH-19", "no_such_stake", {"form": "game:format:small:big"})
    game, table_format, small, big = parts
    return StakeKey(game, table_format, int(small), int(big))  # type: ignore[arg-type]
