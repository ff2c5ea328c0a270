"""With how much a player may come back, counted a second time (CASH-16, RAT-02, BANZ-02..07)."""

from collections import defaultdict
from typing import NamedTuple

from tests.simulation.second_hand import Stake

WINDOW_MS = 1_800_000
DAY_MS = 86_400_000
AUTOMATIC = ("en-2.7", "nl-3.0")
"""Editions where stacks can be refilled by themselves (CASH-17)."""


class Departure(NamedTuple):
    """A player left a table; None where only the house knows with how much."""

    stack: int | None
    at_ms: int


class Rejoining:
    """Who left which table with how much, over restarts."""

    def __init__(self, edition: str, stake: Stake) -> None:
        self._edition = edition
        self._stake = stake
        self._left: dict[tuple[int, int], Departure] = {}
        self._seated: set[tuple[int, int]] = set()
        self._counts: dict[tuple[int, int], int] = {}
        self._owed: dict[int, list[Departure]] = {}
        self._refused: set[tuple[int, int]] = set()
        self._doubtful: set[int] = set()
        """Players with a refused buy-in: whether it counts for the next one depends on restarts."""
        self._bought: dict[tuple[int, int], int] = defaultdict(int)
        """The initial buy-ins, to which stacks may be refilled (AMB-41)."""
        self._fills = edition in AUTOMATIC
        self.sittings: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        """When a player has sat down at a table, each time."""

    def refuse(self, key: str) -> None:
        """Money that the store refused: the seat was taken all the same, without chips."""
        kind, table, player, _ = key.split(":", 3)
        self._refused.add((int(table), int(player)))
        if kind == "buy_in":
            self._doubtful.add(int(player))

    def is_seated(self, table: int, player: int) -> bool:
        """Whether a player has bought in and not left since, as far as transfers say."""
        return (table, player) in self._seated

    def sit_down(self, table: int, player: int, amount: int, at_ms: int) -> None:
        """A buy-in is within what the catalogue allows this player at this table now."""
        place = table, player
        left = self._left.pop(place, None)
        if place in self._seated:
            # Without a transfer in between he lost everything first, then left.
            left = None
        self._seated.add(place)
        self.sittings[place].append(at_ms)
        self._bought[place] = amount
        if player in self._doubtful:
            return
        if self._stake.format == "banzai":
            self._verify_banzai(player, amount, at_ms)
            return
        least, most = self._range(left, player, at_ms)
        assert least <= amount <= most, (
            f"{player} sat down with {amount}: {least} to {most} (RAT-02)"
        )
        if self._is_recent(left, at_ms) and self._is_big(left):
            day = player, at_ms // DAY_MS
            self._counts[day] = self._counts.get(day, 0) + 1

    def _is_recent(self, left: Departure | None, at_ms: int) -> bool:
        return left is not None and at_ms - left.at_ms <= WINDOW_MS

    def _is_big(self, left: Departure | None) -> bool:
        return left is not None and (left.stack or 0) >= 100 * self._stake.big_blind

    def _range(self, left: Departure | None, player: int, at_ms: int) -> tuple[int, int]:
        stake = self._stake
        if self._edition == "en-2.2" or left is None or not self._is_recent(left, at_ms):
            return stake.least, stake.most
        if left.stack is None:
            return 0, max(stake.most, 10**9)
        half, whole = 50 * stake.big_blind, 100 * stake.big_blind
        if left.stack <= half:
            return stake.least, stake.most
        if left.stack < whole:
            return left.stack, whole
        count = self._counts.get((player, at_ms // DAY_MS), 0)
        return (whole if count < 5 else left.stack), left.stack

    def _verify_banzai(self, player: int, amount: int, at_ms: int) -> None:
        """Ten big blinds, or the stack that was taken away, largest first (BANZ-06, AMB-66)."""
        owed = [one for one in self._owed.get(player, []) if self._is_recent(one, at_ms)]
        known = [one.stack for one in owed if one.stack is not None]
        if not owed:
            assert amount == self._stake.most, f"{player} sat down with {amount} (BANZ-02)"
            return
        if len(known) == len(owed):
            assert amount in {max(known), self._stake.most}, f"{player} brought {amount} (BANZ-06)"
            owed.remove(max(owed))
        self._owed[player] = owed

    def top_up(self, table: int, player: int, before: int, amount: int, cash: int) -> None:
        """More of the same; without chips it is an entry again (AMB-40, AMB-68, BANZ-03).

        What tops up by itself takes what is there when there is too little (AMB-41).
        """
        stake = self._stake
        if (table, player) in self._refused:
            self._seated.add((table, player))
            return
        is_all = amount == cash and self._fills
        is_entry = amount >= stake.least or is_all
        assert before or is_entry, f"{player} rebought for {amount} (AMB-68)"
        most = max(stake.most, self._bought[table, player]) if self._fills else stake.most
        assert before + amount <= most, f"{player} topped up {before} by {amount} (AMB-40)"
        if stake.format == "banzai" and self._edition != "nl-3.0":
            assert before + amount == stake.most, f"{player}: {before} and {amount} (BANZ-03)"
        self._seated.add((table, player))

    def leave(self, table: int, player: int, stack: int | None, at_ms: int) -> None:
        place = table, player
        self._seated.discard(place)
        departure = self._left[place] = Departure(stack, at_ms)
        if stack is None or stack > self._stake.most:
            self._owed.setdefault(player, []).append(departure)
