"""What a gateway knows of the hosts."""

import asyncio

import pytest

from cardroom.cluster.directory import Directory
from cardroom.cluster.messages import HostState
from cardroom.errors import AccessRefused
from cardroom.ledger import TableId
from cardroom.room.cash.lobby_views import StakeRow
from cardroom.rulebook.cash.stakes import StakeKey
from tests.room.virtual import run
from tests.rule import rule

ROW = StakeRow(
    game="nl-holdem", format="ordinary", name="NL10", small_blind=5, big_blind=10, seats=6,
    min_buy_in=500, max_buy_in=1000, players=3, waiting=0, tables=1, admits=("person",),
)  # fmt: skip
KEY = StakeKey("nl-holdem", "ordinary", 5, 10)


def state(host: str, number: int, *tables: int, rows: tuple[StakeRow, ...] = ()) -> HostState:
    return HostState(host, number, tuple(map(TableId, tables)), rows)


class Living:
    def __init__(self, *names: str) -> None:
        self.names = set(names)
        self.directory = Directory(self.names.__contains__)
        self.moved: list[str] = []
        self.directory.moved = self.moved.append


async def tell(directory: Directory, *states: HostState) -> None:
    for one in states:
        directory.read(one)
    await asyncio.sleep(0)


def test_a_table_is_where_a_living_host_says_that_it_runs_it() -> None:
    async def story() -> None:
        living = Living("one", "two")
        await tell(living.directory, state("one", 1, 7, 8), state("two", 1, 9))
        found = [living.directory.host_at(TableId(table)) for table in (7, 9, 10)]
        assert found == ["one", "two", None]
        await tell(living.directory, state("one", 2, 8))
        assert living.directory.host_at(TableId(7)) is None

    run(story())


def test_a_table_that_another_host_runs_has_moved() -> None:
    async def story() -> None:
        living = Living("one", "two")
        await tell(living.directory, state("one", 1, 7, 8), state("two", 1))
        living.names.remove("one")
        assert living.directory.host_at(TableId(7)) is None
        await tell(living.directory, state("two", 2, 7))
        assert living.directory.host_at(TableId(7)) == "two"
        assert living.moved == ["table:7"]

    run(story())


def test_what_a_host_said_earlier_and_arrives_late_is_not_read() -> None:
    async def story() -> None:
        living = Living("one")
        await tell(living.directory, state("one", 2, 7))
        assert not living.directory.read(state("one", 1))
        assert living.directory.host_at(TableId(7)) == "one"

    run(story())


def test_who_asks_for_a_table_that_is_moving_waits_and_for_one_that_never_was_not_for_ever() -> (
    None
):
    async def story() -> None:
        living = Living("one", "two")
        asked = asyncio.create_task(living.directory.host_of("table:7"))
        await asyncio.sleep(5)
        await tell(living.directory, state("two", 1, 7))
        assert await asked == "two"
        with pytest.raises(AccessRefused, match="no such channel"):
            await living.directory.host_of("table:70")

    run(story())


def test_the_lobby_has_the_rows_of_living_hosts() -> None:
    async def story() -> None:
        living = Living("one")
        await tell(living.directory, state("one", 1, 7, rows=(ROW,)))
        assert living.directory.rows == {KEY: ROW}
        living.names.clear()
        assert not living.directory.rows

    run(story())


@rule("CRASH-01")
def test_a_host_that_has_lost_a_table_and_does_not_know_it_is_not_believed() -> None:
    directory = Directory(lambda _: True)
    moved: list[str] = []
    directory.moved = moved.append
    table = TableId(7)
    assert directory.read(HostState("frozen", 1, (table,), (), (3,)))
    assert directory.read(HostState("other", 1, (table,), (), (4,)))
    assert directory.read(HostState("frozen", 2, (table,), (), (3,)))
    assert directory.host_at(table) == "other"
    assert moved == ["table:7"]
    assert directory.read(HostState("frozen", 3, (), (), ()))
    assert directory.host_at(table) == "other"


def test_a_table_that_one_host_gives_up_before_another_has_it_has_moved() -> None:
    living = Living("a", "b")
    for said in (state("a", 1, 7), state("a", 2)):
        living.directory.read(said)
    # Who comes back in between waits for it.
    assert living.directory.was_anywhere(TableId(7))
    living.directory.read(state("b", 1, 7))
    assert living.moved == ["table:7"]


@rule("CRASH-01")
def test_a_table_that_a_host_runs_once_more_under_a_new_epoch_has_moved() -> None:
    living = Living("a")
    table = (TableId(7),)
    for number, epoch in ((1, 3), (2, 3), (3, 4)):
        living.directory.read(HostState("a", number, table, (), (epoch,)))
    assert living.moved == ["table:7"]
