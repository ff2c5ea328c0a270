"""The weighted choice of a table: every weight exactly, for any set of tables."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cardroom.cash.lobby.open_tables import OpenTables
from cardroom.ledger import TableId
from tests.rule import rule


def outcomes(tables: OpenTables, weights: dict[TableId, int], otherwise: int) -> Counter[TableId]:
    """How often each table comes up when every number is drawn once."""
    totals: list[int] = []

    def first(total: int) -> int:
        totals.append(total)
        return 0

    seen: Counter[TableId] = Counter()
    if tables.choose(weights, first, otherwise=otherwise) is None:
        return seen
    for drawn in range(totals[0]):
        chosen = tables.choose(weights, lambda _, drawn=drawn: drawn, otherwise=otherwise)  # type: ignore[misc]
        assert chosen is not None
        seen[chosen] += 1
    return seen


@rule("CASH-04", "AMB-39")
def test_a_table_weighs_its_free_seats_and_four_times_that_if_known() -> None:
    tables = OpenTables()
    for number, free in ((1, 5), (2, 1), (3, 2), (4, 2), (5, 0)):
        tables.put(TableId(number), free)
    weights = {TableId(3): 4, TableId(1): 0}
    assert outcomes(tables, weights, 1) == {TableId(2): 1, TableId(3): 8, TableId(4): 2}


@rule("CASH-04")
def test_without_a_table_that_weighs_something_none_is_chosen() -> None:
    tables = OpenTables()
    assert outcomes(tables, {}, 1) == {}
    tables.put(TableId(1), 3)
    assert outcomes(tables, {TableId(1): 0}, 1) == {}
    assert outcomes(tables, {}, 0) == {}
    assert outcomes(tables, {TableId(1): 2}, 0) == {TableId(1): 6}


ids = st.integers(1, 9).map(TableId)


@rule("CASH-04", "AMB-39")
@given(
    st.lists(st.tuples(ids, st.integers(0, 6)), max_size=30),
    st.dictionaries(ids, st.integers(0, 4), max_size=6),
    st.integers(0, 2),
)
def test_the_choice_is_as_weighted_whatever_happened_to_the_tables_before(
    changes: list[tuple[TableId, int]], weights: dict[TableId, int], otherwise: int
) -> None:
    tables, free = OpenTables(), dict[TableId, int]()
    for table, seats in changes:
        tables.put(table, seats)
        free[table] = seats
    expected = {table: seats * weights.get(table, otherwise) for table, seats in free.items()}
    assert outcomes(tables, weights, otherwise) == {t: w for t, w in expected.items() if w}
    assert len(tables) == sum(1 for seats in free.values() if seats)
    assert all(tables.free(table) == seats for table, seats in free.items())
