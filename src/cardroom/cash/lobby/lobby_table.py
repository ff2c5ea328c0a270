"""A table as the lobby sees it, and the tables of one stake with their queue."""

from cardroom.cash.lobby.open_tables import OpenTables
from cardroom.cash.lobby.queue import Queue
from cardroom.cash.table import CashTable
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Seat


class LobbyTable:
    """One table: who sits there as far as its events were read, and the seats that are offered."""

    def __init__(self, table: CashTable, at_ms: int, *, invites: bool = False) -> None:
        self.table = table
        self.invites = invites
        """The operator has opened the table, and its first hand is yet to come."""
        self.seated = {seat: occupant.player for seat, occupant in table.occupants.items()}
        self.reserved: dict[Seat, PlayerId] = {}
        """Seats that are offered to somebody."""
        self.closing = False
        self.frozen = False
        """No seats are offered while the table has stopped."""
        self.is_filled = False
        """Enough players wait to play here and are being seated."""
        self.idle_since_ms = at_ms

    @property
    def free_seats(self) -> list[Seat]:
        """Seats that can be offered, by number."""
        if self.closing or self.frozen:
            return []
        seats = range(1, self.table.stake.seats + 1)
        return [seat for seat in seats if seat not in self.seated and seat not in self.reserved]

    @property
    def present(self) -> int:
        """Players who are ready, and those who have been offered a seat."""
        return self.table.ready + len(self.reserved)

    @property
    def is_playing(self) -> bool:
        """Whether one more player would be dealt in, or soon could be."""
        return self.is_filled or self.present + 1 >= self.table.needed

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits there and no seat is offered."""
        return not self.seated and not self.reserved

    def has(self, player: PlayerId) -> bool:
        """Whether a player sits here or has been offered a seat."""
        return player in self.seated.values() or player in self.reserved.values()


class StakeTables:
    """The tables of one stake and its queue."""

    def __init__(self, stake: Stake) -> None:
        self.stake = stake
        self.open = OpenTables()
        """Tables that play: newcomers are seated there first (CASH-04, AMB-39)."""
        self.inviting = OpenTables()
        """Tables that the operator has opened and that have not played yet."""
        self.sparse = OpenTables()
        """Tables where a newcomer would sit and wait: filled from the queue when enough wait."""
        self.queue = Queue()

    def put(self, lobby_table: LobbyTable) -> None:
        """The free seats of a table, or who is there, have changed."""
        belongs = self.sparse
        if lobby_table.is_playing:
            belongs = self.open
        elif lobby_table.invites:
            belongs = self.inviting
        for tables in (self.open, self.inviting, self.sparse):
            tables.put(
                lobby_table.table.table, len(lobby_table.free_seats) if tables is belongs else 0
            )
