"""One cash table with its money and deadlines: the table's side of the cash game.

It holds nothing of the lobby and of no other table. What they must know of it leaves as messages,
and what they want of it arrives as messages.
"""

from cardroom.cash.cashier import Cashier, PlayerNote
from cardroom.cash.events import (
    CameBack,
    ConnectionBack,
    ConnectionLost,
    HandDealt,
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
from cardroom.cash.messages import (
    CloseTable,
    NextBigBlindAsked,
    NextBigBlindEverywhere,
    PlayerArrived,
    PlayerGone,
    PlayerSatOut,
    RemovePlayer,
    SeatNotTaken,
    SetPosting,
    SitOutEverywhere,
    TablePlaysOn,
    TableReport,
    TableStopped,
    Taken,
    ToLobby,
    ToTable,
)
from cardroom.cash.positions import HandPositions
from cardroom.cash.rejoin_history import PlayerRecord, RejoinHistory, StoredBank
from cardroom.cash.seat_order import SeatOrder
from cardroom.cash.seats import Balance
from cardroom.cash.table import CashTable
from cardroom.engine.chance import RandBelow
from cardroom.errors import Refused, SeatRefused, TransferRefused
from cardroom.ledger import PlayerId, SettledHand, Transfer
from cardroom.units import Cents, Seat

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
        self._messages: list[ToLobby] = []
        self._has_dealt = False
        self._seat_changes = 0
        self._is_stopped = False
        self._orders: set[PlayerId] = set()
        """Who pays for a seat at this moment."""
        self._unwanted: set[PlayerId] = set()
        """Who of them the house takes the seat from."""
        for player in table.players:
            history.take_seat(player, table.table, table.stake.key)
        self._report = self._described(at_ms)
        self._is_old = False
        self._messages.append(self._report)

    # Questions

    @property
    def next_deadline_ms(self) -> int | None:
        """When somebody who sits out is removed, at the earliest; in mid-hand that waits."""
        table = self.table
        if table.deal is not None:
            return None
        dues = [table.removal_due_ms(one) for one in table.occupants.values() if one.is_out]
        return min([due for due in dues if due is not None], default=None)

    @property
    def stands_still(self) -> bool:
        """Whether the hand waits, or soon will, for who has lost the connection (TIME-01)."""
        table = self.table
        if table.deal is None or table.hand is None:
            return False
        return any(table.occupants[seat].connection.is_lost for seat in table.hand.live)

    def take_news(self) -> list[TableEvent]:
        """The events that were read since the last call."""
        news = self._news
        self._news = []
        return news

    def take_messages(self, at_ms: int) -> list[ToLobby]:
        """What the lobby has to know, in its order; a report only when something is different."""
        if self._is_old:
            self._is_old = False
            self._add_report(at_ms)
        messages = self._messages
        if messages:
            self._messages = []
        return messages

    def look_again(self) -> None:
        """The stacks were put right without an event: the lobby may have to hear of it."""
        self._is_old = True

    def _add_report(self, at_ms: int) -> None:
        new, old = self._described(at_ms), self._report
        is_same = (
            new.taken == old.taken
            and new.ready == old.ready
            and new.needed == old.needed
            and new.has_dealt == old.has_dealt
            and new.stands_still == old.stands_still
        )
        if not is_same:
            self._report = new
            self._messages.append(new)

    def _described(self, at_ms: int) -> TableReport:
        table = self.table
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
            order = self._order_seat(player, seat, amount, at_ms, reset=reset)
        except Exception:
            self.refuse_seat(player, at_ms)
            raise
        self._orders.add(player)
        return order

    def expects(self, player: PlayerId) -> bool:
        """Whether a player pays for a seat here at this moment."""
        return player in self._orders

    def seat(self, order: SeatOrder, at_ms: int) -> None:
        """A seat is paid: its player sits down, once, however often the table hears it."""
        table, player = self.table, order.player
        if not self.expects(player):
            return
        self._orders.discard(player)
        table.sit_down(player, order.seat, order.amount, order.legal, at_ms, reset=order.reset)
        if self._history.posts_by_hand(player):
            table.set_posting(player, by_hand=True)
        self.process_events(at_ms)
        if self.closing or player in self._unwanted:
            # The lobby hears that they sat down, and then that they left.
            self._add_report(at_ms)
            table.leave(player, at_ms, cause="operator" if self.closing else "player")
            self.process_events(at_ms)
        self._unwanted.discard(player)

    def cancel(self, order: SeatOrder, at_ms: int) -> None:
        """A seat could not be paid: nothing has happened, and it is still offered."""
        self._orders.discard(order.player)
        self._unwanted.discard(order.player)
        self._history.take_back(order.record, order.before)
        self.refuse_seat(order.player, at_ms)

    def refuse_seat(self, player: PlayerId, at_ms: int) -> None:
        """Have the lobby know that a player did not sit down."""
        self._messages.append(SeatNotTaken(table=self.table.table, player=player, at_ms=at_ms))

    def _order_seat(
        self, player: PlayerId, seat: Seat, amount: Cents, at_ms: int, *, reset: bool
    ) -> SeatOrder:
        seats, history = self.table, self._history
        if self._is_stopped:
            raise SeatRefused("CRASH-02", "table_is_frozen")
        if self.closing:
            raise SeatRefused("CASH-04", "table_is_closing")
        history.verify_seat(player, seats.stake.key)
        legal = history.offer(player, seats.table, seats.stake, at_ms)
        legal.verify(amount, reset=reset)
        balance = self._balance(player)
        if amount > balance:
            raise SeatRefused(legal.rule, "not_enough_money", {"balance": balance})
        seats.verify_sit_down(player, seat, amount, legal, reset=reset)
        before = history.record(player, at_ms, history.banks(player, at_ms))
        history.sit_down(player, seats.table, seats.stake, at_ms, reset=reset)
        return SeatOrder(
            player=player,
            seat=seat,
            amount=amount,
            legal=legal,
            reset=reset,
            transfer=self._cashier.order(seats.table, player, amount, at_ms),
            record=self._record(player, at_ms),
            before=before,
        )

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
            return self._record(player, at_ms)

        def leave_again(stored: PlayerRecord | None) -> PlayerRecord:
            history.restore(stored or PlayerRecord(player=player, until_ms=0))
            return leave()

        note = PlayerNote(leave(), leave_again)
        if case is None:
            self._cashier.cash_out(number, player, stack, at_ms, note)
        else:
            self._cashier.hold(number, player, stack, at_ms, note, case=case)

    def _record(self, player: PlayerId, at_ms: int) -> PlayerRecord:
        """What must be stored about a player with the money that moves now (RAT-02, BANZ-06)."""
        return self._history.next_record(player, at_ms, self._history.banks(player, at_ms))

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
        self._messages.append(
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
        self._messages.append(
            PlayerSatOut(table=self.table.table, player=player, cause=cause, at_ms=at_ms)  # type: ignore[arg-type]
        )

    # What the lobby says

    def receive(self, message: ToTable, at_ms: int) -> None:
        """Do what the lobby wants; of somebody who has left meanwhile nothing is wanted."""
        if isinstance(message, CloseTable):
            self._close(at_ms)
        elif self.table.has(message.player):
            self._receive_about_player(message, at_ms)
        elif isinstance(message, RemovePlayer) and self.expects(message.player):
            self._unwanted.add(message.player)
        self.process_events(at_ms)

    def _receive_about_player(self, message: ToTable, at_ms: int) -> None:
        table = self.table
        if isinstance(message, SitOutEverywhere):
            self._sit_out_everywhere(message)
        elif isinstance(message, NextBigBlindEverywhere):
            if table.occupant(message.player).may_sit_out_later:
                table.sit_out_next_big_blind(message.player, on=message.on)
        elif isinstance(message, PlayerGone):
            table.lose_connection(message.player, message.at_ms)
        elif isinstance(message, PlayerArrived):
            table.reconnect(message.player)
        elif isinstance(message, SetPosting):
            table.set_posting(message.player, by_hand=message.by_hand)
        else:
            assert isinstance(message, RemovePlayer), f"no such message to a table: {message}"
            if not table.occupant(message.player).leaving:
                table.leave(message.player, at_ms)

    def _sit_out_everywhere(self, message: SitOutEverywhere) -> None:
        """Sit out with the deadline of all tables; an earlier one stays (SIT-06, AMB-61).

        A hand in progress is finished first, the time runs from the start. A sit-out that is not of
        the global kind keeps its own time (SIT-05, AMB-62).
        """
        table, player = self.table, message.player
        occupant, rules = table.occupant(player), table.rules.sitting_out
        is_going_out = occupant.is_out or occupant.sit_out == "after_this_hand"
        if message.began_at == table.table and not is_going_out:
            return
        cause = occupant.out_cause
        alone = cause == "next_big_blind" and cause not in rules.global_causes
        if occupant.leaving or (occupant.is_out and alone):
            return
        earlier = occupant.out_until_ms
        until = message.until_ms if earlier is None else min(earlier, message.until_ms)
        table.sit_out(player, message.at_ms, until_ms=until, cause=message.cause)

    def _close(self, at_ms: int) -> None:
        """Give no more seats; everybody leaves, after the hand in progress if there is one."""
        self.closing = True
        if self.table.deal is None:
            self._between_hands(at_ms)

    # A stop

    def stop(self, at_ms: int) -> None:
        """The table has stopped: nobody sits down, players may leave (CRASH-02)."""
        self._is_stopped = True
        self._messages.append(TableStopped(table=self.table.table, at_ms=at_ms))

    def play_on(self, at_ms: int) -> None:
        """The table plays again."""
        self._is_stopped = False
        self._messages.append(TablePlaysOn(table=self.table.table, at_ms=at_ms))

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
        self._between_hands(at_ms)
        self.process_events(at_ms)

    def _between_hands(self, at_ms: int) -> None:
        if self.closing:
            for player in self.table.players:
                self.table.leave(player, at_ms, cause="operator")
        else:
            self.table.tidy(at_ms, self._balance)

    def tick(self, at_ms: int) -> None:
        """Time has passed: who has sat out for too long is removed (SIT-03, AMB-62)."""
        due_ms = self.next_deadline_ms
        if due_ms is not None and at_ms >= due_ms:
            self.between_hands(at_ms)

    # The table's events

    def process_events(self, at_ms: int) -> None:
        """Read the table's events: book its money, note what the lobby must know."""
        while events := self.table.take_news():
            for event in events:
                self._news.append(event)
                self._take_in(event, at_ms)

    def _take_in(self, event: TableEvent, at_ms: int) -> None:
        table, report = self.table.table, self._report
        if isinstance(event, HandDealt):
            self._is_old = self._is_old or not self._has_dealt or self.stands_still
            self._has_dealt = True
            return
        if isinstance(event, HandFinished):
            is_other = report.ready != self.table.ready or report.needed != self.table.needed
            self._is_old = self._is_old or is_other or report.stands_still
            return
        if isinstance(event, REPORTED):
            self._is_old = True
        if isinstance(event, SatDown):
            self._seat_changes += 1
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
            self._seat_changes += 1
            del self._seated[event.seat]
