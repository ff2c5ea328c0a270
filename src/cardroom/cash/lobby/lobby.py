"""The cash games of the house above the single table: one object for the room and simulations."""

from cardroom.cash.cashier import Cashier, Move
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.due import Due
from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.lobby.lobby_tables import LobbyTables, NewTable
from cardroom.cash.lobby.queues import Queues
from cardroom.cash.lobby.seat_money import SeatMoney
from cardroom.cash.lobby.seat_offers import SeatOffers
from cardroom.cash.lobby.sitting_out import SittingOut
from cardroom.cash.lobby.table_event_reader import TableEventReader
from cardroom.cash.lobby_events import EntryNumber, News, Queued, SeatOffered, TableClosing
from cardroom.cash.positions import HandPositions
from cardroom.cash.rejoin_history import RejoinHistory
from cardroom.cash.seats import Balance
from cardroom.cash.table import CashTable
from cardroom.engine.chance import RandBelow
from cardroom.engine.deadlines import Deadlines
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

    This class is the front. The tables are in `LobbyTables`, what each player has in
    `LobbyPlayers`; `SeatOffers` reserves seats, `Queues` says who gets the next one, `SeatMoney`
    moves stacks, `SittingOut` reaches all tables of a player, and `TableEventReader` draws the
    consequences of what happened at a table.
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
        history = self.rejoin_history = RejoinHistory(rules)
        self._balance = balance
        self._below = below
        news: list[News] = []
        due: Deadlines[Due] = Deadlines()
        self._news = news
        self._deadlines = due
        players = self._players = LobbyPlayers(balance)
        tables = self._tables = LobbyTables(
            edition, rules, limits=limits, new_table=new_table, deadlines=due, news=news
        )
        offers = SeatOffers(
            rules,
            limits=limits,
            tables=tables,
            players=players,
            rejoin_history=history,
            below=below,
            deadlines=due,
            news=news,
        )
        queues = self._queues = Queues(rules, tables, players, offers, news)
        cashier = self._cashier = Cashier(move, currency=currency, epoch=epoch)
        money = self._money = SeatMoney(cashier, balance, tables, players, history)
        sitting_out = self._sitting_out = SittingOut(rules.sitting_out, players)
        self._reader = TableEventReader(
            rules,
            balance=balance,
            cashier=cashier,
            tables=tables,
            players=players,
            queues=queues,
            money=money,
            sitting_out=sitting_out,
            deadlines=due,
            news=news,
        )

    # Questions

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """What can be asked for (CASH-19)."""
        return tuple(group.stake for group in self._tables.by_stake.values())

    @property
    def tables(self) -> tuple[CashTable, ...]:
        """Every table; with many of them this is no question for every hand."""
        return tuple(lobby_table.table for lobby_table in self._tables.by_number.values())

    @property
    def next_deadline_ms(self) -> int | None:
        """When there is something to look at, at the latest."""
        return self._deadlines.next_ms

    def is_closing(self, table: TableId) -> bool:
        """Whether a table gives no new seats and closes after its hand."""
        return self._tables.find(table).closing

    def free_seats(self, table: TableId) -> int:
        """How many seats of a table can be offered."""
        return len(self._tables.find(table).free_seats)

    def table(self, table: TableId) -> CashTable:
        """A table by its number."""
        return self._tables.find(table).table

    def tables_of(self, player: PlayerId) -> tuple[CashTable, ...]:
        """Where a player sits."""
        return self._players.tables_of(player)

    def offers_of(self, player: PlayerId) -> tuple[SeatOffered, ...]:
        """The seats that are offered to a player."""
        return tuple(self._players.get(player).offers.values())

    def queued(self, player: PlayerId) -> tuple[Queued, ...]:
        """Where a player waits, with the place now (CASH-06)."""
        return self._queues.queued(player)

    @property
    def waiting(self) -> dict[StakeKey, int]:
        """How many entries each queue has (CASH-06)."""
        return self._queues.waiting

    @property
    def waiting_players(self) -> tuple[PlayerId, ...]:
        """Everybody who waits somewhere, once."""
        return self._queues.waiting_players

    def gathered(self, key: StakeKey) -> int:
        """How many players there are toward a table for those who wait at a stake (CASH-06)."""
        return self._queues.gathered(key)

    def money(self, player: PlayerId) -> Cents:
        """What a player can still spend on seats: the balance without what offered seats cost."""
        return self._players.money(player)

    def take_news(self) -> list[News]:
        """Everything that happened since the last call, at the tables and in the lobby."""
        news = self._news.copy()
        self._news.clear()
        return news

    # Seats: asked for, offered, declined

    def ask(self, player: PlayerId, key: StakeKey, at_ms: int) -> SeatOffered | Queued:
        """A player wants one more seat at a stake: an offered seat, or a place in the queue."""
        return self._queues.ask(player, key, at_ms)

    def leave_queue(self, player: PlayerId, entry: EntryNumber) -> None:
        """Stop waiting, at any time (CASH-06)."""
        self._queues.leave(player, entry)

    def lose_queue_places(self, player: PlayerId) -> None:
        """A player has been out of reach for too long and waits nowhere any more (CASH-06)."""
        self._queues.leave_all(player)

    def decline(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Give an offered seat back before the buy-in."""
        self._queues.decline(player, table, at_ms)

    def offer_at(
        self, player: PlayerId, table: TableId, seat: Seat | None, at_ms: int
    ) -> SeatOffered:
        """Offer a seat at one table: to whom the operator names, or a practice player of the house.

        What the player must bring, and every limit on their seats, stay the same.
        """
        return self._queues.offer_at(player, table, seat, at_ms)

    def restore_seat(
        self, player: PlayerId, table: TableId, seat: Seat | None, at_ms: int
    ) -> SeatOffered:
        """Offer a seat to somebody who lost it wrongly, by the operator's word (CASH-01)."""
        self.rules.conduct.verify_override("restore_seat")
        return self._queues.offer_at(player, table, seat, at_ms)

    # Money

    def buy_in(
        self, player: PlayerId, table: TableId, amount: Cents, at_ms: int, *, reset: bool = False
    ) -> Transfer:
        """Take the offered seat with a legal stack (CASH-16, RAT-02, BANZ-02, BANZ-07)."""
        transfer = self._money.buy_in(player, table, amount, at_ms, reset=reset)
        self.process_events(table, at_ms)
        return transfer

    def top_up(self, player: PlayerId, table: TableId, amount: Cents, at_ms: int) -> None:
        """Add money now, or after the hand (AMB-40, BANZ-03)."""
        self.table(table).top_up(player, amount, self._balance(player))
        self.process_events(table, at_ms)

    def take_from_stack(self, player: PlayerId, table: TableId, amount: Cents, at_ms: int) -> None:
        """Bring part of a stack back to the player's cash, between hands (CASH-01, AMB-24)."""
        self.table(table).take_from_stack(player, amount)
        self.process_events(table, at_ms)

    def pay_out(self, table: CashTable, player: PlayerId, stack: Cents, at_ms: int) -> None:
        """A stack goes to its player's cash, or to the case they are suspended in (AMB-70)."""
        self._money.pay_out(table, player, stack, at_ms)

    def suspend(self, player: PlayerId, case: CaseId | None, at_ms: int) -> None:
        """Have a player's stacks held in a case when they leave; None ends that (AMB-70)."""
        self._money.suspend(player, case, at_ms)

    # Sitting out, leaving, the connection

    def sit_out(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Sit out; with several tables, at all of them (SIT-01, SIT-04, AMB-62)."""
        self._reader.read_all(self._sitting_out.sit_out(player, self.table(table), at_ms), at_ms)

    def next_big_blind(self, player: PlayerId, table: TableId, at_ms: int, *, on: bool) -> None:
        """Sit out at each of the player's tables when its own big blind comes (SIT-05)."""
        tables = self._sitting_out.next_big_blind(player, self.table(table), on=on)
        self._reader.read_all(tables, at_ms)

    def come_back(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Return at one table; the others keep their deadline (SIT-02, AMB-62)."""
        self.table(table).come_back(player, at_ms)
        self.process_events(table, at_ms)

    def leave(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Give up the seat, after the hand if the player is in one (AMB-67)."""
        self.table(table).leave(player, at_ms)
        self.process_events(table, at_ms)

    def lose_connection(self, player: PlayerId, at_ms: int) -> None:
        """A player is out of reach, at every table (TIME-01)."""
        self._reader.read_all(self._sitting_out.lose_connection(player, at_ms), at_ms)

    def reconnect(self, player: PlayerId, at_ms: int) -> None:
        """A player is in reach again, at every table (AMB-58)."""
        self._reader.read_all(self._sitting_out.reconnect(player), at_ms)

    # Hands

    def process_events(self, table: TableId, at_ms: int) -> None:
        """Read a table's events: book its money, keep the seats up to date, pass them on."""
        self._reader.read(self._tables.find(table), at_ms)

    def plan(self, table: TableId, at_ms: int) -> HandPositions | None:
        """The next hand of a table, or None while too few are ready (CASH-07, SIT-05)."""
        lobby_table = self._tables.find(table)
        deal = lobby_table.table.plan(at_ms, self._below)
        self._reader.read(lobby_table, at_ms)
        return deal

    def settlement(self, table: TableId, at_ms: int) -> SettledHand:
        """What a finished hand moves, to be stored before `after_hand` (CRASH-01)."""
        return self.table(table).settlement(
            epoch=self._cashier.epoch,
            edition=self.edition.name,
            currency=self._cashier.currency,
            at_ms=at_ms,
        )

    def after_hand(self, table: TableId, at_ms: int) -> None:
        """A finished hand is stored: everything that has waited for its end happens."""
        lobby_table = self._tables.find(table)
        lobby_table.table.finish()
        self._reader.between_hands(lobby_table, at_ms)

    def settle(self, table: TableId, at_ms: int) -> SettledHand:
        """Settle a finished hand through `move`, and go on."""
        hand = self.settlement(table, at_ms)
        self._cashier.settle(hand)
        self.after_hand(table, at_ms)
        return hand

    def roll_back(self, table: TableId, reason: str, at_ms: int) -> None:
        """The hand never was (CRASH-01, CRASH-02, AMB-69)."""
        lobby_table = self._tables.find(table)
        lobby_table.table.roll_back(reason)
        self._reader.between_hands(lobby_table, at_ms)

    # Time

    def tick(self, at_ms: int) -> None:
        """Time has passed: offers lapse, the overdue are removed, idle tables close."""
        for due in self._deadlines.take_due(at_ms):
            self._fall_due(due, at_ms)
        self.rejoin_history.forget(at_ms)
        self._queues.serve_all(at_ms)

    def _fall_due(self, due: Due, at_ms: int) -> None:
        """A deadline has come; by now it may no longer hold."""
        lobby_table = self._tables.by_number.get(due.table)
        if lobby_table is None:
            return
        if due.player is None:
            self._tables.close_if_idle(lobby_table, at_ms)
        elif due.kind == "offer":
            offer = self._players.get(due.player).offers.get(due.table)
            if offer is not None and at_ms >= offer.until_ms:
                self._queues.lapse(due.player, due.table, "too_late", at_ms)
        else:
            self._reader.remove_if_due(lobby_table, due.player, at_ms)

    # The operator

    def open_table(self, key: StakeKey, at_ms: int) -> TableId:
        """Open a table without waiting for players."""
        group = self._tables.stake(key)
        if self._tables.is_full:
            raise SeatRefused("AMB-39", "too_many_tables", {"tables": self.limits.tables})
        lobby_table = self._tables.open(group, at_ms, invites=True)
        self._queues.serve(group, at_ms)
        return lobby_table.table.table

    def adopt(self, table: CashTable, at_ms: int) -> None:
        """Take in a table that was restored, its events already read."""
        lobby_table = self._tables.adopt(table, at_ms)
        for player in table.players:
            self._players.add(player).tables[table.table] = table
            self._reader.watch_removal(lobby_table, player)

    def close_table(self, table: TableId, at_ms: int) -> None:
        """No new seats; everybody leaves, after the hand in progress if there is one."""
        lobby_table = self._tables.find(table)
        lobby_table.closing = True
        self._tables.relist(lobby_table)
        self._news.append(TableClosing(table=table))
        self._queues.lapse_all(lobby_table, "table_closed", at_ms)
        if lobby_table.table.deal is None:
            self._reader.between_hands(lobby_table, at_ms)
            self._tables.close_if_left(lobby_table)

    def offer_no_more(self, table: TableId, at_ms: int) -> None:
        """A table has stopped: its free seats are not offered, players may leave (CRASH-02)."""
        lobby_table = self._tables.find(table)
        lobby_table.frozen = True
        self._tables.relist(lobby_table)
        self._queues.lapse_all(lobby_table, "table_frozen", at_ms)

    def offer_again(self, table: TableId, at_ms: int) -> None:
        """A table plays on: its free seats are offered again."""
        lobby_table = self._tables.find(table)
        lobby_table.frozen = False
        self._queues.seats_opened(lobby_table, at_ms)

    def exclude(self, player: PlayerId, at_ms: int, *, excluded: bool) -> None:
        """Keep a player out of new Banzai seats and queues; seats taken stay (BANZ-08)."""
        self.rejoin_history.banzai.exclude(player, excluded=excluded)
        if excluded:
            self._queues.exclude_from_banzai(player, at_ms)
