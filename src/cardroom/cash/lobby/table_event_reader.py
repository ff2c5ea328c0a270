"""Keeps the lobby true to its tables: their events become transfers, free seats and deadlines."""

from cardroom.cash.cashier import Cashier
from cardroom.cash.events import (
    CameBack,
    HandDealt,
    HandFinished,
    LeaveAsked,
    Left,
    SatDown,
    SatOut,
    StackTaken,
    TableEvent,
    ToppedUp,
)
from cardroom.cash.lobby.due import Due
from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.lobby.lobby_table import LobbyTable
from cardroom.cash.lobby.lobby_tables import LobbyTables
from cardroom.cash.lobby.queues import Queues
from cardroom.cash.lobby.seat_money import SeatMoney
from cardroom.cash.lobby.sitting_out import SittingOut
from cardroom.cash.lobby_events import News, TableNews
from cardroom.cash.seats import Balance
from cardroom.cash.table import CashTable
from cardroom.engine.deadlines import Deadlines
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash.rules import CashRules


class TableEventReader:
    """Reads the tables' events; nothing about a seat is known in the lobby but from them."""

    def __init__(
        self,
        rules: CashRules,
        *,
        balance: Balance,
        cashier: Cashier,
        tables: LobbyTables,
        players: LobbyPlayers,
        queues: Queues,
        money: SeatMoney,
        sitting_out: SittingOut,
        deadlines: Deadlines[Due],
        news: list[News],
    ) -> None:
        self._rules = rules
        self._balance = balance
        self._cashier = cashier
        self._tables = tables
        self._players = players
        self._queues = queues
        self._money = money
        self._sitting_out = sitting_out
        self._deadlines = deadlines
        self._news = news

    def read(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """Read a table's events: book its money, keep the seats up to date, pass them on."""
        table = lobby_table.table
        seats_opened = False
        while events := table.take_news():
            for event in events:
                self._news.append(TableNews(table.table, event))
                seats_opened = self._take_in(lobby_table, event, at_ms) or seats_opened
        if seats_opened:
            if lobby_table.closing:
                self._tables.close_if_left(lobby_table)
            else:
                self._queues.seats_opened(lobby_table, at_ms)

    def read_all(self, tables: tuple[CashTable, ...], at_ms: int) -> None:
        """Read the events of several tables."""
        for table in tables:
            self.read(self._tables.find(table.table), at_ms)

    def between_hands(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """What has waited for the end of the hand; at a closing table everybody leaves."""
        if lobby_table.closing:
            for player in lobby_table.table.players:
                lobby_table.table.leave(player, at_ms, cause="operator")
        else:
            lobby_table.table.tidy(at_ms, self._balance)
        self.read(lobby_table, at_ms)

    def remove_if_due(self, lobby_table: LobbyTable, player: PlayerId, at_ms: int) -> None:
        """Remove a player who has sat out for too long; in mid-hand that waits (AMB-62)."""
        due_ms = _removal_due_ms(lobby_table, player)
        if due_ms is not None and at_ms >= due_ms and lobby_table.table.deal is None:
            self.between_hands(lobby_table, at_ms)

    def watch_removal(self, lobby_table: LobbyTable, player: PlayerId) -> None:
        """Look again when a player has sat out for too long."""
        due_ms = _removal_due_ms(lobby_table, player)
        if due_ms is not None:
            self._deadlines.add(due_ms, Due("removal", lobby_table.table.table, player))

    def _take_in(self, lobby_table: LobbyTable, event: TableEvent, at_ms: int) -> bool:
        """What one event of a table means here; true when others may be seated there now."""
        match event:
            case HandDealt():
                if lobby_table.invites:
                    lobby_table.invites = False
                    self._tables.relist(lobby_table)
            case HandFinished():
                # After a hand of two the table needs a third player again (CASH-07).
                if len(lobby_table.seated) < self._rules.seating.players_to_start:
                    self._tables.relist(lobby_table)
            case SatDown():
                self._arrive(lobby_table, event)
            case ToppedUp():
                player = lobby_table.seated[event.seat]
                self._cashier.top_up(lobby_table.table.table, player, event.amount, at_ms)
            case StackTaken():
                player = lobby_table.seated[event.seat]
                self._cashier.cash_out(lobby_table.table.table, player, event.amount, at_ms)
            case SatOut():
                player = lobby_table.seated[event.seat]
                self.watch_removal(lobby_table, player)
                self.read_all(self._sitting_out.extend(player, event), event.at_ms)
                self._tables.relist(lobby_table)
            case LeaveAsked():
                self._tables.relist(lobby_table)
            case CameBack():
                return True
            case Left():
                self._depart(lobby_table, event)
                return True
        return False

    def _arrive(self, lobby_table: LobbyTable, event: SatDown) -> None:
        table = lobby_table.table.table
        lobby_table.seated[event.seat] = event.player
        lobby_table.reserved.pop(event.seat, None)
        has = self._players.add(event.player)
        has.offers.pop(table, None)
        has.tables[table] = lobby_table.table
        self._tables.relist(lobby_table)

    def _depart(self, lobby_table: LobbyTable, event: Left) -> None:
        """The stack goes to the account, and is remembered (AMB-63)."""
        self._money.pay_out(lobby_table.table, event.player, event.stack, event.at_ms)
        del lobby_table.seated[event.seat]
        self._players.take_table(event.player, lobby_table.table.table)
        lobby_table.idle_since_ms = event.at_ms


def _removal_due_ms(lobby_table: LobbyTable, player: PlayerId) -> int | None:
    table = lobby_table.table
    return table.removal_due_ms(table.occupant(player)) if table.has(player) else None
