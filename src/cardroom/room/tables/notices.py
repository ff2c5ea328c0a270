"""What a table tells besides the events of its hands, so that a screen is always what it would be
after a snapshot: the events say what happened, these say how the seats, the pots and the table
stand after it.
"""

from cardroom.cards import Card
from cardroom.cash.events import LeaveCause
from cardroom.engine.answers import Pot
from cardroom.ledger import TableId
from cardroom.room.notices import Notice
from cardroom.room.tables.view import OwnSettings, PlaceView
from cardroom.units import Cents, Seat


class PlacesChanged(Notice, frozen=True, kw_only=True, tag="places_changed"):
    """Seats that are different now, or free again; the others stay as they were.

    `me` is for the player himself, when his own settings changed.
    """

    places: tuple[PlaceView, ...] = ()
    gone: tuple[Seat, ...] = ()
    me: OwnSettings | None = None


class PotsStand(Notice, frozen=True, kw_only=True, tag="pots_stand"):
    """The betting of a street is over: these are the pots, which are paid if it was the last."""

    hand: int
    pots: tuple[Pot, ...]


class TableWaits(Notice, frozen=True, kw_only=True, tag="table_waits"):
    """No hand can be dealt before so many more players are ready; the felt is empty (CASH-07)."""

    players: int


class CardsShown(Notice, frozen=True, kw_only=True, tag="cards_shown"):
    """A player shows his cards after the hand, because he wants to; what stays hidden is -1."""

    hand: int
    seat: Seat
    hole: tuple[Card, ...]


class Concealed(Notice, frozen=True, kw_only=True, tag="concealed"):
    """Something that concerns another player alone; it keeps its number."""


class TableThawed(Notice, frozen=True, kw_only=True, tag="table_thawed"):
    """The floor has looked into it: the table plays on."""


class SeatTaken(Notice, frozen=True, kw_only=True, tag="seat_taken"):
    """To the player alone: he sits at a table now, on whichever device he asked for it."""

    table: TableId
    seat: Seat
    stack: Cents


class SeatLeft(Notice, frozen=True, kw_only=True, tag="seat_left"):
    """To the player alone: he no longer sits there, by his own wish or not."""

    table: TableId
    cause: LeaveCause


AnyTableNotice = (
    PlacesChanged
    | PotsStand
    | TableWaits
    | CardsShown
    | Concealed
    | TableThawed
    | SeatTaken
    | SeatLeft
)
