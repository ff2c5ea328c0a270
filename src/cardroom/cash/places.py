"""A place in the lobby as data: kept by the store, and there again after a restart (CASH-06)."""

import msgspec

from cardroom.cash.lobby_events import EntryNumber
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.units import Seat


class LobbyPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A player waits for a seat at a stake, or a seat is offered to them.

    The number says who came first; an offered seat keeps the number under which its player waited.
    """

    number: EntryNumber
    player: PlayerId
    stake: StakeKey
    table: TableId | None = None
    """The table of the offered seat; None for those who wait."""
    seat: Seat = 0
    until_ms: int = 0
    is_bought: bool = False
    """The buy-in is paid, and the table's record may not yet have the seat."""
