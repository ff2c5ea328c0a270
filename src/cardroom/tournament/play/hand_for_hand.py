"""Hand for hand: near the money all tables deal together and wait for each other (H4H)."""

from cardroom.tournament.events import (
    HandDealt,
    HandFinished,
    HandForHandEnded,
    HandForHandStarted,
    HandRolledBack,
    SynchronisedHandEnded,
    SynchronisedHandLeft,
    SynchronisedHandStarted,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.journal import Handlers, Journal
from cardroom.tournament.play.finishing import FinishingOrder, Group
from cardroom.tournament.prizes.payouts import Payouts
from cardroom.tournament.tables.field import Field
from cardroom.tournament.tables.field_state import FEWEST
from cardroom.tournament.terms import Terms


class HandForHand:
    """Whether tables play hand for hand, and who has still to deal or to finish this hand."""

    def __init__(
        self,
        terms: Terms,
        field: Field,
        payouts: Payouts,
        finishing: FinishingOrder,
        journal: Journal,
    ) -> None:
        self._terms = terms
        self._field = field
        self._payouts = payouts
        self._finishing = finishing
        self._journal = journal
        self.is_on = False
        self.level = 0
        """What all tables play in this synchronised hand (TAMB-59)."""
        self.to_deal: dict[TableNumber, None] = {}
        self.unfinished: set[TableNumber] = set()
        self.group: Group | None = None
        """All who are out in this synchronised hand, at whatever table (H4H-03)."""

    # Decisions

    def end_hand(self, at_ms: int) -> bool:
        """End the synchronised hand when all tables have finished it; True when it has ended."""
        if self.group is None or self.unfinished:
            return False
        self._journal.record(SynchronisedHandEnded(at_ms))
        return True

    def start_or_stop(self, at_ms: int) -> None:
        """Begin or stop to play hand for hand, between two synchronised hands (TAMB-58)."""
        if self.group is not None:
            return
        if self.is_on and not self._goes_on():
            self._journal.record(HandForHandEnded(at_ms))
        elif not self.is_on and self._is_due():
            self._journal.record(HandForHandStarted(at_ms))

    def _is_due(self) -> bool:
        """Near the money, prizes final, several tables (H4H-01, TAMB-58)."""
        structure, field = self._payouts.structure, self._field
        if structure is None or len(field.tables) < self._terms.rules.hand_for_hand.tables_min:
            return False
        return len(structure) < field.left <= len(structure) + self._terms.places_before_money

    def _goes_on(self) -> bool:
        """Until the money or one table; in a satellite until the end (TAMB-58)."""
        if len(self._field.tables) < self._terms.rules.hand_for_hand.tables_min:
            return False
        assert self._payouts.structure is not None
        in_satellite = self._terms.satellite is not None
        return in_satellite or self._field.left > len(self._payouts.structure)

    def start_hand(self, level: int, at_ms: int) -> None:
        """All tables deal together, when the last one is able to (H4H-02)."""
        field = self._field
        able = [table for table in field.tables.values() if len(table.seats) >= FEWEST]
        if able and field.playing == 0 and all(table.number in field.ready for table in able):
            tables = tuple([table.number for table in able])
            self._journal.record(SynchronisedHandStarted(tables, level, at_ms))

    def leave_hand(self, number: TableNumber, at_ms: int) -> None:
        """A table that has lost its second player has no hand to finish (TAMB-57, TAMB-59)."""
        if number in self.unfinished and not self._field.can_deal(number):
            self._journal.record(SynchronisedHandLeft(number, at_ms))

    def stop(self, at_ms: int) -> None:
        """The tournament stops: nobody waits for another table any more."""
        if self.is_on:
            self._journal.record(HandForHandEnded(at_ms))

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """The events that concern synchronised hands."""
        return {
            HandForHandStarted: self._apply_started,
            HandForHandEnded: self._apply_ended,
            SynchronisedHandStarted: self._apply_hand_started,
            SynchronisedHandEnded: self._close_group,
            SynchronisedHandLeft: self._apply_left,
            HandDealt: self._apply_dealt,
            HandFinished: self._apply_finished,
            HandRolledBack: self._apply_rolled_back,
        }

    def _apply_started(self, _: HandForHandStarted) -> None:
        self.is_on = True

    def _apply_ended(self, event: HandForHandEnded) -> None:
        self.is_on = False
        self._close_group(event)

    def _apply_hand_started(self, event: SynchronisedHandStarted) -> None:
        self._close_group(event)
        self.level = event.level
        self.to_deal = dict.fromkeys(event.tables)
        self.unfinished = set(event.tables)
        self.group = self._finishing.new_group()
        self.group.is_open = True

    def _apply_left(self, event: SynchronisedHandLeft) -> None:
        self.to_deal.pop(event.table, None)
        self.unfinished.discard(event.table)

    def _apply_dealt(self, event: HandDealt) -> None:
        self.to_deal.pop(event.table, None)

    def _apply_finished(self, event: HandFinished) -> None:
        self.unfinished.discard(event.table)

    def _apply_rolled_back(self, event: HandRolledBack) -> None:
        if event.table in self.unfinished:
            self.to_deal[event.table] = None

    def _close_group(self, _: object) -> None:
        if self.group is not None:
            self.group.is_open = False
            self.group = None
