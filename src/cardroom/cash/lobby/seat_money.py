"""Money on and off the tables, stored with what the room must remember about its player."""

from cardroom.cash.cashier import Cashier
from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.lobby.lobby_tables import LobbyTables
from cardroom.cash.rejoin_history import PlayerRecord, RejoinHistory
from cardroom.cash.seats import Balance
from cardroom.cash.table import CashTable
from cardroom.errors import SeatRefused, TransferRefused
from cardroom.ledger import CaseId, PlayerId, TableId, Transfer
from cardroom.units import Cents


class SeatMoney:
    """Buy-ins and payouts, each one transfer together with the player's record."""

    def __init__(
        self,
        cashier: Cashier,
        balance: Balance,
        tables: LobbyTables,
        players: LobbyPlayers,
        rejoin_history: RejoinHistory,
    ) -> None:
        self._cashier = cashier
        self._balance = balance
        self._tables = tables
        self._players = players
        self._rejoin_history = rejoin_history

    def buy_in(
        self, player: PlayerId, table: TableId, amount: Cents, at_ms: int, *, reset: bool
    ) -> Transfer:
        """Take the offered seat with a legal stack (CASH-16, RAT-02, BANZ-02, BANZ-07).

        What is legal is decided now, not when the seat was offered (AMB-65); only then money moves.
        """
        offered = self._players.get(player).offers.get(table)
        if offered is None or at_ms >= offered.until_ms:
            raise SeatRefused("CASH-04", "no_seat_offered")
        seats, history = self._tables.by_number[table].table, self._rejoin_history
        legal = history.offer(player, table, seats.stake, at_ms)
        legal.verify(amount, reset=reset)
        balance = self._balance(player)
        if amount > balance:
            raise SeatRefused(legal.rule, "not_enough_money", {"balance": balance})
        seats.verify_sit_down(player, offered.seat, amount, legal, reset=reset)
        before = history.record(player, at_ms)
        history.sit_down(player, table, seats.stake, at_ms, reset=reset)
        try:
            record = self._record(player, at_ms)
            transfer = self._cashier.buy_in(table, player, amount, at_ms, record)
        except TransferRefused:
            history.restore(before)
            raise
        seats.sit_down(player, offered.seat, amount, legal, at_ms, reset=reset)
        return transfer

    def pay_out(self, table: CashTable, player: PlayerId, stack: Cents, at_ms: int) -> None:
        """Somebody leaves with a stack: it goes to their cash, or to the case they are suspended in
        (AMB-63, AMB-70); what must be remembered is stored with it (RAT-02, BANZ-06)."""
        number, history = table.table, self._rejoin_history
        history.leave(player, number, table.stake, stack, at_ms)
        case = history.case_of(player)
        if case is None:
            self._cashier.cash_out(number, player, stack, at_ms, self._record(player, at_ms))
            return
        if not self._players.get(player).tables.keys() - {number}:
            history.suspend(player, None)
        record = self._record(player, at_ms)
        self._cashier.hold(number, player, stack, at_ms, record, case=case)

    def suspend(self, player: PlayerId, case: CaseId | None, at_ms: int) -> None:
        """Have a player's stacks held in a case when they leave; None ends that (AMB-70)."""
        self._rejoin_history.suspend(player, case)
        self._cashier.remember(self._record(player, at_ms))

    def _record(self, player: PlayerId, at_ms: int) -> PlayerRecord:
        """What must be stored about a player with the money that moves now (RAT-02, BANZ-06)."""
        return self._rejoin_history.record(player, at_ms, self._tables.left_banks(player))
