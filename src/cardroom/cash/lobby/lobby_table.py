"""A table as the lobby sees it, and the tables of one stake with their queue."""

from cardroom.cash.lobby.open_tables import OpenTables
from cardroom.cash.lobby.queue import Queue
from cardroom.cash.lobby_events import LapseCause
from cardroom.cash.messages import TableReport
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Seat


class LobbyTable:
    """One table: what it has reported, and the seats that are offered."""

    def __init__(
        self, number: TableId, stake: Stake, needed: int, at_ms: int, *, invites: bool = False
    ) -> None:
        self.number = number
        self.stake = stake
        self.invites = invites
        """The operator has opened the table, and its first hand is yet to come."""
        self.seated: dict[Seat, PlayerId] = {}
        self.out: set[PlayerId] = set()
        """Who of them sits out."""
        self.ready = 0
        """How many players count toward the next hand."""
        self.needed = needed
        """How many it takes."""
        self.reserved: dict[Seat, PlayerId] = {}
        """Seats that are offered to somebody."""
        self.taking: dict[PlayerId, LapseCause | None] = {}
        """Who has accepted an offer and is on the way to the table, which has not answered yet; and
        why the seat is no longer theirs if the table refuses."""
        self.closing = False
        self.frozen = False
        """No seats are offered while the table has stopped."""
        self.is_filled = False
        """Enough players wait to play here and are being seated."""
        self.stands_still = False
        """The hand waits for somebody who has lost the connection (TIME-01)."""
        self.idle_since_ms = at_ms

    def read(self, report: TableReport) -> None:
        """Take over what the table says of itself."""
        self.seated = {seat: player for seat, player, _ in report.taken}
        self.out = {player for _, player, is_out in report.taken if is_out}
        self.ready = report.ready
        self.needed = report.needed
        self.stands_still = report.stands_still
        if report.has_dealt:
            self.invites = False

    @property
    def free_seats(self) -> list[Seat]:
        """Seats that can be offered, by number."""
        if self.closing or self.frozen:
            return []
        seats = range(1, self.stake.seats + 1)
        return [seat for seat in seats if seat not in self.seated and seat not in self.reserved]

    @property
    def present(self) -> int:
        """Players who are ready, and those who have been offered a seat."""
        return self.ready + len(self.reserved)

    @property
    def is_playing(self) -> bool:
        """Whether one more player would be dealt in, or soon could be."""
        return self.is_filled or self.present + 1 >= self.needed

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
        self.waiting = OpenTables()
        """Tables that would play if their hand did not wait for a lost connection (TIME-01)."""
        self.offered = (self.open, self.inviting, self.waiting)
        """Where newcomers are seated, in this order (AMB-39)."""
        self.queue = Queue()

    def put(self, lobby_table: LobbyTable) -> None:
        """The free seats of a table, or who is there, have changed."""
        belongs = self.sparse
        if lobby_table.is_playing:
            belongs = self.waiting if lobby_table.stands_still else self.open
        elif lobby_table.invites:
            belongs = self.inviting
        for tables in (*self.offered, self.sparse):
            free = len(lobby_table.free_seats) if tables is belongs else 0
            tables.put(lobby_table.number, free)
