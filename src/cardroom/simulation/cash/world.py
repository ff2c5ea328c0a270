"""The simulated room: players with bankrolls, tables that play, a clock that is only a number."""

from collections.abc import Callable, Sequence

import msgspec

from cardroom.cards import DECK
from cardroom.cash.cashier import by_ledger
from cardroom.cash.events import Left
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby import CashLobby
from cardroom.cash.lobby_events import SeatOffered, TableNews
from cardroom.cash.positions import HandPositions
from cardroom.cash.table import CashTable
from cardroom.engine.hand import Hand
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, SettledHand, TableId, Transfer
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.simulation.cash.checks import Checks
from cardroom.simulation.cash.scripts import STYLES, THINKS_MS_MAX, decide
from cardroom.simulation.scripts import Chance
from cardroom.simulation.simulated_money import SimulatedMoney
from cardroom.units import Cents

CURRENCY = "EUR"
BUY_INS_PER_DEPOSIT = 20
PAUSE_MS = 3_000
LONG_ABSENCE_MS = 700_000
Watch = Callable[[CashTable, Hand], None]


class Summary(msgspec.Struct, kw_only=True):
    """What a simulation has played."""

    hands: int = 0
    rolled_back: int = 0
    players_dealt_in: int = 0
    pots: Cents = 0
    rake: Cents = 0
    seated: int = 0
    server_decisions: int = 0
    removed: int = 0
    refused: dict[str, int] = {}
    simulated_ms: int = 0


class World:
    """One stake of one edition with its players; everything that happens comes from `chance`."""

    def __init__(
        self,
        edition: Edition,
        stake: StakeKey,
        *,
        players: int,
        chance: Chance,
        watch: Watch | None = None,
    ) -> None:
        assert edition.cash is not None, "an edition with cash games"
        found = edition.cash.stake(stake)
        assert found is not None, "a stake that the edition offers"
        self._chance = chance
        self._watch = watch
        self._stake: Stake = found
        self._money = SimulatedMoney(CURRENCY)
        self._tables = 0
        self.summary = Summary()
        self.lobby = CashLobby(
            edition,
            balance=self._money.cash,
            move=by_ledger(self._money.ledger.apply),
            below=chance.randrange,
            new_table=self._new_table,
            currency=CURRENCY,
            epoch=1,
            limits=LobbyLimits(),
        )
        self.checks = Checks(
            found, edition.cash, self._money.ledger, CURRENCY, tables=lambda: self.lobby.tables
        )
        self._now_ms = 1_700_000_000_000
        self._started_ms = self._now_ms
        self._players = [PlayerId(number) for number in range(1, players + 1)]
        self._styles = {player: STYLES[player % len(STYLES)] for player in self._players}

    @property
    def now_ms(self) -> int:
        """The moment on the clock of the simulation."""
        return self._now_ms

    @property
    def transfers(self) -> Sequence[Transfer]:
        """All money that has moved so far."""
        return self._money.ledger.transfers

    def _new_table(self) -> TableId:
        self._tables += 1
        return TableId(self._tables)

    def play(self, *, until: int) -> None:
        """Let time pass, let some players do something, and play a hand where one can be dealt.

        No more than `until` hands are played in all.
        """
        self._now_ms += PAUSE_MS
        if self._happens(2):
            self._now_ms += LONG_ABSENCE_MS
        self.lobby.tick(self._now_ms)
        for _ in range(1 + len(self._players) // 8):
            self._live(self._players[self._chance.randrange(len(self._players))])
        for table in list(self.lobby.tables):
            if table.deal is None and self.summary.hands < until:
                self._play_hand(table)
        for news in self.lobby.take_news():
            self.checks.read(news)
            if isinstance(news, TableNews) and isinstance(news.event, Left):
                self.summary.removed += news.event.cause == "sat_out_too_long"
        self.summary.simulated_ms = self._now_ms - self._started_ms

    def _happens(self, permille: int) -> bool:
        return self._chance.randrange(1000) < permille

    # What players do between hands

    def _live(self, player: PlayerId) -> None:
        """One player does one thing; what a rule refuses is counted."""
        tables = self.lobby.tables_of(player)
        try:
            if not tables or self._happens(50):
                self._ask(player)
            else:
                self._use_seat(player, tables[self._chance.randrange(len(tables))])
        except SeatRefused as refusal:
            count = self.summary.refused.get(refusal.rule, 0)
            self.summary.refused[refusal.rule] = count + 1

    def _ask(self, player: PlayerId) -> None:
        if self._money.cash(player) < 2 * self._stake.max_buy_in:
            amount = BUY_INS_PER_DEPOSIT * self._stake.max_buy_in
            self._money.deposit(player, amount, self._now_ms)
            self.checks.deposited(player, amount)
        offers = self.lobby.offers_of(player)
        answer = offers[0] if offers else self.lobby.ask(player, self._stake.key, self._now_ms)
        if isinstance(answer, SeatOffered):
            self._buy_in(answer)

    def _buy_in(self, offer: SeatOffered) -> None:
        terms = offer.buy_in
        reset = terms.reset_to is not None and self._happens(500)
        span = terms.most - terms.least
        amount = terms.least + self._chance.randrange(span + 1)
        if reset and terms.reset_to is not None:
            amount = terms.reset_to
        self.lobby.buy_in(offer.player, offer.table, amount, self._now_ms, reset=reset)
        self.summary.seated += 1

    def _use_seat(self, player: PlayerId, table: CashTable) -> None:
        """Come back, buy in again, post, sit out, leave, top up, drop the line, as it falls."""
        occupant, number, now = table.occupant(player), table.table, self._now_ms
        if occupant.connection.is_lost and self._happens(300):
            self.lobby.reconnect(player, now)
        if occupant.stack == 0 and table.deal is None and self._happens(600):
            amount = self._stake.max_buy_in
            if self._money.cash(player) >= amount:
                self.lobby.top_up(player, number, amount, now)
        elif occupant.is_out and self._happens(500):
            self.lobby.come_back(player, number, now)
        elif occupant.standing == "waiting" and self._happens(400):
            table.post_or_wait(player, post=True)
        else:
            self._move_about(player, table)

    def _move_about(self, player: PlayerId, table: CashTable) -> None:
        roll, number, now = self._chance.randrange(1000), table.table, self._now_ms
        if roll < 60:
            self.lobby.leave(player, number, now)
        elif roll < 120:
            self.lobby.sit_out(player, number, now)
        elif roll < 160:
            self.lobby.next_big_blind(player, number, now, on=self._happens(800))
        elif roll < 220:
            missing = self._stake.max_buy_in - table.occupant(player).stack
            self.lobby.top_up(player, number, max(1, missing), now)
        elif roll < 250:
            table.set_auto_top_up(player, on=self._happens(700))
        elif roll < 280:
            self.lobby.lose_connection(player, now)

    # Hands

    def plan(self, table: CashTable) -> HandPositions | None:
        """What the table would deal now; None while too few are ready."""
        table.tidy(self._now_ms, self._money.cash)
        self.lobby.process_events(table.table, self._now_ms)
        deal = table.plan(self._now_ms, self._chance.randrange)
        self.lobby.process_events(table.table, self._now_ms)
        return deal

    def settle(self, table: CashTable) -> SettledHand:
        """Pay the hand that is over."""
        return self.lobby.settle(table.table, self._now_ms)

    def _play_hand(self, table: CashTable) -> None:
        deal = self.plan(table)
        if deal is None:
            self.checks.no_deal(table)
            return
        self.checks.before_deal(table, deal)
        deck = list(DECK)
        self._chance.shuffle(deck)
        table.start_hand(deal, deck, self._now_ms)
        rolls_back = self._happens(3)
        while table.actor is not None:
            if rolls_back and self._happens(300):
                self.lobby.roll_back(table.table, "simulated", self._now_ms)
                self.summary.rolled_back += 1
                return
            self._take_turn(table, table.actor)
        assert table.hand is not None
        if self._watch is not None:
            self._watch(table, table.hand)
        hand = self.settle(table)
        self.checks.after_hand(table, hand, deal)
        self._count(hand)

    def _take_turn(self, table: CashTable, player: PlayerId) -> None:
        hand, deadline_ms = table.hand, table.deadline_ms
        assert hand is not None
        assert deadline_ms is not None
        self.checks.on_turn(table, self._now_ms)
        if table.occupant(player).connection.is_lost or self._happens(4):
            self._now_ms = max(self._now_ms, deadline_ms)
            assert table.expire(self._now_ms), "a deadline that passed decides"
            self.summary.server_decisions += 1
            return
        longest_ms = deadline_ms - self._now_ms
        thinks_ms = longest_ms if self._happens(30) else min(longest_ms, THINKS_MS_MAX)
        self._now_ms += self._chance.randrange(thinks_ms)
        options = hand.options
        assert options is not None
        action, to = decide(self._styles[player], options, hand.chips_in, self._chance)
        table.act(player, action, to, self._now_ms)
        if self._happens(2) and table.has(player):
            self.lobby.leave(player, table.table, self._now_ms)

    def _count(self, hand: SettledHand) -> None:
        summary = self.summary
        summary.hands += 1
        summary.players_dealt_in += len(hand.deltas)
        summary.rake += hand.rake
        summary.pots -= sum(delta for delta in hand.deltas.values() if delta < 0)
