"""Who left with how much and came back with how much, judged again from the rules' own words."""

from collections import Counter
from typing import NamedTuple

from cardroom.cash.events import Left, SatDown
from cardroom.cash.lobby_events import News, TableNews
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash import CashRules, Stake
from cardroom.units import Cents

HALF_HOUR_MS = 1_800_000
DAY_MS = 86_400_000
REJOINS_WITH_A_CHOICE = 5
"""The first rejoins of a day with a big stack may bring less of it (RAT-02)."""


class Gone(NamedTuple):
    """A player who left a table."""

    table: TableId
    stack: Cents
    at_ms: int


class Comings:
    """Ratholing and carry-over, written a second time and plainly (RAT-02, RAT-04, BANZ-06)."""

    def __init__(self, stake: Stake, rules: CashRules) -> None:
        self._stake = stake
        held = stake.format in ("deepstack", "shortstack")
        self._window_ms = DAY_MS if held else HALF_HOUR_MS
        self._has_ratholing = len(rules.rejoining.table) > 1
        self._resets_per_day = rules.banzai.resets_per_day
        self._gone: dict[PlayerId, list[Gone]] = {}
        self._rejoins: Counter[tuple[PlayerId, int]] = Counter()
        """Rejoins after a big stack, by player and day (RAT-03)."""
        self._resets: Counter[tuple[PlayerId, int]] = Counter()

    def read(self, news: News) -> None:
        """Take in one piece of news."""
        if not isinstance(news, TableNews):
            return
        event = news.event
        if isinstance(event, Left):
            self._gone.setdefault(event.player, []).append(
                Gone(news.table, event.stack, event.at_ms)
            )
        elif isinstance(event, SatDown):
            recent = self._recent(event)
            if self._stake.format == "banzai":
                self._verify_carried_over(event, recent)
            else:
                self._verify_brought(event, [gone for gone in recent if gone.table == news.table])

    def _recent(self, event: SatDown) -> list[Gone]:
        """What the player left behind in the half hour before; in the day, where it is held."""
        gone = self._gone.get(event.player, [])
        recent = [one for one in gone if event.at_ms - one.at_ms <= self._window_ms]
        self._gone[event.player] = recent
        return recent

    def _verify_brought(self, event: SatDown, here: list[Gone]) -> None:
        minimum, maximum = self._stake.min_buy_in, self._stake.max_buy_in
        if here and self._has_ratholing:
            minimum, maximum = self._after(here[-1], event)
        assert minimum <= event.stack <= maximum, f"RAT-02: {event}, {here}"

    def _after(self, gone: Gone, event: SatDown) -> tuple[Cents, Cents]:
        """The row of the table for who comes back to the same table (RAT-02 to RAT-04)."""
        minimum, maximum, last = self._stake.min_buy_in, self._stake.max_buy_in, gone.stack
        today = event.player, event.at_ms // DAY_MS
        before = self._rejoins[today]
        if last >= 100 * self._stake.big_blind:
            self._rejoins[today] += 1
        if self._stake.format != "ordinary":
            return max(minimum, last), max(maximum, last)
        if last >= maximum:
            return (maximum if before < REJOINS_WITH_A_CHOICE else last), last
        return max(minimum, last), maximum

    def _verify_carried_over(self, event: SatDown, recent: list[Gone]) -> None:
        """The largest stack above the buy-in comes along, or a reset is used (BANZ-06, BANZ-07)."""
        exactly = self._stake.max_buy_in
        owed = [gone for gone in recent if gone.stack > exactly]
        if not owed:
            assert event.stack == exactly, f"BANZ-02: {event}"
            return
        largest = max(owed, key=lambda gone: gone.stack)
        recent.remove(largest)
        if event.stack != largest.stack:
            today = event.player, event.at_ms // DAY_MS
            self._resets[today] += 1
            assert event.stack == exactly, f"BANZ-06: {event}, {owed}"
            assert self._resets[today] <= self._resets_per_day, f"BANZ-07: {event}, {owed}"
