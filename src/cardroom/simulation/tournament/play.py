"""One simulated tournament, from the first registration to the last cent.

Every table has its own course of decisions; they interleave on a clock that is only a number.
"""

from collections.abc import Callable
from heapq import heappop, heappush

from cardroom.cards import DECK
from cardroom.engine.chance import RandBelow
from cardroom.engine.games import FULL_BOARD, HOLE_CARDS
from cardroom.errors import Refused
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.simulation.scripts import Chance
from cardroom.simulation.simulated_money import SimulatedMoney
from cardroom.simulation.tournament.checks import Checks
from cardroom.simulation.tournament.counting import Counting
from cardroom.simulation.tournament.disruptions import Disruptions
from cardroom.simulation.tournament.scripts import STYLES, THINKS_MS_MAX, decide
from cardroom.simulation.tournament.summary import Summary
from cardroom.tournament.definition import Definition
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import Terms
from cardroom.tournament.tournament import Tournament

Watch = Callable[[TournamentEvent], None]
Happening = Callable[[], None]
TEN_THOUSAND = 10_000


class Play:
    """A tournament, its players and their clock; `watch` sees every event after the checks."""

    def __init__(
        self,
        money: SimulatedMoney,
        definition: Definition,
        terms: Terms,
        *,
        chance: Chance,
        disruptions: Disruptions,
        summary: Summary,
        carried: Price | None = None,
    ) -> None:
        self.money = money
        self.definition = definition
        self.chance = chance
        self.disruptions = disruptions
        self.summary = summary
        self._terms = terms
        self._carried = carried
        self._money = money.new_money()
        self.tournament = self.new_tournament(chance.randrange)
        self.checks = Checks(
            terms.seats,
            terms.rules,
            places_before_money=terms.places_before_money,
            bounty=definition.bounty,
        )
        self._counting = Counting(summary, terms)
        self.watchers: list[Watch] = []
        self.between_hands: Happening | None = None
        """Asked when the last table is about to deal."""
        self.now_ms = 0
        self._hole = HOLE_CARDS[definition.game]
        self._due: list[tuple[int, int, Happening]] = []
        self._numbers = 0
        summary.tournaments += 1

    def new_tournament(self, below: RandBelow) -> Tournament:
        """The tournament before its first event."""
        desk = Desk(
            self._terms,
            self.definition,
            self._money,
            balance=self.money.balance,
            takes=self.money.takes,
            carried=self._carried,
        )
        return Tournament(self._money.id, self._terms, desk, below)

    @property
    def desk(self) -> Desk:
        """The registration desk of the tournament."""
        return self.tournament.desk

    # The clock

    def at(self, at_ms: int, happening: Happening) -> None:
        """Let something happen then."""
        self._numbers += 1
        heappush(self._due, (at_ms, self._numbers, happening))

    def happens(self, chance_in_ten_thousand: int) -> bool:
        """Whether something of that chance happens now."""
        return self.chance.randrange(TEN_THOUSAND) < chance_in_ten_thousand

    def step(self) -> None:
        """Deal where a hand can be dealt, then do what is due next."""
        self._deal_all()
        if self.tournament.is_over:
            return
        deadline_ms = self.tournament.next_deadline_ms
        if self._due and (deadline_ms is None or self._due[0][0] < deadline_ms):
            at_ms, _, happening = heappop(self._due)
            self.now_ms = max(self.now_ms, at_ms)
            happening()
            return
        assert deadline_ms is not None, "everybody waits for ever"
        self.now_ms = max(self.now_ms, deadline_ms)
        self.tournament.tick(self.now_ms)
        self.take_step()

    def ask(self, request: Callable[[], object]) -> bool:
        """Let somebody try something; what a rule refuses is counted."""
        try:
            request()
        except Refused as refusal:
            self.summary.refuse(refusal.rule)
            return False
        self.take_step()
        return True

    def take_step(self) -> None:
        """Make the payments of a step, then read and check its events."""
        step = self.tournament.take_step()
        for transfer in step.transfers:
            self.money.move(transfer)
            self.checks.pay(transfer)
        for event in step.events:
            self.checks.read(event)
            self._counting.read(event)
            for watch in self.watchers:
                watch(event)

    # Hands

    def _deal_all(self) -> None:
        tournament = self.tournament
        if self.between_hands and len(tournament.tables) == 1 and tournament.ready:
            self.between_hands()
        while tournament.ready:
            number = next(iter(tournament.ready))
            size = len(tournament.tables[number].seats)
            deck = self.chance.sample(DECK, size * self._hole + FULL_BOARD)
            tournament.deal(number, deck, self.now_ms)
            self._plan_turn(tournament.tables[number])
            self.take_step()

    def _plan_turn(self, table: Table) -> None:
        """When the player to act will decide; a finished hand is committed at once."""
        dealt = table.dealt_hand
        assert dealt is not None
        number, hand = table.number, dealt.number
        if table.actor is None:
            self.at(self.now_ms, lambda: self._commit(number, hand))
            return
        deadline_ms = table.deadline_ms
        assert deadline_ms is not None
        at_ms = min(deadline_ms, self.now_ms + self.chance.randrange(THINKS_MS_MAX))
        if self._is_lost(table) or self.happens(self.disruptions.times_out_per_decision):
            at_ms = deadline_ms
        self.at(at_ms, lambda: self._turn(number, hand))

    def _is_lost(self, table: Table) -> bool:
        hand = table.hand
        assert hand is not None
        seat = hand.actor
        return seat is not None and table.seats[seat].connection.is_lost

    def _in_hand(self, number: TableNumber, hand: int) -> Table | None:
        """The table, if that hand is still in progress there."""
        table = self.tournament.tables.get(number)
        if table is None or table.dealt_hand is None or table.dealt_hand.number != hand:
            return None
        return table

    def _turn(self, number: TableNumber, hand: int) -> None:
        table = self._in_hand(number, hand)
        if table is None or table.hand is None:
            return
        if table.actor is None:
            self._commit(number, hand)
            return
        if self.happens(self.disruptions.rolls_back):
            self.tournament.roll_back(number, "simulated", self.now_ms)
            self.take_step()
            return
        self._act(table, table.actor)
        if self.tournament.is_over:
            return
        self._plan_turn(table)

    def _act(self, table: Table, player: PlayerId) -> None:
        hand, deadline_ms = table.hand, table.deadline_ms
        assert hand is not None
        assert deadline_ms is not None
        if self.now_ms >= deadline_ms:
            assert self.tournament.expire(table.number, self.now_ms), "a deadline decides"
            self.summary.happened("run_out_decisions")
            return
        if self._is_lost(table):
            return
        options = hand.options
        assert options is not None
        level = table.dealt_hand.level if table.dealt_hand else 1
        big_blind = self.tournament.terms.level(level).big
        style = STYLES[player % len(STYLES)]
        action, to = decide(
            style, options, pot=hand.chips_in, big_blind=big_blind, chance=self.chance
        )
        self.tournament.act(player, action, to, self.now_ms)

    def _commit(self, number: TableNumber, hand: int) -> None:
        table = self._in_hand(number, hand)
        if table is None:
            return
        assert table.hand is not None
        self.checks.play_out(number, table.hand.events)
        self.tournament.commit(number, self.now_ms)
        self.take_step()
        if not self.tournament.is_over:
            self.checks.after_commit()
