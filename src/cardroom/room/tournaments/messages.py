"""What a tournament and its tables say to each other, over the bus.

A table waits for the answers of its tournament, because a hand is stored before the next one is
dealt. The tournament waits for no table: it sends, and goes on. What everybody else says to a
tournament is in `house_messages.py`.
"""

from typing import ClassVar, Generic, Literal, TypeVar

import msgspec

from cardroom.engine.hand import Hand
from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.sealed import Sealed
from cardroom.room.tournaments.tables.views import TablesMerged, TournamentGame, TournamentPlace
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.table import Table

A = TypeVar("A")

WhileStarting = Literal["waits", "read", "refused"]
"""What becomes of a message while a start is drawn: what changes nothing is read (CASH-02)."""
LentHand = Sealed[Table]
"""A hand with its banks and its clock: whoever has it plays it, and nobody else changes it."""


def tournament_address(tournament: TournamentId) -> str:
    """Where a tournament gets its messages."""
    return f"tournament:{tournament}"


class Command(msgspec.Struct, Generic[A], frozen=True, kw_only=True):
    """Something that an actor does in its turn, and what it answers."""


class ToTournament(Command[A], Generic[A], frozen=True, kw_only=True):
    """A command to a tournament; its tables have messages of their own."""

    while_starting: ClassVar[WhileStarting] = "waits"


# From a table to its tournament


class FromTable(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a table says; one of an earlier epoch is no table any more."""

    table: TableNumber
    epoch: int


class DealHand(FromTable, frozen=True, kw_only=True):
    """Fix the next hand: the `LentHand` once it is stored, None when the table may not deal yet.

    Then it gets `MayDeal` as soon as it may. The table deals the cards of the hand itself.
    """


class FinishHand(FromTable, frozen=True, kw_only=True):
    """A hand is over: True once it is stored with all that follows; False when it never was."""

    number: int
    played: LentHand
    proof: Sealed[bytes] | None = None
    """What proves the shuffle."""


class AskCommitted(FromTable, frozen=True, kw_only=True):
    """Whether a hand counts, asked by a table that stopped in it."""

    number: int
    played: LentHand | None


class VoidHand(FromTable, frozen=True, kw_only=True):
    """The hand of a table never was, by the table's own decision (TRN-25)."""

    number: int
    reason: str
    played: LentHand


class TimedOut(FromTable, frozen=True, kw_only=True):
    """The table has decided for a player: they sit out from the end of the hand (TAMB-90)."""

    number: int
    player: PlayerId


# From a tournament to a table


class ToTable(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the tournament says to one of its tables."""


class SeatsStored(ToTable, frozen=True, kw_only=True):
    """Who sits at the table by now, who sits out, who is in reach: it is stored."""

    places: tuple[TournamentPlace, ...]
    at_ms: int

    @property
    def replaces(self) -> object:
        """An older message of this kind that nobody has read."""
        return SeatsStored


class GameStored(ToTable, frozen=True, kw_only=True):
    """Level, pauses, hand for hand: what is played from now on."""

    game: TournamentGame

    @property
    def replaces(self) -> object:
        """An older message of this kind that nobody has read."""
        return GameStored


class TableMerged(ToTable, frozen=True, kw_only=True):
    """This table and others have become one; everybody there is to hear it (BAL-02)."""

    notice: TablesMerged


class TakeBackHand(ToTable, frozen=True, kw_only=True):
    """The hand in progress never was: it is stored as void (TRN-25, TAMB-97)."""

    number: int
    reason: str


class MayDeal(ToTable, frozen=True, kw_only=True):
    """The table may ask for its next hand again."""

    @property
    def replaces(self) -> object:
        """An older message of this kind that nobody has read."""
        return MayDeal


class CopyHand(ToTable, frozen=True, kw_only=True):
    """A copy of the hand in progress, for the record of one that is taken back; else None."""

    number: int


HandCopy = Sealed[Hand]
