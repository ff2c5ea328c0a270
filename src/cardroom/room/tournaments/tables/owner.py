"""The tournament around the hands of one of its tables: the actor decides, this passes it on."""

from collections.abc import Awaitable, Mapping
from typing import Protocol

from cardroom.engine.hand import Hand
from cardroom.errors import CardroomError, SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyTableRequest
from cardroom.room.sealed import Opaque
from cardroom.room.tables.protocols import Outlook, RunnerServices
from cardroom.room.tables.task import TableTask
from cardroom.room.tournaments.tables.display import TournamentDisplay
from cardroom.room.tournaments.tables.table import TournamentTable
from cardroom.room.tournaments.tables.views import TournamentTableView
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.field_state import FEWEST
from cardroom.units import Cents

NO_STACKS: Mapping[PlayerId, Cents] = {}


class HandDesk(Protocol):
    """The tournament as its tables ask it; every answer comes once its step is stored."""

    def may_deal(self, table: TableNumber) -> bool:
        """Whether a table may deal now; if not, it is nudged when it may."""

    async def deal(self, table: TableNumber) -> bool:
        """Deal the next hand of a table; False when it may not after all."""

    async def commit(self, table: TableNumber, hand: Hand) -> bool:
        """A hand is over: everything that follows from it. False when it never was."""

    async def is_committed(self, table: TableNumber, number: int) -> bool:
        """Whether a hand counts."""

    def committed_hand_told(self, table: TableNumber) -> None:
        """Everybody has seen who won: now the seats may change."""

    def roll_back(self, table: TableNumber, reason: str) -> None:
        """The hand of a table never was (TRN-25); done in its turn."""


class TournamentTableOwner(Opaque):
    """The owner of one table of a tournament (TableOwner)."""

    def __init__(self, desk: HandDesk, table: TournamentTable, display: TournamentDisplay) -> None:
        self.display = display
        self._desk = desk
        self._table = table
        self._is_dealt = False
        self._is_closed = False

    # Between the hands

    @property
    def due_ms(self) -> int | None:
        """Never: the tournament has the time."""
        return None

    def receive(self, message: object, at_ms: int) -> object:
        """Nothing is sent to a tournament's table but what every table knows."""
        raise AssertionError(f"no such message to a table at {at_ms}: {message}")

    def process_events(self, at_ms: int) -> None:
        """Nothing: the actor tells what happens in a tournament, once it is stored."""

    def carry_out(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None, at_ms: int
    ) -> Answer:
        """Refuse: seats are the tournament's business, which is asked itself."""
        del caller, receipt, at_ms
        raise SeatRefused("TRN-07", "not_in_a_tournament", {"request": type(request).__name__})

    # The deal

    def prepare(self, at_ms: int) -> Outlook:
        """See whether the tournament lets the table deal; it nudges the table when it does."""
        del at_ms
        if self._desk.may_deal(self._table.place):
            return Outlook(is_ready=True)
        return Outlook(is_ready=False, missing=max(0, FEWEST - len(self._table.played.seats)))

    async def announce(self) -> None:
        """Have the tournament deal, which is a step of its own and stored."""
        self._is_dealt = await self._unless_closed(self._desk.deal(self._table.place))

    def may_deal(self) -> bool:
        """Whether the hand was dealt."""
        return self._is_dealt

    def call_off(self) -> None:
        """Nobody has heard of the hand: it never was."""
        if self._is_dealt and not self._is_closed:
            self._desk.roll_back(self._table.place, "called_off")
        self._is_dealt = False

    def start_hand(self, at_ms: int) -> None:
        """Put the stored hand on the felt."""
        self._is_dealt = False
        self._table.start_hand(at_ms)

    # The end of a hand

    async def store(self, hand: Hand, at_ms: int) -> bool:
        """Have the tournament count the hand: it is stored with all that follows from it."""
        del at_ms
        return await self._unless_closed(self._desk.commit(self._table.place, hand))

    async def _unless_closed(self, asked: Awaitable[bool]) -> bool:
        """The answer of the tournament; no, when the table was closed while it was waited for."""
        try:
            return await asked
        except CardroomError:
            if self._is_closed:
                return False
            raise

    def hand_stored(self, at_ms: int) -> None:
        """Clear the felt, and let the seats follow."""
        del at_ms
        self._table.clear()
        self._desk.committed_hand_told(self._table.place)

    def keep(self) -> None:
        """Nothing: a tournament is stored as its events."""

    # A stop

    def close_seats(self, at_ms: int) -> None:
        """Nothing: seats of a tournament are not offered."""

    def open_seats(self, at_ms: int) -> None:
        """Nothing: they were never closed."""

    async def is_stored(self) -> bool:
        """Whether the hand in which the table stopped counts."""
        return await self._desk.is_committed(self._table.place, self._table.number)

    async def stored_stacks(self) -> Mapping[PlayerId, Cents]:
        """None: chips are in the tournament's events, not in the ledger."""
        return NO_STACKS

    def finish_hand(self) -> None:
        """The hand in which the table stopped counts."""
        self._table.clear()
        self._desk.committed_hand_told(self._table.place)

    def void_hand(self, reason: str, at_ms: int) -> None:
        """The hand never was; it is dealt again when the floor lets the table play on."""
        del at_ms
        self._table.clear()
        self._desk.roll_back(self._table.place, reason)

    def agree(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Nothing: the stacks are what the tournament says."""

    def close(self) -> None:
        """The table is broken, or the tournament is over."""
        self._is_closed = True

    def end(self) -> None:
        """The room stops: the hand in progress is void when the tournament is restored (TRN-25)."""


class TournamentTableTask(TableTask[TournamentTable, TournamentTableView]):
    """The task of a tournament's table, with what is displayed of its seats."""

    def __init__(
        self,
        services: RunnerServices,
        table: TournamentTable,
        owner: TournamentTableOwner,
        epoch: int,
        *,
        deal_at_ms: int,
    ) -> None:
        super().__init__(services, table, owner, epoch, deal_at_ms=deal_at_ms)
        self.display = owner.display
