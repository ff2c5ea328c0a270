"""How every tournament stands, and who is in it, as each has last published it: for all to read.

A tournament writes its own part, and nobody else's; whoever wants something of it sends a message.
"""

from collections.abc import Mapping

import msgspec

from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.room.people import AccountKind
from cardroom.tournament.ids import EntryId
from cardroom.tournament.timetable.queue_events import OpenGame
from cardroom.units import Seat


class OwnEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What is a player's own in a tournament."""

    entry: EntryId
    table: TableId | None = None
    seat: Seat | None = None
    rebuy_until_ms: int | None = None
    """Set while the player has no chips and may buy back."""
    away: bool = False


class TournamentStatus(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament without its players."""

    tournament: TournamentId
    starts_ms: int | None
    """When it starts or has started; later than announced, where it was moved."""
    practice_players: int
    """How many practice players may enter, by now."""
    admits: frozenset[AccountKind]
    has_started: bool
    is_over: bool
    is_cancelled: bool
    is_paid: bool
    """Whether its money is closed."""
    is_done: bool
    """Whether nothing follows any more."""
    is_stopped: bool
    """Whether it could not go on."""
    is_full: bool
    is_registering: bool
    has_entries: bool
    has_survivors: bool
    """Whether a first phase is over and its pools are still there."""
    owes_seats: bool
    """Whether a satellite is over and its seats are not given yet."""
    open_game: OpenGame | None
    """The record of a game on demand that waits for players."""


class TournamentBoard:
    """The tournaments that run in this process."""

    def __init__(self) -> None:
        self.statuses: dict[TournamentId, TournamentStatus] = {}
        self._entries: dict[TournamentId, dict[PlayerId, OwnEntry]] = {}
        self._by_player: dict[PlayerId, dict[TournamentId, OwnEntry]] = {}

    # What a tournament publishes

    def put(self, status: TournamentStatus) -> None:
        """A tournament says how it stands now."""
        self.statuses[status.tournament] = status

    def put_entry(self, tournament: TournamentId, player: PlayerId, own: OwnEntry | None) -> None:
        """A tournament says what a player has there now; None where nothing."""
        if own is None:
            self._entries.get(tournament, {}).pop(player, None)
            mine = self._by_player.get(player, {})
            mine.pop(tournament, None)
            if not mine:
                self._by_player.pop(player, None)
        else:
            self._entries.setdefault(tournament, {})[player] = own
            self._by_player.setdefault(player, {})[tournament] = own

    def remove(self, tournament: TournamentId) -> None:
        """A tournament is no more."""
        for player in list(self.players_of(tournament)):
            self.put_entry(tournament, player, None)
        self._entries.pop(tournament, None)
        self.statuses.pop(tournament, None)

    # Questions

    def players_of(self, tournament: TournamentId) -> Mapping[PlayerId, OwnEntry]:
        """Who has entered a tournament and is not out of it."""
        return self._entries.get(tournament, {})

    def entries_of(self, player: PlayerId) -> Mapping[TournamentId, OwnEntry]:
        """The tournaments that a player has entered and is not out of."""
        return self._by_player.get(player, {})

    @property
    def player_count(self) -> int:
        """How many players are in a tournament here."""
        return len(self._by_player)

    def sits_at(self, tournament: TournamentId, table: TableId, player: PlayerId) -> bool:
        """Whether a player has a seat at a tournament's table."""
        own = self.players_of(tournament).get(player)
        return own is not None and own.table == table
