"""A table of a tournament as the table runner plays it (PlayedTable).

It knows who sits here from what its tournament says, and plays the hands that the tournament lends
to it. A hand lies on the felt from the moment at which the runner starts it until it is committed
or void.
"""

from collections.abc import Iterable
from typing import NamedTuple

from cardroom.engine.action_clock import ActionClock
from cardroom.engine.hand import Hand
from cardroom.errors import ActionRefused, SeatRefused
from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.room.sealed import Opaque
from cardroom.room.shuffle import ShuffledDeck
from cardroom.room.tournaments.messages import LentHand
from cardroom.room.tournaments.tables.views import TournamentPlace
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.table import Table
from cardroom.units import Chips, Seat


class ChipDeal(NamedTuple):
    """Who has cards in the hand."""

    dealt_in: dict[Seat, PlayerId]


class TournamentTable(Opaque):
    """One table of a tournament with the hand on its felt."""

    def __init__(
        self, tournament: TournamentId, table: TableId, place: TableNumber, hands: int
    ) -> None:
        self.tournament = tournament
        self.table = table
        self.place = place
        """The number of the table in the tournament."""
        self.number = hands
        self.hand: Hand | None = None
        self.deal: ChipDeal | None = None
        self.lent: LentHand | None = None
        """The hand as the tournament lent it, until it is committed or void."""
        self.timed_out: list[PlayerId] = []
        """For whom the table has decided, and the tournament has not heard of it."""
        self._players: dict[PlayerId, Seat] = {}

    # What the tournament says

    def take_seats(self, places: Iterable[TournamentPlace]) -> None:
        """Who sits here by now."""
        self._players = {place.player: place.seat for place in places}

    def follow(self, place: TournamentPlace, stored_ms: int, now_ms: int) -> None:
        """Let the hand in progress know who sits out and who is in reach (TTB-03, TAMB-63)."""
        played = self._played
        entrant = None if played is None else played.seats.get(place.seat)
        if played is None or entrant is None or entrant.player != place.player:
            return
        if not place.connected and not entrant.connection.is_lost:
            played.lose_connection(entrant, stored_ms)
        elif place.connected:
            entrant.connection.lost_at_ms = None
        has_gone = entrant.away is None and place.away is not None
        entrant.away = place.away
        if has_gone and played.actor == place.player:
            played.turn_passes(now_ms)

    def bank_ms(self, place: TournamentPlace) -> int:
        """The time bank of a seat: it runs in the hand, and else it is what is stored."""
        entrant = None if self._played is None else self._played.seats.get(place.seat)
        if entrant is None or entrant.player != place.player:
            return place.bank_ms
        return entrant.bank.left_ms

    # The hand comes and goes

    def start_hand(self, lent: LentHand, deck: ShuffledDeck, at_ms: int) -> None:
        """Deal the cards of the stored hand; its first turn begins now, not when it was fixed."""
        played = lent.open()
        dealt = played.dealt_hand
        assert dealt is not None
        played.deal(deck.cards.open(), at_ms)
        self.lent = lent
        self.number = dealt.number
        self.hand = played.hand
        self.deal = ChipDeal({seat: played.seats[seat].player for seat, _ in dealt.dealt_in})

    def clear(self) -> None:
        """The hand is committed or never was."""
        self.hand = self.deal = self.lent = None

    @property
    def _played(self) -> Table | None:
        return None if self.lent is None else self.lent.open()

    # Questions

    @property
    def seated(self) -> int:
        """How many players sit here."""
        return len(self._players)

    @property
    def clock(self) -> ActionClock | None:
        return None if self._played is None else self._played.clock

    @property
    def actor(self) -> PlayerId | None:
        return None if self._played is None else self._played.actor

    @property
    def deadline_ms(self) -> int | None:
        return None if self._played is None else self._played.deadline_ms

    def occupant(self, player: PlayerId) -> Seat:
        """The player's seat here; refused for somebody who sits elsewhere or is out."""
        if player not in self._players:
            raise SeatRefused("TRN-11", "not_seated_here")
        return self._players[player]

    def seat_of(self, player: PlayerId) -> Seat:
        """Where a player sits."""
        return self.occupant(player)

    # What a player or the clock does to the hand

    def act(self, player: PlayerId, action: str, to: Chips, at_ms: int) -> None:
        """Carry out a player's own decision, or refuse it (TRN-07, AMB-49)."""
        if self._played is None:
            raise ActionRefused("AMB-49", "no_hand_in_progress")
        self._played.act(self.occupant(player), action, to, at_ms)

    def expire(self, at_ms: int) -> bool:
        """Decide for the player whose time is over; False when it is not (TTB-05)."""
        late = None if self._played is None else self._played.expire(at_ms)
        if late is not None:
            self.timed_out.append(late.player)
        return late is not None
