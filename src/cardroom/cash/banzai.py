"""Banzai: the exact stack, what must be carried over, resets, and the table limit (BANZ)."""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from cardroom.cash.daily import CountOfDay, DailyCount
from cardroom.cash.offers import BuyInOffer, WindowEnd, is_within
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash.banzai import BanzaiRules, Counted
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Cents


class Obligation(NamedTuple):
    """A stack above the buy-in that must be brought to the next table of the stake (BANZ-06)."""

    player: PlayerId
    stake: StakeKey
    amount: Cents
    since_ms: int


class Taken(NamedTuple):
    """What a player has at a stake already: a seat, a seat in sit-out, or a place in the queue."""

    what: Counted
    stake: StakeKey


class Banzai:
    """Remembers what Banzai players must carry over, and how often they have started afresh.

    `window_end` is that of all half hours in the rules (AMB-28).
    """

    def __init__(self, rules: BanzaiRules, window_end: WindowEnd) -> None:
        self._rules = rules
        self._window_end = window_end
        self._obligations: dict[PlayerId, list[Obligation]] = {}
        self._by_time: deque[Obligation] = deque()
        self._resets = DailyCount()
        self._excluded: set[PlayerId] = set()

    # What to bring

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
        return max(0, self._rules.resets_per_day - self._resets.of(player, at_ms))

    def sit_down(self, player: PlayerId, stake: Stake, at_ms: int, *, reset: bool) -> None:
        """Use up the obligation, and with a reset one of the day's resets (AMB-66)."""
        obligation = self._owed(player, stake, at_ms)
        if obligation is not None:
            self._drop(obligation)
            if reset:
                self._resets.add(player, at_ms)

    def leave(self, player: PlayerId, stake: Stake, stack: Cents, at_ms: int) -> None:
        """Leaving with more than the buy-in obliges to bring it to the next table (BANZ-06)."""
        if stack > stake.max_buy_in:
            self._add(Obligation(player, stake.key, stack, at_ms))

    def _owed(self, player: PlayerId, stake: Stake, at_ms: int) -> Obligation | None:
        live = [
            obligation
            for obligation in self._obligations.get(player, ())
            if self._binds(obligation, stake) and self._lives(obligation, at_ms)
        ]
        if not live:
            return None
        if self._rules.carry_over_used == "latest":
            return max(reversed(live), key=lambda obligation: obligation.since_ms)
        return max(live, key=lambda obligation: obligation.amount)

    def _binds(self, obligation: Obligation, stake: Stake) -> bool:
        """One of another stake, where those bind, must be more than the buy-in here."""
        any_stake = self._rules.carry_over_scope == "all_stakes"
        return obligation.stake == stake.key or (any_stake and obligation.amount > stake.max_buy_in)

    def _lives(self, obligation: Obligation, at_ms: int) -> bool:
        return is_within(obligation.since_ms, at_ms, self._rules.carry_over_s, self._window_end)

    # Who may play

    def verify_entry(self, player: PlayerId, stake: StakeKey, taken: Iterable[Taken]) -> None:
        """Refuse an excluded player (BANZ-08) and one table too many (BANZ-04, AMB-21).

        `taken` is what the player has at Banzai stakes.
        """
        if self._rules.may_exclude_players and player in self._excluded:
            raise SeatRefused("BANZ-08", "banzai_excluded")
        limit = self._rules.table_limit
        any_stake = self._rules.table_limit_scope == "all_stakes"
        counted = [
            one
            for one in taken
            if one.what in self._rules.table_limit_counts and (any_stake or one.stake == stake)
        ]
        if len(counted) >= limit:
            raise SeatRefused("BANZ-04", self._rules.over_table_limit, {"tables": limit})

    def exclude(self, player: PlayerId, *, excluded: bool) -> None:
        """The operator's flag: no new Banzai seats or queue entries (BANZ-08)."""
        if not self._rules.may_exclude_players:
            raise SeatRefused("BANZ-08", "no_exclusion_here")
        self.set_excluded(player, excluded=excluded)

    def is_excluded(self, player: PlayerId) -> bool:
        """Whether the operator's flag is set, also where the rules take no notice of it."""
        return player in self._excluded

    def set_excluded(self, player: PlayerId, *, excluded: bool) -> None:
        """Set or clear the operator's flag, as it is stored."""
        if excluded:
            self._excluded.add(player)
        else:
            self._excluded.discard(player)

    # Keeping

    def forget(self, at_ms: int) -> None:
        """Drop obligations that have expired."""
        while self._by_time and not self._lives(self._by_time[0], at_ms):
            expired = self._by_time.popleft()
            if expired in self._obligations.get(expired.player, ()):
                self._drop(expired)

    def kept(self, player: PlayerId) -> tuple[tuple[Obligation, ...], CountOfDay]:
        """What is to be stored about one player: the obligations, and the resets of the day."""
        return tuple(self._obligations.get(player, ())), self._resets.kept(player)

    def restore(
        self, player: PlayerId, obligations: Iterable[Obligation], resets: CountOfDay
    ) -> None:
        """Go on from what was stored about one player."""
        self._obligations.pop(player, None)
        for obligation in obligations:
            self._add(obligation)
        self._resets.restore(player, resets)

    def _add(self, obligation: Obligation) -> None:
        self._obligations.setdefault(obligation.player, []).append(obligation)
        self._by_time.append(obligation)

    def _drop(self, obligation: Obligation) -> None:
        owed = self._obligations[obligation.player]
        owed.remove(obligation)
        if not owed:
            del self._obligations[obligation.player]


def verify_banzai_top_up(rules: BanzaiRules, stake: Stake, stack: Cents, amount: Cents) -> None:
    """A top-up ends at the buy-in exactly, or at most there (BANZ-03, AMB-20).

    A rebuy without chips is always the buy-in (AMB-68).
    """
    missing = stake.max_buy_in - stack
    if missing <= 0:
        raise SeatRefused("BANZ-03", "stack_full", {"stack": stack})
    if (rules.top_up == "exact" or stack == 0) and amount != missing:
        raise SeatRefused("BANZ-03", "top_up_is_exact", {"exactly": missing})
    if not 0 < amount <= missing:
        raise SeatRefused("BANZ-03", "top_up_too_large", {"to": missing})
