"""The cash games of the house above the single table: one object for the room and simulations."""

from cardroom.cash.lobby_events import TableClosing
from cardroom.cash.lobby_table import LobbyTable
from cardroom.cash.positions import HandPositions
from cardroom.cash.sitting_out import is_global, sit_out_everywhere
from cardroom.cash.table import CashTable
from cardroom.cash.table_event_reader import TableEventReader
from cardroom.errors import SeatRefused, TransferRefused
from cardroom.ledger import PlayerId, SettledHand, TableId, Transfer
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.units import Cents


class CashLobby(TableEventReader):
    """Seats, money and sitting out at all cash tables of one edition.

    `balance` says what a player can spend, `move` applies a transfer or refuses it; `epoch` makes
    the keys of transfers differ from those before a restart. A hand is planned (`plan`), dealt and
    played at its table; when it is over it is settled here (`settle`; or, where storing takes time,
    `settlement` first and `after_hand` when it is stored). `tick` is for everything that time does.
    """

    # Money

    def buy_in(
        self, player: PlayerId, table: TableId, amount: Cents, at_ms: int, *, reset: bool = False
    ) -> Transfer:
        """Take the offered seat with a legal stack (CASH-16, RAT-02, BANZ-02, BANZ-07).

        What is legal is decided now, not when the seat was offered (AMB-65); only then money moves.
        """
        offered = self._places_of(player).offers.get(table)
        if offered is None or at_ms >= offered.until_ms:
            raise SeatRefused("CASH-04", "no_seat_offered")
        seats = self._lobby_tables[table].table
        legal = self.rejoin_history.offer(player, table, seats.stake, at_ms)
        legal.verify(amount, reset=reset)
        balance = self._balance(player)
        if amount > balance:
            raise SeatRefused(legal.rule, "not_enough_money", {"balance": balance})
        seats.verify_sit_down(player, offered.seat, amount, legal, reset=reset)
        before = self.rejoin_history.record(player, at_ms)
        self.rejoin_history.sit_down(player, table, seats.stake, at_ms, reset=reset)
        try:
            record = self._record(player, at_ms)
            transfer = self._cashier.buy_in(table, player, amount, at_ms, record)
        except TransferRefused:
            self.rejoin_history.restore(before)
            raise
        seats.sit_down(player, offered.seat, amount, legal, at_ms, reset=reset)
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

    # Sitting out, leaving, the connection

    def sit_out(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Sit out; with several tables, at all of them (SIT-01, SIT-04, AMB-62)."""
        asked = self.table(table)
        occupant = asked.occupant(player)
        if occupant.is_out or occupant.sit_out == "after_this_hand":
            raise SeatRefused("SIT-01", "sitting_out_already")
        tables = self.tables_of(player)
        if is_global(self.rules.sitting_out, "player", tables):
            sit_out_everywhere(self.rules.sitting_out, tables, player, at_ms)
        else:
            asked.sit_out(player, at_ms)
        self._absorb_all(tables, at_ms)

    def next_big_blind(self, player: PlayerId, table: TableId, at_ms: int, *, on: bool) -> None:
        """Sit out at each of the player's tables when its own big blind comes (SIT-05).

        This is no global sit-out: every table keeps its own time (AMB-62). Where the player leaves
        or sits out already, nothing changes.
        """
        self.table(table).sit_out_next_big_blind(player, on=on)
        tables = self.tables_of(player)
        for other in tables:
            occupant = other.occupant(player)
            if other.table != table and occupant.may_sit_out_later:
                other.sit_out_next_big_blind(player, on=on)
        self._absorb_all(tables, at_ms)

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
        tables = self.tables_of(player)
        for table in tables:
            table.lose_connection(player, at_ms)
        self._absorb_all(tables, at_ms)

    def reconnect(self, player: PlayerId, at_ms: int) -> None:
        """A player is in reach again, at every table (AMB-58)."""
        tables = self.tables_of(player)
        for table in tables:
            table.reconnect(player)
        self._absorb_all(tables, at_ms)

    # Hands

    def plan(self, table: TableId, at_ms: int) -> HandPositions | None:
        """The next hand of a table, or None while too few are ready (CASH-07, SIT-05)."""
        lobby_table = self._find(table)
        deal = lobby_table.table.plan(at_ms, self._below)
        self._process_events(lobby_table, at_ms)
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
        lobby_table = self._find(table)
        lobby_table.table.finish()
        self._between_hands(lobby_table, at_ms)

    def settle(self, table: TableId, at_ms: int) -> SettledHand:
        """Settle a finished hand through `move`, and go on."""
        hand = self.settlement(table, at_ms)
        self._cashier.settle(hand)
        self.after_hand(table, at_ms)
        return hand

    def roll_back(self, table: TableId, reason: str, at_ms: int) -> None:
        """The hand never was (CRASH-01, CRASH-02, AMB-69)."""
        self.table(table).roll_back(reason)
        self._between_hands(self._lobby_tables[table], at_ms)

    # Time

    def tick(self, at_ms: int) -> None:
        """Time has passed: kept seats lapse, the overdue are removed, idle tables close."""
        for due in self._deadlines.take_due(at_ms):
            lobby_table = self._lobby_tables.get(due.table)
            if lobby_table is not None:
                self._fall_due(lobby_table, due, at_ms)
        self.rejoin_history.forget(at_ms)
        for group in self._stakes.values():
            self._serve(group, at_ms)

    # The operator

    def open_table(self, key: StakeKey, at_ms: int) -> TableId:
        """Open a table without waiting for players."""
        group = self._group(key)
        if len(self._lobby_tables) >= self.limits.tables:
            raise SeatRefused("AMB-39", "too_many_tables", {"tables": self.limits.tables})
        lobby_table = self._open(group, at_ms, invites=True)
        self._serve(group, at_ms)
        return lobby_table.table.table

    def adopt(self, table: CashTable, at_ms: int) -> None:
        """Take in a table that was restored, its news already read."""
        assert table.table not in self._lobby_tables, "the table is in the lobby already"
        lobby_table = self._lobby_tables[table.table] = LobbyTable(table, at_ms)
        for player in table.players:
            self._own_places(player).tables[table.table] = table
            self._watch_removal(lobby_table, player)
        self._relist(lobby_table)
        self._watch_idle(lobby_table)

    def close_table(self, table: TableId, at_ms: int) -> None:
        """No new seats; everybody leaves, after the hand in progress if there is one."""
        lobby_table = self._find(table)
        lobby_table.closing = True
        self._relist(lobby_table)
        self._news.append(TableClosing(table=table))
        for player in list(lobby_table.kept.values()):
            self._lapse(player, table, "table_closed", at_ms)
        if lobby_table.table.deal is None:
            self._between_hands(lobby_table, at_ms)
            self._close_if_left(lobby_table)

    def offer_no_more(self, table: TableId, at_ms: int) -> None:
        """A table has stopped: its free seats are not offered, players may leave (CRASH-02)."""
        lobby_table = self._find(table)
        lobby_table.frozen = True
        self._relist(lobby_table)
        for player in list(lobby_table.kept.values()):
            self._lapse(player, table, "table_frozen", at_ms)

    def offer_again(self, table: TableId, at_ms: int) -> None:
        """A table plays on: its free seats are offered again."""
        lobby_table = self._find(table)
        lobby_table.frozen = False
        self._seats_opened(lobby_table, at_ms)

    def exclude(self, player: PlayerId, at_ms: int, *, excluded: bool) -> None:
        """Keep a player out of new Banzai seats and queues; seats taken stay (BANZ-08)."""
        self.rejoin_history.banzai.exclude(player, excluded=excluded)
        if excluded:
            places = self._places_of(player)
            for number, key in list(places.entries.items()):
                if key.format == "banzai":
                    self._drop_entry(player, number, "excluded")
            for offer in list(places.offers.values()):
                if offer.stake.format == "banzai":
                    self._lapse(player, offer.table, "excluded", at_ms)
