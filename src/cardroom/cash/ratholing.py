"""Ratholing: with how much money a player comes back to the table just left (RAT-01 to RAT-04)."""

from typing import NamedTuple

from cardroom.cash.offers import BuyInOffer, utc_day
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.rejoining import RejoiningRules
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents


class Departure(NamedTuple):
    """A player left a table with a stack; only the latest from each table counts (AMB-65)."""

    stack: Cents
    at_ms: int
    big: bool
    """Large enough to count when the player comes back (RAT-03)."""


class Counter(NamedTuple):
    """How often a player came back to a big stack's table on one day (RAT-03)."""

    day: int
    times: int


class Ratholing:
    """Remembers who left which table with how much, and says what they must bring back."""

    def __init__(self, rules: RejoiningRules) -> None:
        self._rules = rules
        self._departures: dict[tuple[PlayerId, TableId], Departure] = {}
        self._counters: dict[PlayerId, Counter] = {}

    def offer(self, player: PlayerId, table: TableId, stake: Stake, at_ms: int) -> BuyInOffer:
        """The legal buy-in at this very table now (RAT-02, RAT-04, AMB-64, AMB-65)."""
        departure = self._recent(player, table, at_ms)
        if departure is None:
            return BuyInOffer(least=stake.min_buy_in, most=stake.max_buy_in, rule="CASH-16")
        if stake.format in self._rules.last_stack_formats:
            return BuyInOffer(
                least=max(stake.min_buy_in, departure.stack),
                most=max(stake.max_buy_in, departure.stack),
                rule="RAT-04",
            )
        row = self._rules.row(
            same_table=True,
            last_stack=departure.stack,
            counter=self.counter(player, at_ms),
            big_blind=stake.big_blind,
        )
        least, most = row.range(departure.stack, stake.big_blind)
        return BuyInOffer(least=least, most=most, rule="RAT-02")

    def counter(self, player: PlayerId, at_ms: int) -> int:
        """Rejoins that count today; it starts anew every day (RAT-03)."""
        counter = self._counters.get(player)
        return counter.times if counter is not None and counter.day == self._day(at_ms) else 0

    def sit_down(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """A completed rejoin after a big stack counts, whatever was brought (AMB-65)."""
        departure = self._recent(player, table, at_ms)
        self._departures.pop((player, table), None)
        if departure is not None and departure.big:
            times = self.counter(player, at_ms) + 1
            self._counters[player] = Counter(self._day(at_ms), times)

    def leave(
        self, player: PlayerId, table: TableId, stake: Stake, stack: Cents, at_ms: int
    ) -> None:
        """Remember a departure; formats with a rule of their own are not remembered (BANZ-10)."""
        if stake.format not in self._rules.carry_over_formats:
            big = stack >= self._rules.counter_from_bb * stake.big_blind
            self._departures[player, table] = Departure(stack, at_ms, big)

    def forget(self, before_ms: int) -> None:
        """Drop departures that no longer matter, so that memory does not grow for ever."""
        oldest = before_ms - self._rules.window_s * 1000
        self._departures = {
            key: departure
            for key, departure in self._departures.items()
            if departure.at_ms >= oldest
        }

    def _recent(self, player: PlayerId, table: TableId, at_ms: int) -> Departure | None:
        departure = self._departures.get((player, table))
        if departure is None:
            return None
        elapsed, window = at_ms - departure.at_ms, self._rules.window_s * 1000
        within = elapsed <= window if self._rules.window_end == "included" else elapsed < window
        return departure if within else None

    def _day(self, at_ms: int) -> int:
        return utc_day(at_ms, starts_at_hour=self._rules.counter_reset_hour_utc)
