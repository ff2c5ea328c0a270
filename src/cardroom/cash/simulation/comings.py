"""Who left with how much and came back with how much, judged anew from the rules' own words."""

from typing import NamedTuple

from cardroom.cash.events import Left, SatDown
from cardroom.cash.lobby_events import News, TableNews
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash import CashRules, Stake
from cardroom.units import Cents

HALF_HOUR_MS = 1_800_000


class Gone(NamedTuple):
    """A player who left a table."""

    table: TableId
    stack: Cents
    at_ms: int


class Comings:
    """Ratholing and carry-over, written a second time and plainly (RAT-02, RAT-04, BANZ-06)."""

    def __init__(self, stake: Stake, rules: CashRules) -> None:
        self._stake = stake
        self._has_ratholing = len(rules.rejoining.table) > 1
        self._gone: dict[PlayerId, list[Gone]] = {}

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
            self._verify(news.table, event)

    def _verify(self, table: TableId, event: SatDown) -> None:
        recent = [
            gone
            for gone in self._gone.get(event.player, [])
            if event.at_ms - gone.at_ms <= HALF_HOUR_MS
        ]
        self._gone[event.player] = recent
        least, most = self._stake.min_buy_in, self._stake.max_buy_in
        if self._stake.format == "banzai":
            owed = {gone.stack for gone in recent if gone.stack > most}
            assert event.stack == most or event.stack in owed, f"BANZ-06: {event}"
            return
        here = [gone for gone in recent if gone.table == table]
        if here and self._has_ratholing:
            last = here[-1].stack
            if self._stake.format != "ordinary":
                least, most = max(least, last), max(most, last)
            elif least < last < most:
                least = last
            elif last >= most:
                least, most = most, last
        assert least <= event.stack <= most, f"RAT-02: {event}, {here}"
