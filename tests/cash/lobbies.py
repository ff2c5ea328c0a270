"""A lobby for tests, with a ledger, chance from a seed, and seconds instead of milliseconds."""

from itertools import count
from random import Random
from typing import Any

import msgspec

from cardroom.cards import DECK
from cardroom.cash.cashier import by_ledger
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby import CashLobby
from cardroom.cash.lobby_events import LobbyEvent, Queued, SeatOffered
from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions
from cardroom.ledger import Ledger, PlayerId, TableId
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.banking import deposit, request_withdrawal
from cardroom.rulebook import edition
from cardroom.rulebook.cash import CashRules, StakeKey
from cardroom.units import Cents
from tests.rulebook.cash_editions import altered

NL10 = StakeKey("nl-holdem", "ordinary", 5, 10)
NL25 = StakeKey("nl-holdem", "ordinary", 10, 25)
DEEP = StakeKey("nl-holdem", "deepstack", 5, 10)
SHORT = StakeKey("pl-omaha", "shortstack", 25, 50)
BANZAI_NL1 = StakeKey("nl-holdem", "banzai", 5, 10)
BANZAI_NL5 = StakeKey("nl-holdem", "banzai", 25, 50)

DAY_S = 86_400
NOON_S = 20_000 * DAY_S + DAY_S // 2
RICH: Cents = 10_000_000


def player(number: int) -> PlayerId:
    return PlayerId(number)


SIX = (11, 12, 13, 14, 15, 16)
"""Enough for a full table."""


def place(answer: SeatOffered | Queued) -> int:
    """The place in the queue of somebody who must wait."""
    assert isinstance(answer, Queued)
    return answer.place


class SampleLobby:
    """A lobby whose players have plenty of money unless `give` said otherwise before they are seen.

    It has a lobby instead of being one: no class can be derived from a compiled one.
    """

    def __init__(
        self,
        name: str = "en-2.7",
        *switches: tuple[str, str, object],
        seed: int = 1,
        limits: LobbyLimits | None = None,
    ) -> None:
        played = edition(name)
        cash = played.cash
        assert cash is not None
        for switch in switches:
            cash = altered(cash, *switch)
        self.ledger = Ledger()
        self.chance = Random(seed)
        self.now_ms = NOON_S * 1000
        self._deposits = count(1)
        self._seen: set[PlayerId] = set()
        self.front = CashLobby(
            msgspec.structs.replace(played, cash=cash),
            balance=self.balance,
            move=by_ledger(self.ledger.apply),
            below=self.chance.randrange,
            new_table=map(TableId, count(1)).__next__,
            currency="EUR",
            epoch=1,
            limits=limits or LobbyLimits(),
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self.front, name)

    @property
    def cash(self) -> CashRules:
        return self.front.rules

    def balance(self, who: PlayerId) -> Cents:
        if who not in self._seen:
            self.give(who, RICH)
        return self.ledger.balance(player_cash(who, "EUR"))

    def give(self, who: PlayerId, amount: Cents) -> None:
        self._seen.add(who)
        if amount:
            reference = str(next(self._deposits))
            self.ledger.apply(deposit(who, amount, "EUR", reference=reference, at_ms=self.now_ms))

    def spend(self, who: PlayerId, amount: Cents) -> None:
        """The money goes elsewhere."""
        reference = str(next(self._deposits))
        self.ledger.apply(
            request_withdrawal(who, amount, "EUR", reference=reference, at_ms=self.now_ms)
        )

    def wait(self, seconds: float) -> None:
        self.now_ms += round(seconds * 1000)
        self.front.tick(self.now_ms)

    def want(self, number: int, key: StakeKey = NL10) -> SeatOffered | Queued:
        return self.front.ask(player(number), key, self.now_ms)

    def offered(self, number: int, key: StakeKey = NL10) -> SeatOffered:
        answer = self.want(number, key)
        assert isinstance(answer, SeatOffered)
        return answer

    def offered_or_open(self, number: int, key: StakeKey = NL10) -> SeatOffered:
        """A seat for a player who would otherwise wait for others to come."""
        if not any(table.stake.key == key for table in self.front.tables):
            self.open(key)
        return self.offered(number, key)

    def sit(
        self, number: int, key: StakeKey = NL10, amount: Cents = 0, *, reset: bool = False
    ) -> TableId:
        """Ask and buy in, for the most that is legal if no amount is given."""
        offer = self.offered(number, key)
        chosen = amount or offer.buy_in.most
        self.front.buy_in(player(number), offer.table, chosen, self.now_ms, reset=reset)
        return offer.table

    def sit_at(self, table: TableId, *numbers: int, amount: Cents = 0) -> None:
        """Sit down at a certain table, which players cannot choose themselves."""
        for number in numbers:
            offer = self.front.offer_at(player(number), table, None, self.now_ms)
            self.front.buy_in(player(number), table, amount or offer.buy_in.most, self.now_ms)

    def open(self, key: StakeKey = NL10) -> TableId:
        return self.front.open_table(key, self.now_ms)

    def full(self, *numbers: int, key: StakeKey = NL10) -> TableId:
        """A new table with these players."""
        table = self.open(key)
        self.sit_at(table, *numbers)
        return table

    def deal_at(self, table: TableId) -> HandPositions:
        deal = self.front.plan(table, self.now_ms)
        assert deal is not None
        cards = list(DECK)
        self.chance.shuffle(cards)
        self.front.table(table).start_hand(deal, cards, self.now_ms)
        return deal

    def fold_out(self, table: TableId) -> None:
        """Everybody folds; the hand is settled."""
        cash_table = self.front.table(table)
        while cash_table.actor is not None:
            cash_table.act(cash_table.actor, "fold", 0, self.now_ms)
        self.front.settle(table, self.now_ms)

    def walk(self, table: TableId) -> int:
        """Everybody folds to the big blind, who wins the small blind: who it was."""
        deal = self.deal_at(table)
        self.fold_out(table)
        return deal.dealt_in[deal.big_blind]

    def seat_of(self, table: TableId, number: int) -> Occupant:
        return self.front.table(table).occupant(player(number))

    def sits(self, table: TableId, number: int) -> bool:
        return player(number) in self.front.lobby._tables.find(table).seated.values()

    def lobby_events(self) -> list[LobbyEvent]:
        """What happened in the lobby since the last time, without the tables' own events."""
        return [event for event in self.front.take_news() if isinstance(event, LobbyEvent)]
