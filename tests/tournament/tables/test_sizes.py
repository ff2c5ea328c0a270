"""The tables by size agree with a plain count, whatever happens to them."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.sizes import STALE_AT, Sizes
from tests.rule import rule

SEATS = 6


class Counted:
    """The same, counted again at every question."""

    def __init__(self) -> None:
        self.size: dict[TableNumber, int] = {}
        self.idle: set[TableNumber] = set()

    def agrees(self, sizes: Sizes, chance: random.Random) -> None:
        assert sizes.tables == len(self.size)
        assert sizes.seated == sum(self.size.values())
        smallest, largest = min(self.size.values()), max(self.size.values())
        assert (sizes.smallest, sizes.largest) == (smallest, largest)
        least = [table for table, size in self.size.items() if size == smallest]
        assert sizes.highest_of_smallest() == max(least)
        assert sizes.draw_smallest(chance.randrange) in least
        giving = {table for table in self.idle if self.size[table] == largest}
        drawn = sizes.draw_idle_largest(chance.randrange)
        assert drawn in giving if giving else drawn is None
        if len(self.size) > 1:
            other = sizes.draw_smallest(chance.randrange, other_than=least[:1])
            rest = {table: size for table, size in self.size.items() if table != least[0]}
            assert other != least[0]
            assert rest[other] == min(rest.values())


@rule("BAL-03", "BAL-04", "TAMB-53", "TAMB-54", "TAMB-56")
@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_the_tables_by_size_agree_with_a_plain_count(seed: int) -> None:
    chance = random.Random(seed)
    sizes, counted = Sizes(SEATS), Counted()
    for number in range(1, 6):
        _open(sizes, counted, TableNumber(number))
    opened = 5
    for _ in range(4 * STALE_AT):
        table = chance.choice(list(counted.size))
        step = chance.randrange(6)
        if step == 0 and counted.size[table] == 0 and len(counted.size) > 1:
            sizes.close(table)
            del counted.size[table]
            counted.idle.discard(table)
        elif step == 1 and len(counted.size) < 20:
            opened += 1
            _open(sizes, counted, TableNumber(opened))
        elif step == 2:
            idle = chance.random() < 0.5
            sizes.set_idle(table, idle=idle)
            (counted.idle.add if idle else counted.idle.discard)(table)
        else:
            by = 1 if chance.random() < 0.5 else -1
            if 0 <= counted.size[table] + by <= SEATS:
                sizes.change(table, by)
                counted.size[table] += by
        counted.agrees(sizes, chance)


def _open(sizes: Sizes, counted: Counted, table: TableNumber) -> None:
    sizes.open(table)
    counted.size[table] = 0
    counted.idle.add(table)
