"""The schema comes up by itself, from every version, once, and never backwards."""

import asyncio
from pathlib import Path

import pytest

from cardroom.errors import Unavailable, UsageError
from cardroom.ledger import PlayerId, TableId
from cardroom.store import Patience, Store, connect
from cardroom.store.audit.auditing import audit_store
from cardroom.store.migrations import Migration, known, migrate
from tests.store.raw import run
from tests.store.sample_tables import SampleTable

VERSIONS = range(1, len(known()) + 1)
"""Every schema that any program ever made."""

SOMETHING = "insert into players (id, name, since_ms) values (1, 'ann', 5)"


async def bring_to(address: str, steps: list[Migration]) -> int:
    database = connect(address)
    try:
        return await database.transact(migrate(steps, database.dialect))
    finally:
        await database.close()


IN_BLOCKS = 6
"""From this version on it stands in blocks which hands a player was dealt into."""


WITH_SEALS = 9
"""From this version on what is kept beside the money is sealed."""

WITH_UNITS = 11
"""From this version on tables belong to units."""

WITH_PLACES = 13
"""From this version on places in the lobby are kept."""

NUMBERED = 10
"""From this version on hands have numbers of their own."""


async def write_hands(address: str, version: int) -> None:
    """Settle two hands in a schema as it is, as a program of that time has left them."""
    is_older = version < IN_BLOCKS
    if is_older:
        await run(address, "create table dealt_in (block bigint, player bigint, transfer bigint)")
    if version < NUMBERED:
        await run(
            address,
            "alter table ledger_head add column hands integer not null default 0",
            "alter table hands add column id integer",
            "alter table hands add column plays_for text",
            "alter table dealt_in rename column transfer to hand",
        )
    if version < WITH_SEALS:
        notes = "create table touched (id bigint, relation text, key text, gone bigint)"
        await run(address, notes)
    if version < WITH_UNITS:
        await run(address, "alter table tables add column unit text")
    if version < WITH_PLACES:
        places = "create table lobby_places (table_id bigint, player bigint, bought bigint)"
        await run(address, places)
    async with Store(connect(address), Patience()) as store:
        await store.register(PlayerId(1), "ann", 5)
        sample = SampleTable(await store.claim(TableId(9), "us"), seed=1)
        await asyncio.gather(*(store.transfer(transfer) for transfer in sample.funding()))
        for hand in sample.hands(2):
            await store.settle(hand)
    if version < WITH_PLACES:
        await run(address, "drop table lobby_places")
    if version < WITH_UNITS:
        await run(address, "alter table tables drop column unit")
    if version < NUMBERED:
        await run(
            address,
            "alter table dealt_in rename column hand to transfer",
            "update dealt_in set transfer ="
            " (select transfer from hands where hands.id = dealt_in.transfer)",
            "alter table hands drop column id",
            "alter table hands drop column plays_for",
            "alter table ledger_head drop column hands",
        )
    if is_older:
        moved = "insert into hands_of_player select player, transfer from dealt_in"
        await run(address, moved, "drop table dealt_in")
    if version < WITH_SEALS:
        await run(address, "drop table touched")


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_database_of_every_version_comes_up_with_its_data(
    address: str, version: int
) -> None:
    assert await bring_to(address, known()[:version]) == version
    await write_hands(address, version)
    async with await Store.open(address) as store:
        hands = await store.hands_of_player(PlayerId(90), 2**53, 10)
        assert [(seq, one.hand.number) for seq, one in hands] == [(2, 2), (1, 1)]
        report = await audit_store(store, None, now_ms=1, show_progress=lambda _read, _of: None)
    assert (report.transfers, report.breaches) == (14, ())
    assert await run(address, "select max(version) from schema_versions") == [(len(known()),)]
    assert await run(address, "select name from players") == [("ann",)]


async def test_a_newer_schema_than_the_program_is_refused_with_a_sentence(address: str) -> None:
    next_version = Migration(len(known()) + 1, "from_the_future", "create table later (id integer)")
    await bring_to(address, [*known(), next_version])
    with pytest.raises(
        UsageError,
        match=f"schema version {len(known()) + 1}, this program knows version {len(known())}",
    ):
        await Store.open(address)


async def test_another_text_of_an_old_migration_is_refused(address: str) -> None:
    first, *rest = known()
    await bring_to(address, [first._replace(text=first.text + "\n"), *rest])
    with pytest.raises(UsageError, match="another text of migration 0001_money"):
        await Store.open(address)


async def test_a_migration_that_fails_leaves_nothing(address: str) -> None:
    text = "create table half (id integer)\n\ncreate table half (id integer)"
    steps = [*known(), Migration(len(known()) + 1, "broken", text)]
    with pytest.raises(Exception, match="half"):
        await bring_to(address, steps)
    # Not even the first version was applied: it is one transaction.
    assert await bring_to(address, []) == 0


async def test_a_later_migration_meets_the_data_of_an_earlier_one(address: str) -> None:
    await bring_to(address, known())
    await run(address, SOMETHING)
    text = "alter table players add column seen_ms {integer} not null default 7"
    await bring_to(address, [*known(), Migration(len(known()) + 1, "seen", text)])
    assert await run(address, "select name, seen_ms from players") == [("ann", 7)]


async def test_of_programs_that_start_together_one_migrates_and_the_others_wait(
    address: str,
) -> None:
    stores = await asyncio.gather(*(Store.open(address) for _ in range(4)))
    assert await run(address, "select version from schema_versions order by 1") == [
        (step.version,) for step in known()
    ]
    await asyncio.gather(*(store.close() for store in stores))


def test_a_statement_for_one_database_is_not_for_the_other() -> None:
    step = Migration(1, "x", "-- sqlite\na {integer}\n\n-- postgresql\nb {integer}\n\nc{strict}")
    assert step.statements("sqlite") == ["-- sqlite\na integer", "c strict"]
    assert step.statements("postgresql") == ["-- postgresql\nb bigint", "c"]


async def everything(address: str) -> list[tuple[object, ...]]:
    """What a database says about its own schema."""
    if address.startswith("sqlite"):
        return await run(address, "select name, sql from sqlite_master order by name")
    sql = (
        "select table_name::text, column_name::text from information_schema.columns"
        " where table_schema = 'public' order by 1, 2"
    )
    return await run(address, sql)


@pytest.mark.parametrize("version", VERSIONS[:-1])
async def test_who_only_reads_is_told_of_an_older_schema_and_leaves_it(
    address: str, version: int
) -> None:
    await bring_to(address, known()[:version])
    before = await everything(address)
    said = f"schema version {version}, this program reads version {len(known())}: start the room"
    with pytest.raises(UsageError, match=said):
        await Store.open_to_read(address)
    assert await everything(address) == before
    assert await run(address, "select max(version) from schema_versions") == [(version,)]


async def test_who_only_reads_makes_no_room_where_there_is_none(address: str) -> None:
    await run(address, "create table other (id integer)")
    with pytest.raises(UsageError, match="holds no room of cardroom"):
        await Store.open_to_read(address)
    assert await run(address, "select count(*) from other") == [(0,)]
    assert "schema_versions" not in str(await everything(address))


async def test_what_is_opened_to_read_is_audited_and_not_written(address: str) -> None:
    async with await Store.open(address) as store:
        sample = SampleTable(await store.claim(TableId(9), "us"), seed=1)
        await asyncio.gather(*(store.transfer(transfer) for transfer in sample.funding()))
        async with await Store.open_to_read(address) as reader:
            report = await audit_store(
                reader, None, now_ms=1, show_progress=lambda _read, _of: None
            )
    assert (report.transfers, report.breaches) == (12, ())


async def test_a_file_that_is_opened_to_read_takes_nothing(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"
    async with await Store.open(address):
        pass
    async with await Store.open_to_read(address, Patience(attempts=1)) as reader:
        with pytest.raises(Unavailable, match="readonly"):
            await reader.claim(TableId(9), "us")
    assert await run(address, "select count(*) from tables") == [(0,)]
