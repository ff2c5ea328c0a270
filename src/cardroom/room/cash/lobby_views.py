"""What players see of the cash lobby: its stakes, and what is their own in it."""

import msgspec

from cardroom.cash.lobby_events import Queued, SeatOffered
from cardroom.ledger import TableId, TournamentId
from cardroom.room.fair.draw_notices import DrawView
from cardroom.room.notices import Notice
from cardroom.rulebook.cash.stakes import Format, Game, StakeKey
from cardroom.units import Cents, Seat


class Gathering(msgspec.Struct, frozen=True, kw_only=True):
    """Too few players for a hand: how many are there, and how many it needs (CASH-06, CASH-07)."""

    ready: int
    needed: int


class StakeRow(msgspec.Struct, frozen=True, kw_only=True):
    """One stake of the lobby: no tables, the house chooses them (CASH-04)."""

    game: Game
    format: Format
    name: str
    small_blind: Cents
    big_blind: Cents
    seats: int
    min_buy_in: Cents
    max_buy_in: Cents
    players: int
    waiting: int
    tables: int
    admits: tuple[str, ...]
    """The kinds of accounts that may play here; programs only where listed (FAIR-07)."""
    gathering: Gathering | None = None
    """Set while somebody waits: how many there are toward a table (CASH-06)."""


class StakesChanged(Notice, frozen=True, kw_only=True, tag="stakes_changed"):
    """Rows of the lobby that are different now; the others stay."""

    stakes: tuple[StakeRow, ...]


class LobbyView(msgspec.Struct, frozen=True, kw_only=True):
    """The lobby as everybody sees it."""

    currency: str
    stakes: tuple[StakeRow, ...]
    play_now: StakeKey | None = None
    """What a guest who just wants to play would be dealt, as things are."""


class OwnSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the player's own, for coming back to it."""

    table: TableId
    seat: Seat
    stack: Cents


class OwnTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament that the player has entered and is not out of, and where they sit there."""

    tournament: TournamentId
    name: str
    starts_ms: int | None = None
    table: TableId | None = None
    seat: Seat | None = None
    rebuy_until_ms: int | None = None
    """Set while the player has no chips and may buy back (TAMB-69)."""
    draw: DrawView | None = None
    """How far the draw of its start is, where the player may contribute (CASH-02)."""


class MeView(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has in the room: money, seats, offers and places in queues."""

    balance: Cents
    currency: str
    seats: tuple[OwnSeat, ...] = ()
    offers: tuple[SeatOffered, ...] = ()
    queued: tuple[Queued, ...] = ()
    tournaments: tuple[OwnTournament, ...] = ()
