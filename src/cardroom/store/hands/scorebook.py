"""A player's own statistics out of the store: counters for ever, recounted for a shorter time."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from cardroom.engine.events import decode_events
from cardroom.history.statistics import Counters, count, results, shares, total
from cardroom.ledger import PlayerId, SettledHand
from cardroom.room.hand_pages import CurvePoint, PlaceResult, PlayStatistics
from cardroom.store.store import Store

READ_AT_ONCE = 500
HANDS_MAX = 5_000
"""The newest hands that are counted again, and drawn; older ones are only in the counters."""
POINTS_MAX = 240

POSITIONS = ("button", "cutoff", "hijack", "lojack", "early", "small_blind", "big_blind")


class Counted(NamedTuple):
    """One hand as the statistics know it."""

    at_ms: int
    counters: Counters

    @property
    def cents(self) -> int:
        return self.counters.get("cents", 0)

    @property
    def showdown_cents(self) -> int:
        return self.cents if "showdowns" in self.counters else 0


class StoredScorebook:
    """Scorebook of the room, on the store. One player is counted at a time, beside the room."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._one_at_a_time = asyncio.Lock()

    async def statistics(self, player: PlayerId, since_ms: int) -> PlayStatistics:
        """What the settled hands say about a player's own play since a moment, 0 for ever."""
        async with self._one_at_a_time:
            hands, is_cut = await self._read(player, since_ms)
            counted = await asyncio.to_thread(_counted, player, hands)
        if since_ms == 0:
            counters: Mapping[str, int] = await self._store.statistics(player)
            return _statistics(counters, counted, since_ms, is_cut=False)
        return _statistics(total(one.counters for one in counted), counted, since_ms, is_cut=is_cut)

    async def _read(self, player: PlayerId, since_ms: int) -> tuple[list[SettledHand], bool]:
        """The newest hands since a moment, oldest first, and whether there were more."""
        found: list[SettledHand] = []
        before = 2**53
        while len(found) < HANDS_MAX:
            read = await self._store.hands_of_player(player, before, READ_AT_ONCE)
            # Hands for chips say nothing about money: they are counted nowhere.
            found += [
                one.hand
                for _, one in read
                if one.hand.at_ms >= since_ms
                and one.taken_back is None
                and one.hand.plays_for == "money"
            ]
            if len(read) < READ_AT_ONCE or read[-1][1].hand.at_ms < since_ms:
                return found[::-1], False
            before = read[-1][0]
        return found[::-1], True


def _counted(player: PlayerId, hands: Sequence[SettledHand]) -> list[Counted]:
    return [
        Counted(
            hand.at_ms,
            count(decode_events(hand.history), hand.seats, hand.deltas, at_ms=hand.at_ms)[player],
        )
        for hand in hands
    ]


def _statistics(
    counters: Mapping[str, int], counted: Sequence[Counted], since_ms: int, *, is_cut: bool
) -> PlayStatistics:
    by_place = {name: one for name, one in results(counters).items() if name}
    rows = [
        PlaceResult(name=name, hands=one.hands, cents=one.cents) for name, one in by_place.items()
    ]
    places = {row.name: row for row in rows}
    return PlayStatistics(
        since_ms=since_ms,
        hands=counters.get("hands", 0),
        cents=counters.get("cents", 0),
        shares=shares(counters),
        positions=[places[name] for name in POSITIONS if name in places],
        stakes=[row for row in rows if row.name not in POSITIONS and not _is_hour(row.name)],
        hours=[row for row in rows if _is_hour(row.name)],
        curve=_curve(counters, counted),
        is_cut=is_cut,
    )


def _is_hour(name: str) -> bool:
    return name.startswith("hour-")


def _curve(counters: Mapping[str, int], counted: Sequence[Counted]) -> list[CurvePoint]:
    """The result after each hand, thinned out; it ends at the counters' own result."""
    first = counters.get("hands", 0) - len(counted)
    start = counters.get("cents", 0) - sum(one.cents for one in counted)
    sums = list(accumulate((one.cents for one in counted), initial=start))[1:]
    shown = list(accumulate(one.showdown_cents for one in counted))
    step = -(-len(counted) // POINTS_MAX) or 1
    chosen = [n for n in range(len(counted)) if n % step == step - 1 or n == len(counted) - 1]
    return [
        CurvePoint(
            hand=first + n + 1, at_ms=counted[n].at_ms, cents=sums[n], showdown_cents=shown[n]
        )
        for n in chosen
    ]
