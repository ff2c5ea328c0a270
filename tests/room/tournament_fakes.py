"""Tournaments of a simulated room, in memory, with the ledger of its store."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import msgspec

from cardroom.errors import OperatorRefused, OwnerChanged, Refused, TransferRefused
from cardroom.ledger import Answer, Ledger, PlayerId, SettledHand, TableId, TournamentId, Transfer
from cardroom.ledger.accounts import Kind, house, player_tickets, read_account
from cardroom.ledger.ticketing import expire_ticket, fulfil_voucher, issue_ticket
from cardroom.ledger.tickets import Ticket, read_ticket
from cardroom.room.receipts import verify_same
from cardroom.room.tournaments.records import (
    Claimed,
    HeldTicket,
    LiveEntry,
    NewTournament,
    Occurrence,
    OccurrenceKey,
    Papers,
    PlayerEntry,
    SeatTaken,
    StepToWrite,
    StoredSeat,
    StoredTournament,
    TicketGrant,
    TournamentDraw,
    TournamentFilter,
    Voucher,
)
from cardroom.room.tournaments.vouchers import note_of, verify_redeemed
from cardroom.store.tournaments.following import (
    EntryResult,
    Progress,
    changed,
    entry_changes,
    followed,
    new_entries,
)
from cardroom.store.tournaments.steps import prepare, refused
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import EntryId
from tests.room.fakes import MemoryStore

NEVER = 2**62
DICTS = (
    "announced", "progress", "stored", "digests", "places", "entries", "seats", "hands", "void",
    "kept_draws",
)  # fmt: skip
"""What a refused step must leave as it was."""


class MemoryTournaments:
    """The three ports of tournaments; late and unreachable as its MemoryStore is."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.announced: dict[TournamentId, NewTournament] = {}
        self.kept_draws: dict[tuple[TournamentId, int, bool], TournamentDraw] = {}
        """By tournament, number, and whether it is a list or the end of one."""
        self.progress: dict[TournamentId, Progress] = {}
        self.stored: dict[TournamentId, tuple[TournamentEvent, ...]] = {}
        self.digests: dict[str, bytes] = {}
        self.places: dict[TableId, tuple[TournamentId, int]] = {}
        self.entries: dict[tuple[TournamentId, EntryId], EntryResult] = {}
        self.seats: dict[str, StoredSeat] = {}
        self.hands: dict[str, SettledHand] = {}
        self.void: dict[str, SettledHand] = {}
        self.grants: list[TicketGrant] = []
        self.given: list[Voucher] = []
        self.messages: list[Any] = []
        self.claims: dict[TournamentId, tuple[int, str]] = {}
        self.beats: dict[str, int] = {}
        self.last_run: dict[TournamentId, int] = {}
        """When a tournament was last run, as its present owner was answered."""
        self.ran: dict[TournamentId, int] = {}
        """The epoch of the last step of a tournament."""
        self.starts: dict[str, Occurrence] = {}
        self.queues: dict[str, bytes] = {}
        self._reserved = 0

    # TournamentStore

    async def create_tournament(self, new: NewTournament, owner: str) -> Claimed:
        def work() -> TournamentId:
            for number, known in self.announced.items():
                if known.key == new.key:
                    return number
            number = TournamentId(len(self.announced) + 1)
            if new.occurrence is not None:
                key = str(new.occurrence.key)
                if key in self.starts:
                    raise OperatorRefused("TRN-02", "occurrence_is_known", {"key": key})
                dealt_with = msgspec.structs.replace(new.occurrence, tournament=number)
                self.starts[key] = dealt_with
            self.announced[number] = new
            self.progress[number] = Progress(last_ms=new.created_ms)
            self.stored[number] = ()
            return number

        return await self.claim_tournament(await self.store._write(work), owner)

    async def claim_tournament(self, tournament: TournamentId, owner: str) -> Claimed:
        def work() -> Claimed:
            if tournament not in self.announced:
                raise OperatorRefused("TRN-02", "no_such_tournament", {"tournament": tournament})
            epoch, former = self.claims.get(tournament, (0, ""))
            given_ms, ran = self.last_run.get(tournament), self.ran.get(tournament) == epoch
            beat_ms = self.beats.get(former, 0) if given_ms is None or ran else given_ms
            last_ms = max(self.progress[tournament].last_ms, beat_ms)
            if epoch:
                self.last_run[tournament] = last_ms
            self.claims[tournament] = epoch + 1, owner
            return Claimed(tournament, epoch + 1, last_ms)

        # A claim dies with its process: one that arrived later would take it from its heir.
        claimed = await self.store._later(work)
        self.store._fail_sometimes("claimed, but the answer was lost")
        return claimed

    async def reserve_tables(self, count: int) -> TableId:
        def work() -> TableId:
            self._reserved += count
            return TableId(self._reserved - count + 1)

        return await self.store._write(work)

    async def write_steps(self, steps: Sequence[StepToWrite]) -> None:
        await self.store._write(lambda: self._write_all(steps))

    def _write_all(self, steps: Sequence[StepToWrite]) -> None:
        before = {name: dict(getattr(self, name)) for name in DICTS}
        lists = {name: list(getattr(self, name)) for name in ("grants", "given", "messages")}
        receipts = dict(self.store.receipts)
        try:
            transfers = [transfer for step in steps for transfer in self._take(step)]
            self._move(transfers)
        except Refused:
            for name, value in (before | lists).items():
                setattr(self, name, value)
            self.store.receipts = receipts
            raise
        self.ran.update({step.tournament: step.epoch for step in steps})

    def _move(self, transfers: Sequence[Transfer]) -> None:
        """All of them, tried out before where one could be refused after others."""
        if len(transfers) > 1:
            self._apply(transfers, deepcopy(self.store.ledger))
        self._apply(transfers, self.store.ledger)

    def _apply(self, transfers: Sequence[Transfer], ledger: Ledger) -> None:
        for transfer in transfers:
            if ledger.apply(transfer) is not Answer.APPLIED:
                raise TransferRefused("TRN-25", "transfer_is_known", {"key": transfer.key})

    def _take(self, step: StepToWrite) -> Sequence[Transfer]:
        """Apply a step beside its money: that is the answer."""
        prepared = prepare(step)
        known = self.digests.get(prepared.key)
        if known is not None:
            if known != prepared.digest:
                self._verify_owner(step)
                raise refused(step, "step_with_another_content")
            return ()
        before = self._verify_order(step)
        self._note_receipts(step)
        for number, table in step.tables:
            if table in self.places:
                raise refused(step, "table_is_taken", table=table)
            self.places[table] = step.tournament, number
        for hand in (*step.void_hands, *([step.hand] if step.hand else [])):
            self._keep(step, hand, is_void=hand is not step.hand)
        self._seats(step)
        for one in step.draws:
            key = step.tournament, one.number, one.state != "listed"
            assert key not in self.kept_draws, "a draw is stored once"
            self.kept_draws[key] = one
        self.digests[prepared.key] = prepared.digest
        self.stored[step.tournament] += step.events
        self._follow(step, before)
        return step.transfers

    def _verify_order(self, step: StepToWrite) -> Progress:
        self._verify_owner(step)
        before = self.progress[step.tournament]
        if (step.number, step.first_event) != (before.steps + 1, before.events + 1):
            raise refused(step, "step_does_not_follow")
        if before.done:
            raise refused(step, "tournament_is_done")
        return before

    def _verify_owner(self, step: StepToWrite) -> None:
        epoch, _ = self.claims.get(step.tournament, (0, ""))
        if epoch != step.epoch:
            raise OwnerChanged("CRASH-01", "unit_has_another_owner", {"epoch": epoch})

    def _note_receipts(self, step: StepToWrite) -> None:
        for receipt in step.receipts:
            key = receipt.player, receipt.request
            if verify_same(receipt, self.store.receipts.get(key)):
                raise TransferRefused("I7", "request_is_carried_out", {"id": receipt.request})
            self.store.receipts[key] = receipt.digest

    def _keep(self, step: StepToWrite, hand: SettledHand, *, is_void: bool) -> None:
        chips = hand.chips
        assert isinstance(chips, msgspec.Struct)
        if self.places.get(hand.table) != (step.tournament, chips.table):
            raise refused(step, "table_of_another_tournament", table=hand.table)
        if hand.key in self.hands or hand.key in self.void:
            raise refused(step, "hand_is_known", key=hand.key)
        (self.void if is_void else self.hands)[hand.key] = hand

    def _seats(self, step: StepToWrite) -> None:
        for seat in step.seats_won:
            target = self.progress.get(seat.target)
            if target is None or not target.is_open:
                raise TransferRefused("TAMB-68", "target_is_closed", {"target": seat.target})
            if seat.key in self.seats:
                raise refused(step, "seat_is_known", key=seat.key)
            self.seats[seat.key] = StoredSeat(won=seat, state="open", at_ms=step.at_ms)
        for taken in step.seats_taken:
            self._take_seat(step, taken)

    def _take_seat(self, step: StepToWrite, taken: SeatTaken) -> None:
        seat = self.seats.get(taken.key)
        if seat is None or (seat.won.target, seat.state) != (step.tournament, "open"):
            raise refused(step, "no_such_seat", key=taken.key)
        self.seats[taken.key] = msgspec.structs.replace(seat, state=taken.state)

    def _follow(self, step: StepToWrite, before: Progress) -> None:
        now = followed(before, step.events, step.at_ms, is_last=step.is_last)
        if step.is_last and now.state not in ("finished", "cancelled"):
            raise refused(step, "tournament_is_not_over")
        self.progress[step.tournament] = now
        for entry in new_entries(step.events):
            self.entries[step.tournament, entry.entry] = entry
        for change in entry_changes(step.events):
            key = step.tournament, change.entry
            self.entries[key] = changed(self.entries[key], change)
        self.grants += step.tickets
        for new in step.vouchers:
            number = len(self.given) + 1
            self.given.append(Voucher(number=number, new=new, issued_ms=step.at_ms))
        self.messages += step.messages

    async def beat(self, owner: str, at_ms: int) -> None:
        def work() -> None:
            self.beats[owner] = max(self.beats.get(owner, 0), at_ms)

        await self.store._write(work)

    async def tournament(self, tournament: TournamentId) -> StoredTournament | None:
        def work() -> StoredTournament | None:
            return self._stored(tournament) if tournament in self.announced else None

        return await self.store._read(work)

    def _stored(self, tournament: TournamentId) -> StoredTournament:
        new, progress = self.announced[tournament], self.progress[tournament]
        return StoredTournament(
            id=tournament,
            key=new.key,
            name=new.name,
            template=new.template,
            currency=new.currency,
            created_ms=new.created_ms,
            starts_ms=new.starts_ms,
            flights=new.flights,
            state=progress.state,
            registration_open=progress.is_open,
            is_done=bool(progress.done),
            steps=progress.steps,
            events=progress.events,
            last_ms=progress.last_ms,
            entries=progress.entries,
            started_ms=progress.started_ms,
            ended_ms=progress.ended_ms,
        )

    async def papers(self, tournament: TournamentId) -> Papers:
        def work() -> Papers:
            if tournament not in self.announced:
                raise OperatorRefused("TRN-02", "no_such_tournament", {"tournament": tournament})
            new = self.announced[tournament]
            return Papers(new.definition, new.terms)

        return await self.store._read(work)

    async def events(self, tournament: TournamentId) -> Sequence[TournamentEvent]:
        return await self.store._read(lambda: list(self.stored.get(tournament, ())))

    async def tables(self, tournament: TournamentId) -> dict[int, TableId]:
        def work() -> dict[int, TableId]:
            mine = [(n, table) for table, (of, n) in self.places.items() if of == tournament]
            return dict(sorted(mine))

        return await self.store._read(work)

    async def draws(self, tournament: TournamentId) -> Sequence[TournamentDraw]:
        return await self.store._later(lambda: self._drawn(tournament))

    async def drawn(
        self, tournament: TournamentId, after: int, limit: int
    ) -> Sequence[TournamentDraw]:
        def work() -> list[TournamentDraw]:
            count = [one for one in self._drawn(tournament) if one.state == "drawn"]
            return [one for one in count if one.number > after][:limit]

        return await self.store._later(work)

    def _drawn(self, tournament: TournamentId) -> list[TournamentDraw]:
        mine = sorted(key for key in self.kept_draws if key[0] == tournament)
        return [self.kept_draws[key] for key in mine]

    async def last_hands(self, tournament: TournamentId) -> dict[int, int]:
        def work() -> dict[int, int]:
            last: dict[int, int] = {}
            for hand in (*self.hands.values(), *self.void.values()):
                of, number = self.places[hand.table]
                if of == tournament:
                    last[number] = max(last.get(number, 0), hand.number)
            return dict(sorted(last.items()))

        return await self.store._read(work)

    async def tournaments(self, wanted: TournamentFilter) -> Sequence[StoredTournament]:
        def work() -> list[StoredTournament]:
            found = [self._stored(number) for number in sorted(self.announced, reverse=True)]
            return [one for one in found if _takes(wanted, one)][: wanted.limit]

        return await self.store._read(work)

    async def entries_of(self, player: PlayerId, before: int, limit: int) -> Sequence[PlayerEntry]:
        def work() -> list[PlayerEntry]:
            mine = [
                key for key, one in self.entries.items() if one.player == player and key[0] < before
            ]
            order = sorted(mine, key=lambda key: (-key[0], key[1]))
            return [self._entry(key) for key in order[:limit]]

        return await self.store._read(work)

    async def results(self, tournament: TournamentId) -> Sequence[PlayerEntry]:
        def work() -> list[PlayerEntry]:
            found = [self._entry(key) for key in self.entries if key[0] == tournament]
            return sorted(found, key=lambda one: (one.place == 0, one.place, one.entry))

        return await self.store._read(work)

    def _entry(self, key: tuple[TournamentId, EntryId]) -> PlayerEntry:
        found, stored = self.entries[key], self._stored(key[0])
        return PlayerEntry(
            tournament=key[0],
            name=stored.name,
            state=stored.state,
            entry=found.entry,
            player=found.player,
            registered_ms=found.registered_ms,
            paid=found.paid,
            is_given_back=bool(found.given_back),
            place=found.place,
            prize=found.prize,
            bounties=found.bounties,
            is_held=bool(found.held),
        )

    # ScheduleStore

    async def note_occurrence(self, occurrence: Occurrence) -> Occurrence:
        return await self.store._write(
            lambda: self.starts.setdefault(str(occurrence.key), occurrence)
        )

    async def occurrence(self, key: OccurrenceKey) -> Occurrence | None:
        return await self.store._read(lambda: self.starts.get(str(key)))

    async def occurrences(self, schedule: str, since_ms: int) -> Sequence[Occurrence]:
        def work() -> list[Occurrence]:
            found = [
                one
                for one in self.starts.values()
                if one.key.schedule == schedule and one.starts_ms >= since_ms
            ]
            return sorted(found, key=lambda one: (one.starts_ms, one.key.ordinal))

        return await self.store._read(work)

    async def keep_queue(self, name: str, record: bytes) -> None:
        def work() -> None:
            self.queues.pop(name, None)
            if record:
                self.queues[name] = record

        await self.store._write(work)

    async def kept_queues(self) -> dict[str, bytes]:
        return await self.store._read(lambda: dict(sorted(self.queues.items())))

    # PrizeStore

    async def seats_for(self, target: TournamentId) -> Sequence[StoredSeat]:
        def work() -> list[StoredSeat]:
            found = [
                one
                for one in self.seats.values()
                if one.won.target == target and one.state == "open"
            ]
            return sorted(found, key=lambda one: (one.at_ms, one.won.key))

        return await self.store._read(work)

    async def tickets(self, player: PlayerId) -> Sequence[HeldTicket]:
        return await self.store._read(lambda: self._tickets(player))

    def _tickets(self, player: PlayerId) -> list[HeldTicket]:
        found: list[HeldTicket] = []
        for account, count in self.store.ledger.balances.items():
            parts = read_account(account)
            if parts.kind is not Kind.PLAYER_TICKETS or parts.ids[0] != player:
                continue
            ticket = read_ticket(parts.asset)
            grants = [
                HeldTicket(account, ticket, one.expires_ms, number)
                for number, one in enumerate(self.grants, 1)
                if player_tickets(one.player, one.ticket.asset) == account
            ]
            grants.sort(key=lambda one: (one.expires_ms or NEVER, one.grant), reverse=True)
            found += (grants + [HeldTicket(account, ticket, 0)] * count)[:count]
        return sorted(found, key=lambda one: (one.expires_ms or NEVER, one.account, one.grant))

    async def ticket_dates(self, player: PlayerId, ticket: Ticket) -> Sequence[int]:
        def work() -> list[int]:
            mine = [one for one in self.grants if (one.player, one.ticket) == (player, ticket)]
            dates = [one.expires_ms for one in mine]
            return sorted(dates, key=lambda one: one or NEVER, reverse=True)

        return await self.store._read(work)

    async def grant_ticket(self, grant: TicketGrant, key: str, at_ms: int) -> None:
        def work() -> None:
            ticket, ledger = grant.ticket, self.store.ledger
            source = house(Kind.OVERLAY, ticket.currency)
            transfer = issue_ticket(ticket, grant.player, source, request=key, at_ms=at_ms)
            known = ledger.transfer(transfer.key)
            if known is not None and known.entries != transfer.entries:
                raise TransferRefused("I7", "key_with_another_content", {"key": transfer.key})
            if known is None:
                ledger.apply(transfer)
                self.grants.append(grant)

        await self.store._write(work)

    async def expiring(self, before_ms: int, limit: int) -> Sequence[tuple[PlayerId, HeldTicket]]:
        def work() -> list[tuple[PlayerId, HeldTicket]]:
            players = sorted({one.player for one in self.grants})
            found = [(player, held) for player in players for held in self._tickets(player)]
            return [one for one in found if 0 < one[1].expires_ms < before_ms][:limit]

        return await self.store._read(work)

    async def expire_ticket(self, player: PlayerId, held: HeldTicket, at_ms: int) -> None:
        def work() -> None:
            if not 0 < held.expires_ms <= at_ms:
                raise TransferRefused("TAMB-87", "ticket_is_good", {"until_ms": held.expires_ms})
            request = f"grant.{held.grant}"
            transfer = expire_ticket(held.ticket, player, request=request, at_ms=at_ms)
            if self.store.ledger.transfer(transfer.key) is None:
                self.store.ledger.apply(transfer)

        await self.store._write(work)

    async def vouchers(self, player: PlayerId | None, *, only_open: bool) -> Sequence[Voucher]:
        def work() -> list[Voucher]:
            return [
                one
                for one in self.given
                if player in (None, one.new.player) and (one.state == "open" or not only_open)
            ]

        return await self.store._read(work)

    async def fulfil_voucher(
        self, number: int, operator: str, note: str, at_ms: int, pays: LiveEntry | None = None
    ) -> Voucher:
        return await self.store._write(lambda: self._fulfil(number, operator, note, at_ms, pays))

    def _fulfil(
        self, number: int, operator: str, note: str, at_ms: int, pays: LiveEntry | None
    ) -> Voucher:
        note = note_of(note, pays)
        if not 0 < number <= len(self.given):
            raise OperatorRefused("TYP-05", "no_such_voucher", {"voucher": number})
        voucher = self.given[number - 1]
        if voucher.state == "fulfilled":
            if (voucher.by, voucher.note) == (operator, note):
                return voucher
            raise OperatorRefused("TYP-05", "voucher_is_fulfilled", {"by": voucher.by})
        if not operator or not note:
            raise OperatorRefused("CASH-01", "operator_and_note_needed")
        new = voucher.new
        if pays is not None:
            others = [one for one in self.given if one.note.startswith(f"{pays}: ")]
            verify_redeemed(voucher, pays, others)
        self.store.ledger.apply(
            fulfil_voucher(
                new.ticket,
                new.player,
                voucher=number,
                operator=operator,
                note=note,
                at_ms=at_ms,
                at_desk=0 if pays is None else pays.price,
            )
        )
        self.given[number - 1] = msgspec.structs.replace(
            voucher, state="fulfilled", by=operator, note=note, fulfilled_ms=at_ms
        )
        return self.given[number - 1]


def _takes(wanted: TournamentFilter, one: StoredTournament) -> bool:
    return (
        one.id < wanted.before
        and one.state in wanted.states
        and wanted.template in ("", one.template)
        and not (wanted.unfinished and one.is_done)
    )
