"""What the stored events say about a tournament besides its state: its times and its prizes."""

from collections.abc import Sequence

from cardroom.tournament.events import (
    PrizeWon,
    SharePaid,
    StaffAlerted,
    TournamentEnded,
    TournamentEvent,
    TournamentStarted,
)
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents


class TournamentSummary:
    """When it started and ended, and what its entries have won."""

    def __init__(self) -> None:
        self.started_ms = 0
        self.ended_ms: int | None = None
        self.alerted_ms = 0
        """Which date of a game left open staff have heard of last (HEX-12)."""
        self.seats_won: list[PrizeWon] = []
        """Prizes that are seats in a target (TYP-04)."""
        self.prizes: dict[EntryId, Cents] = {}
        """What places, seats and shares were worth, by entry."""

    def note(self, events: Sequence[TournamentEvent]) -> None:
        """Take in events that are stored."""
        for event in events:
            match event:
                case TournamentStarted(at_ms=at_ms):
                    self.started_ms = at_ms
                case StaffAlerted(at_ms=at_ms):
                    self.alerted_ms = at_ms
                case TournamentEnded(at_ms=at_ms):
                    self.ended_ms = at_ms
                case PrizeWon(entry=entry, award=award):
                    self.prizes[entry] = award.cents
                    if award.seat:
                        self.seats_won.append(event)
                case SharePaid(entry=entry, pot=pot, fees=fees, bounty=bounty):
                    self.prizes[entry] = pot + fees + bounty
