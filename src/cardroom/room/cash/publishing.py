"""What has happened in the cash lobby and at its tables, told to everybody whom it concerns."""

from collections.abc import Callable

from cardroom.cash.events import (
    AutoTopUpSet,
    ConnectionBack,
    ConnectionLost,
    HandDealt,
    HandFinished,
    HandRolledBack,
    Left,
    SatDown,
    ServerDecided,
    SitOutAsked,
    StackTaken,
    TableEvent,
    ToppedUp,
    TopUpAsked,
    TopUpDropped,
)
from cardroom.cash.lobby_events import (
    LobbyEvent,
    OfferLapsed,
    Queued,
    QueueLeft,
    SeatOffered,
    TableClosed,
    TableClosing,
    TableNews,
    TableOpened,
)
from cardroom.ledger import TableId
from cardroom.room.cash.lobby_channel import LobbyChannel
from cardroom.room.cash.me import MeDesk
from cardroom.room.cash.owner import CashTableTask
from cardroom.room.services import RoomServices
from cardroom.room.tables.notices import Concealed
from cardroom.room.tables.running import RunningTables

NOT_KEPT_AFTER = (HandDealt, HandFinished, ServerDecided, ConnectionLost, ConnectionBack)
"""After all other events of a table the store must know it again; after a hand it does anyway."""
MONEY_MOVED = (SatDown, Left, ToppedUp, StackTaken)
OWN_NEWS = (AutoTopUpSet, TopUpAsked, TopUpDropped, SitOutAsked)
"""What concerns one player alone; everybody else gets its redacted twin."""

TableCallback = Callable[[TableId], None]


class CashPublisher:
    """Takes the news of the lobby, tells them on the channels, and has tables opened and closed."""

    def __init__(
        self,
        services: RoomServices,
        running: RunningTables[CashTableTask],
        lobby_channel: LobbyChannel,
        me: MeDesk,
        *,
        opened: TableCallback,
        closed: TableCallback,
    ) -> None:
        self._services = services
        self._running = running
        self._lobby_channel = lobby_channel
        self._me = me
        self._opened = opened
        self._closed = closed

    def publish_events(self) -> None:
        """Tell everybody what happened since the last time, before anything else happens."""
        touched: dict[TableId, CashTableTask] = {}
        for news in self._services.lobby.take_news():
            if not isinstance(news, TableNews):
                self._tell_lobby(news)
            elif news.table in self._running.tasks:
                task = touched[news.table] = self._running.tasks[news.table]
                isolated(task, self._tell_table, task, news.event)
        for task in touched.values():
            if not task.is_closed:
                isolated(task, task.tell_standing)

    def _tell_lobby(self, news: LobbyEvent) -> None:
        self._lobby_channel.note_change()
        if isinstance(news, TableOpened):
            self._opened(news.table)
        elif isinstance(news, TableClosed):
            self._closed(news.table)
        elif isinstance(news, TableClosing):
            if news.table in self._running.tasks:
                self._running.tasks[news.table].channel.publish(news)
        elif isinstance(news, SeatOffered | Queued | QueueLeft | OfferLapsed):
            self._services.switchboard.tell(news.player, news)

    def _tell_table(self, task: CashTableTask, event: TableEvent) -> None:
        if isinstance(event, MONEY_MOVED):
            self._lobby_channel.note_change()
            self._me.money_moved(task.display.mover_of(event))
        if isinstance(event, SatDown | Left):
            self._me.seat_changed(task.number, event)
        _publish(task, event)
        if not isinstance(event, NOT_KEPT_AFTER):
            task.keep()


def _publish(task: CashTableTask, event: TableEvent) -> None:
    """Tell what happened around the hands; the stacks after a hand come with the seats."""
    if isinstance(event, HandFinished):
        return
    if isinstance(event, HandRolledBack):
        task.channel.clear_hand()
    if isinstance(event, OWN_NEWS):
        task.channel.publish(Concealed(), {task.display.player_at(event.seat): event})
    else:
        task.channel.publish(event)


def isolated(task: CashTableTask, tell: Callable[..., None], *what: object) -> None:
    """What fails in telling about a table stops that table, whoever caused the news."""
    try:
        tell(*what)
    except Exception as error:  # noqa: BLE001 - our own mistake stops this table alone
        task.fail(error)
