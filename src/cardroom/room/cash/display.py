"""What everybody sees of a cash table besides its hand: seats, settings, the stake."""

from cardroom.cash.events import Left, SatDown, StackTaken, ToppedUp, TopUpRefused
from cardroom.cash.table import CashTable
from cardroom.ledger import PlayerId
from cardroom.room.cash.views import (
    CashGame,
    OwnSettings,
    PlacesChanged,
    PlaceView,
    TableView,
    own_settings,
    place_view,
)
from cardroom.room.people import PEOPLE
from cardroom.room.ports import Directory
from cardroom.room.sealed import Opaque
from cardroom.room.tables.protocols import Change, TableContents
from cardroom.units import Seat


class CashDisplay(Opaque):
    """The seats as they were last published."""

    def __init__(self, table: CashTable, edition: str, names: Directory) -> None:
        self._table = table
        self._edition = edition
        self._names = names
        self._game = CashGame(stake=table.stake)
        self._places: dict[Seat, PlaceView] = {}
        self._own: dict[PlayerId, OwnSettings] = {}
        self._read()

    def _read(self) -> None:
        table = self._table
        occupants = table.in_order()
        self._places = {one.seat: place_view(table, one, self._names) for one in occupants}
        self._own = {one.player: own_settings(table, one) for one in occupants}

    def changes(self) -> Change | None:
        """Seats that are different now or free again; each player also gets their own settings."""
        places, own = self._places, self._own
        self._read()
        changed = tuple(place for seat, place in self._places.items() if places.get(seat) != place)
        gone = tuple(seat for seat in places if seat not in self._places)
        mine = {player: me for player, me in self._own.items() if own.get(player) != me}
        if not (changed or gone or mine):
            return None
        private = {
            player: PlacesChanged(places=changed, gone=gone, me=me) for player, me in mine.items()
        }
        return Change(PlacesChanged(places=changed, gone=gone), private)

    def view(self, viewer: PlayerId, contents: TableContents) -> TableView:
        """The whole table for one viewer."""
        return TableView(
            table=self._table.table,
            edition=self._edition,
            game=self._game,
            number=self._table.number,
            places=tuple(self._places.values()),
            hand=contents.hand,
            clock=contents.clock,
            frozen=contents.frozen,
            me=self._own.get(viewer),
            waits_for=contents.waits_for,
            stake=self._table.stake,
            fairness=contents.fairness,
        )

    def has_person_at(self, seat: Seat) -> bool:
        """Whether a person sits there and is in reach."""
        place = self._places.get(seat)
        return place is not None and place.connected and place.kind in PEOPLE

    def player_at(self, seat: Seat) -> PlayerId:
        """Who sits there, or sat there when it was last published."""
        occupant = self._table.occupants.get(seat)
        return self._places[seat].player if occupant is None else occupant.player

    def mover_of(self, event: SatDown | Left | ToppedUp | StackTaken | TopUpRefused) -> PlayerId:
        """Whose money an event of the table moved."""
        return event.player if isinstance(event, SatDown | Left) else self.player_at(event.seat)
