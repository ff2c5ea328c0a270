"""Games for newcomers: wherever practice players sit, there is a seat at a game that goes on.

A hand waits for who has lost the connection (TIME-01, TIME-02), and a table can be full. When all
tables of a stake are stuck or full, another one is opened, practice players of the house's
reserve sit down there, and those who wait in the queue are served first (AMB-39). When it is needed
no more, it is closed.
"""

import asyncio
from typing import NamedTuple

from cardroom.errors import CardroomError
from cardroom.ledger import TableId
from cardroom.room.bus import table_address
from cardroom.room.cash.messages import LOBBY, CountFreeSeats, LookAtTable, TableLook
from cardroom.room.incidents import log
from cardroom.room.practice.crew import Employed, Roster
from cardroom.room.practice.player import PracticePlayer, seat_at
from cardroom.room.room import Room
from cardroom.rulebook.cash.stakes import Stake

LOOK_S = 1.0
LOOKS_BEFORE_OPENING = 3
"""How often in a row no game is found: a table is full or waits for a moment every now and then."""
LOOKS_BEFORE_CLOSING = 60
TABLES_MAX = 2
"""Further tables at one stake."""


class Sent(NamedTuple):
    """A practice player who was sent to a further table."""

    employed: Employed
    player: PracticePlayer
    task: asyncio.Task[None]


class PracticeTables:
    """Looks after the newcomers of one stake."""

    def __init__(self, room: Room, stake: Stake, roster: Roster) -> None:
        self._room = room
        self._stake = stake
        self._roster = roster
        self._party = room.rules.seating.players_to_start
        self._further: dict[TableId, list[Sent]] = {}
        self._idle_looks: dict[TableId, int] = {}
        self._vain_looks = 0
        self._is_ending = False
        self._has_ended = asyncio.Event()

    async def keep(self) -> None:
        """Look after the stake for as long as the room runs."""
        try:
            while True:
                await asyncio.sleep(LOOK_S)
                if self._is_ending:
                    self._send_away()
                else:
                    await self._look()
        finally:
            tasks = [sent.task for further in self._further.values() for sent in further]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def wind_down(self) -> None:
        """No practice players are wanted here: all who were sent leave, after their hands. People
        at these tables keep their seats."""
        self._is_ending = True
        await self._has_ended.wait()

    def _send_away(self) -> None:
        """Have everybody leave; a table is forgotten when all of them have left."""
        for table, further in list(self._further.items()):
            for sent in further:
                sent.player.leave()
            if all(sent.task.done() for sent in further):
                self._dismiss(table)
        if not self._further:
            self._has_ended.set()

    async def _look(self) -> None:
        try:
            for table in list(self._further):
                await self._look_after(table)
            self._vain_looks = 0 if await self._has_game() else self._vain_looks + 1
            if self._vain_looks >= LOOKS_BEFORE_OPENING and self._may_open:
                self._vain_looks = 0
                await self._open()
        except CardroomError as error:
            log.info("no company at %s: %s", self._stake.name, error)

    # Is there a game?

    async def _has_game(self, *, but: TableId | None = None) -> bool:
        """Whether a newcomer finds a game at the stake, one table not counted."""
        for table, free in (await self._free_seats()).items():
            if table != but and free and await self._is_game(table):
                return True
        return False

    async def _free_seats(self) -> dict[TableId, int]:
        """How many seats each table of the stake could offer."""
        asked = CountFreeSeats(stake=self._stake.key)
        free: dict[TableId, int] = await self._room.services.bus.ask(LOBBY, asked)
        return free

    async def _is_game(self, table: TableId) -> bool:
        """Whether with the newcomer enough are ready, and no hand is stuck; a table that does not
        answer is stuck in some other way."""
        try:
            async with asyncio.timeout(LOOK_S):
                look: TableLook = await self._room.services.bus.ask(
                    table_address(table), LookAtTable()
                )
        except (TimeoutError, CardroomError):
            return False
        return look.ready + 1 >= self._party and not look.stands_still

    # Further tables

    @property
    def _may_open(self) -> bool:
        is_allowed = "practice" in self._room.admits_at(self._stake.key)
        return is_allowed and len(self._further) < TABLES_MAX

    async def _open(self) -> None:
        """Open a table and send practice players there."""
        party: list[Employed] = []
        try:
            while len(party) < self._party:
                party.append(await self._roster.hire())
            table = await self._room.operator.open_table(self._stake.key)
        except CardroomError:
            for one in party:
                self._roster.release(one)
            raise
        self._further[table] = [self._send(one, table) for one in party]

    def _send(self, employed: Employed, table: TableId) -> Sent:
        player = self._roster.player(employed)
        task = asyncio.create_task(self._play(player, table), name=f"company:{player.caller.name}")
        return Sent(employed, player, task)

    async def _play(self, player: PracticePlayer, table: TableId) -> None:
        try:
            await player.play(seat_at(self._stake), self._stake.max_buy_in, table)
        except CardroomError as error:
            log.info("practice player %s rests: %s", player.caller.name, error)

    async def _look_after(self, table: TableId) -> None:
        """Close a table where practice players have been alone for long; note one that is gone."""
        free = (await self._free_seats()).get(table)
        if free is None:
            self._dismiss(table)
        elif await self._is_needed(table, free):
            self._idle_looks[table] = 0
        else:
            self._idle_looks[table] = self._idle_looks.get(table, 0) + 1
            if self._idle_looks[table] == LOOKS_BEFORE_CLOSING:
                await self._room.operator.close_table(table)

    async def _is_needed(self, table: TableId, free: int) -> bool:
        """Whether people sit there or are about to, or would find no other game."""
        kind = self._room.services.names.kind
        players = self._room.services.board.players_at(table)
        has_people = any(kind(player) != "practice" for player in players)
        is_kept = 0 < free < self._stake.seats - len(players)
        return has_people or is_kept or not await self._has_game(but=table)

    def _dismiss(self, table: TableId) -> None:
        """The table is closed: who played there works nowhere any more."""
        self._idle_looks.pop(table, None)
        for sent in self._further.pop(table):
            sent.task.cancel()
            self._roster.release(sent.employed)
