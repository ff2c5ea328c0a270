"""Banzai: the exact stack, what must be carried over, resets, and the table limit (BANZ)."""

from collections.abc import Iterable
from typing import NamedTuple

from cardroom.cash.offers import BuyInOffer, utc_day
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash.banzai import BanzaiRules
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Cents


class Obligation(NamedTuple):
    """A stack above the buy-in that must be brought to the next table of the stake (BANZ-06)."""

    stake: StakeKey
    amount: Cents
    until_ms: int


class Resets(NamedTuple):
    """How often a player has chosen the buy-in instead, on one day (BANZ-07)."""

    day: int
    times: int


class Banzai:
    """Remembers what Banzai players must carry over, and how often they have started afresh."""

    def __init__(self, rules: BanzaiRules) -> None:
        self._rules = rules
        self._obligations: dict[PlayerId, list[Obligation]] = {}
        self._resets: dict[PlayerId, Resets] = {}
        self._excluded: set[PlayerId] = set()

    def offer(self, player: PlayerId, stake: Stake, at_ms: int) -> BuyInOffer:
        """The exact buy-in, or the carried stack with a reset as the other choice (AMB-66)."""
        obligation = self._owed(player, stake, at_ms)
        if obligation is None:
            return BuyInOffer(least=stake.min_buy_in, most=stake.max_buy_in, rule="BANZ-02")
        return BuyInOffer(
            least=obligation.amount,
            most=obligation.amount,
            rule="BANZ-06",
            reset_to=stake.max_buy_in if self.resets_left(player, at_ms) else None,
        )

    def resets_left(self, player: PlayerId, at_ms: int) -> int:
        """How often the player may still choose the buy-in today (BANZ-07)."""
        used = self._resets.get(player)
        today = used.times if used is not None and used.day == utc_day(at_ms) else 0
        return max(0, self._rules.resets_per_day - today)

    def verify_entry(self, player: PlayerId, stake: Stake, taken: Iterable[StakeKey]) -> None:
        """Refuse an excluded player (BANZ-08) and one table too many (BANZ-04, AMB-21).

        `taken` are the stakes of the player's Banzai seats and queue entries.
        """
        if player in self._excluded:
            raise SeatRefused("BANZ-08", "banzai_excluded")
        per_stake = self._rules.table_limit_scope == "stake"
        count = sum(1 for key in taken if not per_stake or key == stake.key)
        if count >= self._rules.table_limit:
            limit = self._rules.table_limit
            raise SeatRefused("BANZ-04", self._rules.over_table_limit, {"tables": limit})

    def sit_down(self, player: PlayerId, stake: Stake, at_ms: int, *, reset: bool) -> None:
        """Use up the obligation, and with a reset one of the day's resets (AMB-66)."""
        obligation = self._owed(player, stake, at_ms)
        if obligation is None:
            return
        self._obligations[player].remove(obligation)
        if reset:
            used = self._rules.resets_per_day - self.resets_left(player, at_ms)
            self._resets[player] = Resets(utc_day(at_ms), used + 1)

    def leave(self, player: PlayerId, stake: Stake, stack: Cents, at_ms: int) -> None:
        """Leaving with more than the buy-in obliges to bring it to the next table (BANZ-06)."""
        if stack > stake.max_buy_in:
            until = at_ms + self._rules.carry_over_s * 1000
            owed = [one for one in self._obligations.get(player, []) if one.until_ms >= at_ms]
            self._obligations[player] = [*owed, Obligation(stake.key, stack, until)]

    def exclude(self, player: PlayerId, *, excluded: bool = True) -> None:
        """The operator's flag: no new Banzai seats or queue entries (BANZ-08)."""
        if excluded:
            self._excluded.add(player)
        else:
            self._excluded.discard(player)

    def _owed(self, player: PlayerId, stake: Stake, at_ms: int) -> Obligation | None:
        any_stake = self._rules.carry_over_scope == "all_stakes"
        live = [
            obligation
            for obligation in self._obligations.get(player, [])
            if (any_stake or obligation.stake == stake.key) and at_ms <= obligation.until_ms
        ]
        if not live:
            return None
        if self._rules.carry_over_used == "latest":
            return max(live, key=lambda obligation: obligation.until_ms)
        return max(live, key=lambda obligation: obligation.amount)


def verify_banzai_top_up(rules: BanzaiRules, stake: Stake, stack: Cents, amount: Cents) -> None:
    """A top-up ends at the buy-in exactly, or at most there (BANZ-03, AMB-20)."""
    missing = stake.max_buy_in - stack
    if missing <= 0:
        raise SeatRefused("BANZ-03", "stack_full", {"stack": stack})
    if rules.top_up == "exact" and amount != missing:
        raise SeatRefused("BANZ-03", "top_up_is_exact", {"exactly": missing})
    if not 0 < amount <= missing:
        raise SeatRefused("BANZ-03", "top_up_too_large", {"to": missing})
