"""Ratholing: with how much money a player comes back to the table just left (RAT-01 to RAT-04)."""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from cardroom.cash.daily import CountOfDay, DailyCount
from cardroom.cash.offers import BuyInOffer, is_within
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.rejoining import RejoiningRules
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents


class Departure(NamedTuple):
    """A player left a table with a stack; only the latest from each table counts (AMB-65)."""

    player: PlayerId
    table: TableId
    stack: Cents
    at_ms: int
    big: bool
    """Large enough to count when the player comes back (RAT-03)."""
    held: bool = False
    """From a format where nobody comes back with less (RAT-04)."""


class Ratholing:
    """Remembers who left which table with how much, and says what they must bring back."""

    def __init__(self, rules: RejoiningRules) -> None:
        self._rules = rules
        self._departures: dict[PlayerId, dict[TableId, Departure]] = {}
        self._by_time: deque[Departure] = deque()
        self._rejoins = DailyCount(starts_at_hour=rules.counter_reset_hour_utc)

    def offer(self, player: PlayerId, table: TableId, stake: Stake, at_ms: int) -> BuyInOffer:
        """The legal buy-in at this very table now (RAT-02, RAT-04, AMB-64, AMB-65)."""
        departure = self._recent(player, table, at_ms)
        if departure is not None and stake.format in self._rules.last_stack_formats:
            return BuyInOffer(
                least=max(stake.min_buy_in, departure.stack),
                most=max(stake.max_buy_in, departure.stack),
                rule="RAT-04",
            )
        if departure is not None and stake.format == "ordinary":
            return self._by_table(departure, stake, at_ms)
        return standard_offer(stake)

    def _by_table(self, departure: Departure, stake: Stake, at_ms: int) -> BuyInOffer:
        row = self._rules.row(
            same_table=True,
            last_stack=departure.stack,
            counter=self.counter(departure.player, at_ms),
            big_blind=stake.big_blind,
        )
        minimum, maximum = row.range(departure.stack, stake.big_blind)
        return BuyInOffer(least=minimum, most=maximum, rule="RAT-02")

    def counter(self, player: PlayerId, at_ms: int) -> int:
        """Rejoins that count today; the count starts from zero every day (RAT-03)."""
        return self._rejoins.of(player, at_ms)

    def tables(self, player: PlayerId) -> set[TableId]:
        """The tables that the player has left of late."""
        return set(self._departures.get(player, ()))

    def sit_down(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """A completed rejoin after a big stack counts, whatever was brought (AMB-65)."""
        departure = self._recent(player, table, at_ms)
        if departure is None:
            return
        self._drop(departure)
        is_soon = self._is_within(departure, at_ms, self._rules.window_s)
        if departure.big and is_soon and self._rules.counter_kept:
            self._rejoins.add(player, at_ms)

    def leave(
        self, player: PlayerId, table: TableId, stake: Stake, stack: Cents, at_ms: int
    ) -> None:
        """Remember a departure; only the latest from each table counts (RAT-03, AMB-65)."""
        big = stack >= self._rules.counter_from_bb * stake.big_blind
        held = stake.format in self._rules.last_stack_formats
        self._add(Departure(player, table, stack, at_ms, big, held))

    def forget(self, at_ms: int) -> None:
        """Drop departures that no longer matter, so that memory does not grow for ever."""
        while self._by_time and not self._counts(self._by_time[0], at_ms):
            self._drop(self._by_time.popleft())

    def kept(self, player: PlayerId) -> tuple[tuple[Departure, ...], CountOfDay]:
        """What is to be stored about one player: the departures, and the counter."""
        return tuple(self._departures.get(player, {}).values()), self._rejoins.kept(player)

    def restore(
        self, player: PlayerId, departures: Iterable[Departure], rejoins: CountOfDay
    ) -> None:
        """Go on from what was stored about one player."""
        self._departures.pop(player, None)
        for departure in departures:
            self._add(departure)
        self._rejoins.restore(player, rejoins)

    def _add(self, departure: Departure) -> None:
        self._departures.setdefault(departure.player, {})[departure.table] = departure
        self._by_time.append(departure)

    def _drop(self, departure: Departure) -> None:
        if self._is_latest(departure):
            of_player = self._departures[departure.player]
            del of_player[departure.table]
            if not of_player:
                del self._departures[departure.player]

    def _is_latest(self, departure: Departure) -> bool:
        return self._departures.get(departure.player, {}).get(departure.table) is departure

    def _recent(self, player: PlayerId, table: TableId, at_ms: int) -> Departure | None:
        departure = self._departures.get(player, {}).get(table)
        return departure if departure is not None and self._counts(departure, at_ms) else None

    def _counts(self, departure: Departure, at_ms: int) -> bool:
        """Half an hour; longer where no ratholing is allowed at all (RAT-02, AMB-64)."""
        rules = self._rules
        window_s = rules.last_stack_window_s if departure.held else rules.window_s
        return self._is_within(departure, at_ms, window_s)

    def _is_within(self, departure: Departure, at_ms: int, window_s: int) -> bool:
        return is_within(departure.at_ms, at_ms, window_s, self._rules.window_end)


def standard_offer(stake: Stake) -> BuyInOffer:
    """What everybody may bring who did not just leave the table (CASH-16, AMB-02, AMB-03)."""
    return BuyInOffer(least=stake.min_buy_in, most=stake.max_buy_in, rule="CASH-16")
