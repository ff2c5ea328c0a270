"""A table as the lobby sees it, the tables of a stake, and what a player has in the lobby."""

from collections.abc import Iterator

from cardroom.cash.banzai import Taken
from cardroom.cash.lobby_events import EntryNumber, SeatOffered
from cardroom.cash.open_tables import OpenTables
from cardroom.cash.table import CashTable
from cardroom.cash.waiting import Queue
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.stakes import Format, Stake, StakeKey
from cardroom.units import Cents, Seat


class LobbyTable:
    """One table: who sits there as far as its news were read, and the seats kept for others."""

    def __init__(self, table: CashTable, at_ms: int, *, invites: bool = False) -> None:
        self.table = table
        self.invites = invites
        """The operator has opened the table, and its first hand is yet to come."""
        self.seated = {seat: occupant.player for seat, occupant in table.occupants.items()}
        self.kept: dict[Seat, PlayerId] = {}
        """Seats that are offered to somebody."""
        self.closing = False
        self.frozen = False
        """No seats are offered while the table has stopped."""
        self.is_filled = False
        """Enough wait to play here and are being seated."""
        self.idle_since_ms = at_ms

    @property
    def free_seats(self) -> list[Seat]:
        """Seats that can be offered, by number."""
        if self.closing or self.frozen:
            return []
        seats = range(1, self.table.stake.seats + 1)
        return [seat for seat in seats if seat not in self.seated and seat not in self.kept]

    @property
    def present(self) -> int:
        """Players who are ready, and those for whom a seat is kept."""
        return self.table.ready + len(self.kept)

    @property
    def is_playing(self) -> bool:
        """Whether one more player would be dealt in, or soon could be."""
        return self.is_filled or self.present + 1 >= self.table.needed

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits there and no seat is kept."""
        return not self.seated and not self.kept


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


class Places:
    """Everything one player has in the lobby: seats, seats kept, places in queues."""

    def __init__(self) -> None:
        self.tables: dict[TableId, CashTable] = {}
        self.offers: dict[TableId, SeatOffered] = {}
        self.entries: dict[EntryNumber, StakeKey] = {}

    def __len__(self) -> int:
        return len(self.tables) + len(self.offers) + len(self.entries)

    @property
    def pledged(self) -> Cents:
        """What the seats kept for the player cost at least."""
        return sum(offer.buy_in.cheapest for offer in self.offers.values())

    def taken(
        self, player: PlayerId, table_format: Format, *, but: EntryNumber | None = None
    ) -> Iterator[Taken]:
        """Seats, seats in sit-out and queue entries of one format (AMB-21), without one entry."""
        for table in self.tables.values():
            if table.stake.format == table_format and table.has(player):
                out = table.occupant(player).is_out
                yield Taken("seat_in_sit_out" if out else "seat", table.stake.key)
        for offer in self.offers.values():
            if offer.stake.format == table_format:
                yield Taken("seat", offer.stake)
        for number, stake in self.entries.items():
            if stake.format == table_format and number != but:
                yield Taken("queue_entry", stake)
