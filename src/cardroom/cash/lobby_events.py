"""What the lobby tells: seats offered, places in the queue, tables opened and closed."""

from typing import Literal, NewType

import msgspec

from cardroom.cash.events import TableEvent
from cardroom.cash.offers import BuyInOffer
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.units import Seat

EntryNumber = NewType("EntryNumber", int)
LapseCause = Literal[
    "too_late", "declined", "table_closed", "table_frozen", "excluded", "not_admitted"
]
DropCause = Literal["player", "excluded", "connection_lost", "not_admitted"]


class LobbyEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A fact about the lobby, told once."""


class SeatOffered(LobbyEvent, frozen=True, kw_only=True, tag="seat_offered"):
    """A seat is kept for a player until the buy-in, or until time is up (CASH-04)."""

    player: PlayerId
    stake: StakeKey
    table: TableId
    seat: Seat
    buy_in: BuyInOffer
    until_ms: int
    may_post: bool = True
    """Whether a newcomer may post to be dealt in at once; else they wait (CASH-14)."""
    entry: EntryNumber = EntryNumber(0)
    """The number under which the player waited, or would have."""


class Queued(LobbyEvent, frozen=True, kw_only=True, tag="queued"):
    """No seat is free: the player waits at this place, the first being 1 (CASH-06)."""

    player: PlayerId
    stake: StakeKey
    entry: EntryNumber
    place: int


class QueueLeft(LobbyEvent, frozen=True, kw_only=True, tag="queue_left"):
    """A player no longer waits, without having been offered a seat (CASH-06)."""

    player: PlayerId
    stake: StakeKey
    entry: EntryNumber
    cause: DropCause


class OfferLapsed(LobbyEvent, frozen=True, kw_only=True, tag="offer_lapsed"):
    """A seat is no longer kept for a player."""

    player: PlayerId
    table: TableId
    seat: Seat
    cause: LapseCause
    stake: StakeKey
    entry: EntryNumber = EntryNumber(0)


class TableOpened(LobbyEvent, frozen=True, kw_only=True, tag="table_opened"):
    """A new table, with nobody at it yet."""

    table: TableId
    stake: StakeKey
    at_ms: int


class TableClosing(LobbyEvent, frozen=True, kw_only=True, tag="table_closing"):
    """The operator closes a table: no new seats, and everybody leaves after the hand."""

    table: TableId


class TableClosed(LobbyEvent, frozen=True, kw_only=True, tag="table_closed"):
    """A table is no more; its number is not used again."""

    table: TableId


class TableNews(msgspec.Struct, frozen=True, gc=False):
    """An event of one table, passed on."""

    table: TableId
    event: TableEvent


News = LobbyEvent | TableNews
