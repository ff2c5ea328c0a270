"""TournamentStore, ScheduleStore and PrizeStore of the room, on the store."""

import time
from collections.abc import Sequence
from functools import partial
from typing import cast

from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.ledger.tickets import Ticket
from cardroom.room.metrics import Metrics
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
from cardroom.store.ownership import unit_epoch
from cardroom.store.store import Store
from cardroom.store.tournaments import creating, prizes, reading
from cardroom.store.tournaments.steps import unit_of
from cardroom.tournament.events import TournamentEvent


class StoredTournaments:
    """Tournaments between two processes. `tells` fills the outbox for the operator."""

    def __init__(
        self, store: Store, *, tells: bool = False, metrics: Metrics | None = None
    ) -> None:
        self._store = store
        self._tells = tells
        self._metrics = metrics or Metrics()

    async def create_tournament(self, new: NewTournament, owner: str) -> Claimed:
        """Store a tournament under the next number and claim it; the same key again is the same."""
        number = await self._store.run_script(lambda: creating.create(new))
        return await self.claim_tournament(cast("TournamentId", number), owner)

    async def claim_tournament(self, tournament: TournamentId, owner: str) -> Claimed:
        """Take over a tournament with all its tables: all earlier claims end (CRASH-01)."""
        unit = unit_of(tournament)
        while True:
            after = await self._store.ask(lambda: unit_epoch(unit))
            claimed = await self._claim_after(tournament, owner, after)
            if claimed is not None:
                return claimed

    async def _claim_after(
        self, tournament: TournamentId, owner: str, after: int
    ) -> Claimed | None:
        """Take over a tournament, unless somebody has claimed it since its epoch was `after`."""
        claiming = partial(creating.claim, tournament, owner, after)
        return cast("Claimed | None", await self._store.run_script(claiming))

    async def reserve_tables(self, count: int) -> TableId:
        """Take numbers of tables that nobody else gets, from this one on."""
        return await self._store.reserve_tables(count)

    async def write_steps(self, steps: Sequence[StepToWrite]) -> None:
        """Write steps of one or several tournaments, all or nothing and once."""
        started = time.perf_counter()
        await self._store.write_steps(steps, tells=self._tells)
        took_ms = 1000 * (time.perf_counter() - started)
        self._metrics.observe_ms("commit_ms", took_ms, unit="step")

    async def beat(self, owner: str, at_ms: int) -> None:
        """Note that this process is alive."""
        await self._store.run_script(lambda: creating.beat(owner, at_ms))

    async def tournament(self, tournament: TournamentId) -> StoredTournament | None:
        return await self._store.ask(lambda: reading.tournament(tournament))

    async def papers(self, tournament: TournamentId) -> Papers:
        return await self._store.ask(lambda: reading.papers(tournament))

    async def events(self, tournament: TournamentId) -> Sequence[TournamentEvent]:
        """All its events in their order."""
        return await self._store.ask(lambda: reading.events(tournament))

    async def tables(self, tournament: TournamentId) -> dict[int, TableId]:
        """Its tables by their number in the tournament, broken ones too."""
        return await self._store.ask(lambda: reading.tables(tournament))

    async def draws(self, tournament: TournamentId) -> Sequence[TournamentDraw]:
        """What is stored of its draws, in their order; of each first its list, if it waited."""
        return await self._store.ask(lambda: reading.draws(tournament))

    async def drawn(
        self, tournament: TournamentId, after: int, limit: int
    ) -> Sequence[TournamentDraw]:
        """Draws that count in their order, from the one after a number on."""
        return await self._store.ask(lambda: reading.drawn(tournament, after, limit))

    async def last_hands(self, tournament: TournamentId) -> dict[int, int]:
        """The number of the last hand of each of its tables, settled or void."""
        return await self._store.ask(lambda: reading.last_hands(tournament))

    async def tournaments(self, wanted: TournamentFilter) -> Sequence[StoredTournament]:
        """A page of tournaments, newest first."""
        return await self._store.ask(lambda: reading.tournaments(wanted))

    async def entries_of(self, player: PlayerId, before: int, limit: int) -> Sequence[PlayerEntry]:
        """Entries and results of a player, newest tournament first, before a tournament."""
        return await self._store.ask(lambda: reading.entries_of(player, before, limit))

    async def results(self, tournament: TournamentId) -> Sequence[PlayerEntry]:
        """All entries of a tournament by place; those without one come last."""
        return await self._store.ask(lambda: reading.results(tournament))

    # ScheduleStore

    async def note_occurrence(self, occurrence: Occurrence) -> Occurrence:
        """Note what became of a start; one that is known is answered and not changed."""
        noted = await self._store.run_script(lambda: creating.note_occurrence(occurrence))
        return cast("Occurrence", noted)

    async def occurrence(self, key: OccurrenceKey) -> Occurrence | None:
        return await self._store.ask(lambda: creating.occurrence(key))

    async def occurrences(self, schedule: str, since_ms: int) -> Sequence[Occurrence]:
        """What became of the starts of a schedule since a moment, in their order."""
        return await self._store.ask(lambda: creating.occurrences(schedule, since_ms))

    async def keep_queue(self, name: str, record: bytes) -> None:
        """Keep what a queue of on-demand games holds; of one that is gone, nothing."""
        await self._store.run_script(lambda: creating.keep_queue(name, record))

    async def kept_queues(self) -> dict[str, bytes]:
        return await self._store.ask(creating.kept_queues)

    # PrizeStore

    async def seats_for(self, target: TournamentId) -> Sequence[StoredSeat]:
        """Seats in a tournament that nobody has taken yet, oldest first."""
        return await self._store.ask(lambda: prizes.seats_for(target))

    async def tickets(self, player: PlayerId) -> Sequence[HeldTicket]:
        """The tickets of a player, one by one, what expires first at the beginning."""
        return await self._store.ask(lambda: prizes.tickets(player))

    async def ticket_dates(self, player: PlayerId, ticket: Ticket) -> Sequence[int]:
        """Until when a player's tickets of one kind are or were good, the latest first."""
        return await self._store.ask(lambda: prizes.ticket_dates(player, ticket))

    async def grant_ticket(self, grant: TicketGrant, key: str, at_ms: int) -> None:
        """The house gives a player a ticket, once for each key."""
        await self._store.booking(lambda post: prizes.grant_ticket(grant, key, at_ms, post))

    async def expiring(self, before_ms: int, limit: int) -> Sequence[tuple[PlayerId, HeldTicket]]:
        """Tickets that players have and that expired before a moment (TAMB-87)."""
        return await self._store.ask(lambda: prizes.expiring(before_ms, limit))

    async def expire_ticket(self, player: PlayerId, held: HeldTicket, at_ms: int) -> None:
        """Take back a ticket past its date; the house keeps the money behind it."""
        await self._store.booking(lambda post: prizes.expire(player, held, at_ms, post))

    async def vouchers(self, player: PlayerId | None, *, only_open: bool) -> Sequence[Voucher]:
        """Vouchers of a player or of everybody, oldest first (TYP-05)."""
        return await self._store.ask(lambda: prizes.vouchers(player, only_open=only_open))

    async def fulfil_voucher(
        self, number: int, operator: str, note: str, at_ms: int, pays: LiveEntry | None = None
    ) -> Voucher:
        """The house has given what a voucher is good for: it takes its ticket back, once."""
        done = await self._store.booking(
            lambda post: prizes.fulfil(number, operator, note, at_ms, post, pays=pays)
        )
        return cast("Voucher", done)
