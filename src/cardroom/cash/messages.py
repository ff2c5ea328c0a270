"""What a cash table and the lobby say to each other: frozen messages, and nothing else passes.

A table and the lobby have a state of their own each. Messages between two of them arrive in the
order in which they were sent, but perhaps late: what a message says was true at its `at_ms`.
"""

from typing import NamedTuple

import msgspec

from cardroom.cash.events import OutCause
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.units import Seat


class CashMessage(msgspec.Struct, frozen=True, kw_only=True):
    """Something that one of them tells the other."""


# From a table to the lobby


class Taken(NamedTuple):
    """A seat with a player in it."""

    seat: Seat
    player: PlayerId
    is_out: bool


class TableReport(CashMessage, frozen=True, kw_only=True, tag="table_report"):
    """Who sits at a table, and how near it is to its next hand; the newest counts."""

    table: TableId
    stake: StakeKey
    taken: tuple[Taken, ...]
    ready: int
    needed: int
    has_dealt: bool
    seat_changes: int
    """How many players have sat down or left so far."""
    at_ms: int
    stands_still: bool = False
    """Whether the hand waits, or soon will, for somebody who has lost the connection (TIME-01)."""

    @property
    def replaces(self) -> tuple[str, int, int]:
        """The newest report about the same players is all that anybody needs; who has sat down and
        left again was there, and the lobby must hear it."""
        return "report", self.table, self.seat_changes


class SeatNotTaken(CashMessage, frozen=True, kw_only=True, tag="seat_not_taken"):
    """A buy-in was refused at the table: the seat is still offered."""

    table: TableId
    player: PlayerId
    at_ms: int


class PlayerSatOut(CashMessage, frozen=True, kw_only=True, tag="player_sat_out"):
    """A player sits out at a table: that may reach their other tables (SIT-04, SIT-08)."""

    table: TableId
    player: PlayerId
    cause: OutCause
    at_ms: int


class NextBigBlindAsked(CashMessage, frozen=True, kw_only=True, tag="next_big_blind_asked"):
    """A player will sit out at the next big blind, or will not after all (SIT-05)."""

    table: TableId
    player: PlayerId
    on: bool
    at_ms: int


class TableStopped(CashMessage, frozen=True, kw_only=True, tag="table_stopped"):
    """A table has stopped: nobody can sit down there (CRASH-02)."""

    table: TableId
    at_ms: int


class TablePlaysOn(CashMessage, frozen=True, kw_only=True, tag="table_plays_on"):
    """A table that had stopped plays on."""

    table: TableId
    at_ms: int


class TableGone(CashMessage, frozen=True, kw_only=True, tag="table_gone"):
    """A table has ended or could not be opened: it reads nothing any more."""

    table: TableId
    at_ms: int


ToLobby = (
    TableReport
    | SeatNotTaken
    | PlayerSatOut
    | NextBigBlindAsked
    | TableStopped
    | TablePlaysOn
    | TableGone
)

# From the lobby to a table


class SitOutEverywhere(CashMessage, frozen=True, kw_only=True, tag="sit_out_everywhere"):
    """A player sits out at all tables until one deadline (SIT-04, SIT-06).

    At the table where it began only the deadline is new: they may have come back there meanwhile.
    """

    player: PlayerId
    cause: OutCause
    began_at: TableId
    at_ms: int
    until_ms: int


class NextBigBlindEverywhere(CashMessage, frozen=True, kw_only=True, tag="next_big_blind"):
    """A player sits out at each table when its own big blind comes, or not after all (SIT-05)."""

    player: PlayerId
    on: bool
    at_ms: int


class PlayerGone(CashMessage, frozen=True, kw_only=True, tag="player_gone"):
    """A player is out of reach (TIME-01)."""

    player: PlayerId
    at_ms: int

    @property
    def replaces(self) -> tuple[str, int]:
        """The last word counts on whether a player is in reach."""
        return "reach", self.player


class PlayerArrived(CashMessage, frozen=True, kw_only=True, tag="player_arrived"):
    """A player is in reach again (AMB-58)."""

    player: PlayerId
    at_ms: int

    @property
    def replaces(self) -> tuple[str, int]:
        """The last word counts on whether a player is in reach."""
        return "reach", self.player


class RemovePlayer(CashMessage, frozen=True, kw_only=True, tag="remove_player"):
    """The house takes a player's seat, after the hand in progress (AMB-70)."""

    player: PlayerId
    at_ms: int


class SetPosting(CashMessage, frozen=True, kw_only=True, tag="set_posting"):
    """A player has big blinds posted as they come, or says so each time (SIT-05)."""

    player: PlayerId
    by_hand: bool
    at_ms: int


class CloseTable(CashMessage, frozen=True, kw_only=True, tag="close_table"):
    """Everybody leaves, after the hand in progress if there is one."""

    at_ms: int


ToTable = (
    SitOutEverywhere
    | NextBigBlindEverywhere
    | PlayerGone
    | PlayerArrived
    | RemovePlayer
    | SetPosting
    | CloseTable
)
