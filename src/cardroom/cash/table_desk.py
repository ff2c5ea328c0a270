"""One cash table with its money and deadlines: the table's side of the cash game.

It holds nothing of the lobby and of no other table. What they must know of it leaves as messages,
and what they want of it arrives as messages.
"""

from cardroom.cash.cashier import Cashier, PlayerNote
from cardroom.cash.desk_commands import carry_out
from cardroom.cash.desk_reports import DeskReports
from cardroom.cash.events import (
    HandDealt,
    HandFinished,
    Left,
    SatDown,
    SatOut,
    StackTaken,
    TableEvent,
    ToppedUp,
)
from cardroom.cash.messages import (
    CloseTable,
    NextBigBlindAsked,
    PlayerSatOut,
    RemovePlayer,
    SeatNotTaken,
    TablePlaysOn,
    TableStopped,
    ToTable,
)
from cardroom.cash.positions import HandPositions
from cardroom.cash.rejoin_history import PlayerRecord, RejoinHistory, StoredBank
from cardroom.cash.seat_order import SeatOrder
from cardroom.cash.seat_orders import SeatOrders
from cardroom.cash.seats import Balance
from cardroom.cash.table import CashTable
from cardroom.engine.chance import RandBelow
from cardroom.errors import Refused, SeatRefused, TransferRefused
from cardroom.ledger import PlayerId, SettledHand, Transfer
from cardroom.units import Cents, Seat


class TableDesk:
    """A table, the money on it, and what it tells the lobby.

    `balance` says what a player can spend, `cashier` moves money, `history` is what is remembered
    about players; these belong to the players, not to a table or the lobby.
    """

    def __init__(
        self,
        table: CashTable,
        *,
        balance: Balance,
        cashier: Cashier,
        history: RejoinHistory,
        at_ms: int,
    ) -> None:
        self.table = table
        self.closing = False
        self._balance = balance
        self._cashier = cashier
        self._history = history
        self._seated = {seat: occupant.player for seat, occupant in table.occupants.items()}
        """Who sits where, as far as the events were read."""
        self._news: list[TableEvent] = []
        self._is_stopped = False
        self._orders = SeatOrders(table, balance=balance, cashier=cashier, history=history)
        for player in table.players:
            history.take_seat(player, table.table, table.stake.key)
        self.reports = DeskReports(table, at_ms)
        """What the lobby has to know of this table."""

    # Questions

    @property
    def next_deadline_ms(self) -> int | None:
        """When somebody who sits out is removed, at the earliest; in mid-hand that waits."""
        table = self.table
        if table.deal is not None:
            return None
        dues = [table.removal_due_ms(one) for one in table.occupants.values() if one.is_out]
        return min([due for due in dues if due is not None], default=None)

    def take_news(self) -> list[TableEvent]:
        """The events that were read since the last call."""
        news = self._news
        self._news = []
        return news

    # Money

    def buy_in(
        self, player: PlayerId, seat: Seat, amount: Cents, at_ms: int, *, reset: bool = False
    ) -> Transfer:
        """Take an offered seat with a legal stack (CASH-16, RAT-02, BANZ-02, BANZ-07).

        What is legal is decided now, not when the seat was offered (AMB-65); only then money moves.
        """
        order = self.order_seat(player, seat, amount, at_ms, reset=reset)
        try:
            self._cashier.pay(order.transfer, PlayerNote(order.record))
        except TransferRefused:
            self.cancel(order, at_ms)
            raise
        self.seat(order, at_ms)
        return order.transfer

    def order_seat(
        self, player: PlayerId, seat: Seat, amount: Cents, at_ms: int, *, reset: bool = False
    ) -> SeatOrder:
        """Decide whether a player may take an offered seat with a stack: what is to be paid.

        Nobody sits down before it is paid (`seat`); else it is called off (`cancel`).
        """
        try:
            self._verify_open()
            return self._orders.decide(player, seat, amount, at_ms, reset=reset)
        except Exception:
            self.refuse_seat(player, at_ms)
            raise

    def end_order(self, player: PlayerId) -> None:
        """A player does not pay after all: nobody is expected, and the seat can be ordered."""
        self._orders.end(player)

    def _verify_open(self) -> None:
        if self._is_stopped:
            raise SeatRefused("CRASH-02", "table_is_frozen")
        if self.closing:
            raise SeatRefused("CASH-04", "table_is_closing")

    def expects(self, player: PlayerId) -> bool:
        """Whether a player pays for a seat here at this moment."""
        return self._orders.expects(player)

    def seat(self, order: SeatOrder, at_ms: int) -> None:
        """A seat is paid: its player sits down, once, however often the table hears it."""
        table, player = self.table, order.player
        if not self.expects(player):
            return
        is_wanted = self._orders.end(player)
        table.sit_down(player, order.seat, order.amount, order.legal, at_ms, reset=order.reset)
        if self._history.posts_by_hand(player):
            table.set_posting(player, by_hand=True)
        self.process_events(at_ms)
        if self.closing or not is_wanted:
            # The lobby hears that they sat down, and then that they left.
            self.reports.add(at_ms)
            table.leave(player, at_ms, cause="operator" if self.closing else "player")
            self.process_events(at_ms)

    def cancel(self, order: SeatOrder, at_ms: int) -> None:
        """A seat could not be paid: nothing has happened, and it is still offered."""
        self._orders.end(order.player)
        self._history.take_back(order.record, order.before)
        self.refuse_seat(order.player, at_ms)

    def refuse_seat(self, player: PlayerId, at_ms: int) -> None:
        """Have the lobby know that a player did not sit down."""
        self.reports.send(SeatNotTaken(table=self.table.table, player=player, at_ms=at_ms))

    def top_up(self, player: PlayerId, amount: Cents, at_ms: int) -> None:
        """Add money now, or after the hand (AMB-40, BANZ-03)."""
        self.table.top_up(player, amount, self._balance(player))
        self.process_events(at_ms)

    def refuse_top_up(self, player: PlayerId, amount: Cents, refusal: Refused, at_ms: int) -> None:
        """The money of a top-up was not there: it is off the stack again, between hands."""
        if self.table.has(player):
            self.table.refuse_top_up(player, amount, refusal.rule, refusal.reason)
            self.process_events(at_ms)

    def take_from_stack(self, player: PlayerId, amount: Cents, at_ms: int) -> None:
        """Bring part of a stack back to the player's cash, between hands (CASH-01, AMB-24)."""
        self.table.take_from_stack(player, amount)
        self.process_events(at_ms)

    def pay_out(self, player: PlayerId, stack: Cents, at_ms: int) -> None:
        """Somebody leaves with a stack: it goes to their cash, or to the case they are suspended in
        (AMB-63, AMB-70); what must be remembered is stored with it (RAT-02, BANZ-06)."""
        number, history, bank = self.table.table, self._history, self.table.left_bank(player)
        case = history.case_of(player)

        def leave() -> PlayerRecord:
            history.leave(player, number, self.table.stake, stack, at_ms)
            if bank is not None:
                history.keep_bank(player, StoredBank(number, *bank))
            if case is not None and not history.seats(player):
                history.suspend(player, None)
            return history.next_record(player, at_ms, history.banks(player, at_ms))

        def leave_again(stored: PlayerRecord | None) -> PlayerRecord:
            history.restore(stored or PlayerRecord(player=player, until_ms=0))
            return leave()

        note = PlayerNote(leave(), leave_again, number)
        if case is None:
            self._cashier.cash_out(number, player, stack, at_ms, note)
        else:
            self._cashier.hold(number, player, stack, at_ms, note, case=case)

    # Sitting out, leaving

    def sit_out(self, player: PlayerId, at_ms: int) -> None:
        """Sit out here; the lobby sees to the player's other tables (SIT-01, SIT-04, AMB-62)."""
        occupant = self.table.occupant(player)
        if occupant.is_out or occupant.sit_out == "after_this_hand":
            raise SeatRefused("SIT-01", "sitting_out_already")
        self.table.sit_out(player, at_ms)
        self._tell_sat_out(player, "player", at_ms)
        self.process_events(at_ms)

    def next_big_blind(self, player: PlayerId, at_ms: int, *, on: bool) -> None:
        """Sit out when the big blind comes, here and at the player's other tables (SIT-05)."""
        self.table.sit_out_next_big_blind(player, on=on)
        self.reports.send(
            NextBigBlindAsked(table=self.table.table, player=player, on=on, at_ms=at_ms)
        )
        self.process_events(at_ms)

    def come_back(self, player: PlayerId, at_ms: int) -> None:
        """Return at this table; the others keep their deadline (SIT-02, AMB-62)."""
        self.table.come_back(player, at_ms)
        self.process_events(at_ms)

    def leave(self, player: PlayerId, at_ms: int) -> None:
        """Give up the seat, after the hand if the player is in one (AMB-67)."""
        self.table.leave(player, at_ms)
        self.process_events(at_ms)

    def leave_after(self, player: PlayerId, at_ms: int, *, on: bool) -> None:
        """Leave when the hand is over, which is played to its end; or stay after all (AMB-67)."""
        self.table.leave_after(player, at_ms, on=on)
        self.process_events(at_ms)

    def _tell_sat_out(self, player: PlayerId, cause: str, at_ms: int) -> None:
        self.reports.send(
            PlayerSatOut(table=self.table.table, player=player, cause=cause, at_ms=at_ms)  # type: ignore[arg-type]
        )

    # What the lobby says

    def receive(self, message: ToTable, at_ms: int) -> None:
        """Do what the lobby wants; of somebody who has left meanwhile nothing is wanted."""
        if isinstance(message, CloseTable):
            self._close(at_ms)
        elif self.table.has(message.player):
            carry_out(self.table, message, at_ms)
        elif isinstance(message, RemovePlayer):
            self._orders.send_away(message.player)
        self.process_events(at_ms)

    def _close(self, at_ms: int) -> None:
        """Give no more seats; everybody leaves, after the hand in progress if there is one."""
        self.closing = True
        if self.table.deal is None:
            self.between_hands(at_ms)

    # A stop

    def stop(self, at_ms: int) -> None:
        """The table has stopped: nobody sits down, players may leave (CRASH-02)."""
        self._is_stopped = True
        self.reports.send(TableStopped(table=self.table.table, at_ms=at_ms))

    def play_on(self, at_ms: int) -> None:
        """The table plays again."""
        self._is_stopped = False
        self.reports.send(TablePlaysOn(table=self.table.table, at_ms=at_ms))

    # Hands and time

    def plan(self, at_ms: int, below: RandBelow) -> HandPositions | None:
        """The next hand, or None while too few are ready (CASH-07, SIT-05)."""
        deal = self.table.plan(at_ms, below)
        self.process_events(at_ms)
        return deal

    def settlement(self, edition: str, at_ms: int) -> SettledHand:
        """What a finished hand moves, to be stored before `after_hand` (CRASH-01)."""
        cashier = self._cashier
        return self.table.settlement(
            epoch=cashier.epoch, edition=edition, currency=cashier.currency, at_ms=at_ms
        )

    def after_hand(self, at_ms: int) -> None:
        """A finished hand is stored: everything that has waited for its end happens."""
        self.table.finish()
        self.between_hands(at_ms)

    def roll_back(self, reason: str, at_ms: int) -> None:
        """The hand never was (CRASH-01, CRASH-02, AMB-69)."""
        self.table.roll_back(reason)
        self.between_hands(at_ms)

    def between_hands(self, at_ms: int) -> None:
        """What has waited for the end of the hand; at a closing table everybody leaves."""
        if self.closing:
            for player in self.table.players:
                self.table.leave(player, at_ms, cause="operator")
        else:
            self.table.tidy(at_ms, self._balance)
        self.process_events(at_ms)

    def tick(self, at_ms: int) -> None:
        """Time has passed: who has sat out for too long is removed (SIT-03, AMB-62)."""
        due_ms = self.next_deadline_ms
        if due_ms is not None and at_ms >= due_ms:
            self.between_hands(at_ms)

    # The table's events

    def process_events(self, at_ms: int) -> None:
        """Read the table's events: book its money, note what the lobby must know."""
        while events := self.table.take_news():
            self._news += events
            for event in events:
                self._take_in(event, at_ms)

    def _take_in(self, event: TableEvent, at_ms: int) -> None:
        table, reports = self.table.table, self.reports
        if isinstance(event, HandDealt):
            reports.hand_dealt()
            return
        if isinstance(event, HandFinished):
            reports.hand_finished(event)
            return
        reports.read(event)
        if isinstance(event, SatDown):
            self._seated[event.seat] = event.player
        elif isinstance(event, ToppedUp):
            self._cashier.top_up(table, self._seated[event.seat], event.amount, at_ms)
        elif isinstance(event, StackTaken):
            self._cashier.cash_out(table, self._seated[event.seat], event.amount, at_ms)
        elif isinstance(event, SatOut):
            if event.cause != "player" and event.until_ms is None:
                self._tell_sat_out(self._seated[event.seat], event.cause, event.at_ms)
        elif isinstance(event, Left):
            # The stack goes to the account, and is remembered (AMB-63).
            self.pay_out(event.player, event.stack, event.at_ms)
            del self._seated[event.seat]
