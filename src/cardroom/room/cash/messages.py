"""What the room asks of the cash lobby and of cash tables, beside what players ask for."""

import msgspec

from cardroom.cash.messages import TableReport
from cardroom.cash.places import LobbyPlace
from cardroom.cash.seat_order import SeatOrder
from cardroom.ledger import CaseId, PlayerId, SettledHand, TableId
from cardroom.room.people import Caller
from cardroom.room.requests import Sit
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Cents, Seat

LOBBY = "lobby:cash"
"""The address of the cash lobby."""


class CashRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Something asked of the lobby or of a cash table."""


# Of the lobby


class Adopt(CashRequest, frozen=True, kw_only=True):
    """Take in a table that was restored."""

    report: TableReport


class RestorePlaces(CashRequest, frozen=True, kw_only=True):
    """Queues and offered seats as before a restart, at each stake in their order."""

    places: tuple[LobbyPlace, ...]


class CloseDoors(CashRequest, frozen=True, kw_only=True):
    """Nobody can reach the room: no offer lapses and no place in a queue is lost until they can."""


class OpenDoors(CashRequest, frozen=True, kw_only=True):
    """Players can reach the room again: their time for an offer, and to come back, begins now."""


class FindGame(CashRequest, frozen=True, kw_only=True):
    """Choose a stake for a player who wants to play now: an offer, or a place in the queue.

    Nothing yet for the patient, while all games wait for players who have lost the connection.
    """

    caller: Caller
    is_patient: bool


class OpenTable(CashRequest, frozen=True, kw_only=True):
    """Open a table without waiting for players: its number."""

    stake: StakeKey


class CloseCashTable(CashRequest, frozen=True, kw_only=True):
    """No new seats at a table; everybody leaves, after the hand in progress."""

    table: TableId


class OfferAt(CashRequest, frozen=True, kw_only=True):
    """Offer a seat at one table to a practice player of the house: the offer."""

    player: PlayerId
    table: TableId


class RestoreSeat(CashRequest, frozen=True, kw_only=True):
    """Offer a seat to somebody who lost it wrongly: the offer (CASH-01)."""

    player: PlayerId
    table: TableId
    seat: Seat | None


class PutOut(CashRequest, frozen=True, kw_only=True):
    """Take a player's seats and places in queues: the tables that they leave (AMB-70)."""

    player: PlayerId
    case: CaseId | None


class LetIn(CashRequest, frozen=True, kw_only=True):
    """A player is no longer suspended: stacks that are still at tables are theirs again."""

    player: PlayerId


class ExcludeFromBanzai(CashRequest, frozen=True, kw_only=True):
    """Keep a player out of Banzai, or let them in again (BANZ-08)."""

    player: PlayerId
    excluded: bool


class DropUnadmitted(CashRequest, frozen=True, kw_only=True):
    """Others may sit at a stake from now on: who no longer may loses places in its queue and seats
    on offer, and keeps seats that are taken (FAIR-07)."""

    stake: StakeKey


class OfferStakes(CashRequest, frozen=True, kw_only=True):
    """Offer these stakes from now on; refused while one that is missing is in use (CASH-19)."""

    stakes: tuple[Stake, ...]


class CountFreeSeats(CashRequest, frozen=True, kw_only=True):
    """How many seats each table of a stake could offer now."""

    stake: StakeKey


# Of a table


class TakeSeat(CashRequest, frozen=True, kw_only=True):
    """A player takes the seat that the lobby keeps for them: the `SeatOrder` that is to be paid."""

    caller: Caller
    request: Sit
    seat: Seat
    is_decided_again: bool = False
    """The order that the player has here was not paid; it ends when this one is refused."""


class SeatPaid(CashRequest, frozen=True, kw_only=True):
    """The store has the money of a seat: its player sits down, and may want to post."""

    order: SeatOrder
    post: bool


class SeatNotPaid(CashRequest, frozen=True, kw_only=True):
    """The store refused the money of a seat: it is offered as before."""

    order: SeatOrder


class TopUpsUnpaid(CashRequest, frozen=True, kw_only=True):
    """The store did not have the money of top-ups, which the wallets know: take them back."""


class LookAtTable(CashRequest, frozen=True, kw_only=True):
    """How the table stands: a `TableLook`."""


class TableLook(CashRequest, frozen=True, kw_only=True):
    """Whether a newcomer would find a game."""

    ready: int
    """Players who count toward the next hand."""
    stands_still: bool
    """Whether the hand waits, or soon will, for somebody who has lost the connection (TIME-01)."""


class BringToCash(CashRequest, frozen=True, kw_only=True):
    """Take so much from a stack that an amount is in the player's cash, between hands (AMB-70)."""

    player: PlayerId
    amount: Cents


class GiveBackHand(CashRequest, frozen=True, kw_only=True):
    """Give a paid hand back to its players: what winners gave from their stacks (AMB-24).

    Refused while a winner has too little, unless the house pays what is missing.
    """

    hand: SettledHand
    operator: str
    reason: str
    names: dict[PlayerId, str]
    house_pays: bool
