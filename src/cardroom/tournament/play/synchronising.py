"""When tables play hand for hand, and how a synchronised hand begins and ends (H4H)."""

from cardroom.tournament.events import (
    HandForHandEnded,
    HandForHandStarted,
    SynchronisedHandEnded,
    SynchronisedHandLeft,
    SynchronisedHandStarted,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.play.standings import Standings
from cardroom.tournament.tables.field_state import FEWEST


class Synchronising(Standings):
    """All tables deal together near the money (H4H-01, H4H-02)."""

    def _follow_hand_for_hand(self, at_ms: int) -> bool:
        """End a synchronised hand, then begin or stop to play hand for hand (TAMB-58, TAMB-59).

        True when the tournament is over with it.
        """
        synchronised = self.hand_for_hand
        if synchronised.group is not None:
            if synchronised.unfinished:
                return False
            self._journal.record(SynchronisedHandEnded(at_ms))
            self._rank(at_ms)
            if self._end_if_over(at_ms):
                return True
        if synchronised.is_on and not self._hand_for_hand_goes_on():
            self._journal.record(HandForHandEnded(at_ms))
        elif not synchronised.is_on and self._hand_for_hand_is_due():
            self._journal.record(HandForHandStarted(at_ms))
        return False

    def _hand_for_hand_is_due(self) -> bool:
        """Near the money, prizes final, several tables (H4H-01, TAMB-58)."""
        structure = self.payouts.structure
        if structure is None or len(self.tables) < self.terms.rules.hand_for_hand.tables_min:
            return False
        return len(structure) < self.left <= len(structure) + self.terms.places_before_money

    def _hand_for_hand_goes_on(self) -> bool:
        """Until the money or one table; in a satellite until the end (TAMB-58)."""
        if len(self.tables) < self.terms.rules.hand_for_hand.tables_min:
            return False
        assert self.payouts.structure is not None
        return self.terms.satellite is not None or self.left > len(self.payouts.structure)

    def _start_synchronised_hand(self, at_ms: int) -> None:
        """All tables deal together, when the last one is able to (H4H-02)."""
        able = [table for table in self.tables.values() if len(table.seats) >= FEWEST]
        if (
            able
            and self.field.playing == 0
            and all(table.number in self.field.ready for table in able)
        ):
            tables = tuple([table.number for table in able])
            self._journal.record(SynchronisedHandStarted(tables, self.level, at_ms))

    def _leave_synchronised_hand(self, number: TableNumber, at_ms: int) -> None:
        """A table that has lost its second player has no hand to finish (TAMB-57, TAMB-59)."""
        if number in self.hand_for_hand.unfinished and not self.field.can_deal(number):
            self._journal.record(SynchronisedHandLeft(number, at_ms))
