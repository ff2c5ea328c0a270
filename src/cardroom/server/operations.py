"""What the operator may do with the running room, behind the server's port."""

import asyncio
from collections.abc import Callable

from cardroom.errors import CardroomError, SeatRefused
from cardroom.ledger import CaseId, PlayerId, TableId
from cardroom.office.operator_pages import PlayerOverview, TableOverview
from cardroom.room.cash.seat_board import TableSummary
from cardroom.room.incidents import report
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, StakeStore
from cardroom.room.room import Room
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.rulebook.cash.stakes import StakeKey, read_stake, stake_word


class Operations:
    """Administration: stakes, announcements, restart."""

    def __init__(self, room: Room, stakes: StakeStore, stop: Callable[[], None]) -> None:
        self._room = room
        self._stakes = stakes
        self._stop = stop
        self.tournaments: TournamentHouse | None = None
        """Where the rules have tournaments; known when the room opens."""
        self._draining: asyncio.Task[None] | None = None

    async def open_stake(self, caller: Caller, stake: str) -> Answer:  # noqa: ARG002
        """Offer a stake, and open a table at it without waiting for players."""
        key = stake_key(stake)
        table = await self._room.operator.open_table(key)
        self._room.admission.offer(key)
        await self._stakes.keep_stake(stake, closed=False)
        return {"table": table}

    async def close_stake(self, caller: Caller, stake: str) -> Answer:  # noqa: ARG002
        """Offer a stake no longer and close its tables, after the hands in progress."""
        key = stake_key(stake)
        if self._room.rules.stake(key) is None:
            raise SeatRefused("CASH-19", "no_such_stake")
        await self._stakes.keep_stake(stake, closed=True)
        await self._room.withhold(key)
        tables = self._room.tables_at(key)
        for table in tables:
            await self._room.operator.close_table(TableId(table))
        return {"tables": tables}

    async def close_again(self) -> None:
        """Withhold the stakes that were closed before a restart."""
        for stake in await self._stakes.closed_stakes():
            self._room.admission.withhold(stake_key(stake))

    def overview(self) -> Answer:
        """All tables with their players."""
        return {"tables": [self._row(one) for one in self._room.services.board.tables.values()]}

    def _row(self, table: TableSummary) -> dict[str, object]:
        names = self._room.services.names
        task = self._room.tasks.get(table.table)
        players = [
            {"player": one.player, "name": names.name(one.player), "stack": one.stack}
            for one in table.seats
        ]
        return {
            "table": table.table,
            "stake": stake_word(table.stake.key),
            "seats": table.stake.seats,
            "hands": table.hands,
            "frozen": "" if task is None else task.frozen,
            "players": players,
        }

    def open_tables(self) -> list[TableOverview]:
        """All tables as the operator sees them."""
        return [self._table(one) for one in self._room.services.board.tables.values()]

    def _table(self, table: TableSummary) -> TableOverview:
        names, task, stake = (
            self._room.services.names,
            self._room.tasks.get(table.table),
            table.stake,
        )
        players = [
            PlayerOverview(
                player=one.player,
                name=names.name(one.player),
                seat=one.seat,
                stack=one.stack,
                is_out=one.is_out,
            )
            for one in table.seats
        ]
        return TableOverview(
            table=table.table,
            stake=stake.name,
            game=stake.game,
            format=stake.format,
            small_blind=stake.small_blind,
            big_blind=stake.big_blind,
            seats=stake.seats,
            hands=table.hands,
            is_dealing=table.is_dealing,
            frozen="" if task is None else task.frozen,
            players=tuple(players),
            is_closing=table.is_closing,
        )

    async def freeze(self, table: TableId) -> None:
        """Stop a table (CASH-01)."""
        await self._room.operator.freeze(table)

    async def unfreeze(self, table: TableId) -> None:
        """Let a table play on."""
        await self._room.operator.unfreeze(table)

    async def close_table(self, table: TableId) -> None:
        """Close a table after its hand."""
        await self._room.operator.close_table(table)

    async def announce(self, caller: Caller, text: str) -> None:  # noqa: ARG002
        """Say something to everybody."""
        await self._room.operator.announce(text)

    async def drain(self, caller: Caller, at_ms: int) -> None:  # noqa: ARG002
        """Play the hands to their end after a moment, then stop the process.

        Another moment takes the place of the first.
        """
        if self._draining is not None:
            self._draining.cancel()
        self._draining = asyncio.create_task(self._drain(at_ms), name="drain")

    async def _drain(self, at_ms: int) -> None:
        try:
            await self._room.operator.drain(at_ms)
        except Exception as error:  # noqa: BLE001 - the operator wants the room to end, and does
            report("the drain failed, the room stops as it is", error)
        self._stop()

    async def resume(self, caller: Caller) -> None:  # noqa: ARG002
        """Call a restart off: deal again."""
        if self._draining is not None:
            self._draining.cancel()
            self._draining = None
        self._room.operator.resume()

    def is_seated(self, player: PlayerId) -> bool:
        """Whether a player has a seat anywhere, in a tournament that runs too."""
        plays = self.tournaments is not None and self.tournaments.plays(player)
        return plays or bool(self._room.services.board.seats_of(player))

    def let_in(self, player: PlayerId) -> None:
        """A player is no longer suspended: stacks that are still at tables are theirs again."""
        self._room.operator.let_in(player)

    async def put_out(self, player: PlayerId, case: CaseId | None) -> None:
        """Take a player's seats, after the hands in progress; hold the stacks (AMB-70).

        Entries in tournaments are given back or sit out (TAMB-102).
        """
        try:
            await self._room.operator.put_out(player, case)
        except CardroomError as error:
            report(f"player {player} keeps a seat", error)
        if self.tournaments is not None:
            await self.tournaments.put_out(player, case)


def stake_key(text: str) -> StakeKey:
    """Read `nl-holdem:ordinary:5:10`."""
    key = read_stake(text)
    if key is None:
        raise SeatRefused("CASH-19", "no_such_stake", {"form": "game:format:small:big"})
    return key
