"""The payouts of a tournament that was cancelled, altered afterwards (CXL-11).

What was paid stays paid; the house adds to it. Each addition is a booking by hand: above an amount
it waits for a second administrator, and its reference makes it happen once.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import PlayerId, TournamentId
from cardroom.office.bookings import BookingDesk
from cardroom.room.people import Caller
from cardroom.room.records import CashierOrder
from cardroom.room.tournaments.charter import read_charter
from cardroom.room.tournaments.ports import ScheduleStore, TournamentStore
from cardroom.room.tournaments.records import PlayerEntry
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents

KEPT = "altered:"
"""Under this word and its number the store keeps what was altered about a tournament."""
NOT_PAID = ("refused", "withdrawn")

Amounts = dict[EntryId, Cents]


class PayoutRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that was in when its tournament was cancelled: its share until now, and what it is
    to be; the house pays the difference."""

    entry: EntryId
    player: PlayerId
    paid: Cents
    share: Cents
    added: Cents
    state: Literal["", "booked", "waiting"] = ""
    """What became of the booking; waiting for a second administrator, or nothing yet."""


class Payouts(msgspec.Struct, frozen=True, kw_only=True):
    """The shares of a cancelled tournament; `alteration` is what a preview is true of."""

    alteration: int
    rows: tuple[PayoutRow, ...]
    added: Cents
    """What the house pays in all."""


class Altering:
    """Looks at the shares of a cancelled tournament, and has the house raise them."""

    def __init__(
        self, tournaments: TournamentStore, kept: ScheduleStore, bookings: BookingDesk
    ) -> None:
        self._tournaments = tournaments
        self._kept = kept
        self._bookings = bookings
        self._one_at_a_time = asyncio.Lock()

    async def preview(self, tournament: TournamentId, shares: Mapping[EntryId, Cents]) -> Payouts:
        """What altering these shares would book now; the others stay as they are."""
        entries = await self._entries(tournament)
        altered = await self._altered(tournament)
        paid = {
            one.entry: one.prize + await self._added(tournament, altered, one.entry)
            for one in entries
        }
        _verify(shares, paid)
        rows = [
            PayoutRow(
                entry=one.entry,
                player=one.player,
                paid=paid[one.entry],
                share=shares.get(one.entry, paid[one.entry]),
                added=shares.get(one.entry, paid[one.entry]) - paid[one.entry],
            )
            for one in entries
        ]
        return Payouts(
            alteration=len(altered) + 1, rows=tuple(rows), added=sum(row.added for row in rows)
        )

    async def alter(
        self,
        caller: Caller,
        tournament: TournamentId,
        alteration: int,
        shares: Mapping[EntryId, Cents],
        reason: str,
    ) -> Payouts:
        """Book what was previewed; where something was altered meanwhile, look again first."""
        async with self._one_at_a_time:
            return await self._alter(caller, tournament, alteration, shares, reason)

    async def _alter(
        self,
        caller: Caller,
        tournament: TournamentId,
        alteration: int,
        shares: Mapping[EntryId, Cents],
        reason: str,
    ) -> Payouts:
        altered = await self._altered(tournament)
        if alteration != len(altered) + 1:
            raise OperatorRefused("CXL-11", "preview_is_old", {"alteration": len(altered) + 1})
        preview = await self.preview(tournament, shares)
        if not preview.added:
            raise OperatorRefused("CXL-11", "nothing_to_change")
        additions = {row.entry: row.added for row in preview.rows if row.added}
        # Known before it is booked: after a crash it is looked up by its references.
        record = msgspec.json.encode([*altered, additions])
        await self._kept.keep_queue(f"{KEPT}{tournament}", record)
        rows = [
            await self._book(caller, tournament, alteration, row, reason) if row.added else row
            for row in preview.rows
        ]
        return msgspec.structs.replace(preview, rows=tuple(rows))

    async def _book(
        self,
        caller: Caller,
        tournament: TournamentId,
        alteration: int,
        row: PayoutRow,
        reason: str,
    ) -> PayoutRow:
        order = CashierOrder(
            kind="adjustment",
            player=row.player,
            amount=row.added,
            reference=reference_of(tournament, alteration, row.entry),
            reason=f"tournament {tournament}, CXL-11: {reason}",
        )
        answer = await self._bookings.ask(caller, order)
        state: Literal["waiting", "booked"] = "waiting" if "waiting" in answer else "booked"
        return msgspec.structs.replace(row, state=state)

    async def _entries(self, tournament: TournamentId) -> Sequence[PlayerEntry]:
        """Who was in when it was cancelled."""
        stored = await self._tournaments.tournament(tournament)
        if stored is None:
            raise OperatorRefused("TRN-01", "no_such_tournament")
        if stored.state != "cancelled":
            raise OperatorRefused("CXL-11", "was_not_cancelled", {"state": stored.state})
        if not stored.started_ms:
            raise OperatorRefused("CXL-11", "has_not_started")
        charter = read_charter(stored, await self._tournaments.papers(tournament))
        if not charter.terms.rules.cancellation.house_may_alter:
            raise OperatorRefused("CXL-11", "policy_is_fixed")
        found = await self._tournaments.results(tournament)
        return [one for one in found if not one.place and not one.is_given_back]

    async def _altered(self, tournament: TournamentId) -> list[Amounts]:
        """What was added before, alteration by alteration."""
        kept = await self._kept.kept_queues()
        record = kept.get(f"{KEPT}{tournament}")
        return [] if record is None else msgspec.json.decode(record, type=list[Amounts])

    async def _added(
        self, tournament: TournamentId, altered: Sequence[Amounts], entry: EntryId
    ) -> Cents:
        """What earlier alterations have given an entry, or will when it is approved."""
        total = 0
        for number, amounts in enumerate(altered, start=1):
            if entry in amounts:
                state = await self._bookings.state_of(reference_of(tournament, number, entry))
                total += 0 if state is None or state in NOT_PAID else amounts[entry]
        return total


def reference_of(tournament: TournamentId, alteration: int, entry: EntryId) -> str:
    """Under which reference an addition is booked, once."""
    return f"cxl:{tournament}:{alteration}:{entry}"


def _verify(shares: Mapping[EntryId, Cents], paid: Mapping[EntryId, Cents]) -> None:
    """Shares of players who were in, none below what was paid."""
    unknown = sorted(set(shares) - set(paid))
    if unknown:
        raise OperatorRefused("CXL-11", "no_share_to_alter", {"entries": unknown})
    less = sorted(entry for entry, share in shares.items() if share < paid[entry])
    if less:
        at_least = {str(entry): paid[entry] for entry in less}
        raise OperatorRefused("CXL-11", "less_than_was_paid", {"at_least": at_least})
