"""A table of a tournament as a viewer sees it: the game with its level, the seats, the hand."""

import msgspec

from cardroom.engine.views import HandView
from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.room.fair.notices import FairnessView
from cardroom.room.notices import ClockStarted, Notice
from cardroom.room.people import AccountKind
from cardroom.tournament.events import AwayCause, PauseCause
from cardroom.units import Cents, Chips, Seat


class LevelView(msgspec.Struct, frozen=True, kw_only=True):
    """The blinds in force; `ends_ms` is None before the first deal, in the last level, and while
    the level clock stands still (TRN-26, TAMB-45)."""

    level: int
    small: Chips
    big: Chips
    ante: Chips
    ends_ms: int | None = None


class PauseView(msgspec.Struct, frozen=True, kw_only=True):
    """Why nothing is dealt; `until_ms` is None until the last table has finished (BRK-03)."""

    cause: PauseCause
    until_ms: int | None = None


class TournamentGame(msgspec.Struct, frozen=True, kw_only=True, tag="tournament"):
    """What is played at a table of a tournament: hands for chips, at a level."""

    tournament: TournamentId
    name: str
    table: int
    """The number of the table in the tournament."""
    seats: int
    level: LevelView
    pauses: tuple[PauseView, ...] = ()
    hand_for_hand: bool = False
    tables_playing: int = 0
    """Hand for hand: this many tables have not finished this hand; the others wait (H4H-02)."""
    deals_from_ms: int | None = None
    """The first hand waits until then: the draw of a HexaPro game is shown (TAMB-79)."""
    multiplier_tenths: int = 0
    """What was drawn for a HexaPro game (HEX-01)."""


class TournamentPlace(msgspec.Struct, frozen=True, kw_only=True):
    """One taken seat; `stack` is that before the hand.

    `away` says why a player sits out: dealt in, and folded at once on the turn (TRN-17). `kind`
    marks practice players and programs as what they are (FAIR-07).
    """

    seat: Seat
    player: PlayerId
    name: str
    stack: Chips
    bank_ms: int
    away: AwayCause | None
    connected: bool
    kind: AccountKind
    bounty: Cents = 0


class TournamentTableView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table. What the viewer may do now comes as a `turn`, never in here."""

    table: TableId
    edition: str
    game: TournamentGame
    number: int
    places: tuple[TournamentPlace, ...]
    hand: HandView | None
    clock: ClockStarted | None
    frozen: str
    waits_for: int = 0
    fairness: FairnessView | None = None
    """The decks of the table, where players can verify them."""


class SeatsChanged(Notice, frozen=True, kw_only=True, tag="seats_changed"):
    """Seats of a tournament's table that are different now, or free; the others stay."""

    places: tuple[TournamentPlace, ...] = ()
    gone: tuple[Seat, ...] = ()


class GameChanged(Notice, frozen=True, kw_only=True, tag="game_changed"):
    """Another level, a pause, hand for hand: what is played at the table from now on."""

    game: TournamentGame


class TablesMerged(Notice, frozen=True, kw_only=True, tag="tables_merged"):
    """A table is broken: its players go on at these tables, by the tournament's own numbers
    (BAL-02). Everybody at all of them hears it."""

    broken: int
    into: tuple[int, ...]
    is_final: bool
    """Whether one table is left."""


class HandTakenBack(Notice, frozen=True, kw_only=True, tag="hand_taken_back"):
    """The hand never was; stacks are those before it, and it is dealt again (TRN-25, TAMB-97)."""

    hand: int
    reason: str
