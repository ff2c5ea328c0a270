"""What the house decides about a player: a review holds winnings, a disqualification ends play."""

from cardroom.errors import OperatorRefused, SeatRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.tournament.events import Disqualified, ReviewLifted, UnderReview
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.knockouts import Knockouts
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.play.progress import Progress
from cardroom.tournament.play.schedule import Schedule
from cardroom.tournament.tables.entrant import Entrant


class Sanctions:
    """Reviews and disqualifications (TRN-23, TRN-24)."""

    def __init__(
        self,
        parts: Parts,
        knockouts: Knockouts,
        ending: Ending,
        progress: Progress,
        schedule: Schedule,
    ) -> None:
        self._desk = parts.desk
        self._field = parts.field
        self._hand_for_hand = parts.hand_for_hand
        self._holds = parts.holds
        self._journal = parts.journal
        self._knockouts = knockouts
        self._ending = ending
        self._progress = progress
        self._schedule = schedule

    def review(self, player: PlayerId, case: CaseId, at_ms: int) -> None:
        """Hold what a player wins until the case is closed, with whatever entry (TRN-24, TAMB-62).

        A player who is out may have a prize to come, or enter again.
        """
        if self._ending.is_over:
            raise OperatorRefused("TRN-24", "tournament_is_over")
        entry = self._desk.last_entry_of(player)
        if entry is None:
            raise SeatRefused("TRN-11", "not_playing", {"player": player})
        if self._holds.case_of(entry) is not None:
            raise OperatorRefused("TRN-24", "already_under_review")
        self._journal.record(UnderReview(entry, case, at_ms))

    def lift_review(self, player: PlayerId, at_ms: int) -> None:
        """Pay what a player wins from now on; what was set aside stays in the case (TRN-24).

        Who was disqualified stays under review: the case decides about the prize (TAMB-89).
        """
        if self._ending.is_over:
            raise OperatorRefused("TRN-24", "tournament_is_over")
        entry = self._desk.last_entry_of(player)
        if entry is None or self._holds.case_of(entry) is None:
            raise OperatorRefused("TRN-24", "not_under_review")
        if self._desk.is_barred(player):
            raise OperatorRefused("TRN-23", "disqualified")
        self._journal.record(ReviewLifted(entry, at_ms))

    def disqualify(self, entrant: Entrant, case: CaseId, at_ms: int) -> None:
        """Knock a player out, after the hand; prize and bounty are held (TRN-23, TAMB-89)."""
        if entrant.disqualified:
            raise OperatorRefused("TRN-23", "already_disqualified")
        self._journal.record(Disqualified(entrant.entry, case, at_ms))
        if self._is_dealt_in(entrant):
            self._field.pass_turn(entrant, at_ms)
        elif entrant.entry in self._desk.offers:
            self._schedule.decline_rebuy(entrant.entry, at_ms)
        else:
            self._remove_now(entrant, at_ms)

    def _is_dealt_in(self, entrant: Entrant) -> bool:
        hand = self._field.tables[entrant.table].dealt_hand
        return hand is not None and (entrant.seat, entrant.entry) in hand.dealt_in

    def _remove_now(self, entrant: Entrant, at_ms: int) -> None:
        """No hand of the player is in progress; the table may be left without a second one."""
        number = entrant.table
        self._knockouts.remove(entrant, at_ms)
        self._progress.after_knockouts(at_ms)
        if self._ending.is_over:
            return
        self._field.refresh(number, at_ms)
        self._hand_for_hand.leave_hand(number, at_ms)
        self._progress.go_on(at_ms)
