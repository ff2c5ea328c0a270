"""What everybody sees of a tournament's table besides its hand: the seats and the game.

The tournament sends both when a step is stored; until then the table shows what was stored before.
Time banks are the exception: they run in the hand, which is the table's own.
"""

import msgspec

from cardroom.ledger import PlayerId
from cardroom.room.people import PEOPLE
from cardroom.room.sealed import Opaque
from cardroom.room.tables.protocols import Change, TableContents
from cardroom.room.tournaments.tables.table import TournamentTable
from cardroom.room.tournaments.tables.views import (
    SeatsChanged,
    TournamentGame,
    TournamentPlace,
    TournamentTableView,
)
from cardroom.units import Seat


class TournamentDisplay(Opaque):
    """The seats of one table as they were last stored, and as they were last published."""

    def __init__(
        self,
        table: TournamentTable,
        edition: str,
        game: TournamentGame,
        places: tuple[TournamentPlace, ...],
    ) -> None:
        self.game = game
        self._table = table
        self._edition = edition
        self._stored: tuple[TournamentPlace, ...] = places
        self._published = self._places()

    def take_seats(self, places: tuple[TournamentPlace, ...]) -> None:
        """The seats as they are stored by now."""
        self._stored = places

    def _places(self) -> dict[Seat, TournamentPlace]:
        return {place.seat: self._with_bank(place) for place in self._stored}

    def _with_bank(self, place: TournamentPlace) -> TournamentPlace:
        """The place with what is left of the time bank now."""
        left_ms = self._table.bank_ms(place)
        if left_ms == place.bank_ms:
            return place
        return msgspec.structs.replace(place, bank_ms=left_ms)

    def changes(self) -> Change | None:
        """Seats that are different from what was published, or free."""
        before, self._published = self._published, self._places()
        changed = tuple(
            place for seat, place in self._published.items() if before.get(seat) != place
        )
        gone = tuple(seat for seat in before if seat not in self._published)
        if not (changed or gone):
            return None
        return Change(SeatsChanged(places=changed, gone=gone), {})

    def view(self, viewer: PlayerId, contents: TableContents) -> TournamentTableView:
        """The whole table; everybody sees the same of it, their own cards aside."""
        del viewer
        return TournamentTableView(
            table=self._table.table,
            edition=self._edition,
            game=self.game,
            number=self._table.number,
            places=tuple(self._published.values()),
            hand=contents.hand,
            clock=contents.clock,
            frozen=contents.frozen,
            waits_for=contents.waits_for,
            fairness=contents.fairness,
        )

    def has_person_at(self, seat: Seat) -> bool:
        """Whether a person sits there and is in reach."""
        place = self._published.get(seat)
        return place is not None and place.connected and place.kind in PEOPLE
