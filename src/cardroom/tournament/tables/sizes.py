"""The tables by their number of players, kept up to date one change at a time.

Balancing asks after every hand for the largest and the smallest tables; nothing here grows with the
number of tables but the memory.
"""

from collections.abc import Collection, Sequence
from heapq import heapify, heappop, heappush

from cardroom.engine.chance import RandBelow
from cardroom.tournament.ids import TableNumber

STALE_AT = 64
"""A heap is not cleaned before it is this long."""


class Pool:
    """Tables of which any can be drawn, added or taken out in constant time."""

    __slots__ = ("_index", "_tables")

    def __init__(self) -> None:
        self._tables: list[TableNumber] = []
        self._index: dict[TableNumber, int] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, table: object) -> bool:
        return table in self._index

    def add(self, table: TableNumber) -> None:
        self._index[table] = len(self._tables)
        self._tables.append(table)

    def remove(self, table: TableNumber) -> None:
        """Take one out; the last one moves to where it was."""
        index = self._index.pop(table)
        last = self._tables.pop()
        if last != table:
            self._tables[index] = last
            self._index[last] = index

    def draw(self, rand_below: RandBelow) -> TableNumber:
        """Any one, all with the same chance."""
        count = len(self._tables)
        return self._tables[rand_below(count) if count > 1 else 0]


class Sizes:
    """How many players sit where, and which tables are between their hands."""

    def __init__(self, seats: int) -> None:
        self._size: dict[TableNumber, int] = {}
        self._idle: set[TableNumber] = set()
        self._all = [Pool() for _ in range(seats + 1)]
        self._between_hands = [Pool() for _ in range(seats + 1)]
        self._by_number: list[list[int]] = [[] for _ in range(seats + 1)]
        """Per size a heap of negative numbers; those that have changed size since are skipped."""
        self.seated = 0

    @property
    def tables(self) -> int:
        return len(self._size)

    @property
    def smallest(self) -> int:
        """The size of the smallest tables."""
        return next(size for size, pool in enumerate(self._all) if len(pool))

    @property
    def largest(self) -> int:
        """The size of the largest tables."""
        return next(size for size in reversed(range(len(self._all))) if len(self._all[size]))

    def size(self, table: TableNumber) -> int:
        return self._size[table]

    def is_idle(self, table: TableNumber) -> bool:
        """Whether the table is between its hands."""
        return table in self._idle

    def open(self, table: TableNumber) -> None:
        """A table without players, between hands."""
        self._size[table] = 0
        self._idle.add(table)
        self._enter(table)

    def close(self, table: TableNumber) -> None:
        """The table is out of play; nobody sits there."""
        assert self._size[table] == 0
        self._leave(table)
        del self._size[table]
        self._idle.discard(table)

    def change(self, table: TableNumber, by: int) -> None:
        """This many players more, or fewer."""
        self._leave(table)
        self._size[table] += by
        self.seated += by
        self._enter(table)

    def set_idle(self, table: TableNumber, *, idle: bool) -> None:
        """A hand ends or begins at the table."""
        pool = self._between_hands[self._size[table]]
        if idle and table not in self._idle:
            self._idle.add(table)
            pool.add(table)
        elif not idle and table in self._idle:
            self._idle.remove(table)
            pool.remove(table)

    def draw_smallest(
        self, rand_below: RandBelow, *, other_than: Collection[TableNumber] = ()
    ) -> TableNumber:
        """One of the tables with the fewest players (BAL-04, TAMB-54)."""
        for pool in self._all:
            excluded = [one for one in other_than if one in pool]
            if len(pool) > len(excluded):
                return self._draw_other(pool, excluded, rand_below)
        raise AssertionError("there is no other table")

    def has_free_seat(self, *, other_than: Collection[TableNumber]) -> bool:
        """Whether a table has a free seat, these tables not counted."""
        return any(len(pool) > sum(one in pool for one in other_than) for pool in self._all[:-1])

    def draw_idle_largest(self, rand_below: RandBelow) -> TableNumber | None:
        """One of the largest tables, if one of them is between hands (BAL-03, TAMB-54)."""
        pool = self._between_hands[self.largest]
        return pool.draw(rand_below) if len(pool) else None

    def highest_of_smallest(self) -> TableNumber:
        """The smallest table, of several the one with the highest number (TAMB-56)."""
        size = self.smallest
        heap = self._by_number[size]
        while self._size.get(TableNumber(-heap[0])) != size:
            heappop(heap)
        return TableNumber(-heap[0])

    def _draw_other(
        self, pool: Pool, excluded: Sequence[TableNumber], rand_below: RandBelow
    ) -> TableNumber:
        """One of a pool but none of these."""
        for table in excluded:
            pool.remove(table)
        chosen = pool.draw(rand_below)
        for table in excluded:
            pool.add(table)
        return chosen

    def _enter(self, table: TableNumber) -> None:
        size = self._size[table]
        self._all[size].add(table)
        heap = self._by_number[size]
        heappush(heap, -table)
        if len(heap) > STALE_AT and len(heap) > 4 * len(self._all[size]):
            # Most of it is out of date: rebuild it, so that it stays as long as the pool.
            heap[:] = {number for number in heap if self._size.get(TableNumber(-number)) == size}
            heapify(heap)
        if table in self._idle:
            self._between_hands[size].add(table)

    def _leave(self, table: TableNumber) -> None:
        size = self._size[table]
        self._all[size].remove(table)
        if table in self._idle:
            self._between_hands[size].remove(table)
