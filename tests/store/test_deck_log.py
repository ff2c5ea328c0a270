"""The log of the decks in the database: it goes on after a restart, and nobody changes it."""

import pytest

from cardroom.fairness.growing_tree import GrowingTree
from cardroom.fairness.log import LogRecord, broken_records, matches
from cardroom.room.fair.log_book import LogBook
from cardroom.store import Store
from cardroom.store.databases.database import GuardRefused, One, Script
from cardroom.store.house.deck_log import StoredDeckLog
from tests.room.fair_rooms import KEY
from tests.rule import rule


async def all_records(log: StoredDeckLog) -> list[LogRecord]:
    return await log.log_records(0, 1000)


@rule("CASH-02")
async def test_the_log_goes_on_after_a_restart_where_it_ended(store: Store) -> None:
    log = StoredDeckLog(store)
    for run, start in ((1, 0), (2, 5), (3, 10)):
        book = LogBook(log, KEY, lambda: 1000)
        await book.open()
        for number in range(5):
            assert book.append("list", b"%d %d" % (run, number), b"box") == start + number
        await book.until_stored(start + 4)
        if run != 2:
            # A killed room keeps no head: the tree is read from the last one on.
            await book.close()
    records = await all_records(log)
    assert len(records) == 15
    assert not list(broken_records(records))
    assert matches(book.head, records, KEY.public)
    tree = GrowingTree()
    for record in records:
        tree.add(record.leaf)
    assert (await log.log_end()).tree.root == tree.root


@rule("CASH-02")
async def test_a_record_is_stored_once_however_often_it_is_written(store: Store) -> None:
    log = StoredDeckLog(store)
    book = LogBook(log, KEY, lambda: 0)
    await book.open()
    book.append("void", b"hand", b"")
    waiting = tuple(book._waiting)
    await log.append_log(waiting)
    await log.append_log(waiting)
    await book.close()
    assert [record.content for record in await all_records(log)] == [b"hand"]


@rule("CASH-02")
@pytest.mark.parametrize(
    "statement",
    [
        "update deck_log set content = content",
        "delete from deck_log",
        "update deck_log_heads set at_ms = 0",
    ],
)
async def test_nobody_changes_the_log(store: Store, statement: str) -> None:
    book = LogBook(StoredDeckLog(store), KEY, lambda: 0)
    await book.open()
    book.append("list", b"one", b"")
    await book.close()

    def change() -> Script[object]:
        yield One(statement)
        return None

    with pytest.raises(GuardRefused):
        await store.run_script(change)
