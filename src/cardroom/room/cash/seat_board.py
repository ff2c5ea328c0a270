"""Who sits where at the cash tables, as each table has last published it: for everybody to read."""

import msgspec

from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.lobby_views import OwnSeat
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents, Seat


class SeatSummary(msgspec.Struct, frozen=True, gc=False):
    """A taken seat."""

    seat: Seat
    player: PlayerId
    stack: Cents
    is_out: bool


class TableSummary(msgspec.Struct, frozen=True):
    """A table with its players, without its hand."""

    table: TableId
    stake: Stake
    hands: int
    """The number of the last hand, or of the one in progress."""
    is_dealing: bool
    """Whether a hand is in progress."""
    is_closing: bool
    seats: tuple[SeatSummary, ...]

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Who sits there, by seat."""
        return tuple([one.player for one in self.seats])

    @property
    def stacks(self) -> dict[PlayerId, Cents]:
        """What everybody has there."""
        return {one.player: one.stack for one in self.seats}


class SeatBoard:
    """The summaries of all cash tables that run; a table writes its own, and nobody else's."""

    def __init__(self) -> None:
        self.tables: dict[TableId, TableSummary] = {}
        self._places: dict[PlayerId, tuple[TableId, ...]] = {}
        """The tables of every player: mostly one, for which a tuple is a fifth of a dictionary."""

    @property
    def seated(self) -> tuple[PlayerId, ...]:
        """Everybody who sits somewhere."""
        return tuple(self._places)

    def put(self, summary: TableSummary) -> None:
        """A table says how it stands now."""
        number = summary.table
        before = self.tables.get(number)
        self.tables[number] = summary
        stays = {one.player for one in summary.seats}
        if before is not None:
            self._leave(number, [one.player for one in before.seats if one.player not in stays])
        for seat in summary.seats:
            tables = self._places.get(seat.player, ())
            if number not in tables:
                self._places[seat.player] = (*tables, number)

    def remove(self, table: TableId) -> None:
        """A table is no more."""
        before = self.tables.pop(table, None)
        if before is not None:
            self._leave(table, [one.player for one in before.seats])

    def _leave(self, table: TableId, players: list[PlayerId]) -> None:
        for player in players:
            left = tuple([one for one in self._places[player] if one != table])
            if left:
                self._places[player] = left
            else:
                del self._places[player]

    # Questions

    def seats_of(self, player: PlayerId) -> tuple[OwnSeat, ...]:
        """Where a player sits, with which stack."""
        return tuple(
            OwnSeat(table=table, seat=one.seat, stack=one.stack)
            for table in self._places.get(player, ())
            for one in self.tables[table].seats
            if one.player == player
        )

    def sits_at(self, table: TableId, player: PlayerId) -> bool:
        """Whether a player has a seat at a table."""
        return table in self._places.get(player, ())

    def players_at(self, table: TableId) -> tuple[PlayerId, ...]:
        """Who sits at a table."""
        found = self.tables.get(table)
        return () if found is None else found.players
