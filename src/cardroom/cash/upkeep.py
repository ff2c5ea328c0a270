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
from cardroom.cash.hall import NewTable
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.listed import Listed
from cardroom.cash.lobby_events import TableNews
from cardroom.cash.reception import Reception
from cardroom.cash.seats import Balance
from cardroom.cash.sitting_out import is_global, sit_out_everywhere
from cardroom.cash.table import CashTable
from cardroom.engine.chance import RandBelow
from cardroom.ledger import CaseId, PlayerId, TableId
from cardroom.rulebook import Edition
from cardroom.units import Cents


class Upkeep(Reception):
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

    def absorb(self, table: TableId, at_ms: int) -> None:
        """Read the news of a table: book its money, keep the seats up to date, pass it on."""
        self._absorb(self._find(table), at_ms)

    def _absorb(self, listed: Listed, at_ms: int) -> None:
        table = listed.table
        seats_opened = False
        while news := table.take_news():
            for event in news:
                self._news.append(TableNews(table.table, event))
                seats_opened = self._take_in(listed, event, at_ms) or seats_opened
        if seats_opened:
            self._after_departures(listed, at_ms)

    def _absorb_all(self, tables: tuple[CashTable, ...], at_ms: int) -> None:
        for table in tables:
            self.absorb(table.table, at_ms)

    def _take_in(self, listed: Listed, event: TableEvent, at_ms: int) -> bool:
        """What one event of a table means here; true when others may be seated there now."""
        match event:
            case HandDealt():
                if listed.invites:
                    listed.invites = False
                    self._relist(listed)
            case HandFinished():
                # After a hand of two the table needs a third player again (CASH-07).
                if len(listed.seated) < self.rules.seating.players_to_start:
                    self._relist(listed)
            case SatDown():
                self._arrive(listed, event)
            case ToppedUp():
                player = listed.seated[event.seat]
                self._cashier.top_up(listed.table.table, player, event.amount, at_ms)
            case StackTaken():
                player = listed.seated[event.seat]
                self._cashier.cash_out(listed.table.table, player, event.amount, at_ms)
            case SatOut():
                self._start_sitting_out(listed, event)
                self._relist(listed)
            case LeaveAsked():
                self._relist(listed)
            case CameBack():
                return True
            case Left():
                self._depart(listed, event)
                return True
        return False

    def _arrive(self, listed: Listed, event: SatDown) -> None:
        table = listed.table.table
        listed.seated[event.seat] = event.player
        listed.kept.pop(event.seat, None)
        places = self._own_places(event.player)
        places.offers.pop(table, None)
        places.tables[table] = listed.table
        self._relist(listed)

    def _depart(self, listed: Listed, event: Left) -> None:
        """The stack goes to the account, and is remembered (AMB-63)."""
        table = listed.table.table
        self.pay_out(listed.table, event.player, event.stack, event.at_ms)
        del listed.seated[event.seat]
        del self._places[event.player].tables[table]
        self._drop_places(event.player)
        listed.idle_since_ms = event.at_ms

    def pay_out(self, table: CashTable, player: PlayerId, stack: Cents, at_ms: int) -> None:
        """Somebody leaves with a stack: it goes to their cash, or to the case they are suspended in
        (AMB-63, AMB-70); what must be remembered is stored with it (RAT-02, BANZ-06)."""
        number, memory = table.table, self.memory
        memory.leave(player, number, table.stake, stack, at_ms)
        case = memory.case_of(player)
        if case is None:
            self._cashier.cash_out(number, player, stack, at_ms, self._record(player, at_ms))
            return
        if not self._places_of(player).tables.keys() - {number}:
            memory.suspend(player, None)
        record = self._record(player, at_ms)
        self._cashier.hold(number, player, stack, at_ms, record, case=case)

    def suspend(self, player: PlayerId, case: CaseId | None, at_ms: int) -> None:
        """Have a player's stacks held in a case when they leave; None ends that (AMB-70)."""
        self.memory.suspend(player, case)
        self._cashier.remember(self._record(player, at_ms))

    def _after_departures(self, listed: Listed, at_ms: int) -> None:
        if listed.closing:
            self._close_if_left(listed)
        else:
            self._seats_opened(listed, at_ms)

    def _close_if_left(self, listed: Listed) -> None:
        """A table that the operator closes is gone with its last player."""
        if not listed.seated and listed.table.table in self._listed:
            self._close(listed)

    def _start_sitting_out(self, listed: Listed, event: SatOut) -> None:
        """Watch the deadline; a sit-out by the server may reach the other tables (SIT-08)."""
        player = listed.seated[event.seat]
        self._watch_removal(listed, player)
        tables = self.tables_of(player)
        spreads = event.cause != "player" and event.until_ms is None
        if spreads and is_global(self.rules.sitting_out, event.cause, tables):
            rules = self.rules.sitting_out
            sit_out_everywhere(rules, tables, player, event.at_ms, cause=event.cause)
            self._absorb_all(tables, event.at_ms)

    def _watch_removal(self, listed: Listed, player: PlayerId) -> None:
        due_ms = _removal_due_ms(listed, player)
        if due_ms is not None:
            self._deadlines.add(due_ms, Due("removal", listed.table.table, player))

    def _between_hands(self, listed: Listed, at_ms: int) -> None:
        """What has waited for the end of the hand; at a closing table everybody leaves."""
        if listed.closing:
            for player in listed.table.players:
                listed.table.leave(player, at_ms, cause="operator")
        else:
            listed.table.tidy(at_ms, self._balance)
        self._absorb(listed, at_ms)

    def _fall_due(self, listed: Listed, due: Due, at_ms: int) -> None:
        """A deadline has come; by now it may no longer hold."""
        if due.player is None:
            self._close_if_idle(listed, at_ms)
        elif due.kind == "offer":
            offer = self._places_of(due.player).offers.get(due.table)
            if offer is not None and at_ms >= offer.until_ms:
                self._lapse(due.player, due.table, "too_late", at_ms)
        else:
            removal_ms = _removal_due_ms(listed, due.player)
            # In mid-hand the removal waits: it happens between hands (AMB-62).
            if removal_ms is not None and at_ms >= removal_ms and listed.table.deal is None:
                self._between_hands(listed, at_ms)


def _removal_due_ms(listed: Listed, player: PlayerId) -> int | None:
    table = listed.table
    return table.removal_due_ms(table.occupant(player)) if table.has(player) else None
