"""Whole events of every format: registration, play, trouble, the target of a satellite, flights."""

from collections.abc import Callable, Sequence

from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.rulebook import Edition
from cardroom.simulation.scripts import Chance
from cardroom.simulation.simulated_money import SimulatedMoney
from cardroom.simulation.tournament.cancels import plan_cancellation
from cardroom.simulation.tournament.disruptions import Disruptions
from cardroom.simulation.tournament.life import REGISTRATION_MS, Life
from cardroom.simulation.tournament.money_checks import MoneyChecks
from cardroom.simulation.tournament.play import Play
from cardroom.simulation.tournament.summary import Summary
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk.entries import Survivor
from cardroom.tournament.desk.flights import Flight, moving_on, pools_of, second_phase
from cardroom.tournament.events import PrizeWon, TournamentEvent
from cardroom.tournament.prizes.satellites import SeatPrizes
from cardroom.tournament.terms import Terms

MIDNIGHT_MS = 1_700_006_400_000
DAY_MS = 86_400_000
FLIGHTS = 3


class Scenario:
    """Plays events of one definition, one after the other, each in a house of its own."""

    def __init__(
        self,
        definition: Definition,
        edition: Edition,
        *,
        chance: Chance,
        disruptions: Disruptions,
        target: Definition | None = None,
        opened: Callable[[Play], None] | None = None,
    ) -> None:
        """`target` is what a satellite plays for; `opened` sees every tournament."""
        assert definition.satellite is None or target is not None
        self._definition = definition
        self._edition = edition
        self._chance = chance
        self._disruptions = disruptions
        self._target = target
        self._opened = opened
        self._day_ms = MIDNIGHT_MS
        self.money = SimulatedMoney(definition.currency)
        self.summary = Summary()

    def play(self, players: int) -> None:
        """One event with this many players, checked to the last cent."""
        self.money = SimulatedMoney(self._definition.currency)
        # Another time of day for every event: breaks come at minute 55 (BRK-01).
        self._day_ms += DAY_MS
        starts_ms = self._day_ms + 60_000 * self._chance.randrange(60)
        people = [PlayerId(number) for number in range(1, self._enough(players) + 1)]
        if self._definition.phased is not None:
            self._play_phases(people, starts_ms)
        elif self._definition.satellite is not None:
            self._play_satellite(people, starts_ms)
        else:
            play = self._open(self._definition, self._terms(self._definition, starts_ms))
            self._enter(play, people, starts_ms)
            self._finish(play)
        self.money.verify()

    def _enough(self, players: int) -> int:
        """A Sit & Go starts only when all its seats are taken (TYP-02)."""
        scheduled = self._definition.kind in {"scheduled", "phased"}
        return players if scheduled else max(players, self._definition.registration.entries_max)

    def _terms(self, definition: Definition, starts_ms: int) -> Terms:
        is_timed = definition.kind in {"scheduled", "phased"}
        return terms_of(definition, self._edition, starts_ms=starts_ms if is_timed else None)

    def _open(self, definition: Definition, terms: Terms, carried: Price | None = None) -> Play:
        play = Play(
            self.money,
            definition,
            terms,
            chance=self._chance,
            disruptions=self._disruptions,
            summary=self.summary,
            carried=carried,
        )
        if self._opened is not None:
            self._opened(play)
        return play

    # Before the start

    def _enter(self, play: Play, people: Sequence[PlayerId], starts_ms: int) -> None:
        """Register everybody, with some who leave again or come late, and start."""
        life = Life(play)
        play.now_ms = starts_ms - REGISTRATION_MS
        on_time = self._sort_out_the_late(play, life, people, starts_ms)
        step_ms = (REGISTRATION_MS - 60_000) // len(people)
        for player in on_time:
            play.now_ms += step_ms
            if play.desk.is_full:
                break
            if life.enter(player) and play.happens(self._disruptions.unregisters_per_entry):
                life.leave(player)
        if play.tournament.terms.starts_ms is None:
            self._fill_up(play, life, len(people))
        self._start(play, starts_ms)

    def _fill_up(self, play: Play, life: Life, players: int) -> None:
        """A Sit & Go waits until it is full: others come for those who have left (TYP-02)."""
        while not play.desk.is_full:
            players += 1
            life.enter(PlayerId(players))

    def _sort_out_the_late(
        self, play: Play, life: Life, people: Sequence[PlayerId], starts_ms: int
    ) -> list[PlayerId]:
        definition = play.definition
        late_ms = 1000 * definition.blinds.level_s * definition.registration.late_levels
        on_time = []
        for player in people:
            if late_ms and play.happens(self._disruptions.late_per_entry):
                life.come_late(player, starts_ms + self._chance.randrange(late_ms * 5 // 4))
            else:
                on_time.append(player)
        return on_time

    def _start(self, play: Play, starts_ms: int) -> None:
        if play.tournament.terms.starts_ms is not None:
            play.now_ms = starts_ms
        absent = {
            player
            for player in play.desk.living
            if play.happens(self._disruptions.absent_per_entry)
        }
        if play.happens(self._disruptions.cancels_per_tournament):
            plan_cancellation(play)
        if not play.tournament.is_over:
            play.tournament.start(play.now_ms, absent=absent)
            play.take_step()

    # To the end

    def _finish(self, play: Play) -> None:
        """Play on until nothing more is dealt, then check everything."""
        self._play_on(play)
        play.checks.at_the_end()
        self._count(play)

    def _play_on(self, play: Play) -> None:
        started_ms = play.now_ms
        while not play.tournament.is_over:
            play.step()
        play.take_step()
        self.summary.simulated_ms += play.now_ms - started_ms

    def _count(self, play: Play) -> None:
        counted, summary = play.checks.money.counted, self.summary
        if play.definition.is_hexapro:
            self._split_drawn(play)
        if play.definition.phased is None:
            play.checks.money.verify()
        summary.received += counted["received"]
        summary.added_by_house += counted["added"]
        summary.prizes += counted["prizes"]
        summary.bounties += counted["bounties"]
        summary.refunds += counted["refunds"]
        summary.fees += counted["fees"]

    def _split_drawn(self, play: Play) -> None:
        """HexaPro pays prizes, refunds and shares alike; prizes and shares are what was drawn.

        A cancelled game is no exception; what it gives on top is its fee (CXL-09, TAMB-40).
        """
        order, counted = play.checks.order, play.checks.money.counted
        given_back = order.given_back * play.definition.price_cents
        shares = sum(order.shares.values())
        refunds = given_back + shares + order.fees_shared
        counted["prizes"] -= refunds
        counted["refunds"] += refunds
        paid = counted["prizes"] + shares
        assert paid == (order.drawn_pool or 0), f"paid {paid}, drew {order.drawn_pool}"
        counted["added"] = counted["prizes"] + refunds - counted["received"]

    # Satellites

    def _play_satellite(self, people: Sequence[PlayerId], starts_ms: int) -> None:
        """The target is open, runs, or is closed when the satellite's winners come."""
        definition = self._target
        assert definition is not None
        length_ms = 1000 * definition.blinds.level_s
        ahead_ms = length_ms * (self._chance.randrange(12) - 4)
        target = self._open(definition, self._terms(definition, starts_ms + ahead_ms))
        self._enter(target, people[: 2 + len(people) // 3], starts_ms + ahead_ms)
        satellite = self._open(self._definition, self._terms(self._definition, starts_ms))
        prizes = SeatPrizes(self._definition, satellite.desk.money, takes=self.money.takes)
        satellite.watchers.append(lambda event: self._deliver(event, satellite, target, prizes))
        self._enter(satellite, people, starts_ms)
        self._play_on(satellite)
        if any(award.seat for award in satellite.checks.order.awards):
            self._close_pools(satellite)
        self._finish(satellite)
        self._finish(target)

    def _close_pools(self, satellite: Play) -> None:
        """All seats are given: the fees are the house's now."""
        if not satellite.tournament.is_cancelled:
            satellite.tournament.close_money(satellite.now_ms)
            satellite.take_step()

    def _deliver(
        self, event: TournamentEvent, satellite: Play, target: Play, prizes: SeatPrizes
    ) -> None:
        """Bring the target up to this moment, and give a winner the seat (TRN-14, TAMB-68)."""
        if not isinstance(event, PrizeWon) or not event.award.seat or event.held:
            return
        while target.tournament.is_running and target.now_ms < satellite.now_ms:
            target.step()
        player = satellite.tournament.player_of(event.entry)
        target.now_ms = max(target.now_ms, satellite.now_ms)
        there = None if target.tournament.is_over else target.tournament
        entered = self.summary.entries
        person = satellite.desk.entries[event.entry].person
        transfer = prizes.deliver(player, event, there, target.now_ms, person=person)
        self.money.move(transfer)
        satellite.checks.pay(transfer)
        target.take_step()
        if self.summary.entries > entered:
            target.checks.money.receive(transfer)

    # Phases

    def _play_phases(self, people: Sequence[PlayerId], starts_ms: int) -> None:
        """Some flights with overlapping fields, then the second phase (TYP-12, TAMB-76)."""
        first = self._terms(self._definition, starts_ms)
        plays = []
        for _ in range(FLIGHTS):
            play = self._open(self._definition, first)
            size = max(2, 2 * len(people) // FLIGHTS)
            begin = self._chance.randrange(len(people) - size + 1)
            self._enter(play, people[begin : begin + size], starts_ms)
            self._finish(play)
            plays.append(play)
        flights = [self._flight(play) for play in plays if not play.tournament.is_cancelled]
        if flights:
            plays.append(self._play_second(first, flights, plays))
        _verify_together(plays)

    def _flight(self, play: Play) -> Flight:
        """What a finished first phase leaves behind."""
        tournament, desk, money = play.tournament, play.desk, play.desk.money
        pools = [self.money.balance(pool) for pool in (money.places, money.bounties, money.fees)]
        return Flight(
            entries=tournament.entries,
            pools=Price(*pools),
            bounties=play.desk.bounties,
            survivors=tuple(
                Survivor(
                    player=tournament.player_of(entry),
                    stack=stack,
                    bounty=tournament.bounty_book.bounties[entry],
                    fees=desk.entries[entry].fees,
                    person=desk.entries[entry].person,
                )
                for entry, stack in tournament.survivors.items()
            ),
        )

    def _play_second(self, first: Terms, flights: list[Flight], plays: list[Play]) -> Play:
        ended_ms = max(play.now_ms for play in plays)
        starts_ms = ended_ms + REGISTRATION_MS
        terms = second_phase(first, flights, starts_ms=starts_ms)
        second = self._open(self._definition, terms, pools_of(flights))
        going_on = [play for play in plays if not play.tournament.is_cancelled]
        for play, flight in zip(going_on, flights, strict=True):
            money = play.desk.money
            self.money.move(money.carry_over(second.desk.money, flight.pools, at_ms=ended_ms))
            self.money.move(money.close(0, play.desk.used_tickets, at_ms=ended_ms))
        Life(second)
        second.now_ms = starts_ms
        for player, survivor in moving_on(flights).items():
            second.tournament.register(
                player, starts_ms - 1, survivor=survivor, person=survivor.person
            )
        self._start(second, starts_ms)
        self._finish(second)
        return second


def _verify_together(plays: Sequence[Play]) -> None:
    """The money of all phases together: pools go on from one to the other."""
    together = MoneyChecks()
    for play in plays:
        together.counted.update(play.checks.money.counted)
    together.verify()
