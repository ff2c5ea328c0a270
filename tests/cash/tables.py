"""A cash table for tests: players are named by their seats, times are seconds."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cardroom.cards import DECK, Card
from cardroom.cash.events import TableEvent
from cardroom.cash.occupant import Occupant
from cardroom.cash.offers import BuyInOffer
from cardroom.cash.positions import HandPositions, Standing
from cardroom.cash.table import CashTable
from cardroom.cash.terms import bank_terms
from cardroom.engine.timebank import TimeBank
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook import edition
from cardroom.rulebook.cash import CashRules, Game, StakeKey
from cardroom.rulebook.cash.stakes import Format
from cardroom.units import Cents, Seat

ONLINE = ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0")
RICH: Cents = 10_000_000


def cash_rules(name: str = "en-2.7") -> CashRules:
    rules = edition(name).cash
    assert rules is not None
    return rules


class TestTable:
    """Player n sits in seat n, unless said otherwise; everybody has money enough.

    What is asked of it and not found here is asked of `cash_table`, the table itself: that may be
    compiled, and then no Python class can be made of it.
    """

    __test__ = False

    def __init__(
        self,
        name: str = "en-2.7",
        *,
        game: Game = "nl-holdem",
        table_format: Format = "ordinary",
        blinds: tuple[Cents, Cents] = (5, 10),
        seed: int = 1,
    ) -> None:
        rules = cash_rules(name)
        stake = rules.stake(StakeKey(game, table_format, *blinds))
        assert stake is not None, f"{name} does not offer {game} {table_format} {blinds}"
        self.cash_table = CashTable(TableId(1), stake, rules, edition(name).hand)
        self.now_ms = 0
        self.chance = Random(seed)
        self.balances: dict[PlayerId, Cents] = {}
        self.events: list[TableEvent] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cash_table, name)

    def balance(self, player: PlayerId) -> Cents:
        return self.balances.get(player, RICH)

    def join(self, *seats: Seat, stack: Cents | None = None, player: int | None = None) -> None:
        for seat in seats:
            amount = self.cash_table.stake.max_buy_in if stack is None else stack
            offer = BuyInOffer(least=amount, most=amount, rule="CASH-16")
            self.cash_table.sit_down(PlayerId(player or seat), seat, amount, offer, self.now_ms)

    def wait(self, seconds: float) -> None:
        self.now_ms += int(seconds * 1000)

    def deal_next(self, deck: Sequence[Card] | None = None) -> HandPositions | None:
        """Tidy up and deal the next hand, if enough players are ready."""
        self.cash_table.tidy(self.now_ms, self.balance)
        deal = self.cash_table.plan(self.now_ms, self.chance.randrange)
        if deal is not None:
            cards = list(DECK) if deck is None else list(deck)
            if deck is None:
                self.chance.shuffle(cards)
            self.cash_table.start_hand(deal, cards, self.now_ms)
        return deal

    def say(self, player: int, action: str, to: Cents = 0) -> None:
        self.cash_table.act(PlayerId(player), action, to, self.now_ms)

    def fold_out(self) -> None:
        """Everybody folds; the hand is paid."""
        while self.cash_table.actor is not None:
            self.cash_table.act(self.cash_table.actor, "fold", 0, self.now_ms)
        self.cash_table.finish()

    def play_on(self, hands: int) -> None:
        """Deal and fold this many hands."""
        for _ in range(hands):
            assert self.deal_next() is not None
            self.fold_out()

    def stacks(self) -> dict[Seat, Cents]:
        return {
            seat: self.cash_table.occupants[seat].stack
            for seat in sorted(self.cash_table.occupants)
        }


def seated(seat: Seat, player: PlayerId, standing: Standing) -> Occupant:
    """A seat with a player who has chips and is not sitting out."""
    bank = TimeBank(bank_terms(cash_rules().clock))
    occupant = Occupant(seat=seat, player=player, stack=100, bank=bank, auto_top_up=False)
    occupant.standing = standing
    return occupant


def where(deal: HandPositions | None) -> tuple[Seat, Seat | None, Seat]:
    assert deal is not None
    return deal.button, deal.small_blind, deal.big_blind


def three_handed() -> TestTable:
    """Seats 1 to 3; the hand just paid had button 1, small blind 2, big blind 3."""
    table = TestTable()
    table.join(1, 2, 3)
    table.cash_table.last = HandPositions(
        button=1,
        small_blind=2,
        big_blind=3,
        dealt_in={seat: PlayerId(seat) for seat in (1, 2, 3)},
    )
    for occupant in table.occupants.values():
        occupant.standing = "playing"
    return table
