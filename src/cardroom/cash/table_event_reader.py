"""Keeps the lobby true to its tables: their news become transfers, free seats and deadlines."""

from cardroom.cash.cashier import Cashier, Move
from cardroom.cash.due import Due
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
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby_events import TableNews
from cardroom.cash.lobby_state import NewTable
from cardroom.cash.lobby_table import LobbyTable
from cardroom.cash.seat_offers import SeatOffers
from cardroom.cash.seats import Balance
from cardroom.cash.sitting_out import is_global, sit_out_everywhere
from cardroom.cash.table import CashTable
from cardroom.engine.chance import RandBelow
from cardroom.ledger import CaseId, PlayerId, TableId
from cardroom.rulebook import Edition
from cardroom.units import Cents


class TableEventReader(SeatOffers):
    """Reads the news of the tables; nothing about a seat is known in the lobby but from them."""

    def __init__(
        self,
        edition: Edition,
        *,
        balance: Balance,
        move: Move,
        below: RandBelow,
        new_table: NewTable,
        currency: str,
        epoch: int,
        limits: LobbyLimits,
    ) -> None:
        super().__init__(edition, balance=balance, below=below, new_table=new_table, limits=limits)
        self._cashier = Cashier(move, currency=currency, epoch=epoch)

    def process_events(self, table: TableId, at_ms: int) -> None:
        """Read the news of a table: book its money, keep the seats up to date, pass it on."""
        self._process_events(self._find(table), at_ms)

    def _process_events(self, lobby_table: LobbyTable, at_ms: int) -> None:
        table = lobby_table.table
        seats_opened = False
        while news := table.take_news():
            for event in news:
                self._news.append(TableNews(table.table, event))
                seats_opened = self._take_in(lobby_table, event, at_ms) or seats_opened
        if seats_opened:
            self._after_departures(lobby_table, at_ms)

    def _absorb_all(self, tables: tuple[CashTable, ...], at_ms: int) -> None:
        for table in tables:
            self.process_events(table.table, at_ms)

    def _take_in(self, lobby_table: LobbyTable, event: TableEvent, at_ms: int) -> bool:
        """What one event of a table means here; true when others may be seated there now."""
        match event:
            case HandDealt():
                if lobby_table.invites:
                    lobby_table.invites = False
                    self._relist(lobby_table)
            case HandFinished():
                # After a hand of two the table needs a third player again (CASH-07).
                if len(lobby_table.seated) < self.rules.seating.players_to_start:
                    self._relist(lobby_table)
            case SatDown():
                self._arrive(lobby_table, event)
            case ToppedUp():
                player = lobby_table.seated[event.seat]
                self._cashier.top_up(lobby_table.table.table, player, event.amount, at_ms)
            case StackTaken():
                player = lobby_table.seated[event.seat]
                self._cashier.cash_out(lobby_table.table.table, player, event.amount, at_ms)
            case SatOut():
                self._start_sitting_out(lobby_table, event)
                self._relist(lobby_table)
            case LeaveAsked():
                self._relist(lobby_table)
            case CameBack():
                return True
            case Left():
                self._depart(lobby_table, event)
                return True
        return False

    def _arrive(self, lobby_table: LobbyTable, event: SatDown) -> None:
        table = lobby_table.table.table
        lobby_table.seated[event.seat] = event.player
        lobby_table.kept.pop(event.seat, None)
        places = self._own_places(event.player)
        places.offers.pop(table, None)
        places.tables[table] = lobby_table.table
        self._relist(lobby_table)

    def _depart(self, lobby_table: LobbyTable, event: Left) -> None:
        """The stack goes to the account, and is remembered (AMB-63)."""
        table = lobby_table.table.table
        self.pay_out(lobby_table.table, event.player, event.stack, event.at_ms)
        del lobby_table.seated[event.seat]
        del self._places[event.player].tables[table]
        self._drop_places(event.player)
        lobby_table.idle_since_ms = event.at_ms

    def pay_out(self, table: CashTable, player: PlayerId, stack: Cents, at_ms: int) -> None:
        """Somebody leaves with a stack: it goes to their cash, or to the case they are suspended in
        (AMB-63, AMB-70); what must be remembered is stored with it (RAT-02, BANZ-06)."""
        number, rejoin_history = table.table, self.rejoin_history
        rejoin_history.leave(player, number, table.stake, stack, at_ms)
        case = rejoin_history.case_of(player)
        if case is None:
            self._cashier.cash_out(number, player, stack, at_ms, self._record(player, at_ms))
            return
        if not self._places_of(player).tables.keys() - {number}:
            rejoin_history.suspend(player, None)
        record = self._record(player, at_ms)
        self._cashier.hold(number, player, stack, at_ms, record, case=case)

    def suspend(self, player: PlayerId, case: CaseId | None, at_ms: int) -> None:
        """Have a player's stacks held in a case when they leave; None ends that (AMB-70)."""
        self.rejoin_history.suspend(player, case)
        self._cashier.remember(self._record(player, at_ms))

    def _after_departures(self, lobby_table: LobbyTable, at_ms: int) -> None:
        if lobby_table.closing:
            self._close_if_left(lobby_table)
        else:
            self._seats_opened(lobby_table, at_ms)

    def _close_if_left(self, lobby_table: LobbyTable) -> None:
        """A table that the operator closes is gone with its last player."""
        if not lobby_table.seated and lobby_table.table.table in self._lobby_tables:
            self._close(lobby_table)

    def _start_sitting_out(self, lobby_table: LobbyTable, event: SatOut) -> None:
        """Watch the deadline; a sit-out by the server may reach the other tables (SIT-08)."""
        player = lobby_table.seated[event.seat]
        self._watch_removal(lobby_table, player)
        tables = self.tables_of(player)
        spreads = event.cause != "player" and event.until_ms is None
        if spreads and is_global(self.rules.sitting_out, event.cause, tables):
            rules = self.rules.sitting_out
            sit_out_everywhere(rules, tables, player, event.at_ms, cause=event.cause)
            self._absorb_all(tables, event.at_ms)

    def _watch_removal(self, lobby_table: LobbyTable, player: PlayerId) -> None:
        due_ms = _removal_due_ms(lobby_table, player)
        if due_ms is not None:
            self._deadlines.add(due_ms, Due("removal", lobby_table.table.table, player))

    def _between_hands(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """What has waited for the end of the hand; at a closing table everybody leaves."""
        if lobby_table.closing:
            for player in lobby_table.table.players:
                lobby_table.table.leave(player, at_ms, cause="operator")
        else:
            lobby_table.table.tidy(at_ms, self._balance)
        self._process_events(lobby_table, at_ms)

    def _fall_due(self, lobby_table: LobbyTable, due: Due, at_ms: int) -> None:
        """A deadline has come; by now it may no longer hold."""
        if due.player is None:
            self._close_if_idle(lobby_table, at_ms)
        elif due.kind == "offer":
            offer = self._places_of(due.player).offers.get(due.table)
            if offer is not None and at_ms >= offer.until_ms:
                self._lapse(due.player, due.table, "too_late", at_ms)
        else:
            removal_ms = _removal_due_ms(lobby_table, due.player)
            # In mid-hand the removal waits: it happens between hands (AMB-62).
            if removal_ms is not None and at_ms >= removal_ms and lobby_table.table.deal is None:
                self._between_hands(lobby_table, at_ms)


def _removal_due_ms(lobby_table: LobbyTable, player: PlayerId) -> int | None:
    table = lobby_table.table
    return table.removal_due_ms(table.occupant(player)) if table.has(player) else None
