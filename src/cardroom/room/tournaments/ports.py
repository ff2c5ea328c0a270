"""What tournaments need of the store: steps, read back in their order, and what lies around them.

A method that writes has written when it returns. Unavailable means: not known, do it again; every
method may be repeated without harm. The fake is in `tests/room/tournaments/memory.py`.
"""

from collections.abc import Sequence
from typing import Protocol

from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.ledger.tickets import Ticket
from cardroom.room.tournaments.records import (
    Claimed,
    HeldTicket,
    LiveEntry,
    NewTournament,
    Occurrence,
    OccurrenceKey,
    Papers,
    PlayerEntry,
    StepToWrite,
    StoredSeat,
    StoredTournament,
    TicketGrant,
    TournamentDraw,
    TournamentFilter,
    Voucher,
)
from cardroom.tournament.events import TournamentEvent


class TournamentStore(Protocol):
    """Tournaments with their events: one owner each, one step after the other."""

    async def create_tournament(self, new: NewTournament, owner: str) -> Claimed:
        """Store a tournament under the next number and claim it; the same key again is the same.

        Of one that is there already only the claim is new. Refused with `occurrence_is_known` when
        its occurrence was dealt with otherwise.
        """

    async def claim_tournament(self, tournament: TournamentId, owner: str) -> Claimed:
        """Take over a tournament with all its tables: all earlier claims end (CRASH-01)."""

    async def reserve_tables(self, count: int) -> TableId:
        """Take numbers of tables that nobody else gets, from this one on."""

    async def write_steps(self, steps: Sequence[StepToWrite]) -> None:
        """Write steps of one or several tournaments, all or nothing and once.

        Several at once are those that belong together, such as entries to many games (HEX-03). A
        refusal has changed nothing: `CRASH-01` when a tournament is no longer ours, `TRN-25` when
        numbers do not follow on or are stored with another content, an invariant of the ledger when
        money does not fit, `TAMB-68` when a seat's target is no longer open.
        """

    async def beat(self, owner: str, at_ms: int) -> None:
        """Note that this process is alive: what a restart knows of when it went down."""

    async def tournament(self, tournament: TournamentId) -> StoredTournament | None: ...

    async def papers(self, tournament: TournamentId) -> Papers: ...

    async def events(self, tournament: TournamentId) -> Sequence[TournamentEvent]:
        """All its events in their order."""

    async def tables(self, tournament: TournamentId) -> dict[int, TableId]:
        """Its tables by their number in the tournament, broken ones too."""

    async def draws(self, tournament: TournamentId) -> Sequence[TournamentDraw]:
        """What is stored of its draws, in their order; of each first its list, if it waited."""

    async def drawn(
        self, tournament: TournamentId, after: int, limit: int
    ) -> Sequence[TournamentDraw]:
        """Draws that count in their order, from the one after a number on."""

    async def last_hands(self, tournament: TournamentId) -> dict[int, int]:
        """The number of the last hand of each of its tables, settled or void."""

    async def tournaments(self, wanted: TournamentFilter) -> Sequence[StoredTournament]:
        """A page of tournaments, newest first."""

    async def entries_of(self, player: PlayerId, before: int, limit: int) -> Sequence[PlayerEntry]:
        """Entries and results of a player, newest tournament first, before a tournament."""

    async def results(self, tournament: TournamentId) -> Sequence[PlayerEntry]:
        """All entries of a tournament by place; those without one come last."""


class ScheduleStore(Protocol):
    """Which starts of schedules were dealt with, and what the queues of on-demand games hold."""

    async def note_occurrence(self, occurrence: Occurrence) -> Occurrence:
        """Note what became of a start; one that is known is answered and not changed."""

    async def occurrence(self, key: OccurrenceKey) -> Occurrence | None: ...

    async def occurrences(self, schedule: str, since_ms: int) -> Sequence[Occurrence]:
        """What became of the starts of a schedule since a moment, in their order."""

    async def keep_queue(self, name: str, record: bytes) -> None:
        """Keep what a queue of on-demand games holds; of one that is gone, nothing (`b""`)."""

    async def kept_queues(self) -> dict[str, bytes]: ...


class PrizeStore(Protocol):
    """Prizes in kind: seats in other tournaments, tickets, vouchers for live packages."""

    async def seats_for(self, target: TournamentId) -> Sequence[StoredSeat]:
        """Seats in a tournament that nobody has taken yet, oldest first."""

    async def tickets(self, player: PlayerId) -> Sequence[HeldTicket]:
        """The tickets of a player, one by one, what expires first at the beginning."""

    async def ticket_dates(self, player: PlayerId, ticket: Ticket) -> Sequence[int]:
        """Until when the tickets of one kind are or were good that a player has ever been given,
        used ones too: the latest first, before them 0, which is always."""

    async def grant_ticket(self, grant: TicketGrant, key: str, at_ms: int) -> None:
        """The house gives a player a ticket, once for each key."""

    async def expiring(self, before_ms: int, limit: int) -> Sequence[tuple[PlayerId, HeldTicket]]:
        """Tickets that players have and that expired before a moment (TAMB-87)."""

    async def expire_ticket(self, player: PlayerId, held: HeldTicket, at_ms: int) -> None:
        """Take back a ticket past its date; the house keeps the money behind it."""

    async def vouchers(self, player: PlayerId | None, *, only_open: bool) -> Sequence[Voucher]:
        """Vouchers of a player or of everybody, oldest first (TYP-05)."""

    async def fulfil_voucher(
        self, number: int, operator: str, note: str, at_ms: int, pays: LiveEntry | None = None
    ) -> Voucher:
        """The house has given what a voucher is good for: it takes its ticket back, once.

        Redeemed at a live floor it pays an entry there, which no other voucher has paid.
        """
