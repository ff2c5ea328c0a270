"""The audit over real databases: what the store wrote passes, what was done past it is found."""

import asyncio

import msgspec

from cardroom.ledger.audit import Report
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store
from tests.ledger.scene import HANDS, TABLE, booked, busy_quarter
from tests.store.conftest import Seating
from tests.store.raw import past_the_guards, run
from tests.store.sample_tables import SampleTable


async def audited(store: Store) -> Report:
    return await audit_store(store, None, now_ms=1, show_progress=lambda _read, _of: None)


async def played(store: Store, sample: SampleTable, hands: int) -> None:
    for hand in sample.hands(hands):
        await store.settle(hand)


def found(report: Report) -> list[tuple[str, str, str]]:
    return [(breach.rule, breach.key, breach.what) for breach in report.breaches]


async def test_what_the_store_wrote_passes_the_audit(store: Store, seated: Seating) -> None:
    sample_tables = [await seated(number) for number in (1, 2, 3)]
    await asyncio.gather(*(played(store, sample, 40) for sample in sample_tables))
    sample = sample_tables[0]
    await store.void(msgspec.structs.replace(sample.hand(), statistics=(), outbox=()))
    report = await audited(store)
    assert found(report) == []
    assert (report.transfers, report.hands) == (156, 120)
    assert report.head == (await store.standing()).head.hash.hex()


async def test_an_empty_database_passes_the_audit(store: Store) -> None:
    report = await audited(store)
    assert (report.transfers, report.hands, report.breaches_found) == (0, 0, 0)


async def test_the_room_may_be_open_during_the_audit(store: Store, sample: SampleTable) -> None:
    await played(store, sample, 20)
    report, _ = await asyncio.gather(audited(store), played(store, sample, 60))
    assert found(report) == []
    assert (await audited(store)).hands == 80


async def test_a_changed_balance_is_found(store: Store, sample: SampleTable, address: str) -> None:
    await played(store, sample, 3)
    account = f"table:9:escrow:{sample.players[0]}:EUR"
    await run(address, ("update accounts set balance = balance + 1 where name = $1", (account,)))
    assert found(await audited(store)) == [
        ("I4", "", "balance_differs"),
        ("I3", "", "does_not_sum_to_zero"),
    ]


async def test_a_changed_entry_is_found(store: Store, sample: SampleTable, address: str) -> None:
    await played(store, sample, 3)
    await past_the_guards(address, "update entries set amount = amount + 1 where transfer = 13")
    assert found(await audited(store)) == [("I4", "hand:9:1:1", "entries_differ")]


async def test_a_changed_transfer_is_found(store: Store, sample: SampleTable, address: str) -> None:
    await played(store, sample, 3)
    change = "update transfers set content = $1 where key = $2"
    await past_the_guards(address, (change, (b"{}", "hand:9:1:2")))
    first = (await audited(store)).breaches[0]
    assert (first.rule, first.key, first.position) == ("I12", "", 14)


async def test_a_changed_head_is_found(store: Store, sample: SampleTable, address: str) -> None:
    await played(store, sample, 1)
    await run(address, ("update ledger_head set hash = $1 where id = 1", (bytes(32),)))
    assert found(await audited(store)) == [("I12", "", "head_differs")]


async def test_a_hand_that_cannot_be_read_is_found(
    store: Store, sample: SampleTable, address: str
) -> None:
    await played(store, sample, 2)
    change = "update hands set result = $1 where key = $2"
    await past_the_guards(address, (change, (b"{", "hand:9:1:1")))
    breaches = found(await audited(store))
    assert breaches[:2] == [
        ("I10", "hand:9:1:1", "hand_missing"),
        ("I10", "", "hands_without_transfer"),
    ]
    assert [what for _, _, what in breaches[2:]] == ["hands_of_player_differ"] * len(sample.players)


async def test_a_changed_history_is_found_without_playing_it(
    store: Store, sample: SampleTable, address: str
) -> None:
    await played(store, sample, 3)
    change = "update hands set history = $1 where number = 2"
    await past_the_guards(address, (change, (b"another story",)))
    assert found(await audited(store)) == [("I10", "hand:9:1:2", "record_changed")]


async def test_every_kind_of_transfer_is_stored_and_passes_the_audit(store: Store) -> None:
    await store.claim(TABLE, "us")
    hands = {hand.key: hand for hand in HANDS}
    for transfer in busy_quarter():
        if transfer.key in hands:
            await store.settle(hands[transfer.key])
        else:
            await store.transfer(transfer)
    expected = booked(busy_quarter())
    standing = await store.standing()
    assert standing.balances == expected.balances
    assert standing.head.hash == expected.head
    # Nothing is wrong but that no tournament has these transfers among its steps.
    breaches = {(rule, what) for rule, _, what in found(await audited(store))}
    assert breaches == {("I8", "pools_moved_beside_steps")}
