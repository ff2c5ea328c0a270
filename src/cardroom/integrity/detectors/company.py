"""D6, company kept: whether two sit down together more often than free seats would have it.

It is context and never evidence: friends and regulars share tables. Whenever one of two comes to a
table while the other is playing somewhere, the seat could have been at any table in play; how often
it was the other's is compared with that chance, exactly.
"""

from collections.abc import Sequence

from msgspec import Struct

PAUSE_MS = 20 * 60_000
"""Who is not dealt in for so long has left the table."""
TOGETHER_MS = 3 * 60_000
"""Comings and goings so close to each other are together."""
SHOWN_MAX = 40


class Stay(Struct):
    """One player at one table, from the first hand to the last without a long pause."""

    table: str
    first_ms: int
    last_ms: int
    hands: int


class SharedStay(Struct, frozen=True, kw_only=True):
    """Two players at one table at the same time."""

    table: str
    first_ms: int
    last_ms: int
    hands: int
    """About how many hands they were both dealt into."""


class CompanyKept(Struct, frozen=True, kw_only=True):
    """How two players come together, and when they did."""

    chances: int
    """How often one came to a table while the other was playing."""
    joined: int
    """How often it was the other's table."""
    expected: float
    p: float
    arrived_together: int
    left_together: int
    stays: tuple[SharedStay, ...]
    """The last ones, in their order."""


class Attendance:
    """Who was at which table when; grows with the sessions, not with the hands."""

    def __init__(self) -> None:
        self._stays: dict[int, list[Stay]] = {}
        self._tables: dict[str, list[Stay]] = {}

    def add(self, table: str, at_ms: int, players: Sequence[int]) -> None:
        """One hand, in the order in which hands ended."""
        _extend(self._tables.setdefault(table, []), table, at_ms)
        for player in players:
            _extend(self._stays.setdefault(player, []), table, at_ms)

    def company(self, one: int, other: int) -> CompanyKept:
        """How the two come together."""
        mine, theirs = self._stays.get(one, []), self._stays.get(other, [])
        odds: list[float] = []
        joined = 0
        for comer, there in ((mine, theirs), (theirs, mine)):
            for stay in comer:
                where = [held for held in there if held.first_ms <= stay.first_ms <= held.last_ms]
                if where:
                    open_tables = self._in_play(stay.first_ms)
                    odds.append(min(1.0, len(where) / max(1, open_tables)))
                    joined += any(held.table == stay.table for held in where)
        shared = [found for a in mine for b in theirs if (found := _shared(a, b)) is not None]
        return CompanyKept(
            chances=len(odds),
            joined=joined,
            expected=sum(odds),
            p=at_least(odds, joined),
            arrived_together=sum(
                a.table == b.table and abs(a.first_ms - b.first_ms) <= TOGETHER_MS
                for a in mine
                for b in theirs
            ),
            left_together=sum(
                a.table == b.table and abs(a.last_ms - b.last_ms) <= TOGETHER_MS
                for a in mine
                for b in theirs
            ),
            stays=tuple(sorted(shared, key=lambda found: found.first_ms)[-SHOWN_MAX:]),
        )

    def _in_play(self, at_ms: int) -> int:
        return sum(
            any(stay.first_ms <= at_ms <= stay.last_ms for stay in stays)
            for stays in self._tables.values()
        )


def at_least(odds: Sequence[float], count: int) -> float:
    """The chance that so many or more of independent events happen."""
    below = [1.0]
    for chance in odds:
        grown = [0.0] * (len(below) + 1)
        for happened, so_far in enumerate(below):
            grown[happened] += so_far * (1 - chance)
            grown[happened + 1] += so_far * chance
        below = grown
    return min(1.0, sum(below[count:]))


def _extend(stays: list[Stay], table: str, at_ms: int) -> None:
    """Count a hand to the stay that it belongs to, or begin a new one."""
    for stay in reversed(stays[-8:]):
        if stay.table == table and at_ms - stay.last_ms <= PAUSE_MS:
            stay.last_ms = max(stay.last_ms, at_ms)
            stay.hands += 1
            return
    stays.append(Stay(table, at_ms, at_ms, 1))


def _shared(a: Stay, b: Stay) -> SharedStay | None:
    first, last = max(a.first_ms, b.first_ms), min(a.last_ms, b.last_ms)
    if a.table != b.table or first > last:
        return None
    hands = min(
        stay.hands * (last - first + 1) // max(1, stay.last_ms - stay.first_ms + 1)
        for stay in (a, b)
    )
    return SharedStay(table=a.table, first_ms=first, last_ms=last, hands=max(1, hands))
