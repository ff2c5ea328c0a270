"""The cash lobby: who wants a seat, who is offered one, and what reaches several tables at once.

It knows its tables only from what they report, and reaches them only by messages.
"""

from collections.abc import Callable, Sequence

from cardroom.cash.cashier import Cashier, PlayerNote
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.due import Due
from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.lobby.lobby_table import LobbyTable
from cardroom.cash.lobby.lobby_tables import LobbyTables, NewTable
from cardroom.cash.lobby.outbox import ForTable, Outbox
from cardroom.cash.lobby.queues import Queues
from cardroom.cash.lobby.seat_offers import SeatOffers
from cardroom.cash.lobby.sitting_out import SittingOut
from cardroom.cash.lobby.table_reports import TableReports
from cardroom.cash.lobby_events import EntryNumber, LobbyEvent, Queued, SeatOffered, TableClosing
from cardroom.cash.messages import (
    CloseTable,
    NextBigBlindAsked,
    PlayerSatOut,
    RemovePlayer,
    SeatNotTaken,
    SetPosting,
    TableGone,
    TablePlaysOn,
    TableReport,
    TableStopped,
    ToLobby,
)
from cardroom.cash.places import LobbyPlace
from cardroom.cash.rejoin_history import PlayerRecord, RejoinHistory
from cardroom.cash.seats import Balance
from cardroom.engine.chance import RandBelow
from cardroom.engine.deadlines import Deadlines
from cardroom.errors import SeatRefused
from cardroom.ledger import CaseId, PlayerId, TableId
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Cents, Seat


class Lobby:
    """Offers, queues, and players as the lobby knows them.

    `balance` says what a player can spend, `history` what is remembered about them, `cashier` keeps
    that; these belong to the players. `tick` is for everything that time does.

    The tables are in `LobbyTables`, what each player has in `LobbyPlayers`; `SeatOffers` reserves
    seats, `Queues` says who gets the next one, `SittingOut` reaches all tables of a player, and
    `TableReports` draws the consequences of what a table reports.
    """

    def __init__(
        self,
        rules: CashRules,
        *,
        balance: Balance,
        cashier: Cashier,
        history: RejoinHistory,
        below: RandBelow,
        new_table: NewTable,
        limits: LobbyLimits,
    ) -> None:
        self.rules = rules
        self.limits = limits
        self._history = history
        self._cashier = cashier
        news: list[LobbyEvent] = []
        due: Deadlines[Due] = Deadlines()
        self._news = news
        self._deadlines = due
        outbox = self._outbox = Outbox()
        players = self._players = LobbyPlayers(balance)
        tables = self._tables = LobbyTables(
            rules, limits=limits, new_table=new_table, deadlines=due, news=news
        )
        offers = self._offers = SeatOffers(
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
        self._sitting_out = SittingOut(rules.sitting_out, players, outbox)
        self._reports = TableReports(tables, players, queues, outbox)

    # Questions

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """What can be asked for (CASH-19)."""
        return tuple(group.stake for group in self._tables.by_stake.values())

    @property
    def tables(self) -> tuple[LobbyTable, ...]:
        """Every table; with many of them this is no question for every hand."""
        return tuple(self._tables.by_number.values())

    @property
    def next_deadline_ms(self) -> int | None:
        """When there is something to look at, at the latest."""
        return self._deadlines.next_ms

    def table(self, table: TableId) -> LobbyTable:
        """A table by its number, as it has reported; refused when there is none."""
        return self._tables.find(table)

    def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """Where a player sits, as far as the tables have reported it."""
        return tuple(table.number for table in self._players.tables_of(player))

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

    def take_news(self) -> list[LobbyEvent]:
        """Everything that happened in the lobby since the last call."""
        news = self._news.copy()
        self._news.clear()
        return news

    def take_messages(self) -> list[ForTable]:
        """What is to be delivered to tables, in its order."""
        return self._outbox.take()

    # Seats: asked for, offered, taken, declined

    def ask(self, player: PlayerId, key: StakeKey, at_ms: int) -> SeatOffered | Queued:
        """A player wants one more seat at a stake: an offered seat, or a place in the queue."""
        return self._queues.ask(player, key, at_ms)

    def offer_now(
        self, player: PlayerId, key: StakeKey, at_ms: int, *, moving: bool
    ) -> SeatOffered | None:
        """An offered seat at a stake if one is free now; only at a game that moves, if it must."""
        return self._queues.offer_now(player, key, at_ms, moving=moving)

    def stands_still(self, key: StakeKey) -> bool:
        """Whether the hand of any table of a stake waits for a lost connection (TIME-01)."""
        return self._queues.stands_still(key)

    def number_from(self, number: int) -> None:
        """Number those who come from now on after this one: no number is given twice."""
        self._offers.number_from(number)

    def restore_places(self, places: Sequence[LobbyPlace], at_ms: int) -> None:
        """Queues and offered seats as before a restart, in their order (CASH-06, CRASH-01)."""
        for place in places:
            self._queues.restore(place, at_ms)
        self._queues.serve_all(at_ms)

    def renew_offers(self, at_ms: int) -> None:
        """Keep every offered seat as long as a new one: nobody could take it until now."""
        self._offers.renew(at_ms)

    def leave_queue(self, player: PlayerId, entry: EntryNumber) -> None:
        """Stop waiting, at any time (CASH-06)."""
        self._queues.leave(player, entry)

    def lose_queue_places(self, player: PlayerId) -> None:
        """A player has been out of reach for too long and waits nowhere any more (CASH-06)."""
        self._queues.leave_all(player)

    def decline(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Give an offered seat back before the buy-in."""
        self._queues.decline(player, table, at_ms)

    def take_offer(self, player: PlayerId, table: TableId, at_ms: int) -> Seat:
        """The seat that a player takes: theirs until the table has seated them, or refused.

        Whoever calls this sends the buy-in to the table.
        """
        return self._queues.take_offer(player, table, at_ms)

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

    # The connection

    def lose_connection(self, player: PlayerId, at_ms: int) -> None:
        """A player is out of reach, at every table (TIME-01)."""
        self._sitting_out.lose_connection(player, at_ms)

    def reconnect(self, player: PlayerId, at_ms: int) -> None:
        """A player is in reach again, at every table (AMB-58)."""
        self._sitting_out.reconnect(player, at_ms)

    def set_posting(self, player: PlayerId, at_ms: int, *, by_hand: bool) -> None:
        """Have a player's big blinds posted as they come, or only at their word (SIT-05)."""
        history = self._history

        def set_again(stored: PlayerRecord | None) -> PlayerRecord:
            history.restore(stored or PlayerRecord(player=player, until_ms=0))
            return self._posting_record(player, at_ms, by_hand=by_hand)

        record = self._posting_record(player, at_ms, by_hand=by_hand)
        self._cashier.remember(PlayerNote(record, set_again))
        message = SetPosting(player=player, by_hand=by_hand, at_ms=at_ms)
        for table in self.tables_of(player):
            self._outbox.send(table, message)

    def _posting_record(self, player: PlayerId, at_ms: int, *, by_hand: bool) -> PlayerRecord:
        history = self._history
        history.set_posting(player, by_hand=by_hand)
        return history.next_record(player, at_ms, history.banks(player, at_ms))

    # What tables say

    def receive(self, message: ToLobby) -> None:
        """A table says something; one that is closed has nothing more to say."""
        lobby_table = self._tables.by_number.get(message.table)
        if lobby_table is None:
            return
        if isinstance(message, TableReport):
            self._reports.read(lobby_table, message)
        elif isinstance(message, SeatNotTaken):
            self._reports.read_refusal(lobby_table, message)
        elif isinstance(message, PlayerSatOut):
            self._sitting_out.extend(message)
        elif isinstance(message, NextBigBlindAsked):
            self._sitting_out.next_big_blind(message)
        elif isinstance(message, TableStopped):
            self._offer_no_more(lobby_table, message.at_ms)
        elif isinstance(message, TableGone):
            self._give_up(lobby_table, message.at_ms)
        else:
            assert isinstance(message, TablePlaysOn), f"no such message to the lobby: {message}"
            self._offer_again(lobby_table, message.at_ms)

    def adopt(self, report: TableReport) -> None:
        """Take in a table that was restored, with everybody who sits there."""
        assert report.table not in self._tables.by_number, "the table is in the lobby already"
        self._reports.read(self._tables.adopt(report), report)

    def _offer_no_more(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """A table has stopped: its free seats are not offered (CRASH-02)."""
        lobby_table.frozen = True
        self._tables.relist(lobby_table)
        self._queues.lapse_all(lobby_table, "table_frozen", at_ms)

    def _give_up(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """A table is no more: who was on the way to it has no seat there."""
        lobby_table.taking.clear()
        self._offer_no_more(lobby_table, at_ms)
        self._tables.close_if_left(lobby_table)

    def _offer_again(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """A table plays on: its free seats are offered again, unless it closes."""
        lobby_table.frozen = False
        if lobby_table.closing:
            # It may have stopped because it read nothing any more, this neither.
            self._outbox.send(lobby_table.number, CloseTable(at_ms=at_ms))
        self._queues.seats_opened(lobby_table, at_ms)

    # Time

    def tick(self, at_ms: int) -> None:
        """Time has passed: offers lapse, idle tables close."""
        for due in self._deadlines.take_due(at_ms):
            self._fall_due(due, at_ms)
        self._history.forget(at_ms)
        self._queues.serve_all(at_ms)

    def _fall_due(self, due: Due, at_ms: int) -> None:
        """A deadline has come; by now it may no longer hold."""
        lobby_table = self._tables.by_number.get(due.table)
        if lobby_table is None:
            return
        if due.player is None:
            self._tables.close_if_idle(lobby_table, at_ms)
            return
        offer = self._players.get(due.player).offers.get(due.table)
        if offer is not None and at_ms >= offer.until_ms:
            self._queues.lapse(due.player, due.table, "too_late", at_ms)

    # The operator

    def offer_stakes(self, stakes: Sequence[Stake]) -> None:
        """Offer these stakes from now on: one more than before, or one less."""
        self._tables.offer(stakes)

    def open_table(self, key: StakeKey, at_ms: int) -> TableId:
        """Open a table without waiting for players."""
        group = self._tables.stake(key)
        if self._tables.is_full:
            raise SeatRefused("AMB-39", "too_many_tables", {"tables": self.limits.tables})
        lobby_table = self._tables.open(group, at_ms, invites=True)
        self._queues.serve(group, at_ms)
        return lobby_table.number

    def close_table(self, table: TableId, at_ms: int) -> None:
        """No new seats; everybody leaves, after the hand in progress if there is one."""
        lobby_table = self._tables.find(table)
        lobby_table.closing = True
        self._tables.relist(lobby_table)
        self._news.append(TableClosing(table=table))
        self._queues.lapse_all(lobby_table, "table_closed", at_ms)
        self._outbox.send(table, CloseTable(at_ms=at_ms))
        self._tables.close_if_left(lobby_table)

    def put_out(self, player: PlayerId, case: CaseId | None, at_ms: int) -> tuple[TableId, ...]:
        """Take a player's places in queues and offered seats, and their seats after the hands in
        progress; the stacks are held in the case, if there is one (AMB-70).

        The tables that they are to leave.
        """
        taking = [offer.table for offer in self.offers_of(player) if self._is_taking(player, offer)]
        tables = (*self.tables_of(player), *taking)
        if case is not None and tables:
            self.suspend(player, case, at_ms)
        for entry in self.queued(player):
            self._queues.leave(player, entry.entry)
        for offer in self.offers_of(player):
            self._queues.lapse(player, offer.table, "declined", at_ms)
        for table in tables:
            self._outbox.send(table, RemovePlayer(player=player, at_ms=at_ms))
        return tables

    def _is_taking(self, player: PlayerId, offer: SeatOffered) -> bool:
        return player in self._tables.by_number[offer.table].taking

    def suspend(self, player: PlayerId, case: CaseId | None, at_ms: int) -> None:
        """Have a player's stacks held in a case when they leave; None ends that (AMB-70)."""
        history = self._history

        def suspend_again(stored: PlayerRecord | None) -> PlayerRecord:
            history.restore(stored or PlayerRecord(player=player, until_ms=0))
            history.suspend(player, case)
            return history.next_record(player, at_ms, history.banks(player, at_ms))

        history.suspend(player, case)
        record = history.next_record(player, at_ms, history.banks(player, at_ms))
        self._cashier.remember(PlayerNote(record, suspend_again))

    def exclude(self, player: PlayerId, at_ms: int, *, excluded: bool) -> None:
        """Keep a player out of new Banzai seats and queues; seats taken stay (BANZ-08)."""
        self._history.banzai.exclude(player, excluded=excluded)
        if excluded:
            self._queues.exclude_from_banzai(player, at_ms)

    def close_to(self, key: StakeKey, is_kept_out: Callable[[PlayerId], bool], at_ms: int) -> None:
        """Some may no longer sit at a stake: they wait there no more, and no seat there is kept for
        them; seats taken stay (FAIR-07)."""
        self._queues.close_to(key, is_kept_out, at_ms)
