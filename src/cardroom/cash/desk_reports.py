"""What a cash table tells the lobby: reports of itself, and single messages, in their order."""

from cardroom.cash.events import (
    CameBack,
    ConnectionBack,
    ConnectionLost,
    HandFinished,
    HandRolledBack,
    LeaveAsked,
    Left,
    SatDown,
    SatOut,
    ServerDecided,
    StackTaken,
    TableEvent,
    ToppedUp,
    TopUpRefused,
)
from cardroom.cash.messages import TableReport, Taken, ToLobby
from cardroom.cash.table import CashTable

REPORTED = (
    SatDown,
    Left,
    SatOut,
    CameBack,
    LeaveAsked,
    ToppedUp,
    StackTaken,
    TopUpRefused,
    HandRolledBack,
    ConnectionLost,
    ConnectionBack,
    ServerDecided,
)
"""Events after which the lobby may have to know the table again; a hand seldom changes anything."""


class DeskReports:
    """The messages of one table to the lobby; it reports itself only when something is new."""

    def __init__(self, table: CashTable, at_ms: int) -> None:
        self._table = table
        self._has_dealt = False
        self._seat_changes = 0
        self._is_old = False
        self._last = self._described(at_ms)
        self._messages: list[ToLobby] = [self._last]

    @property
    def stands_still(self) -> bool:
        """Whether the hand waits, or soon will, for who has lost the connection (TIME-01)."""
        table = self._table
        if table.deal is None or table.hand is None:
            return False
        return any(table.occupants[seat].connection.is_lost for seat in table.hand.live)

    def take(self, at_ms: int) -> list[ToLobby]:
        """What the lobby has to know, in its order; a report only when something is different."""
        if self._is_old:
            self.add(at_ms)
        messages = self._messages
        if messages:
            self._messages = []
        return messages

    def send(self, message: ToLobby) -> None:
        """Have the lobby know something else."""
        self._messages.append(message)

    def look_again(self) -> None:
        """The stacks were put right without an event: the lobby may have to hear of it."""
        self._is_old = True

    def read(self, event: TableEvent) -> None:
        """Something happened between two hands, or beside one."""
        if isinstance(event, REPORTED):
            self._is_old = True
        if isinstance(event, (SatDown, Left)):
            self._seat_changes += 1

    def hand_dealt(self) -> None:
        """A hand was dealt: the first one is news, and one that waits at once for a connection."""
        self._is_old = self._is_old or not self._has_dealt or self.stands_still
        self._has_dealt = True

    def hand_finished(self, event: HandFinished) -> None:
        """A hand was paid: who has no chips left is not ready for the next one (AMB-68)."""
        is_other = 0 in event.stacks.values() or self._last.needed != self._table.needed
        self._is_old = self._is_old or is_other or self._last.stands_still

    def add(self, at_ms: int) -> None:
        """Report the table as it is now, if that differs from the last report."""
        self._is_old = False
        new, old = self._described(at_ms), self._last
        is_same = (
            new.taken == old.taken
            and new.ready == old.ready
            and new.needed == old.needed
            and new.has_dealt == old.has_dealt
            and new.stands_still == old.stands_still
        )
        if not is_same:
            self._last = new
            self._messages.append(new)

    def _described(self, at_ms: int) -> TableReport:
        table = self._table
        return TableReport(
            table=table.table,
            stake=table.stake.key,
            taken=tuple([Taken(one.seat, one.player, one.is_out) for one in table.in_order()]),
            ready=table.ready,
            needed=table.needed,
            has_dealt=self._has_dealt,
            seat_changes=self._seat_changes,
            stands_still=self.stands_still,
            at_ms=at_ms,
        )
