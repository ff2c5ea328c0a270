"""What happens to games on demand while they wait for players."""

import msgspec

from cardroom.ledger import PlayerId, TournamentId
from cardroom.tournament.ids import PersonId


class WaitingPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player with a paid seat in a game that has not started."""

    player: PlayerId
    person: PersonId
    """Who holds the account: nobody sits in a game twice (TRN-11)."""
    practice: bool = False
    by_ticket: bool = False
    """Whether the seat was paid with a ticket: such a player waits where they are."""


class OpenGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that waits for players: the record that queues are set up from after a crash."""

    queue: str
    """The name that the game has on the timetable."""
    game: TournamentId
    waiting: tuple[WaitingPlayer, ...] = ()
    """In the order in which they came."""
    left: tuple[PlayerId, ...] = ()
    """Who has given a seat back here; a HexaPro buy-in is paid once in a game (TAMB-79)."""

    def has(self, person: PersonId) -> bool:
        """Whether somebody waits here, with whatever account."""
        return any(one.person == person for one in self.waiting)


class QueueEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Something about a game that waits, or stops waiting."""

    game: TournamentId


class GameOpened(QueueEvent, frozen=True, kw_only=True, tag="game_opened"):
    """A game takes players (TYP-02)."""

    queue: str


class SeatTaken(QueueEvent, frozen=True, kw_only=True, tag="seat_taken"):
    """A player has paid a seat; several games bought at once are several of these (HEX-03)."""

    seat: WaitingPlayer


class SeatGivenBack(QueueEvent, frozen=True, kw_only=True, tag="seat_given_back"):
    """A player has a buy-in back (TRN-12)."""

    player: PlayerId


class SeatMoved(QueueEvent, frozen=True, kw_only=True, tag="seat_moved"):
    """A player waits in another game than before, so that one can start (TAMB-79)."""

    seat: WaitingPlayer
    to: TournamentId


class GameFilled(QueueEvent, frozen=True, kw_only=True, tag="game_filled"):
    """The last seat is taken: the game starts, nobody gives a seat back any more (TAMB-46)."""


class GameWithdrawn(QueueEvent, frozen=True, kw_only=True, tag="game_withdrawn"):
    """A game that is not offered any more: everybody gets the buy-in back (CXL-02)."""


QueueChange = GameOpened | SeatTaken | SeatGivenBack | SeatMoved | GameFilled | GameWithdrawn
