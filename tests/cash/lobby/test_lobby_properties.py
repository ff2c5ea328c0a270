"""Random evenings in the lobby: limits hold, queues are fair, and the money adds up."""

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.queue import QueueEntry
from cardroom.cash.lobby_events import SeatOffered, TableNews
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.accounts import escrow
from cardroom.rulebook.cash import StakeKey
from tests.cash.lobbies import BANZAI_NL1, BANZAI_NL5, NL10, NL25, SampleLobby
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE

STEPS = 1875
PLAYERS = 24
KEYS = (NL10, NL25, BANZAI_NL1, BANZAI_NL5)
PLACES_MAX = 6
PLAYERS_TO_OPEN = 3


class Evening(SampleLobby):
    """Players ask, sit, play, sit out, leave and come back at random."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name, seed=seed, limits=LobbyLimits(seats_per_player=PLACES_MAX))
        self.dice = Random(seed)
        self.offers_made = 0
        self.acts: tuple[Callable[[PlayerId], None], ...] = (
            *(self._asks, self._asks, self._asks, self._plays, self._plays, self._plays),
            *(self._leaves, self._goes_out, self._comes_back, self._gives_up, self._operator),
        )
        for number in range(1, PLAYERS + 1):
            self.give(PlayerId(number), self.dice.choice([700, 3_000, 20_000]))

    def step(self) -> None:
        before = {key: list(group.queue) for key, group in self.lobby._tables.by_stake.items()}
        self.now_ms += self.dice.choice([10, 500, 2_000, 5_000, 90_000])
        self.tick(self.now_ms)
        for act in (self._sits, self.dice.choice(self.acts)):
            try:
                act(PlayerId(self.dice.randint(1, PLAYERS)))
            except SeatRefused:
                self.refusals_change_nothing()
        self.verify(before)

    # What players do

    def _asks(self, who: PlayerId) -> None:
        self.ask(who, self.dice.choice(KEYS), self.now_ms)

    def _sits(self, who: PlayerId) -> None:
        """Whoever has been offered a seat sits down, mostly."""
        offers = [
            offer
            for places in self.lobby._players._players.values()
            for offer in places.offers.values()
        ]
        for offer in offers:
            if self.dice.random() < 0.4:
                continue
            who = offer.player
            legal = self.rejoin_history.offer(
                who, offer.table, self.table(offer.table).stake, self.now_ms
            )
            reset = legal.reset_to is not None and self.dice.random() < 0.5
            wanted = self.dice.randint(legal.least, legal.most)
            amount = legal.reset_to if reset and legal.reset_to is not None else wanted
            self.buy_in(who, offer.table, amount, self.now_ms, reset=reset)

    def _leaves(self, who: PlayerId) -> None:
        for table in self.tables_of(who)[:1]:
            self.leave(who, table.table, self.now_ms)

    def _goes_out(self, who: PlayerId) -> None:
        for table in self.tables_of(who)[:1]:
            self.sit_out(who, table.table, self.now_ms)

    def _comes_back(self, who: PlayerId) -> None:
        for table in self.tables_of(who):
            if table.occupant(who).stack == 0:
                self.top_up(who, table.table, table.stake.max_buy_in, self.now_ms)
            self.come_back(who, table.table, self.now_ms)

    def _gives_up(self, who: PlayerId) -> None:
        for queued in self.queued(who)[:1]:
            self.leave_queue(who, queued.entry)
        for offer in self.offers_of(who)[:1]:
            self.decline(who, offer.table, self.now_ms)

    def _plays(self, who: PlayerId) -> None:
        for table in self.tables:
            if self.plan(table.table, self.now_ms) is None:
                continue
            self.deal_at(table.table)
            while (actor := table.actor) is not None:
                assert table.hand is not None
                options = table.hand.options
                assert options is not None
                if options.raise_to and self.dice.random() < 0.2:
                    table.act(actor, "raise", options.raise_to, self.now_ms)
                else:
                    table.act(actor, "call" if options.call else "check", 0, self.now_ms)
            self.settle(table.table, self.now_ms)

    def _operator(self, who: PlayerId) -> None:
        chance = self.dice.random()
        if chance < 0.2 and self.tables:
            self.close_table(self.dice.choice(self.tables).table, self.now_ms)
        elif chance < 0.3:
            self.exclude(who, self.now_ms, excluded=self.dice.random() < 0.5)

    # What must hold after every step

    def refusals_change_nothing(self) -> None:
        assert not any(table.take_news() for table in self.tables)

    def verify(self, before: dict[StakeKey, list[QueueEntry]]) -> None:
        news = self.take_news()
        for event in news:
            if isinstance(event, SeatOffered):
                self.offers_made += 1
                self.fair(event, before[event.stake])
        assert all(self.listed_right(table.table) for table in self.tables)
        for number in range(1, PLAYERS + 1):
            self.limits_hold(PlayerId(number))
        self.tick(self.now_ms)
        self.nobody_waits_beside_a_free_seat()
        if any(isinstance(event, TableNews) for event in news):
            self.money_adds_up()

    def fair(self, offer: SeatOffered, waiting: list[QueueEntry]) -> None:
        """Nobody who waited longer, and still waits, could have had this seat."""
        queue = self.lobby._tables.by_stake[offer.stake].queue
        mine = [one.number for one in waiting if one.player == offer.player]
        gone = [number for number in mine if number not in queue]
        for one in waiting:
            if one.number in queue and (not gone or one.number < max(gone)):
                assert not self.could_sit(one, offer.table), f"{one} was passed over for {offer}"

    def could_sit(self, entry: QueueEntry, table: TableId) -> bool:
        lobby_table = self.front.lobby._tables.by_number.get(table)
        if lobby_table is None or entry.player in {
            *lobby_table.seated.values(),
            *lobby_table.reserved.values(),
        }:
            return False
        stake = lobby_table.stake
        cheapest = self.front.rejoin_history.offer(
            entry.player, lobby_table.number, stake, self.now_ms
        ).cheapest
        able = self.front.lobby._queues._offers.is_allowed(entry.player, stake.key, entry.number)
        return able and cheapest <= self.front.money(entry.player)

    def nobody_waits_beside_a_free_seat(self) -> None:
        for group in self.lobby._tables.by_stake.values():
            numbers = [entry.number for entry in group.queue]
            assert numbers == sorted(numbers)
            for lobby_table in self.lobby._tables.by_number.values():
                if lobby_table.stake.key == group.stake.key and lobby_table.free_seats:
                    could = {
                        entry.player
                        for entry in group.queue
                        if self.could_sit(entry, lobby_table.number)
                    }
                    assert not could or len(could) + lobby_table.present < PLAYERS_TO_OPEN
                    assert not (could and lobby_table.is_playing)

    def listed_right(self, table: TableId) -> bool:
        """The lobby's picture of a table is the table; nobody has two seats at it."""
        lobby_table = self.lobby._tables.by_number[table]
        cash_table = self.table(table)
        seated = {seat: occupant.player for seat, occupant in cash_table.occupants.items()}
        everybody = [*seated.values(), *lobby_table.reserved.values()]
        group = self.lobby._tables.by_stake[cash_table.stake.key]
        pools = [group.open, group.inviting, group.sparse]
        free = sum(pool.free(cash_table.table) for pool in pools)
        return (
            lobby_table.seated == seated
            and lobby_table.out == {one.player for one in cash_table.in_order() if one.is_out}
            and (lobby_table.ready, lobby_table.needed) == (cash_table.ready, cash_table.needed)
            and (cash_table.table in group.open) == (lobby_table.is_playing and free > 0)
            and len(everybody) == len(set(everybody))
            and not seated.keys() & lobby_table.reserved.keys()
            and free == len(lobby_table.free_seats)
        )

    def limits_hold(self, who: PlayerId) -> None:
        places = self.lobby._players.get(who)
        assert len(places) <= PLACES_MAX
        sits = {
            lobby_table.number
            for lobby_table in self.lobby._tables.by_number.values()
            if self.table(lobby_table.number).has(who)
        }
        assert set(places.tables) == sits
        assert not sits & set(places.offers)
        taken = [one.stake for one in places.taken(who, "banzai")]
        per_stake = self.rules.banzai.table_limit_scope == "stake"
        counts = [taken.count(key) for key in set(taken)] if per_stake else [len(taken)]
        assert all(count <= self.rules.banzai.table_limit for count in counts)

    def money_adds_up(self) -> None:
        """Every stack is in its escrow, and nothing else is; all accounts together are zero."""
        stacks = {
            escrow(table.table, occupant.player, "EUR"): occupant.stack
            for table in self.tables
            for occupant in table.occupants.values()
        }
        balances = self.ledger.balances
        booked = {account: sum_ for account, sum_ in balances.items() if "escrow" in account}
        assert {account: sum_ for account, sum_ in booked.items() if sum_} == {
            account: stack for account, stack in stacks.items() if stack
        }
        assert sum(balances.values()) == 0


@rule("CASH-04", "CASH-06", "AMB-39", "AMB-21", "BANZ-04", "RAT-01")
@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize("seed", [1, 2])
def test_an_evening_of_random_players_breaks_no_limit_and_loses_no_cent(
    name: str, seed: int
) -> None:
    evening = Evening(name, seed)
    for _ in range(STEPS):
        evening.step()
    assert evening.offers_made > 100
    assert len(evening.ledger.transfers) > 300


@rule("AMB-39")
def test_with_seats_and_money_for_all_the_queue_is_served_strictly_in_order() -> None:
    lobby = SampleLobby(limits=LobbyLimits(tables=1))
    table = lobby.full(11, 12, 13, 14, 15, 16)
    for number in (5, 3, 9, 1):
        lobby.want(number)
    lobby.take_news()
    for leaver in (13, 11, 16, 12):
        lobby.leave(PlayerId(leaver), table, lobby.now_ms)
    offered = [event.player for event in lobby.lobby_events() if isinstance(event, SeatOffered)]
    assert offered == [5, 3, 9, 1]
    entries = [offer.seat for number in offered for offer in lobby.offers_of(number)]
    assert all(one != other for one, other in combinations(entries, 2))
