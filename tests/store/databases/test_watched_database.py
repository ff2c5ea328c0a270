"""Transient errors, for real: locked, full, disconnected, deadlocked, paused."""

import asyncio
import signal
import sqlite3
from pathlib import Path

import asyncpg
import pytest

from cardroom.errors import Unavailable
from cardroom.ledger import Answer, SettledHand, TableId
from cardroom.store import Patience, Store
from cardroom.store.databases.database import GuardRefused, One, Script
from cardroom.store.databases.sqlite import Settings, SqliteDatabase
from tests.rule import rule
from tests.store.children import line, paused, started
from tests.store.private_postgres import PrivatePostgres
from tests.store.raw import run
from tests.store.sample_tables import SampleTable

BRIEF = Patience(attempts=2, pause_s=0.01, wait_s=5)


async def seat(store: Store) -> SampleTable:
    sample = SampleTable(await store.claim(TableId(9), "us"), seed=1)
    await asyncio.gather(*(store.transfer(transfer) for transfer in sample.funding()))
    return sample


async def open_file(path: Path, *, patience: Patience = BRIEF, **settings: int) -> Store:
    chosen = Settings(**settings)  # type: ignore[arg-type]
    return await Store.open(SqliteDatabase(path, settings=chosen), patience)


async def test_a_locked_file_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    async with await open_file(path, busy_ms=2000) as store:
        sample = await seat(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")
        settling = asyncio.create_task(store.settle(sample.hand()))
        await asyncio.sleep(0.1)
        assert not settling.done()
        other.execute("rollback")
        other.close()
        assert await settling is Answer.APPLIED


async def test_a_file_that_stays_locked_is_reported_and_the_hand_can_be_repeated(
    tmp_path: Path,
) -> None:
    path = tmp_path / "room.db"
    async with await open_file(path, busy_ms=20) as store:
        sample = await seat(store)
        hand = sample.hand()
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(Unavailable, match="locked"):
            await store.settle(hand)
        # Readers do not mind the writer.
        assert await store.hands_of_table(TableId(9), 1) == []
        other.execute("rollback")
        other.close()
        assert await store.settle(hand) is Answer.APPLIED


async def settle_until_full(store: Store, sample: SampleTable) -> SettledHand:
    """The hand that found no room."""
    while True:
        hand = sample.hand()
        try:
            await store.settle(hand)
        except Unavailable:
            return hand


async def test_a_full_database_is_reported_and_holds_nothing_of_the_hand(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    async with await open_file(path, pages_max=180) as store:
        sample = await seat(store)
        hand = await settle_until_full(store, sample)
        assert hand.number > 10
        with pytest.raises(Unavailable, match="full"):
            await store.settle(hand)
        assert await store.hand(TableId(9), hand.epoch, hand.number) is None
        assert await store.probe(write=False) == ("full", "database or disk is full")
    async with await open_file(path) as roomier:
        assert await roomier.settle(hand) is Answer.APPLIED
        assert await roomier.stacks(TableId(9)) == sample.stacks


async def test_a_disk_that_runs_full_is_reported_and_the_store_goes_on_when_it_has_room(
    tmp_path: Path,
) -> None:
    path = tmp_path / "room.db"
    with started("tests.store.crashes.short_of_disk", str(path)) as child:
        assert (await line(child)).startswith("full at")
        assert await line(child) == "applied"
    assert child.returncode == 0
    assert await run(str(path), "pragma integrity_check") == [("ok",)]


async def test_a_damaged_file_is_remembered_although_other_parts_of_it_can_be_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "room.db"
    async with await open_file(path) as store:
        await seat(store)
    ((page,),) = await run(str(path), "select rootpage from sqlite_master where name = 'transfers'")
    ((size,),) = await run(str(path), "pragma page_size")
    async with await open_file(path) as store:
        with path.open("r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\xa5" * size)
        assert await store.probe(write=False) is None
        with pytest.raises(Unavailable, match="malformed"):
            [one async for one in store.transfers(1)]
        for write in (False, True):
            found = await store.probe(write=write)
            assert found is not None
            assert found.obstacle == "damaged"


@pytest.fixture
async def room(postgres: PrivatePostgres, request: pytest.FixtureRequest) -> str:
    return await postgres.new_database(f"weather{abs(hash(request.node.name))}")


@rule("CRASH-01")
async def test_an_owner_paused_before_his_settlement_cannot_pay_when_he_wakes(
    address: str,
) -> None:
    await take_over_while_paused(address, "begin")


@rule("CRASH-01")
async def test_an_owner_paused_before_his_commit_cannot_pay_and_does_not_hold_up_others(
    room: str,
) -> None:
    await take_over_while_paused(room, "commit")


async def take_over_while_paused(address: str, where: str) -> None:
    with started("tests.store.crashes.paused_owner", address, where) as child:
        await paused(child)
        async with await Store.open(address) as store:
            before = await store.stacks(TableId(9))
            assert (await store.claim(TableId(9), "awake")).epoch == 2
            child.send_signal(signal.SIGCONT)
            assert await line(child) == "table_has_another_owner"
            assert await store.stacks(TableId(9)) == before
            assert await store.hands_of_table(TableId(9), 9) == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
async def test_a_server_that_goes_and_comes_back_loses_and_doubles_nothing(
    postgres: PrivatePostgres, room: str, how: signal.Signals
) -> None:
    async with await Store.open(room) as store:
        sample = await seat(store)
        playing = asyncio.create_task(play(store, sample, 60))
        await asyncio.sleep(0.05)
        postgres.stop(how)
        await asyncio.sleep(0.1)
        postgres.start()
        await playing
        assert await store.stacks(TableId(9)) == sample.stacks
        assert (await store.statistics(sample.players[0]))["hands"] == 60


async def play(store: Store, sample: SampleTable, hands: int) -> None:
    for hand in sample.hands(hands):
        await store.settle(hand)


async def test_a_server_that_stays_away_is_reported_soon(postgres: PrivatePostgres) -> None:
    room = await postgres.new_database("away")
    async with await Store.open(room, BRIEF) as store:
        sample = await seat(store)
        postgres.stop()
        try:
            hand = sample.hand()
            async with asyncio.timeout(5):
                with pytest.raises(Unavailable):
                    await store.settle(hand)
                with pytest.raises(Unavailable):
                    await store.stacks(TableId(9))
        finally:
            postgres.start()
        assert await store.settle(hand) is Answer.APPLIED


async def cut_connections(room: str, times: int) -> None:
    admin = await asyncpg.connect(room)
    for number in range(times):
        await asyncio.sleep(0.02 + 0.013 * number)
        await admin.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where application_name = 'cardroom' and datname = current_database()"
        )
    await admin.close()


async def test_connections_that_are_cut_again_and_again_lose_and_double_nothing(room: str) -> None:
    async with await Store.open(room) as store:
        sample = await seat(store)
        cutting = asyncio.create_task(cut_connections(room, times=12))
        while not cutting.done():
            assert await store.settle(sample.hand()) in Answer
        await cutting
        assert await store.stacks(TableId(9)) == sample.stacks


async def test_a_deadlock_with_another_program_is_tried_again(room: str) -> None:
    async with await Store.open(room) as store:
        sample = await seat(store)
        other = await asyncpg.connect(room)
        deadlocks = "select deadlocks from pg_stat_database where datname = current_database()"
        # The other session wants the turnstile while it holds an account that the hand needs, and
        # has looked for deadlocks for the last time when ours does: ours is the victim.
        await other.execute("set deadlock_timeout = '60s'")
        await other.execute("begin")
        await other.execute("select 1 from accounts where name like 'table:9:%' for update")
        settling = asyncio.create_task(store.settle(sample.hand()))
        await asyncio.sleep(0.03)
        await other.execute("select 1 from ledger_head for update")
        await other.execute("rollback")
        assert await settling is Answer.APPLIED
        await asyncio.sleep(0.1)
        await other.execute("select pg_stat_clear_snapshot()")
        assert await other.fetchval(deadlocks) == 1
        await other.close()
        assert await store.stacks(TableId(9)) == sample.stacks


PASSING = ["40001", "40P01", "53100", "53300", "55P03", "57014", "58030", "08006", "25006"]
"""Serialization, deadlock, disk full, too many clients, locks, time-out, I/O, cut off, standby."""


class Said:
    """A script whose first attempts end as a server says they did."""

    def __init__(self, state: str, times: int) -> None:
        self.state = state
        self.left = times
        self.attempts = 0

    def __call__(self) -> Script[object]:
        self.attempts += 1
        yield One("insert into closed_stakes (stake) values ('nl-holdem')")
        if self.left:
            self.left -= 1
            yield One(f"do $$ begin raise exception 'said' using errcode = '{self.state}'; end $$")
        return "written"


@pytest.mark.parametrize("state", PASSING)
async def test_what_may_pass_is_tried_again_and_written_once(room: str, state: str) -> None:
    async with await Store.open(room, BRIEF) as store:
        said = Said(state, times=1)
        assert await store.run_script(said) == "written"
        assert said.attempts == 2
    assert await run(room, "select count(*) from closed_stakes") == [(1,)]


async def test_what_does_not_pass_within_the_limits_is_unavailable(room: str) -> None:
    async with await Store.open(room, BRIEF) as store:
        said = Said("40001", times=9)
        with pytest.raises(Unavailable, match="the database cannot be used: said"):
            await store.run_script(said)
        assert said.attempts == BRIEF.attempts
    assert await run(room, "select count(*) from closed_stakes") == [(0,)]


async def test_what_a_guard_refuses_is_not_tried_again(room: str) -> None:
    async with await Store.open(room, BRIEF) as store:
        said = Said("P0001", times=9)
        with pytest.raises(GuardRefused, match="said"):
            await store.run_script(said)
        assert said.attempts == 1
