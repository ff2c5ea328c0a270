"""A cash table as a viewer sees it: everything a screen needs, nothing that is hidden from them."""

import msgspec

from cardroom.cash.events import LeaveCause, OutCause
from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import Standing
from cardroom.cash.state import TableState
from cardroom.cash.table import CashTable
from cardroom.engine.views import HandView
from cardroom.ledger import PlayerId, TableId
from cardroom.room.fair.notices import FairnessView
from cardroom.room.notices import ClockStarted, Notice
from cardroom.room.people import AccountKind
from cardroom.room.ports import Directory
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents, Seat


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """One taken seat, between hands and during them; `stack` is that before the hand.

    `kind` marks practice players and programs as what they are (FAIR-07).
    """

    seat: Seat
    player: PlayerId
    name: str
    stack: Cents
    bank_ms: int
    standing: Standing
    out_since_ms: int | None
    removed_at_ms: int | None
    out_cause: OutCause | None
    connected: bool
    leaving: bool
    kind: AccountKind


class OwnSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What only the player sees of their own seat."""

    sit_out: str
    auto_top_up: bool
    top_up: Cents
    has_auto_top_up: bool = True
    """Whether the room's rules know the setting at all (CASH-17)."""
    may_post: bool = True
    """Whether posting instead of waiting for the big blind would be accepted (CASH-14, SIT-07)."""
    leaves_after: bool = False
    """Whether the player leaves after the hand, and plays it to its end (AMB-67)."""
    posts_by_hand: bool = False
    """Whether each big blind waits for the player's word (SIT-05)."""


class CashGame(msgspec.Struct, frozen=True, kw_only=True, tag="cash"):
    """What is played at a cash table: hands for money, at a stake."""

    stake: Stake


TableGame = CashGame
"""What is played at a table, told apart by `type`; a tournament with its level comes beside it."""


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table. What the viewer may do now comes as a `turn`, never in here.

    `hand` is the hand in progress or, until the next one is dealt, the one that was finished.
    """

    table: TableId
    edition: str
    game: TableGame
    number: int
    places: tuple[PlaceView, ...]
    hand: HandView | None
    clock: ClockStarted | None
    frozen: str
    me: OwnSettings | None
    waits_for: int = 0
    """How many more players must be ready before the next hand is dealt (CASH-07)."""
    stake: Stake | None = None
    """At a cash table the stake of its `game` once more, for programs from before it had one."""
    fairness: FairnessView | None = None
    """The decks of the table, where players can verify them."""


class PlacesChanged(Notice, frozen=True, kw_only=True, tag="places_changed"):
    """Seats that are different now, or free again; the others stay as they were.

    `me` is for the player alone, when their own settings changed.
    """

    places: tuple[PlaceView, ...] = ()
    gone: tuple[Seat, ...] = ()
    me: OwnSettings | None = None


class SeatTaken(Notice, frozen=True, kw_only=True, tag="seat_taken"):
    """To the player alone: they sit at a table now, on whichever device they asked for it."""

    table: TableId
    seat: Seat
    stack: Cents


class SeatLeft(Notice, frozen=True, kw_only=True, tag="seat_left"):
    """To the player alone: they no longer sit there, by their own wish or not."""

    table: TableId
    cause: LeaveCause


AnyCashNotice = PlacesChanged | SeatTaken | SeatLeft


def place_view(table: TableState, occupant: Occupant, names: Directory) -> PlaceView:
    """A taken seat as everybody sees it."""
    return PlaceView(
        seat=occupant.seat,
        player=occupant.player,
        name=names.name(occupant.player),
        stack=occupant.stack,
        bank_ms=occupant.bank.left_ms,
        standing=occupant.standing,
        out_since_ms=occupant.out_since_ms,
        removed_at_ms=table.removal_due_ms(occupant),
        out_cause=occupant.out_cause,
        connected=not occupant.connection.is_lost,
        leaving=occupant.leaving is not None,
        kind=names.kind(occupant.player),
    )


def own_settings(table: CashTable, occupant: Occupant) -> OwnSettings:
    """A taken seat's settings, for its player."""
    return OwnSettings(
        sit_out=occupant.sit_out,
        auto_top_up=occupant.auto_top_up,
        top_up=occupant.top_up,
        has_auto_top_up=table.rules.buy_in.auto_top_up,
        may_post=table.may_post(occupant),
        leaves_after=occupant.leaves_after,
        posts_by_hand=occupant.posts_by_hand,
    )
