"""What a tournament publishes of itself for the house: how it stands, and who is in it.

It is published as it is decided, so that nobody who enters is overlooked meanwhile. What is then
not stored is published as it was when the tournament is built again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cardroom.ledger import PlayerId
from cardroom.room.sealed import Opaque
from cardroom.room.tournaments.board import OwnEntry, TournamentBoard, TournamentStatus
from cardroom.tournament.events import (
    FinalTableDrawn,
    PauseEnded,
    TableOpened,
    TournamentEnded,
    TournamentEvent,
    TournamentStarted,
)
from cardroom.tournament.ids import EntryId, PersonId
from cardroom.tournament.timetable.queue_events import OpenGame, WaitingPlayer

if TYPE_CHECKING:
    from cardroom.room.tournaments.actor.actor import TournamentActor

ABOUT_ALL = (TournamentStarted, PauseEnded, TournamentEnded)
"""After these anybody's entry may be another: seats, the time to buy back."""


class StatusPublisher(Opaque):
    """Keeps a tournament's part of the board as the tournament is."""

    def __init__(self, actor: "TournamentActor", board: TournamentBoard) -> None:
        self._actor = actor
        self._board = board

    def publish(
        self, events: Sequence[TournamentEvent], holders: Mapping[EntryId, PlayerId]
    ) -> None:
        """Something was decided; `holders` are those who have held an entry before."""
        if any(isinstance(event, ABOUT_ALL) for event in events):
            self.publish_all()
            return
        entries = self._actor.tournament.desk.entries
        for number in _touched(events):
            entry = entries.get(number)
            player = holders.get(number) if entry is None else entry.player
            if player is not None:
                self._put(player)
        self.publish_status()

    def note_stored(self, events: Sequence[TournamentEvent]) -> None:
        """What was decided is stored: new tables have their numbers, and money may be closed."""
        if any(isinstance(event, TableOpened) for event in events):
            self.publish_all()
        else:
            self.publish_status()

    def publish_all(self) -> None:
        """Anything may be different."""
        known = self._board.players_of(self._actor.id)
        for player in {**known, **self._actor.tournament.desk.living}:
            self._put(player)
        self.publish_status()

    def publish_status(self) -> None:
        """Its players are as they were."""
        self._board.put(status_of(self._actor))

    def _put(self, player: PlayerId) -> None:
        self._board.put_entry(self._actor.id, player, own_entry(self._actor, player))


def _touched(events: Iterable[TournamentEvent]) -> dict[EntryId, None]:
    """The entries that events are about."""
    touched: dict[EntryId, None] = {}
    for event in events:
        entry = getattr(event, "entry", None)
        if entry is not None:
            touched[entry] = None
        elif isinstance(event, FinalTableDrawn):
            touched |= dict.fromkeys(entry for _, entry in event.seats)
    return touched


def own_entry(actor: "TournamentActor", player: PlayerId) -> OwnEntry | None:
    """What a player has in the tournament, if anything."""
    tournament = actor.tournament
    entry = tournament.desk.living.get(player)
    if entry is None:
        return None
    seated = tournament.field.find(player)
    return OwnEntry(
        entry=entry,
        table=None if seated is None else actor.table_ids.get(seated.table),
        seat=None if seated is None else seated.seat,
        rebuy_until_ms=tournament.desk.offers.get(entry),
        away=seated is not None and seated.away is not None,
    )


def status_of(actor: "TournamentActor") -> TournamentStatus:
    """How a tournament stands."""
    tournament, desk = actor.tournament, actor.tournament.desk
    is_open = tournament.is_over and not actor.is_paid
    return TournamentStatus(
        tournament=actor.id,
        starts_ms=actor.starts_ms,
        practice_players=actor.practice_players,
        admits=actor.admits,
        has_started=tournament.has_started,
        is_over=tournament.is_over,
        is_cancelled=tournament.is_cancelled,
        is_paid=actor.is_paid,
        is_done=actor.is_done,
        is_stopped=bool(actor.stopped),
        is_full=desk.is_full,
        is_registering=desk.registration_open and not tournament.is_over,
        has_entries=tournament.entries > 0,
        has_survivors=is_open and tournament.ended == "phase_over",
        owes_seats=is_open and not tournament.is_cancelled and tournament.payouts.has_seats,
        open_game=_open_game(actor),
    )


def _open_game(actor: "TournamentActor") -> OpenGame | None:
    """The record of a game that waits for players: of an offer, without a start time, not full.

    A single game that staff have created is in no queue.
    """
    tournament, desk, charter = actor.tournament, actor.tournament.desk, actor.charter
    is_over = tournament.has_started or tournament.is_over or actor.stopped
    if not charter.template or charter.terms.starts_ms is not None or is_over or desk.is_full:
        return None
    return OpenGame(
        queue=charter.template,
        game=actor.id,
        waiting=tuple(
            WaitingPlayer(
                player=entry.player,
                person=entry.person or PersonId(entry.player),
                practice=actor.kind_of(entry.player) == "practice",
                by_ticket=entry.payment.ticket is not None,
            )
            for entry in desk.entries.values()
        ),
        left=tuple(sorted(PlayerId(one) for one in desk.given_back)),
    )
