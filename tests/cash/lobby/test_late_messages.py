"""The lobby and its tables with messages that are late: in every order that a bus allows."""

from collections import deque
from contextlib import suppress
from itertools import count
from random import Random

import pytest

from cardroom.cards import DECK
from cardroom.cash.cashier import Cashier, by_ledger
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.lobby import Lobby
from cardroom.cash.lobby_events import SeatOffered, TableClosed, TableOpened
from cardroom.cash.messages import ToLobby, ToTable
from cardroom.cash.rejoin_history import RejoinHistory
from cardroom.cash.table import CashTable
from cardroom.cash.table_desk import TableDesk
from cardroom.errors import SeatRefused
from cardroom.ledger import Kind, Ledger, PlayerId, TableId, read_account
from cardroom.ledger.accounts import escrow, player_cash
from cardroom.ledger.banking import deposit
from cardroom.rulebook import edition
from tests.cash.lobbies import NL10, NOON_S
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE

PLAYERS = tuple(PlayerId(number) for number in range(1, 13))
STEPS = 400
PURSE = 100_000
BuyIn = tuple[PlayerId, int, int]
"""Player, seat and amount: the lobby passes it on like any other message to the table."""


class Late:
    """A lobby and tables; what they say waits until chance delivers it, in order for each pair."""

    def __init__(self, name: str, seed: int) -> None:
        played = edition(name)
        assert played.cash is not None
        self.edition, self.rules = played, played.cash
        self.chance = Random(seed)
        self.now_ms = NOON_S * 1000
        self.ledger = Ledger()
        self.history = RejoinHistory(self.rules)
        self.cashier = Cashier(by_ledger(self.ledger.apply), currency="EUR", epoch=1)
        self.lobby = Lobby(
            self.rules,
            balance=self.balance,
            cashier=self.cashier,
            history=self.history,
            below=self.chance.randrange,
            new_table=map(TableId, count(1)).__next__,
            limits=LobbyLimits(),
        )
        self.desks: dict[TableId, TableDesk] = {}
        self.to_lobby: dict[TableId, deque[ToLobby]] = {}
        self.to_table: dict[TableId, deque[ToTable | BuyIn]] = {}
        self.offers: list[SeatOffered] = []
        self.hands = self.seated = 0
        for player in PLAYERS:
            money = deposit(player, PURSE, "EUR", reference=f"p{player}", at_ms=self.now_ms)
            self.ledger.apply(money)

    def balance(self, player: PlayerId) -> int:
        return self.ledger.balance(player_cash(player, "EUR"))

    # Messages

    def collect(self) -> None:
        """Take what everybody says; only tables that are no more lose what they were sent."""
        for event in self.lobby.take_news():
            if isinstance(event, TableOpened):
                self.open(event)
            elif isinstance(event, TableClosed):
                assert not self.desks[event.table].table.players, "closed over somebody's head"
                assert not any(isinstance(one, tuple) for one in self.to_table[event.table])
                for of in (self.desks, self.to_lobby, self.to_table):
                    del of[event.table]
            elif isinstance(event, SeatOffered):
                self.offers.append(event)
        for table, message in self.lobby.take_messages():
            if table in self.to_table:
                self.to_table[table].append(message)
        for table, desk in self.desks.items():
            self.to_lobby[table].extend(desk.reports.take(self.now_ms))

    def open(self, event: TableOpened) -> None:
        stake = self.rules.stake(event.stake)
        assert stake is not None
        table = CashTable(event.table, stake, self.rules, self.edition.hand)
        self.desks[event.table] = TableDesk(
            table,
            balance=self.balance,
            cashier=self.cashier,
            history=self.history,
            at_ms=event.at_ms,
        )
        self.to_lobby[event.table] = deque()
        self.to_table[event.table] = deque()

    def deliver(self) -> bool:
        """One message of some pair; False when nothing is on its way."""
        queues: list[tuple[str, TableId]] = [
            ("lobby", one) for one, q in self.to_lobby.items() if q
        ]
        queues += [("table", one) for one, q in self.to_table.items() if q]
        if not queues:
            return False
        side, table = self.chance.choice(queues)
        if side == "lobby":
            self.lobby.receive(self.to_lobby[table].popleft())
        else:
            self.read(self.desks[table], self.to_table[table].popleft())
        self.collect()
        return True

    def read(self, desk: TableDesk, message: "ToTable | BuyIn") -> None:
        if not isinstance(message, tuple):
            desk.receive(message, self.now_ms)
            return
        try:
            desk.buy_in(*message, self.now_ms)
            self.seated += 1
        except SeatRefused:
            assert not desk.table.has(message[0])

    def settle(self) -> None:
        while self.deliver():
            pass

    # What happens

    def step(self) -> None:
        self.now_ms += self.chance.choice((0, 0, 10, 1000, 1000, 20_000, 200_000))
        deed = self.chance.choice(
            (self.want, self.want, self.sit, self.sit, self.sit, self.use_seat, self.use_seat,
             self.play, self.play, self.tick, self.connection, self.operator)
        )  # fmt: skip
        with suppress(SeatRefused):
            deed(self.chance.choice(PLAYERS))
        self.collect()
        for _ in range(self.chance.choice((0, 0, 1, 1, 2, 5))):
            self.deliver()
        self.verify()

    def want(self, player: PlayerId) -> None:
        self.lobby.ask(player, NL10, self.now_ms)

    def sit(self, player: PlayerId) -> None:
        del player
        if self.offers:
            offer = self.offers.pop(self.chance.randrange(len(self.offers)))
            if self.chance.randrange(8) == 0:
                self.lobby.decline(offer.player, offer.table, self.now_ms)
                return
            seat = self.lobby.take_offer(offer.player, offer.table, self.now_ms)
            amount = self.chance.choice((offer.buy_in.most, offer.buy_in.least, 1))
            self.to_table[offer.table].append((offer.player, seat, amount))

    def use_seat(self, player: PlayerId) -> None:
        desks = [desk for desk in self.desks.values() if desk.table.has(player)]
        if not desks:
            return
        desk = self.chance.choice(desks)
        match self.chance.randrange(6):
            case 0:
                desk.leave(player, self.now_ms)
            case 1:
                desk.sit_out(player, self.now_ms)
            case 2:
                desk.next_big_blind(player, self.now_ms, on=True)
            case 3 | 4:
                desk.come_back(player, self.now_ms)
            case _:
                desk.top_up(player, 100, self.now_ms)

    def play(self, player: PlayerId) -> None:
        """A hand begins at some table, or the one in progress ends."""
        del player
        for desk in self.desks.values():
            table = desk.table
            if table.deal is not None:
                while (actor := table.actor) is not None:
                    table.act(actor, "fold", 0, self.now_ms)
                self.cashier.settle(desk.settlement(self.edition.name, self.now_ms))
                desk.after_hand(self.now_ms)
                self.hands += 1
            elif (deal := desk.plan(self.now_ms, self.chance.randrange)) is not None:
                deck = list(DECK)
                self.chance.shuffle(deck)
                table.start_hand(deal, deck, self.now_ms)
                desk.process_events(self.now_ms)

    def tick(self, player: PlayerId) -> None:
        del player
        for desk in self.desks.values():
            desk.tick(self.now_ms)
        self.lobby.tick(self.now_ms)

    def connection(self, player: PlayerId) -> None:
        if self.chance.randrange(2):
            self.lobby.lose_connection(player, self.now_ms)
        else:
            self.lobby.reconnect(player, self.now_ms)

    def operator(self, player: PlayerId) -> None:
        tables = list(self.desks.values())
        match self.chance.randrange(8):
            case 0 if tables:
                self.lobby.close_table(self.chance.choice(tables).table.table, self.now_ms)
            case 1 if tables:
                self.chance.choice(tables).stop(self.now_ms)
            case 2 | 3:
                for desk in tables:
                    desk.play_on(self.now_ms)
            case 4:
                self.lobby.put_out(player, None, self.now_ms)
            case _ if len(tables) < 2:
                self.lobby.open_table(NL10, self.now_ms)

    # What is true

    def verify(self) -> None:
        """At every moment: no seat twice, no cent lost."""
        assert sum(self.ledger.balances.values()) == 0
        for known in self.lobby.tables:
            occupants = self.desks[known.number].table.occupants
            for seat, player in known.reserved.items():
                assert seat not in occupants or occupants[seat].player == player, "offered twice"
        for number, desk in self.desks.items():
            table = desk.table
            stacks = {one.player: one.stack for one in table.in_order()}
            for player, stack in stacks.items():
                assert self.ledger.balance(escrow(number, player, "EUR")) == stack
            for account, balance in self.ledger.balances.items():
                parts = read_account(account)
                if parts.kind is Kind.ESCROW and parts.ids[0] == number and balance:
                    assert PlayerId(parts.ids[1]) in stacks, f"{account} has no seat"

    def verify_quiet(self) -> None:
        """When nothing is on its way: the lobby knows what there is, and keeps nothing in vain."""
        assert {one.number for one in self.lobby.tables} == set(self.desks)
        for known in self.lobby.tables:
            table = self.desks[known.number].table
            assert known.seated == {one.seat: one.player for one in table.in_order()}
            assert known.out == {one.player for one in table.in_order() if one.is_out}
            assert (known.ready, known.needed) == (table.ready, table.needed)
            assert not known.taking, "somebody is on the way for ever"
            assert not known.seated.keys() & known.reserved.keys()
        for player in PLAYERS:
            sits = {number for number, desk in self.desks.items() if desk.table.has(player)}
            assert set(self.lobby.tables_of(player)) == sits
            offered = {offer.table for offer in self.lobby.offers_of(player)}
            reserved = {t.number for t in self.lobby.tables if player in t.reserved.values()}
            assert offered == reserved


@rule("CASH-04", "CASH-06", "SIT-04", "AMB-67")
@pytest.mark.parametrize("name", ONLINE)
def test_no_order_of_messages_gives_a_seat_twice_or_loses_one(name: str) -> None:
    evenings = [Late(name, seed) for seed in range(12)]
    for evening in evenings:
        for number in range(STEPS):
            evening.step()
            if number % 40 == 39:
                evening.settle()
                evening.verify_quiet()
    assert sum(evening.hands for evening in evenings) > 100
    assert sum(evening.seated for evening in evenings) > 100
