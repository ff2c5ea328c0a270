"""What has happened around the hands of a cash table, told to everybody whom it concerns."""

from typing import TYPE_CHECKING

from cardroom.cash.events import (
    AutoTopUpSet,
    ConnectionBack,
    ConnectionLost,
    HandDealt,
    HandFinished,
    HandRolledBack,
    LeaveAfterSet,
    Left,
    PostingSet,
    SatDown,
    ServerDecided,
    SitOutAsked,
    StackTaken,
    TableEvent,
    ToppedUp,
    TopUpAsked,
    TopUpDropped,
    TopUpRefused,
)
from cardroom.cash.table_desk import TableDesk
from cardroom.room.cash.display import CashDisplay
from cardroom.room.cash.me import MeDesk
from cardroom.room.cash.seat_board import SeatSummary, TableSummary
from cardroom.room.sealed import Opaque
from cardroom.room.services import RoomServices
from cardroom.room.tables.notices import Concealed

if TYPE_CHECKING:
    from cardroom.room.cash.owner import CashTableTask

NOT_KEPT_AFTER = (HandDealt, HandFinished, ServerDecided, ConnectionLost, ConnectionBack)
"""After all other events of a table the store must know it again; after a hand it does anyway."""
MONEY_MOVED = (SatDown, Left, ToppedUp, StackTaken, TopUpRefused)
OWN_NEWS = (
    AutoTopUpSet,
    LeaveAfterSet,
    PostingSet,
    SitOutAsked,
    TopUpAsked,
    TopUpDropped,
    TopUpRefused,
)
"""What concerns one player alone; everybody else gets its redacted twin."""


class TablePublisher(Opaque):
    """Publishes the events of one table: on its channel, to its players, and on the board."""

    def __init__(
        self, services: RoomServices, desk: TableDesk, me: MeDesk, display: CashDisplay
    ) -> None:
        self._services = services
        self._desk = desk
        self._me = me
        self._display = display
        self._task: CashTableTask | None = None

    def attach(self, task: "CashTableTask") -> None:
        """Publish on the channel of the table's task from now on."""
        self._task = task
        self.publish_summary()

    def publish(self, news: list[TableEvent]) -> None:
        """Tell what happened, then what the seats look like after it."""
        task = self._task
        assert task is not None
        self.publish_summary()
        for event in news:
            self._publish(task, event)
            if not isinstance(event, NOT_KEPT_AFTER):
                task.keep()
        task.tell_standing()

    def _publish(self, task: "CashTableTask", event: TableEvent) -> None:
        """Tell one event; the stacks after a hand come with the seats."""
        display = self._display
        if isinstance(event, HandFinished):
            return
        if isinstance(event, MONEY_MOVED):
            self._me.money_moved(display.mover_of(event))
        if isinstance(event, SatDown | Left):
            self._me.seat_changed(task.number, event)
        if isinstance(event, HandRolledBack):
            task.channel.clear_hand()
        if isinstance(event, OWN_NEWS):
            task.channel.publish(Concealed(), {display.player_at(event.seat): event})
        else:
            task.channel.publish(event)

    def publish_notice(self, notice: object) -> None:
        """Tell everybody at the table something about it."""
        assert self._task is not None
        self._task.channel.publish(notice)
        self.publish_summary()

    def publish_summary(self) -> None:
        """Put on the board how the table stands."""
        table = self._desk.table
        if self._task is not None and self._task.is_closed:
            return
        self._services.board.put(
            TableSummary(
                table.table,
                table.stake,
                table.number,
                table.deal is not None,
                self._desk.closing,
                tuple(
                    [
                        SeatSummary(one.seat, one.player, one.stack, one.is_out)
                        for one in table.in_order()
                    ]
                ),
            )
        )
