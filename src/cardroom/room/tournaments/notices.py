"""What a player hears about their own tournaments, on their channel `me`."""

from typing import Literal

from cardroom.ledger import TableId, TournamentId
from cardroom.room.notices import Notice
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips, Seat

MovedBy = Literal["", "staff", "crash"]
"""Who has moved a start: nobody, staff, or a room that was down at that moment (TAMB-100)."""
SeatCause = Literal[
    "start", "exchanged", "late", "balancing", "table_broken", "final_table", "restored"
]
"""A seat is exchanged by the house after the draw, before the first hand (AMB-74)."""


class TournamentEntered(Notice, frozen=True, kw_only=True, tag="tournament_entered"):
    """The player has an entry (TRN-11)."""

    tournament: TournamentId
    name: str
    entry: EntryId
    starts_ms: int | None = None


class TournamentLeft(Notice, frozen=True, kw_only=True, tag="tournament_left"):
    """The entry was given back, by the player or because it was cancelled (TRN-12, CXL-02)."""

    tournament: TournamentId
    name: str
    cause: Literal["player", "cancelled"]


class TournamentMoved(Notice, frozen=True, kw_only=True, tag="tournament_moved"):
    """A tournament that the player has entered starts later than announced (TAMB-96, TAMB-100)."""

    tournament: TournamentId
    name: str
    starts_ms: int
    by: MovedBy


class TournamentSeated(Notice, frozen=True, kw_only=True, tag="tournament_seated"):
    """Where the player sits now: after the start, a move, or a restart (BAL-05)."""

    tournament: TournamentId
    table: TableId
    seat: Seat
    stack: Chips
    cause: SeatCause


class RebuyWanted(Notice, frozen=True, kw_only=True, tag="rebuy_wanted"):
    """The player has no chips left and may buy back until then; the table waits (TAMB-69)."""

    tournament: TournamentId
    until_ms: int


class TournamentOut(Notice, frozen=True, kw_only=True, tag="tournament_out"):
    """The player is out; the place follows when it is known (TAMB-60)."""

    tournament: TournamentId
    cause: Literal["busted", "disqualified"]


class TournamentResult(Notice, frozen=True, kw_only=True, tag="tournament_result"):
    """The place of the player's entry, and what it won; `held` while a case is open (TRN-24).

    Places are given once nobody can enter any more: with `plays_on` it is an earlier entry's, and
    the player is in with another one (TAMB-60, TRN-09).
    """

    tournament: TournamentId
    name: str
    place: int
    prize: Cents = 0
    is_seat: bool = False
    held: bool = False
    plays_on: bool = False


class BountyWon(Notice, frozen=True, kw_only=True, tag="bounty_won"):
    """The player has knocked somebody out and gets their bounty (TAMB-72)."""

    tournament: TournamentId
    cash: Cents
    added: Cents


class TournamentOver(Notice, frozen=True, kw_only=True, tag="tournament_over"):
    """The tournament is over: for whoever was still in it, and for all when it was cancelled."""

    tournament: TournamentId
    name: str
    cause: str


AnyTournamentNotice = (
    TournamentEntered
    | TournamentLeft
    | TournamentSeated
    | RebuyWanted
    | TournamentOut
    | TournamentResult
    | BountyWon
    | TournamentOver
)
