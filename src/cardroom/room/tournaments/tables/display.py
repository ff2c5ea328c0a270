"""What everybody sees of a tournament's table besides its hand: the seats and the game.

A step changes the tournament before it is stored. So the display is read again only when the actor
says that a step is stored; meanwhile it shows what was stored before. Time banks are the exception:
they run in the hand, which is the table's own.
"""

from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.people import PEOPLE
from cardroom.room.ports import Directory
from cardroom.room.sealed import Opaque
from cardroom.room.tables.protocols import Change, TableContents
from cardroom.room.tournaments.tables.table import TournamentTable
from cardroom.room.tournaments.tables.views import (
    LevelView,
    PauseView,
    SeatsChanged,
    TournamentGame,
    TournamentPlace,
    TournamentTableView,
)
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tournament import Tournament
from cardroom.units import Seat


def level_view(tournament: Tournament) -> LevelView:
    """The blinds in force, and until when."""
    clock = tournament.level_clock
    blinds = tournament.terms.level(clock.level)
    return LevelView(
        level=clock.level,
        small=blinds.small,
        big=blinds.big,
        ante=blinds.ante,
        ends_ms=clock.level_ends_ms,
    )


def pause_views(tournament: Tournament) -> tuple[PauseView, ...]:
    """Everything that keeps the tables from dealing."""
    halts = tournament.level_clock.halts
    return tuple(PauseView(cause=cause, until_ms=until) for cause, until in halts.items())


class TournamentDisplay(Opaque):
    """The seats of one table as they were last stored, and as they were last published."""

    def __init__(
        self, tournament: Tournament, table: TournamentTable, name: str, names: Directory
    ) -> None:
        self._tournament = tournament
        self._table = table
        self._name = name
        self._names = names
        self._seated: dict[Seat, tuple[Entrant, TournamentPlace]] = {}
        self._told: dict[Seat, TournamentPlace] = {}
        self._deals_from_ms: int | None = None
        self.game = self._read_game()
        self.read()
        self._told = self._places()

    @property
    def tournament(self) -> TournamentId:
        return self._tournament.id

    # What is stored

    def read(self) -> None:
        """Take over the seats as they are in the tournament now: it is stored."""
        bounties = self._tournament.bounty_book.bounties
        self._seated = {
            seat: (
                one,
                TournamentPlace(
                    seat=seat,
                    player=one.player,
                    name=self._names.name(one.player),
                    stack=one.stack,
                    bank_ms=one.bank.left_ms,
                    away=one.away,
                    connected=not one.connection.is_lost,
                    kind=self._names.kind(one.player),
                    bounty=bounties.get(one.entry, 0),
                ),
            )
            for seat, one in sorted(self._table.played.seats.items())
        }

    def read_game(self, deals_from_ms: int | None) -> bool:
        """Take over level and pauses; True when they are others than before."""
        before, self._deals_from_ms = self.game, deals_from_ms
        self.game = self._read_game()
        return self.game != before

    def _read_game(self) -> TournamentGame:
        drawn, together = self._tournament.multiplier, self._tournament.hand_for_hand
        return TournamentGame(
            tournament=self._tournament.id,
            name=self._name,
            table=self._table.place,
            seats=self._tournament.terms.seats,
            level=level_view(self._tournament),
            pauses=pause_views(self._tournament),
            hand_for_hand=together.is_on,
            tables_playing=len(together.unfinished) if together.is_on else 0,
            deals_from_ms=self._deals_from_ms,
            multiplier_tenths=0 if drawn is None else drawn.multiplier_tenths,
        )

    # What is published

    def _places(self) -> dict[Seat, TournamentPlace]:
        return {seat: _with_bank(*known) for seat, known in self._seated.items()}

    def changes(self) -> Change | None:
        """Seats that are different from what was published, or free."""
        told, self._told = self._told, self._places()
        changed = tuple(place for seat, place in self._told.items() if told.get(seat) != place)
        gone = tuple(seat for seat in told if seat not in self._told)
        if not (changed or gone):
            return None
        return Change(SeatsChanged(places=changed, gone=gone), {})

    def is_old(self, seat: Seat) -> bool:
        """Whether the time bank of a seat was displayed otherwise than it is now."""
        known, told = self._seated.get(seat), self._told.get(seat)
        return known is not None and told is not None and known[0].bank.left_ms != told.bank_ms

    def view(self, viewer: PlayerId, contents: TableContents) -> TournamentTableView:
        """The whole table; everybody sees the same of it, their own cards aside."""
        del viewer
        return TournamentTableView(
            table=self._table.table,
            edition=self._tournament.terms.edition,
            game=self.game,
            number=self._table.number,
            places=tuple(self._told.values()),
            hand=contents.hand,
            clock=contents.clock,
            frozen=contents.frozen,
            waits_for=contents.waits_for,
        )

    def has_person_at(self, seat: Seat) -> bool:
        """Whether a person sits there and is in reach."""
        place = self._told.get(seat)
        return place is not None and place.connected and place.kind in PEOPLE


def _with_bank(entrant: Entrant, place: TournamentPlace) -> TournamentPlace:
    """The place with what is left of the time bank now."""
    if entrant.bank.left_ms == place.bank_ms:
        return place
    return TournamentPlace(
        seat=place.seat,
        player=place.player,
        name=place.name,
        stack=place.stack,
        bank_ms=entrant.bank.left_ms,
        away=place.away,
        connected=place.connected,
        kind=place.kind,
        bounty=place.bounty,
    )
