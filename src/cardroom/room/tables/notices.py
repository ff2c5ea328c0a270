"""What a table tells besides the events of its hands, so that a screen is always what it would be
after a snapshot: the events say what happened, these say how the seats, the pots and the table
stand after it. What they say about the seats is the game's own (`room/cash/views.py`).
"""

from cardroom.cards import Card
from cardroom.engine.answers import Pot
from cardroom.room.notices import Notice
from cardroom.units import Seat


class PotsStand(Notice, frozen=True, kw_only=True, tag="pots_stand"):
    """The betting of a street is over: these are the pots, which are paid if it was the last."""

    hand: int
    pots: tuple[Pot, ...]


class TableWaits(Notice, frozen=True, kw_only=True, tag="table_waits"):
    """No hand can be dealt until this many more players are ready; the felt is empty (CASH-07)."""

    players: int


class CardsShown(Notice, frozen=True, kw_only=True, tag="cards_shown"):
    """A player chooses to show their cards after the hand; what stays hidden is -1."""

    hand: int
    seat: Seat
    hole: tuple[Card, ...]


class Concealed(Notice, frozen=True, kw_only=True, tag="concealed"):
    """Something that concerns another player alone; it keeps its number."""


class TableThawed(Notice, frozen=True, kw_only=True, tag="table_thawed"):
    """The operator has looked into it: the table plays on."""


AnyTableNotice = PotsStand | TableWaits | CardsShown | Concealed | TableThawed
