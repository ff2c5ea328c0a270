"""What the processes of a room find in the database: keys, their own part of it, one log."""

import asyncio

from cardroom.fairness.keys import SigningKey
from cardroom.fairness.log import GENESIS, record_hash
from cardroom.room.fair.shared_log import LogEntry, SharedLogBook
from cardroom.room.metrics import Metrics
from cardroom.rulebook.cash.stakes import StakeKey, stake_word
from cardroom.store import Store
from cardroom.store.house.deck_log import StoredDeckLog
from cardroom.store.house.processes import StoredProcesses
from cardroom.store.one_pool import PoolStore
from cardroom.store.rooms import RoomStore
from tests.rule import rule

SMALL = StakeKey("nl-holdem", "ordinary", 5, 10)
LARGE = StakeKey("nl-holdem", "ordinary", 50, 100)


async def test_the_room_s_key_is_made_once_and_every_process_registers_its_own(
    store: Store,
) -> None:
    one, two = StoredProcesses(store), StoredProcesses(store)
    assert await one.room_key(b"first") == b"first"
    assert await two.room_key(b"second") == b"first"
    await one.register("one-1", b"key", roles="host", machine="here", at_ms=1)
    await two.register("one-1", b"other", roles="host", machine="there", at_ms=2)
    assert await two.public_key("one-1") == b"key"
    assert await two.public_key("two-1") is None


async def test_a_process_with_other_keys_of_the_decks_is_noticed(store: Store) -> None:
    register = StoredProcesses(store)
    await register.room_key(b"key")
    assert await register.has_keys(b"a")
    assert await register.has_keys(b"a")
    assert not await register.has_keys(b"b")


@rule("CRASH-01")
async def test_a_unit_finds_the_tables_of_its_stake_and_no_others(store: Store) -> None:
    room = RoomStore(store)
    for table, stake in ((1, SMALL), (2, LARGE)):
        epoch = await room.claim_table(table, "us", stake_word(stake))  # type: ignore[arg-type]
        await room.keep_table(table, epoch, b"record")  # type: ignore[arg-type]
    units = [
        PoolStore(store, stake, tells=False, metrics=Metrics()) for stake in (SMALL, LARGE, None)
    ]
    found = [[table for table, _ in await unit.kept_tables()] for unit in units]
    assert found == [[1], [2], []]
    assert [list(await unit.pools()) for unit in units] == [[SMALL], [LARGE], []]


async def test_two_processes_write_one_log_of_decks_and_every_record_once(store: Store) -> None:
    key = SigningKey(bytes(32))
    one, two = (SharedLogBook(StoredDeckLog(store), key, lambda: 1) for _ in range(2))
    await asyncio.gather(one.open(), two.open())
    for number in range(5):
        last = [book.append("list", bytes([number, side])) for side, book in enumerate((one, two))]
        await asyncio.gather(one.until_stored(last[0]), two.until_stored(last[1]))
    records = await one.records(0, 100)
    assert sorted(record.content for record in records) == sorted(
        bytes([number, side]) for number in range(5) for side in range(2)
    )
    before = GENESIS
    for number, record in enumerate(records):
        assert record.number == number
        assert record.hash == record_hash(number, record.kind, record.content, before)
        before = record.hash
    await one.close()
    await two.close()


async def test_an_entry_whose_answer_got_lost_is_not_kept_twice(store: Store) -> None:
    log = StoredDeckLog(store)
    entries = [LogEntry("list", b"a", b""), LogEntry("list", b"b", b"")]
    first = await log.append_entries(entries, 0)
    again = await log.append_entries(entries, 0)
    assert first == again
    assert len(await log.log_records(0, 10)) == 2
