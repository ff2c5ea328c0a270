"""Winnings that wait for a case: whose they are, and how they are set aside (TRN-24, TAMB-89)."""

from typing import Literal

from cardroom.ledger import Account, CaseId, PlayerId
from cardroom.ledger.cases import place_hold
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.events import Disqualified, ReviewLifted, UnderReview
from cardroom.tournament.ids import EntryId
from cardroom.tournament.journal import Handlers, Journal
from cardroom.units import Cents

Winnings = Literal["prize", "bounty", "share", "own_bounty"]


class Holds:
    """A review concerns the player: whatever they win with any entry is held (TRN-24, TAMB-62)."""

    def __init__(self, desk: Desk, journal: Journal) -> None:
        self._desk = desk
        self._journal = journal
        self.cases: dict[PlayerId, CaseId] = {}

    @property
    def handlers(self) -> Handlers:
        """Reviews and their end, and disqualifications, which are reviewed too."""
        return {
            Disqualified: self._apply_case,
            UnderReview: self._apply_case,
            ReviewLifted: self._apply_lifted,
        }

    def _apply_case(self, event: Disqualified | UnderReview) -> None:
        """From now on the player of this entry is paid nothing that was won."""
        self.cases[self._desk.player_of(event.entry)] = event.case

    def _apply_lifted(self, event: ReviewLifted) -> None:
        del self.cases[self._desk.player_of(event.entry)]

    def case_of(self, entry: EntryId) -> CaseId | None:
        """The case that the winnings of an entry wait for."""
        return self.cases.get(self._desk.player_of(entry))

    def set_aside(
        self,
        entry: EntryId,
        amount: Cents,
        source: Account,
        *,
        of: Winnings,
        number: int,
        at_ms: int,
    ) -> None:
        """Set winnings aside; `number` makes those of one kind in this tournament distinct."""
        case = self.case_of(entry)
        assert case is not None
        player = self._desk.player_of(entry)
        within = f"tournament:{self._desk.money.id}:{of}:"
        transfer = place_hold(
            case, player, amount, source, number=number, at_ms=at_ms, numbered_by=within
        )
        self._journal.pay(transfer)
