"""A look into the actors of a running room, for tests: nothing in the room can do this."""

import asyncio
from typing import NamedTuple

from cardroom.cash.lobby_events import Queued, SeatOffered
from cardroom.cash.rejoin_history import RejoinHistory
from cardroom.cash.table import CashTable
from cardroom.cash.table_desk import TableDesk
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import table_address
from cardroom.room.cash.owner import CashTableTask
from cardroom.room.ports import Answer
from cardroom.room.room import Room
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import StakeKey


class Inside:
    """The tables that run, and what the lobby knows."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lobby = room.lobby.lobby

    @property
    def rules(self) -> CashRules:
        return self._room.rules

    @property
    def rejoin_history(self) -> RejoinHistory:
        return self._room.services.history

    @property
    def tables(self) -> tuple[CashTable, ...]:
        return tuple(task.table for task in self._room.tasks.values())

    def table(self, table: TableId) -> CashTable:
        task = self._room.tasks.get(table)
        if task is None:
            raise SeatRefused("CASH-04", "no_such_table")
        return task.table

    def tables_of(self, player: PlayerId) -> tuple[CashTable, ...]:
        return tuple(table for table in self.tables if table.has(player))

    def offers_of(self, player: PlayerId) -> tuple[SeatOffered, ...]:
        return self._lobby.offers_of(player)

    def queued(self, player: PlayerId) -> tuple[Queued, ...]:
        return self._lobby.queued(player)

    @property
    def waiting(self) -> dict[StakeKey, int]:
        return self._lobby.waiting

    @property
    def waiting_players(self) -> tuple[PlayerId, ...]:
        return self._lobby.waiting_players


class Planted(NamedTuple):
    """A message that no actor knows: whoever reads it fails."""

    text: str = "planted"


async def plant(room: Room, table: TableId, text: str = "planted") -> Answer:
    """Have a table fail by a mistake of our own; whoever asked hears that it has stopped."""
    answer: Answer = await room.services.bus.ask(table_address(table), Planted(text))
    return answer


async def delivered() -> None:
    """Let every message that is on its way be read, and what follows from it."""
    for _ in range(20):
        await asyncio.sleep(0)


def inside(room: Room) -> Inside:
    """Look into a room."""
    return Inside(room)


def desk_of(task: CashTableTask) -> TableDesk:
    """The desk of a table that runs."""
    return task._cash_owner._desk
