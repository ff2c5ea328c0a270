"""Decides in memory about the steps of a group, and collects the rows that they write.

A step is verified and applied as a whole. One that is refused has left nothing behind: neither in
the daybook nor in what it remembers from one group to the next.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from cardroom.errors import AccessRefused, Refused, TransferRefused
from cardroom.ledger import Answer, SettledHand, TournamentId
from cardroom.room.receipts import verify_same
from cardroom.room.records import Receipt
from cardroom.room.tournaments.records import StepToWrite
from cardroom.store.databases.database import Row
from cardroom.store.daybook import Daybook, Owner, dealt_in, verify_order, verify_owner
from cardroom.store.notice_rows import notice_row
from cardroom.store.ownership import UnitClaim, verify_unit_epoch
from cardroom.store.postings import Claim, Record, hand_row
from cardroom.store.savepoints import Savepoint
from cardroom.store.tournaments.following import EntryChange, Progress, added, followed
from cardroom.store.tournaments.steps import PreparedStep, refused, unit_of
from cardroom.tournament.ids import EntryId

_json = msgspec.json.Encoder()


class SeatRow(NamedTuple):
    """What is stored of a seat that was won."""

    target: TournamentId
    player: int
    state: str


class StepBook:
    """What the steps of a group find, and the rows that they leave, as lists for the writer."""

    def __init__(self, book: Daybook) -> None:
        self.book = book
        self.progress: dict[TournamentId, Progress] = {}
        self.known: dict[str, bytes] = {}
        """The digests of steps that are stored, by their keys."""
        self.owners: dict[str, str] = {}
        """Who runs a unit."""
        self.tables: dict[int, tuple[TournamentId, int]] = {}
        """Of which tournament tables are, and their number there."""
        self.receipts: dict[tuple[int, str], bytes] = {}
        self.seats: dict[str, SeatRow] = {}
        self.last_grant = 0
        self.last_voucher = 0
        self.steps: list[Row] = []
        self.new_tables: list[Row] = []
        self.tournament_tables: list[Row] = []
        self.entries: list[Row] = []
        self.entry_changes: dict[tuple[TournamentId, EntryId], EntryChange] = {}
        """One change of each entry, however many steps of the group change it."""
        self.seats_won: list[Row] = []
        self.seats_taken: list[Row] = []
        self.grants: list[Row] = []
        self.vouchers: list[Row] = []
        self.notices: list[Row] = []
        self.draws: list[Row] = []
        self.touched: dict[TournamentId, None] = {}
        """The tournaments that have come further."""

    def take(self, steps: Sequence[PreparedStep]) -> Answer | Refused:
        """Apply steps that belong together, all or nothing and once (I7)."""
        savepoint = self._savepoint(steps)
        answer = Answer.ALREADY_APPLIED
        try:
            for step in steps:
                if not self._is_known(step):
                    self._apply(step)
                    answer = Answer.APPLIED
        except (TransferRefused, AccessRefused) as refusal:
            savepoint.restore()
            return refusal
        return answer

    def _is_known(self, prepared: PreparedStep) -> bool:
        """The same step again is answered, another one in its place refused (I7).

        That of a former owner is refused as such, whatever the present one has stored (CRASH-01).
        """
        stored = self.known.get(prepared.key)
        if stored is not None and stored != prepared.digest:
            self._verify_owner(prepared.step)
            raise refused(prepared.step, "step_with_another_content")
        return stored is not None

    def _apply(self, prepared: PreparedStep) -> None:
        step, book = prepared.step, self.book
        before = self._verify_order(prepared)
        first_transfer = book.seq + 1
        self._note_receipts(prepared.step.receipts)
        for posting in prepared.postings:
            answer = book.take(posting)
            if isinstance(answer, Refused):
                raise answer
            if answer is not Answer.APPLIED:
                raise refused(step, "transfer_is_known", key=posting.transfer.key)
        self._open_tables(prepared)
        hand = self._keep_hands(prepared)
        self._give_seats(prepared)
        self._take_seats(prepared)
        self._give_prizes(prepared)
        self.notices += map(notice_row, step.notices)
        self.draws += [
            (
                f"{step.tournament}:{one.number}:{one.state}",
                step.tournament,
                one.number,
                one.state,
                one.kind,
                step.number,
                one.content,
            )
            for one in step.draws
        ]
        for message in prepared.messages:
            book.last_message += 1
            book.messages.append((book.last_message, message.subject, message.body))
        count = len(prepared.postings)
        self.known[prepared.key] = prepared.digest
        self.steps.append(
            (
                prepared.key,
                step.tournament,
                step.number,
                step.epoch,
                step.first_event,
                len(step.events),
                step.at_ms,
                prepared.events,
                first_transfer if count else None,
                count,
                hand,
                prepared.digest,
            )
        )
        self._follow(prepared, before)

    # What must hold

    def _verify_order(self, prepared: PreparedStep) -> Progress:
        """Steps come from the present owner, one after the other (CRASH-01, TRN-25)."""
        step = prepared.step
        self._verify_owner(step)
        before = self.progress.get(step.tournament)
        if before is None:
            raise refused(step, "no_such_tournament")
        if (step.number, step.first_event) != (before.steps + 1, before.events + 1):
            after = {"steps": before.steps, "events": before.events}
            raise refused(step, "step_does_not_follow", **after)
        if before.done:
            raise refused(step, "tournament_is_done")
        return before

    def _verify_owner(self, step: StepToWrite) -> None:
        unit = unit_of(step.tournament)
        verify_unit_epoch(UnitClaim(unit, step.epoch), self.book.unit_epochs.get(str(unit), 0))

    def _note_receipts(self, receipts: Sequence[Receipt]) -> None:
        """A request is carried out by one step; its id with another content is refused (NET-05)."""
        for receipt in receipts:
            who = receipt.player, receipt.request
            if verify_same(receipt, self.receipts.get(who)):
                raise TransferRefused("I7", "request_is_carried_out", {"id": receipt.request})
            self.receipts[who] = receipt.digest
            self.book.receipts.append(tuple(receipt))

    # What it writes

    def _open_tables(self, prepared: PreparedStep) -> None:
        step, unit = prepared.step, str(unit_of(prepared.step.tournament))
        for number, table in step.tables:
            if table in self.tables:
                raise refused(step, "table_is_taken", table=table)
            self.tables[table] = step.tournament, number
            self.book.owners[table] = Owner(step.epoch, 0)
            self.new_tables.append((table, step.epoch, self.owners[unit], unit))
            self.tournament_tables.append((table, step.tournament, number))

    def _keep_hands(self, prepared: PreparedStep) -> int | None:
        step = prepared.step
        for void, record in zip(step.void_hands, prepared.void_hands, strict=True):
            self._keep_hand(prepared, void, record, is_void=True)
        if step.hand is None or prepared.hand is None:
            return None
        return self._keep_hand(prepared, step.hand, prepared.hand, is_void=False)

    def _keep_hand(
        self, prepared: PreparedStep, hand: SettledHand, record: Record, *, is_void: bool
    ) -> int:
        """A hand for chips: numbered and found like any other, but it moves no money."""
        book, chips = self.book, hand.chips
        assert isinstance(chips, msgspec.Struct)
        if self.tables.get(hand.table) != (prepared.step.tournament, chips.table):
            raise refused(prepared.step, "table_of_another_tournament", table=hand.table)
        owner = book.owners.get(hand.table, Owner(0, 0))
        verify_owner(Claim(hand.table, prepared.step.epoch), owner.epoch)
        if hand.key in book.hands_known:
            raise refused(prepared.step, "hand_is_known", key=hand.key)
        if hand.epoch == owner.epoch:
            verify_order(hand, owner.hand)
            book.owners[hand.table] = Owner(hand.epoch, hand.number)
        book.last_hand += 1
        number = book.last_hand
        book.hands_known[hand.key] = ("void" if is_void else "settled", record.digest)
        book.hands.append(hand_row(number, hand, record, None, is_void=is_void))
        book.dealt_in += dealt_in(number, hand.seats.values() if is_void else hand.deltas)
        return number

    def _give_seats(self, prepared: PreparedStep) -> None:
        """A seat is given while its target takes entries, by what is stored of it (TAMB-68)."""
        step = prepared.step
        for seat in step.seats_won:
            target = self.progress.get(seat.target)
            if target is None or not target.is_open:
                raise TransferRefused("TAMB-68", "target_is_closed", {"target": seat.target})
            if seat.key in self.seats:
                raise refused(step, "seat_is_known", key=seat.key)
            self.seats[seat.key] = SeatRow(seat.target, seat.player, "open")
            self.seats_won.append(
                (
                    seat.key,
                    seat.satellite,
                    seat.target,
                    seat.player,
                    _json.encode(seat),
                    "open",
                    step.at_ms,
                )
            )

    def _take_seats(self, prepared: PreparedStep) -> None:
        """The target uses a seat once, as an entry or in another way (TRN-14, TAMB-68)."""
        step = prepared.step
        for taken in step.seats_taken:
            seat = self.seats.get(taken.key)
            if seat is None or (seat.target, seat.state) != (step.tournament, "open"):
                raise refused(step, "no_such_seat", key=taken.key)
            self.seats[taken.key] = seat._replace(state=taken.state)
            self.seats_taken.append((taken.key, taken.state, taken.entry, step.at_ms))

    def _give_prizes(self, prepared: PreparedStep) -> None:
        at_ms = prepared.step.at_ms
        for player, ticket, expires_ms in prepared.step.tickets:
            self.last_grant += 1
            self.grants.append((self.last_grant, player, ticket.asset, at_ms, expires_ms))
        for new in prepared.step.vouchers:
            self.last_voucher += 1
            asset = new.ticket.asset
            self.vouchers.append(
                (
                    self.last_voucher,
                    new.key,
                    new.player,
                    new.tournament,
                    new.package,
                    asset,
                    at_ms,
                    "open",
                )
            )

    def _follow(self, prepared: PreparedStep, before: Progress) -> None:
        step = prepared.step
        now = followed(before, step.events, step.at_ms, is_last=step.is_last)
        if step.is_last and now.state not in ("finished", "cancelled"):
            raise refused(step, "tournament_is_not_over")
        self.progress[step.tournament] = now
        self.touched[step.tournament] = None
        self.entries += [(step.tournament, *entry) for entry in prepared.entries]
        for change in prepared.changes:
            key = step.tournament, change.entry
            before_it = self.entry_changes.get(key, EntryChange(change.entry))
            self.entry_changes[key] = added(before_it, change)

    # Back to what was before

    def _savepoint(self, units: Sequence[PreparedStep]) -> Savepoint:
        savepoint = Savepoint()
        self.book.note(savepoint, [posting for one in units for posting in one.postings])
        steps = [one.step for one in units]
        hands = [hand for step in steps for hand in hands_of(step)]
        tournaments = [step.tournament for step in steps]
        savepoint.note_entries(self.book.hands_known, [hand.key for hand in hands])
        opened = [table for step in steps for _, table in step.tables]
        savepoint.note_entries(self.book.owners, [*opened, *(hand.table for hand in hands)])
        savepoint.note_entries(self.progress, tournaments)
        savepoint.note_entries(self.touched, tournaments)
        savepoint.note_entries(self.known, [one.key for one in units])
        savepoint.note_entries(self.tables, opened)
        savepoint.note_entries(
            self.receipts, [(one.player, one.request) for step in steps for one in step.receipts]
        )
        savepoint.note_entries(
            self.entry_changes,
            [(one.step.tournament, change.entry) for one in units for change in one.changes],
        )
        savepoint.note_entries(self.seats, [key for step in steps for key in seat_keys(step)])
        savepoint.note_attributes(self, ("last_grant", "last_voucher"))
        savepoint.note_lists(
            (
                self.steps,
                self.new_tables,
                self.tournament_tables,
                self.entries,
                self.seats_won,
                self.seats_taken,
                self.grants,
                self.vouchers,
                self.notices,
                self.draws,
            )
        )
        return savepoint


def seat_keys(step: StepToWrite) -> list[str]:
    """The seats that a step gives or takes."""
    return [*(seat.key for seat in step.seats_won), *(seat.key for seat in step.seats_taken)]


def hands_of(step: StepToWrite) -> list[SettledHand]:
    """The hands that a step keeps, void ones and the one that it commits."""
    return [*step.void_hands, *([] if step.hand is None else [step.hand])]
