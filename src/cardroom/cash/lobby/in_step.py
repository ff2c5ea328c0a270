"""The lobby and its tables in one place: each message is delivered at once, nothing waits."""

from cardroom.cash.cashier import Cashier, Move
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.lobby import Lobby
from cardroom.cash.lobby.lobby_tables import NewTable
from cardroom.cash.lobby_events import (
    EntryNumber,
    News,
    Queued,
    SeatOffered,
    TableClosed,
    TableNews,
    TableOpened,
)
from cardroom.cash.messages import TableReport
from cardroom.cash.positions import HandPositions
from cardroom.cash.rejoin_history import RejoinHistory
from cardroom.cash.seats import Balance
from cardroom.cash.table import CashTable
from cardroom.cash.table_desk import TableDesk
from cardroom.engine.chance import RandBelow
from cardroom.errors import SeatRefused
from cardroom.ledger import CaseId, PlayerId, SettledHand, TableId, Transfer
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Cents, Seat


class CashLobby:
    """Seats, money and sitting out at all cash tables of one edition.

    `balance` says what a player can spend, `move` applies a transfer or refuses it; `epoch` makes
    the keys of transfers differ from those before a restart. A hand is planned (`plan`), dealt and
    played at its table; when it is over it is settled here (`settle`; or, where storing takes time,
    `settlement` first and `after_hand` when it is stored). `tick` is for everything that time does.

    This is for programs that need no room: a running room gives the `Lobby` and each `TableDesk` a
    task of its own and delivers their messages over its bus.
    """

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
        rules = edition.cash
        assert rules is not None, f"{edition.name} has no cash games"
        self.edition = edition
        self.rules = rules
        self.limits = limits
        self.rejoin_history = RejoinHistory(rules, seats_max=limits.seats_per_player)
        self._balance = balance
        self._below = below
        self._cashier = Cashier(move, currency=currency, epoch=epoch)
        self.lobby = Lobby(
            rules,
            balance=balance,
            cashier=self._cashier,
            history=self.rejoin_history,
            below=below,
            new_table=new_table,
            limits=limits,
        )
        self._desks: dict[TableId, TableDesk] = {}
        self._news: list[News] = []

    # Questions

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """What can be asked for (CASH-19)."""
        return self.lobby.stakes

    @property
    def tables(self) -> tuple[CashTable, ...]:
        """Every table; with many of them this is no question for every hand."""
        return tuple(desk.table for desk in self._desks.values())

    @property
    def next_deadline_ms(self) -> int | None:
        """When there is something to look at, at the latest."""
        dues = [self.lobby.next_deadline_ms]
        dues += [desk.next_deadline_ms for desk in self._desks.values()]
        return min([due for due in dues if due is not None], default=None)

    def is_closing(self, table: TableId) -> bool:
        """Whether a table gives no new seats and closes after its hand."""
        return self.lobby.table(table).closing

    def free_seats(self, table: TableId) -> int:
        """How many seats of a table can be offered."""
        return len(self.lobby.table(table).free_seats)

    def table(self, table: TableId) -> CashTable:
        """A table by its number."""
        return self._desk(table).table

    def _desk(self, table: TableId) -> TableDesk:
        desk = self._desks.get(table)
        if desk is None:
            raise SeatRefused("CASH-04", "no_such_table")
        return desk

    def tables_of(self, player: PlayerId) -> tuple[CashTable, ...]:
        """Where a player sits."""
        return tuple(self._desks[table].table for table in self.lobby.tables_of(player))

    def offers_of(self, player: PlayerId) -> tuple[SeatOffered, ...]:
        """The seats that are offered to a player."""
        return self.lobby.offers_of(player)

    def queued(self, player: PlayerId) -> tuple[Queued, ...]:
        """Where a player waits, with the place now (CASH-06)."""
        return self.lobby.queued(player)

    @property
    def waiting(self) -> dict[StakeKey, int]:
        """How many entries each queue has (CASH-06)."""
        return self.lobby.waiting

    @property
    def waiting_players(self) -> tuple[PlayerId, ...]:
        """Everybody who waits somewhere, once."""
        return self.lobby.waiting_players

    def gathered(self, key: StakeKey) -> int:
        """How many players there are toward a table for those who wait at a stake (CASH-06)."""
        return self.lobby.gathered(key)

    def money(self, player: PlayerId) -> Cents:
        """What a player can still spend on seats: the balance without what offered seats cost."""
        return self.lobby.money(player)

    def take_news(self) -> list[News]:
        """Everything that happened since the last call, at the tables and in the lobby."""
        news = self._news
        self._news = []
        return news

    # Seats: asked for, offered, declined

    def ask(self, player: PlayerId, key: StakeKey, at_ms: int) -> SeatOffered | Queued:
        """A player wants one more seat at a stake: an offered seat, or a place in the queue."""
        answer = self.lobby.ask(player, key, at_ms)
        self._deliver(at_ms)
        return answer

    def leave_queue(self, player: PlayerId, entry: EntryNumber) -> None:
        """Stop waiting, at any time (CASH-06)."""
        self.lobby.leave_queue(player, entry)
        self._deliver_news()

    def lose_queue_places(self, player: PlayerId) -> None:
        """A player has been out of reach for too long and waits nowhere any more (CASH-06)."""
        self.lobby.lose_queue_places(player)
        self._deliver_news()

    def decline(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Give an offered seat back before the buy-in."""
        self.lobby.decline(player, table, at_ms)
        self._deliver(at_ms)

    def offer_at(
        self, player: PlayerId, table: TableId, seat: Seat | None, at_ms: int
    ) -> SeatOffered:
        """Offer a seat at one table: to whom the operator names, or a practice player of the house.

        What the player must bring, and every limit on their seats, stay the same.
        """
        offer = self.lobby.offer_at(player, table, seat, at_ms)
        self._deliver(at_ms)
        return offer

    def restore_seat(
        self, player: PlayerId, table: TableId, seat: Seat | None, at_ms: int
    ) -> SeatOffered:
        """Offer a seat to somebody who lost it wrongly, by the operator's word (CASH-01)."""
        offer = self.lobby.restore_seat(player, table, seat, at_ms)
        self._deliver(at_ms)
        return offer

    # Money

    def buy_in(
        self, player: PlayerId, table: TableId, amount: Cents, at_ms: int, *, reset: bool = False
    ) -> Transfer:
        """Take the offered seat with a legal stack (CASH-16, RAT-02, BANZ-02, BANZ-07)."""
        seat = self.lobby.take_offer(player, table, at_ms)
        try:
            return self._desks[table].buy_in(player, seat, amount, at_ms, reset=reset)
        finally:
            self._deliver_from(self._desks[table], at_ms)

    def top_up(self, player: PlayerId, table: TableId, amount: Cents, at_ms: int) -> None:
        """Add money now, or after the hand (AMB-40, BANZ-03)."""
        desk = self._desk(table)
        desk.top_up(player, amount, at_ms)
        self._deliver_from(desk, at_ms)

    def take_from_stack(self, player: PlayerId, table: TableId, amount: Cents, at_ms: int) -> None:
        """Bring part of a stack back to the player's cash, between hands (CASH-01, AMB-24)."""
        desk = self._desk(table)
        desk.take_from_stack(player, amount, at_ms)
        self._deliver_from(desk, at_ms)

    def pay_out(self, player: PlayerId, table: TableId, stack: Cents, at_ms: int) -> None:
        """A stack goes to its player's cash, or to the case they are suspended in (AMB-70)."""
        self._desk(table).pay_out(player, stack, at_ms)

    def suspend(self, player: PlayerId, case: CaseId | None, at_ms: int) -> None:
        """Have a player's stacks held in a case when they leave; None ends that (AMB-70)."""
        self.lobby.suspend(player, case, at_ms)

    # Sitting out, leaving, the connection

    def sit_out(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Sit out; with several tables, at all of them (SIT-01, SIT-04, AMB-62)."""
        desk = self._desk(table)
        desk.sit_out(player, at_ms)
        self._deliver_from(desk, at_ms)

    def next_big_blind(self, player: PlayerId, table: TableId, at_ms: int, *, on: bool) -> None:
        """Sit out at each of the player's tables when its own big blind comes (SIT-05)."""
        desk = self._desk(table)
        desk.next_big_blind(player, at_ms, on=on)
        self._deliver_from(desk, at_ms)

    def come_back(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Return at one table; the others keep their deadline (SIT-02, AMB-62)."""
        desk = self._desk(table)
        desk.come_back(player, at_ms)
        self._deliver_from(desk, at_ms)

    def leave(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Give up the seat, after the hand if the player is in one (AMB-67)."""
        desk = self._desk(table)
        desk.leave(player, at_ms)
        self._deliver_from(desk, at_ms)

    def leave_after(self, player: PlayerId, table: TableId, at_ms: int, *, on: bool) -> None:
        """Leave when the hand is over, which is played to its end; or stay after all (AMB-67)."""
        desk = self._desk(table)
        desk.leave_after(player, at_ms, on=on)
        self._deliver_from(desk, at_ms)

    def set_posting(self, player: PlayerId, at_ms: int, *, by_hand: bool) -> None:
        """Have a player's big blinds posted as they come, or only at their word (SIT-05)."""
        self.lobby.set_posting(player, at_ms, by_hand=by_hand)
        self._deliver(at_ms)

    def lose_connection(self, player: PlayerId, at_ms: int) -> None:
        """A player is out of reach, at every table (TIME-01)."""
        self.lobby.lose_connection(player, at_ms)
        self._deliver(at_ms)

    def reconnect(self, player: PlayerId, at_ms: int) -> None:
        """A player is in reach again, at every table (AMB-58)."""
        self.lobby.reconnect(player, at_ms)
        self._deliver(at_ms)

    # Hands

    def process_events(self, table: TableId, at_ms: int) -> None:
        """Read a table's events: book its money, keep the seats up to date, pass them on."""
        desk = self._desk(table)
        desk.process_events(at_ms)
        self._deliver_from(desk, at_ms)

    def plan(self, table: TableId, at_ms: int) -> HandPositions | None:
        """The next hand of a table, or None while too few are ready (CASH-07, SIT-05)."""
        desk = self._desk(table)
        deal = desk.plan(at_ms, self._below)
        self._deliver_from(desk, at_ms)
        return deal

    def settlement(self, table: TableId, at_ms: int) -> SettledHand:
        """What a finished hand moves, to be stored before `after_hand` (CRASH-01)."""
        return self._desk(table).settlement(self.edition.name, at_ms)

    def after_hand(self, table: TableId, at_ms: int) -> None:
        """A finished hand is stored: everything that has waited for its end happens."""
        desk = self._desk(table)
        desk.after_hand(at_ms)
        self._deliver_from(desk, at_ms)

    def settle(self, table: TableId, at_ms: int) -> SettledHand:
        """Settle a finished hand through `move`, and go on."""
        hand = self.settlement(table, at_ms)
        self._cashier.settle(hand)
        self.after_hand(table, at_ms)
        return hand

    def roll_back(self, table: TableId, reason: str, at_ms: int) -> None:
        """The hand never was (CRASH-01, CRASH-02, AMB-69)."""
        desk = self._desk(table)
        desk.roll_back(reason, at_ms)
        self._deliver_from(desk, at_ms)

    # Time

    def tick(self, at_ms: int) -> None:
        """Time has passed: offers lapse, the overdue are removed, idle tables close."""
        for desk in list(self._desks.values()):
            desk.tick(at_ms)
            self._deliver_from(desk, at_ms)
        self.lobby.tick(at_ms)
        self._deliver(at_ms)

    # The operator

    def open_table(self, key: StakeKey, at_ms: int) -> TableId:
        """Open a table without waiting for players."""
        table = self.lobby.open_table(key, at_ms)
        self._deliver(at_ms)
        return table

    def adopt(self, table: CashTable, at_ms: int) -> None:
        """Take in a table that was restored, its events already read."""
        desk = self._open(table, at_ms)
        (report,) = desk.reports.take(at_ms)
        assert isinstance(report, TableReport)
        self.lobby.adopt(report)
        self._deliver(at_ms)

    def close_table(self, table: TableId, at_ms: int) -> None:
        """No new seats; everybody leaves, after the hand in progress if there is one."""
        self.lobby.close_table(table, at_ms)
        self._deliver(at_ms)

    def offer_no_more(self, table: TableId, at_ms: int) -> None:
        """A table has stopped: its free seats are not offered, players may leave (CRASH-02)."""
        desk = self._desk(table)
        desk.stop(at_ms)
        self._deliver_from(desk, at_ms)

    def offer_again(self, table: TableId, at_ms: int) -> None:
        """A table plays on: its free seats are offered again."""
        desk = self._desk(table)
        desk.play_on(at_ms)
        self._deliver_from(desk, at_ms)

    def exclude(self, player: PlayerId, at_ms: int, *, excluded: bool) -> None:
        """Keep a player out of new Banzai seats and queues; seats taken stay (BANZ-08)."""
        self.lobby.exclude(player, at_ms, excluded=excluded)
        self._deliver(at_ms)

    # Messages

    def _deliver_from(self, desk: TableDesk, at_ms: int) -> None:
        """Take a table's events and messages, and see to what follows from them."""
        news = desk.take_news()
        if news:
            number = desk.table.table
            self._news += [TableNews(number, event) for event in news]
        messages = desk.reports.take(at_ms)
        if messages:
            for message in messages:
                self.lobby.receive(message)
                self._deliver(at_ms)

    def _deliver(self, at_ms: int) -> None:
        """Pass on what the lobby says, until nobody has anything more to say."""
        self._deliver_news()
        for table, message in self.lobby.take_messages():
            desk = self._desks.get(table)
            if desk is not None:
                desk.receive(message, at_ms)
                self._deliver_from(desk, at_ms)

    def _deliver_news(self) -> None:
        for event in self.lobby.take_news():
            self._news.append(event)
            if isinstance(event, TableOpened):
                stake = self.rules.stake(event.stake)
                assert stake is not None
                table = CashTable(event.table, stake, self.rules, self.edition.hand)
                self._open(table, event.at_ms).reports.take(event.at_ms)
            elif isinstance(event, TableClosed):
                del self._desks[event.table]

    def _open(self, table: CashTable, at_ms: int) -> TableDesk:
        desk = self._desks[table.table] = TableDesk(
            table,
            balance=self._balance,
            cashier=self._cashier,
            history=self.rejoin_history,
            at_ms=at_ms,
        )
        return desk
