"""Seats of a cash table that are being paid for: what is legal, and who is still wanted."""

from cardroom.cash.cashier import Cashier
from cardroom.cash.rejoin_history import RejoinHistory
from cardroom.cash.seat_order import SeatOrder
from cardroom.cash.seats import Balance
from cardroom.cash.table import CashTable
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.units import Cents, Seat


class SeatOrders:
    """Decides buy-ins at one table, and knows who pays for a seat at this moment."""

    def __init__(
        self, table: CashTable, *, balance: Balance, cashier: Cashier, history: RejoinHistory
    ) -> None:
        self._table = table
        self._balance = balance
        self._cashier = cashier
        self._history = history
        self._wanted: dict[PlayerId, bool] = {}
        """Who pays, and whether the house still wants them to have the seat."""

    def expects(self, player: PlayerId) -> bool:
        """Whether a player pays for a seat here at this moment."""
        return player in self._wanted

    def send_away(self, player: PlayerId) -> None:
        """The house takes a seat from its player before it is paid; it is paid all the same."""
        if player in self._wanted:
            self._wanted[player] = False

    def end(self, player: PlayerId) -> bool:
        """A player pays no more; whether they are still wanted."""
        return self._wanted.pop(player, True)

    def decide(
        self, player: PlayerId, seat: Seat, amount: Cents, at_ms: int, *, reset: bool
    ) -> SeatOrder:
        """Find out what is legal now, not when the seat was offered (AMB-65), and remember it."""
        table, history = self._table, self._history
        history.verify_seat(player, table.stake.key)
        legal = history.offer(player, table.table, table.stake, at_ms)
        legal.verify(amount, reset=reset)
        balance = self._balance(player)
        if amount > balance:
            raise SeatRefused(legal.rule, "not_enough_money", {"balance": balance})
        table.verify_sit_down(player, seat, amount, legal, reset=reset)
        before = history.record(player, at_ms, history.banks(player, at_ms))
        history.sit_down(player, table.table, table.stake, at_ms, reset=reset)
        order = SeatOrder(
            player=player,
            seat=seat,
            amount=amount,
            legal=legal,
            reset=reset,
            transfer=self._cashier.order(table.table, player, amount, at_ms),
            record=history.next_record(player, at_ms, history.banks(player, at_ms)),
            before=before,
        )
        self._wanted.setdefault(player, True)
        return order
