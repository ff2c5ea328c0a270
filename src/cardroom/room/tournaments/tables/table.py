"""A table of a tournament as the table runner plays it (PlayedTable).

The tournament may be a step ahead of what everybody knows, while the step is on its way to the
store. The hand lies on the felt from the moment at which the runner starts it until it is committed
or void, whatever the tournament knows already.
"""

from collections.abc import Callable
from typing import NamedTuple

from cardroom.engine.action_clock import ActionClock
from cardroom.engine.hand import Hand
from cardroom.errors import ActionRefused, SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.sealed import Opaque
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.table import Table
from cardroom.units import Chips, Seat


class ChipDeal(NamedTuple):
    """Who has cards in the hand."""

    dealt_in: dict[Seat, PlayerId]


class TournamentTable(Opaque):
    """One table of a tournament with the hand on its felt."""

    def __init__(
        self, table: TableId, played: Table, player_of: Callable[[EntryId], PlayerId]
    ) -> None:
        self.table = table
        self.played = played
        """The table that the tournament knows."""
        self.number = played.hands
        self.hand: Hand | None = None
        self.deal: ChipDeal | None = None
        self._player_of = player_of

    @property
    def place(self) -> TableNumber:
        """The number of the table in the tournament."""
        return self.played.number

    # The hand comes and goes

    def start_hand(self, at_ms: int) -> None:
        """The stored deal is on the felt; the first turn begins now, not when it was decided."""
        dealt = self.played.dealt_hand
        assert dealt is not None
        assert self.played.hand is not None
        self.number = dealt.number
        self.hand = self.played.hand
        self.deal = ChipDeal({seat: self._player_of(entry) for seat, entry in dealt.dealt_in})
        if self.played.clock is not None:
            self.played.clock.begin_at(at_ms)

    def clear(self) -> None:
        """The hand is committed or never was."""
        self.hand = self.deal = None

    @property
    def _is_live(self) -> bool:
        """Whether the tournament still plays the hand on the felt."""
        return self.hand is not None and self.played.hand is self.hand

    # Questions

    @property
    def clock(self) -> ActionClock | None:
        return self.played.clock if self._is_live else None

    @property
    def actor(self) -> PlayerId | None:
        return self.played.actor if self._is_live else None

    @property
    def deadline_ms(self) -> int | None:
        return self.played.deadline_ms if self._is_live else None

    def occupant(self, player: PlayerId) -> Entrant:
        """The player's seat here; refused for somebody who sits elsewhere or is out."""
        for entrant in self.played.seats.values():
            if entrant.player == player:
                return entrant
        raise SeatRefused("TRN-11", "not_seated_here")

    def has(self, player: PlayerId) -> bool:
        """Whether a player has a seat here."""
        return any(entrant.player == player for entrant in self.played.seats.values())

    # What a player or the clock does to the hand

    def act(self, player: PlayerId, action: str, to: Chips, at_ms: int) -> None:
        """Carry out a player's own decision, or refuse it (TRN-07, AMB-49)."""
        if not self._is_live:
            raise ActionRefused("AMB-49", "no_hand_in_progress")
        self.played.act(self.occupant(player).seat, action, to, at_ms)

    def expire(self, at_ms: int) -> bool:
        """Decide for the player whose time is over; False when it is not (TTB-05)."""
        return self._is_live and self.played.expire(at_ms) is not None
