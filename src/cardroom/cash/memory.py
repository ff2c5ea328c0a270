"""What the lobby remembers of its players: where they sat, and what they must bring."""

import msgspec

from cardroom.cash.banzai import Banzai, StoredBanzai
from cardroom.cash.offers import BuyInOffer, utc_day
from cardroom.cash.ratholing import Ratholing, StoredRatholing, standard_offer
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents


class StoredMemory(msgspec.Struct, frozen=True, kw_only=True):
    """What must outlive a restart."""

    ratholing: StoredRatholing
    banzai: StoredBanzai
    day: int
    sat_at: dict[PlayerId, tuple[TableId, ...]]


class Memory:
    """Ratholing, Banzai's carry-over, and the tables of the day (RAT, BANZ, CASH-04)."""

    def __init__(self, rules: CashRules) -> None:
        self.ratholing = Ratholing(rules.rejoining)
        self.banzai = Banzai(rules.banzai, rules.rejoining.window_end)
        self._carried_over = rules.rejoining.carry_over_formats
        self._day = 0
        self._sat_at: dict[PlayerId, set[TableId]] = {}

    def offer(
        self, player: PlayerId, table: TableId | None, stake: Stake, at_ms: int
    ) -> BuyInOffer:
        """What the player may bring to a table; None is one that was not there before (RAT-05)."""
        if stake.format in self._carried_over:
            return self.banzai.offer(player, stake, at_ms)
        if table is None:
            return standard_offer(stake)
        return self.ratholing.offer(player, table, stake, at_ms)

    def sit_down(
        self, player: PlayerId, table: TableId, stake: Stake, at_ms: int, *, reset: bool
    ) -> None:
        """A buy-in is completed: rejoins are counted, what was owed is used up."""
        self._sits_at(player, table, at_ms)
        if stake.format in self._carried_over:
            self.banzai.sit_down(player, stake, at_ms, reset=reset)
        else:
            self.ratholing.sit_down(player, table, at_ms)

    def leave(
        self, player: PlayerId, table: TableId, stake: Stake, stack: Cents, at_ms: int
    ) -> None:
        """A player left, or was removed, with a stack (AMB-63); Banzai has its own (BANZ-10)."""
        self._sits_at(player, table, at_ms)
        if stake.format in self._carried_over:
            self.banzai.leave(player, stake, stack, at_ms)
        else:
            self.ratholing.leave(player, table, stake, stack, at_ms)

    def sat_at_today(self, player: PlayerId, table: TableId, at_ms: int) -> bool:
        """Whether the player sat there in the current UTC day (CASH-04, AMB-39)."""
        return utc_day(at_ms) == self._day and table in self._sat_at.get(player, ())

    def tables(self, player: PlayerId) -> set[TableId]:
        """The tables that may be special for the player: known, or just left."""
        return self.ratholing.tables(player).union(self._sat_at.get(player, ()))

    def forget(self, at_ms: int) -> None:
        """Drop what has no more effect."""
        self._new_day(at_ms)
        self.ratholing.forget(at_ms)
        self.banzai.forget(at_ms)

    def snapshot(self) -> StoredMemory:
        """What is to be stored."""
        return StoredMemory(
            ratholing=self.ratholing.snapshot(),
            banzai=self.banzai.snapshot(),
            day=self._day,
            sat_at={player: tuple(sorted(tables)) for player, tables in self._sat_at.items()},
        )

    def restore(self, stored: StoredMemory) -> None:
        """Go on from what was stored."""
        self.ratholing.restore(stored.ratholing)
        self.banzai.restore(stored.banzai)
        self._day = stored.day
        self._sat_at = {player: set(tables) for player, tables in stored.sat_at.items()}

    def _sits_at(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        self._new_day(at_ms)
        self._sat_at.setdefault(player, set()).add(table)

    def _new_day(self, at_ms: int) -> None:
        day = utc_day(at_ms)
        if day != self._day:
            self._day = day
            self._sat_at = {}
