"""Calling an event off: what the formulas propose, and what the manager confirms (LAMB-38).

Who pays for a guarantee that the entries have not filled is LAMB-56.
"""

from collections.abc import Mapping

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.money.desk import purchases_open
from cardroom.floor.money.prizes import prizes_now, remaining_prizes, results
from cardroom.floor.money_events import PrizesFixed, Settlement, TournamentCancelled
from cardroom.floor.seating.seating import Seating
from cardroom.floor.terms import Split
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes import cancellation
from cardroom.units import Cents, Chips

NO_STACKS: Mapping[EntryId, Chips] = {}
NO_AMOUNTS: Mapping[EntryId, Cents] = {}
IN_THE_MONEY = ("several_tables", "final_table")


class CancelProposal(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody would get; nothing is paid before the manager confirms it (LAMB-38)."""

    stage: cancellation.Stage
    settlements: tuple[Settlement, ...]
    added: Cents = 0
    """What the house pays in with it, for a guarantee that is not filled (LAMB-56)."""


class CallingOff:
    """Proposes and confirms settlements."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def proposal(self, at_ms: int, stacks: Mapping[EntryId, Chips] = NO_STACKS) -> CancelProposal:
        """Before the start a full refund, later the formulas of the online rules (LAMB-38)."""
        floor = self._floor
        floor.till.verify_playing()
        self._verify_chips_delivered()
        if not floor.field.names:
            return CancelProposal(stage="not_started", settlements=())
        now = self._stage(at_ms)
        if now == "not_started":
            refunds = {entry: floor.till.paid_by[entry] for entry in floor.field.places}
        else:
            self._verify_stacks(stacks)
            refunds = self._unpaid_prizes(now) | {
                entry: self._with_own_money(entry, share)
                for entry, share in self._shares(now, stacks).items()
            }
        return CancelProposal(
            stage=now,
            settlements=tuple(
                Settlement(entry=entry, refund=refund) for entry, refund in sorted(refunds.items())
            ),
            added=self._added(now),
        )

    def _stage(self, at_ms: int) -> cancellation.Stage:
        floor = self._floor
        return cancellation.stage(
            started=floor.has_begun,
            hexapro=False,
            closed=not Seating(floor).is_registering(at_ms) and not purchases_open(floor, at_ms),
            left=floor.field.left,
            paid=len(prizes_now(floor).prizes),
            tables=len(floor.field.tables),
        )

    def _added(self, now: cancellation.Stage) -> Cents:
        """In the money the house fills the guarantee up, unless it has done so (LAMB-56)."""
        return prizes_now(self._floor).added if now in IN_THE_MONEY else 0

    def _shares(
        self, now: cancellation.Stage, stacks: Mapping[EntryId, Chips]
    ) -> dict[EntryId, Cents]:
        """The prize money by entry. Outside the money no overlay is shared (LAMB-56)."""
        floor = self._floor
        if now == "not_in_the_money":
            own = floor.till.pools.prize - floor.till.added
            return cancellation.not_in_the_money(floor.online, own, stacks)
        prizes = remaining_prizes(floor)
        if now == "several_tables":
            return cancellation.several_tables(floor.online, prizes, stacks)
        return cancellation.final_table(floor.online, prizes, stacks)

    def _with_own_money(self, entry: EntryId, share: Cents) -> Split:
        """Who is left gets the fees back, and the bounty on their own head (LAMB-56)."""
        till = self._floor.till
        paid = till.paid_by[entry]
        bounty = 0 if entry in till.bounties else paid.bounty
        return Split(prize=share, bounty=bounty, fee=paid.fee)

    def _unpaid_prizes(self, now: cancellation.Stage) -> dict[EntryId, Split]:
        """Who went out in the money keeps the prize; a held one is decided before (LAMB-54)."""
        if now not in IN_THE_MONEY:
            return {}
        floor = self._floor
        unpaid = [one for one in results(floor) if one.prize and one.entry not in floor.till.paid]
        for one in unpaid:
            if one.how == "disqualified":
                raise FloorRefused("LAMB-54", "the_prize_is_held", {"entry": one.entry})
        return {one.entry: Split(prize=one.prize) for one in unpaid}

    def _verify_chips_delivered(self) -> None:
        """What was paid for chips is shared by chips: first they are handed over (LIVE-11.p1)."""
        for rebuy in self._floor.rebuys.open.values():
            if rebuy.state == "paid":
                raise FloorRefused("LIVE-11.p1", "a_rebuy_is_on_its_way", {"table": rebuy.table})

    def _verify_stacks(self, stacks: Mapping[EntryId, Chips]) -> None:
        floor = self._floor
        if set(stacks) != set(floor.field.places) or min(stacks.values(), default=0) < 1:
            raise FloorRefused("LAMB-38", "a_stack_of_every_player")
        if sum(stacks.values()) != floor.chip_count.in_play:
            details = {"chips": floor.chip_count.in_play, "stacks": sum(stacks.values())}
            raise FloorRefused("LAMB-38", "not_the_chips_in_play", details)

    def cancel(
        self,
        by: By,
        stacks: Mapping[EntryId, Chips] = NO_STACKS,
        amounts: Mapping[EntryId, Cents] = NO_AMOUNTS,
    ) -> LogEntry:
        """Confirm the proposal, or the manager's own amounts, with a reason (LIVE-7, LAMB-38).

        What the house adds is booked first, as it is when prizes are fixed (LAMB-56).
        """
        if not by.reason.strip():
            raise FloorRefused("LIVE-7", "say_why")
        floor = self._floor
        floor.till.verify_playing()
        self._verify_chips_delivered()
        if amounts:
            now = self._stage(by.at_ms)
            added, settlements = self._added(now), self._own(now, amounts)
        else:
            proposal = self.proposal(by.at_ms, stacks)
            added, settlements = proposal.added, proposal.settlements
        there = floor.till.pools.prize + added
        if sum(one.refund.prize for one in settlements) > there:
            details = {"money": there}
            raise FloorRefused("LIVE-7", "more_than_the_money_that_is_there", details)
        if added:
            floor.record(PrizesFixed(prizes_now(floor).prizes, added), by)
            by = by._replace(seen=None)
        return floor.record(TournamentCancelled(settlements), by)

    def _own(
        self, now: cancellation.Stage, amounts: Mapping[EntryId, Cents]
    ) -> tuple[Settlement, ...]:
        """The manager's own shares; fees, bounties and prizes won come on top (LAMB-56)."""
        field = self._floor.field
        if not set(amounts) <= set(field.names) or min(amounts.values()) < 0:
            raise FloorRefused("LIVE-7", "an_amount_for_every_player")
        refunds = {entry: Split(prize=amount) for entry, amount in amounts.items()}
        refunds = self._unpaid_prizes(now) | refunds
        refunds |= {
            entry: self._with_own_money(entry, amounts.get(entry, 0)) for entry in field.places
        }
        if now == "not_started":
            # The staff has not worked yet: its part goes back with the fees.
            staff = {entry: self._floor.till.paid_by[entry].staff for entry in field.places}
            refunds = {
                entry: msgspec.structs.replace(refund, staff=staff[entry])
                for entry, refund in refunds.items()
            }
        return tuple(
            Settlement(entry=entry, refund=refund) for entry, refund in sorted(refunds.items())
        )
