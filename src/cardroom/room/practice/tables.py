"""Games for newcomers: wherever practice players sit, there is a seat at a game that goes on.

A hand waits for who has lost the connection (TIME-01, TIME-02), and a table can be full. When all
tables of a stake are stuck or full, another one is opened, practice players of the house's
reserve sit down there, and those who wait in the queue are served first (AMB-39). When it is needed
no more, it is closed.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from cardroom.cash.table import CashTable
from cardroom.errors import CardroomError
from cardroom.ledger import TableId
from cardroom.room.incidents import log
from cardroom.room.practice.player import PracticePlayer, seat_at
from cardroom.room.room import Room
from cardroom.rulebook.cash.stakes import Stake

LOOK_S = 1.0
LOOKS_BEFORE_OPENING = 3
"""So often in a row no game is found: a table is full or waits for a moment every now and then."""
LOOKS_BEFORE_CLOSING = 60
TABLES_MAX = 2
"""Further tables at one stake."""

Hire = Callable[[int], Awaitable[PracticePlayer]]
"""The practice player with a number in the reserve."""


class Further(NamedTuple):
    """A further table: who of the reserve was sent there."""

    numbers: list[int]
    tasks: list[asyncio.Task[None]]


class PracticeTables:
    """Looks after the newcomers of one stake."""

    def __init__(self, room: Room, stake: Stake, hire: Hire) -> None:
        self._room = room
        self._stake = stake
        self._hire = hire
        self._party = room.lobby.rules.seating.players_to_start
        self.size = TABLES_MAX * self._party
        """How many practice players the reserve has."""
        self._reserve = list(range(self.size))
        self._further: dict[TableId, Further] = {}
        self._idle_looks: dict[TableId, int] = {}
        self._vain_looks = 0

    async def keep(self) -> None:
        """Look after the stake for as long as the room runs."""
        try:
            while True:
                await asyncio.sleep(LOOK_S)
                await self._look()
        finally:
            tasks = [task for further in self._further.values() for task in further.tasks]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self) -> None:
        try:
            for table in list(self._further):
                await self._look_after(table)
            self._vain_looks = 0 if self._has_game() else self._vain_looks + 1
            if self._vain_looks >= LOOKS_BEFORE_OPENING and self._may_open:
                self._vain_looks = 0
                await self._open()
        except CardroomError as error:
            log.info("no company at %s: %s", self._stake.name, error)

    # Is there a game?

    def _has_game(self, *, but: TableId | None = None) -> bool:
        """Whether a newcomer finds a game at the stake, one table not counted."""
        tables = (one for one in self._room.lobby.tables if one.stake.key == self._stake.key)
        return any(self._is_game(one) for one in tables if one.table != but)

    def _is_game(self, table: CashTable) -> bool:
        """Whether a seat is free, with the newcomer enough are ready, and no hand is stuck."""
        ready = sum(occupant.is_ready for occupant in table.occupants.values())
        is_free = self._room.lobby.free_seats(table.table) > 0
        return is_free and ready + 1 >= self._party and not self._stands_still(table)

    def _stands_still(self, table: CashTable) -> bool:
        """Whether the hand waits, or soon will, for who has lost the connection (TIME-01)."""
        if table.deal is None or table.hand is None:
            return False
        return any(table.occupants[seat].connection.is_lost for seat in table.hand.live)

    # Further tables

    @property
    def _may_open(self) -> bool:
        is_allowed = "practice" in self._room.admits_at(self._stake.key)
        return is_allowed and len(self._reserve) >= self._party

    async def _open(self) -> None:
        """Open a table and send practice players there."""
        numbers = self._reserve[: self._party]
        players = [await self._hire(number) for number in numbers]
        table = self._room.open_table(self._stake.key)
        self._reserve = self._reserve[self._party :]
        self._further[table] = Further(
            numbers,
            [
                asyncio.create_task(self._play(player, table), name=f"company:{player.caller.name}")
                for player in players
            ],
        )

    async def _play(self, player: PracticePlayer, table: TableId) -> None:
        try:
            await player.play(seat_at(self._stake), self._stake.max_buy_in, table)
        except CardroomError as error:
            log.info("practice player %s rests: %s", player.caller.name, error)

    async def _look_after(self, table: TableId) -> None:
        """Close a table where practice players have been alone for long; note one that is gone."""
        found = next((one for one in self._room.lobby.tables if one.table == table), None)
        if found is None:
            self._dismiss(table)
        elif self._is_needed(found):
            self._idle_looks[table] = 0
        else:
            self._idle_looks[table] = self._idle_looks.get(table, 0) + 1
            if self._idle_looks[table] == LOOKS_BEFORE_CLOSING:
                await self._room.close_table(table)

    def _is_needed(self, table: CashTable) -> bool:
        """Whether people sit there or are about to, or would find no other game."""
        kind = self._room.services.names.kind
        free = self._room.lobby.free_seats(table.table)
        has_people = any(kind(player) != "practice" for player in table.players)
        is_kept = 0 < free < self._stake.seats - len(table.players)
        return has_people or is_kept or not self._has_game(but=table.table)

    def _dismiss(self, table: TableId) -> None:
        """The table is closed: who played there is in the reserve again."""
        further = self._further.pop(table)
        self._idle_looks.pop(table, None)
        for task in further.tasks:
            task.cancel()
        self._reserve += further.numbers
