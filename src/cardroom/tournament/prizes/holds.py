"""Winnings that wait for a case: whose they are, and how they are set aside (TRN-24, TAMB-89)."""

from typing import Literal

from cardroom.ledger import Account, CaseId, PlayerId
from cardroom.ledger.cases import place_hold
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.ids import EntryId
from cardroom.tournament.journal import Journal
from cardroom.units import Cents

Winnings = Literal["prize", "bounty", "share", "own_bounty"]


class Holds:
    """A review concerns the player: whatever they win with any entry is held (TRN-24, TAMB-62)."""

    def __init__(self, desk: Desk, journal: Journal) -> None:
        self._desk = desk
        self._journal = journal
        self.cases: dict[PlayerId, CaseId] = {}

    def open(self, entry: EntryId, case: CaseId) -> None:
        """From now on the player of this entry is paid nothing that was won."""
        self.cases[self._desk.entries[entry].player] = case

    def case_of(self, entry: EntryId) -> CaseId | None:
        """The case that the winnings of an entry wait for."""
        return self.cases.get(self._desk.entries[entry].player)

    def place(
        self,
        entry: EntryId,
        amount: Cents,
        source: Account,
        *,
        of: Winnings,
        number: int,
        at_ms: int,
    ) -> None:
        """Set winnings aside; `number` tells those of one kind in this tournament apart."""
        case = self.case_of(entry)
        assert case is not None
        player = self._desk.entries[entry].player
        within = f"tournament:{self._desk.money.id}:{of}:"
        transfer = place_hold(
            case, player, amount, source, number=number, at_ms=at_ms, numbered_by=within
        )
        self._journal.pay(transfer)
