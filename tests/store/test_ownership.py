"""A process claims what it runs, as a whole; the store gives out the numbers of tables."""

import asyncio

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store
from cardroom.store.ownership import UnitName, claim_unit
from cardroom.store.rooms import RoomStore
from tests.rule import rule
from tests.store.raw import run
from tests.store.sample_tables import SampleTable

NL10, NL20 = "nl-holdem:ordinary:5:10", "nl-holdem:ordinary:10:20"
ONE, TWO, OTHER = TableId(1), TableId(2), TableId(3)
CAT = PlayerId(3)
CHARITY = UnitName("job", "charity")


@rule("CRASH-01")
async def test_a_pool_is_taken_over_with_all_its_tables_and_no_others(store: Store) -> None:
    first, second = RoomStore(store), RoomStore(store)
    ours = [await first.claim_table(table, "first", NL10) for table in (ONE, TWO)]
    kept = await first.claim_table(OTHER, "first", NL20)
    theirs = await second.claim_table(ONE, "second", NL10)
    assert len(set(ours)) == 1
    assert theirs > ours[0]
    # The other table of the pool went with it; a table of another stake did not.
    with pytest.raises(TransferRefused, match="not the owner"):
        await first.keep_table(TWO, ours[0], b"stale")
    await first.keep_table(OTHER, kept, b"mine")
    # Nor does the first process open a new table in a pool that is not its own any more.
    with pytest.raises(TransferRefused, match="unit has another owner"):
        await first.claim_table(TableId(4), "first", NL10)
    assert await store.epoch(TableId(4)) == 0


@rule("CRASH-01")
async def test_the_claim_of_a_dead_process_that_arrives_late_takes_nothing(store: Store) -> None:
    pool = UnitName("pool", NL10)
    before = await store.claim_unit(pool, "first")
    present = await store.claim_unit(pool, "second")
    late = await store.run_script(lambda: claim_unit(pool, "first", before.epoch))
    assert late is None
    assert (await store.join(ONE, present, "second")).epoch == present.epoch


@rule("CRASH-01")
async def test_a_hand_of_a_pool_is_refused_to_its_former_owner(store: Store) -> None:
    first = RoomStore(store)
    await first.claim_table(ONE, "first", NL10)
    claim = await store.claim_unit(UnitName("pool", NL10), "second")
    sample = SampleTable(await store.join(ONE, claim, "second"), seed=1)
    for transfer in sample.funding():
        await store.transfer(transfer)
    settled, late = sample.hands(2)
    await store.settle(settled)
    await store.claim_unit(claim.unit, "third")
    with pytest.raises(TransferRefused, match="table has another owner"):
        await store.settle(late)
    report = await audit_store(store, None, now_ms=1, show_progress=lambda _read, _of: None)
    assert (report.hands, report.breaches) == (1, ())


@rule("CRASH-01")
async def test_money_of_any_unit_moves_only_under_its_present_claim(store: Store) -> None:
    former = await store.claim_unit(CHARITY, "first")
    await store.transfer(deposit(CAT, 5, "EUR", reference="1", at_ms=1), former)
    present = await store.claim_unit(CHARITY, "second")
    with pytest.raises(TransferRefused, match="unit has another owner"):
        await store.transfer(deposit(CAT, 5, "EUR", reference="2", at_ms=2), former)
    await store.transfer(deposit(CAT, 5, "EUR", reference="2", at_ms=2), present)
    assert (await store.owned(CAT)) == {"player:3:cash:EUR": 10}
    # What was moved before is answered, whoever asks again.
    await store.transfer(deposit(CAT, 5, "EUR", reference="1", at_ms=1), former)


@rule("CRASH-01")
async def test_the_epochs_of_units_begin_above_those_of_all_tables(store: Store) -> None:
    for _ in range(5):
        alone = await store.claim(ONE, "an older room")
    claim = await store.claim_unit(UnitName("pool", NL10), "us")
    assert claim.epoch == alone.epoch + 1
    joined = await store.join(ONE, claim, "us")
    assert joined.epoch == claim.epoch
    with pytest.raises(TransferRefused):
        await store.transfer(buy_in(ONE, CAT, 1, "EUR", request="1", at_ms=1), alone)


async def test_no_number_of_a_table_is_given_out_twice(store: Store, address: str) -> None:
    async with await Store.open(address) as other:
        firsts = await asyncio.gather(
            *(one.reserve_tables(8) for one in (store, other, store, other))
        )
    assert sorted(firsts) == [1, 9, 17, 25]


async def test_numbers_go_on_after_the_tables_of_an_older_room(address: str) -> None:
    async with await Store.open(address) as store:
        await store.claim(TableId(77), "us")
    await run(address, "update ledger_head set tables = (select max(id) from tables)")
    async with await Store.open(address) as store:
        assert await store.reserve_tables(1) == 78


@pytest.mark.parametrize(
    "statement",
    [
        "update units set epoch = epoch",
        "update units set epoch = epoch - 1",
        "delete from units",
        "insert into units (name, kind, epoch, owner) values ('pool:x', 'job', 1, 'us')",
        "insert into units (name, kind, epoch, owner) values ('club:x', 'club', 1, 'us')",
        "update tables set unit = 'pool:none', epoch = epoch + 1",
    ],
)
async def test_no_statement_makes_a_unit_young_or_another(address: str, statement: str) -> None:
    async with await Store.open(address) as store:
        claim = await store.claim_unit(CHARITY, "us")
        await store.join(ONE, claim, "us")
    with pytest.raises(AssertionError):
        await run(address, statement)
