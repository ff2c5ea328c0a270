"""The weighted choice among the tables of one stake (CASH-04, AMB-39).

A draw costs the same for ten tables and for ten thousand: tables with as many free seats weigh the
same, and only the few that a player knows, or may not have, are looked at one by one.
"""

from collections.abc import Iterator, Mapping

from cardroom.engine.chance import RandBelow
from cardroom.ledger import TableId


class OpenTables:
    """The tables with free seats, grouped by how many."""

    def __init__(self) -> None:
        self._groups: dict[int, list[TableId]] = {}
        self._place: dict[TableId, tuple[int, int]] = {}

    def __contains__(self, table: TableId) -> bool:
        return table in self._place

    def __iter__(self) -> Iterator[TableId]:
        return iter(tuple(self._place))

    def __len__(self) -> int:
        return len(self._place)

    def free(self, table: TableId) -> int:
        """How many seats are free; 0 at a table that is not open."""
        return self._place[table][0] if table in self._place else 0

    def put(self, table: TableId, free: int) -> None:
        """A table has this many free seats now; with none it is not open."""
        if self.free(table) == free:
            return
        self._remove(table)
        if free > 0:
            group = self._groups.setdefault(free, [])
            self._place[table] = free, len(group)
            group.append(table)

    def _remove(self, table: TableId) -> None:
        """Take a table out; the last of its group takes its place."""
        if table not in self._place:
            return
        free, index = self._place.pop(table)
        last = self._groups[free].pop()
        if last != table:
            self._groups[free][index] = last
            self._place[last] = free, index

    def choose(
        self, weights: Mapping[TableId, int], below: RandBelow, *, otherwise: int
    ) -> TableId | None:
        """Draw a table; None when all weigh nothing.

        A table weighs its free seats times its entry in `weights`, or times `otherwise`.
        """
        named = [table for table in weights if table in self._place]
        shares = [self.free(table) * weights[table] for table in named]
        taken: dict[int, list[int]] = {free: [] for free in self._groups}
        for table in named:
            free, index = self._place[table]
            taken[free].append(index)
        for free, group in self._groups.items():
            shares.append((len(group) - len(taken[free])) * free * otherwise)
        total = sum(shares)
        if total == 0:
            return None
        share, rest = _share(shares, below(total))
        if share < len(named):
            return named[share]
        free = list(self._groups)[share - len(named)]
        return self._groups[free][_skipping(taken[free], rest // (free * otherwise))]


def _share(shares: list[int], drawn: int) -> tuple[int, int]:
    """In which share a number falls, and how far."""
    for place, share in enumerate(shares):
        if drawn < share:
            return place, drawn
        drawn -= share
    raise AssertionError("drawn beyond the total")


def _skipping(taken: list[int], index: int) -> int:
    """The place of the number `index` among those that are not taken."""
    for place in sorted(taken):
        if place <= index:
            index += 1
    return index
