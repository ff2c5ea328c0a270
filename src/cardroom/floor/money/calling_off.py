"""Calling an event off: what the formulas propose, and what the manager confirms (LAMB-38)."""

from collections.abc import Mapping

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.money.prizes import prizes_now, remaining_prizes
from cardroom.floor.money_events import Settlement, TournamentCancelled
from cardroom.floor.seating.seating import Seating
from cardroom.floor.terms import Split
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes import cancellation
from cardroom.units import Cents, Chips

NO_STACKS: Mapping[EntryId, Chips] = {}
NO_AMOUNTS: Mapping[EntryId, Cents] = {}


class CancelProposal(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody would get; nothing is paid before the manager confirms it (LAMB-38)."""

    stage: cancellation.Stage
    settlements: tuple[Settlement, ...]


class CallingOff:
    """Proposes and confirms settlements."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def proposal(self, at_ms: int, stacks: Mapping[EntryId, Chips] = NO_STACKS) -> CancelProposal:
        """Before the start a full refund, later the formulas of the online rules (LAMB-38)."""
        floor = self._floor
        floor.till.verify_playing()
        field, till = floor.field, floor.till
        if not field.names:
            return CancelProposal(stage="not_started", settlements=())
        now = cancellation.stage(
            started=floor.level_clock.has_started,
            hexapro=False,
            closed=not Seating(floor).is_registering(at_ms),
            left=field.left,
            paid=len(prizes_now(floor).prizes),
            tables=len(field.tables),
        )
        if now == "not_started":
            refunds = {entry: till.paid_by[entry] for entry in field.places}
        else:
            self._verify_stacks(stacks)
            refunds = {
                entry: Split(prize=share, bounty=self._own_bounty(entry))
                for entry, share in self._shares(now, stacks).items()
            }
        return CancelProposal(
            stage=now,
            settlements=tuple(
                Settlement(entry=entry, refund=refund) for entry, refund in sorted(refunds.items())
            ),
        )

    def _shares(
        self, now: cancellation.Stage, stacks: Mapping[EntryId, Chips]
    ) -> dict[EntryId, Cents]:
        floor = self._floor
        if now == "not_in_the_money":
            return cancellation.not_in_the_money(floor.online, floor.till.pools.prize, stacks)
        prizes = remaining_prizes(floor)
        if now == "several_tables":
            return cancellation.several_tables(floor.online, prizes, stacks)
        return cancellation.final_table(floor.online, prizes, stacks)

    def _own_bounty(self, entry: EntryId) -> Cents:
        till = self._floor.till
        return 0 if entry in till.bounties else till.paid_by[entry].bounty

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
        """Confirm the proposal, or the manager's own amounts, with a reason (LIVE-7, LAMB-38)."""
        if not by.reason.strip():
            raise FloorRefused("LIVE-7", "say_why")
        floor = self._floor
        floor.till.verify_playing()
        settlements = () if amounts else self.proposal(by.at_ms, stacks).settlements
        if amounts:
            if not set(amounts) <= set(floor.field.names) or min(amounts.values()) < 0:
                raise FloorRefused("LIVE-7", "an_amount_for_every_player")
            settlements = tuple(
                Settlement(entry=entry, refund=Split(prize=amount))
                for entry, amount in sorted(amounts.items())
            )
        if sum(one.refund.prize for one in settlements) > floor.till.pools.prize:
            details = {"money": floor.till.pools.prize}
            raise FloorRefused("LIVE-7", "more_than_the_money_that_is_there", details)
        return floor.record(TournamentCancelled(settlements), by)
