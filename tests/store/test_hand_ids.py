"""Hands have numbers of their own; the migration that gives them is whole or not at all."""

import msgspec
import pytest

from cardroom.errors import Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.store import Patience, Store, connect
from cardroom.store.audit.auditing import audit_store
from cardroom.store.databases.database import Each, One, Script, TransientError
from cardroom.store.daybook import dealt_in
from cardroom.store.migrations import known
from cardroom.store.postings import hand_row, record_of
from cardroom.store.writing import DEALT_IN, HANDS
from tests.rule import rule
from tests.store.old_rooms import TABLES, VERSION, VOID_EVERY, bring_to_version, fill
from tests.store.raw import run
from tests.store.sample_tables import SampleTable

MANY = 12_800
FEW = 500


@rule("AMB-69", "CRASH-01")
async def test_a_large_database_keeps_every_hand_and_every_list(address: str) -> None:
    await bring_to_version(address)
    await fill(address, MANY, history_bytes=64)
    keys = "select key from hands order by key"
    before = await run(address, keys)
    player = PlayerId(10 * 5 + 3)
    numbers = [number for number in range(1, MANY + 1) if number % TABLES == 4]
    async with await Store.open(address) as store:
        found, after = [], 2**53
        while page := await store.hands_listed(player, after, 30):
            found += page
            after = page[-1][0]
        settled = await store.hands_of_player(player, 2**53, 1000)
        head = (await store.standing()).head
    # The n-th hand that ended has the number n, void or not.
    assert [number for number, _ in found] == numbers[::-1]
    assert [one.hand.number for _, one in found] == [1 + n // TABLES for n in numbers[::-1]]
    assert [number for number, one in found if one.is_void] == [
        number for number in numbers[::-1] if number % VOID_EVERY == 0
    ]
    assert settled == [(number, one) for number, one in found if not one.is_void]
    assert head.hands == MANY
    assert await run(address, keys) == before
    assert await run(address, "select count(*), max(length(id || '')) from hands") == [(MANY, 5)]


async def test_a_migration_that_is_interrupted_anywhere_begins_again(address: str) -> None:
    await bring_to_version(address)
    await fill(address, FEW, history_bytes=16)
    dialect = "postgresql" if address.startswith("postgresql") else "sqlite"
    for statement in [*known()[VERSION].statements(dialect), "commit"]:

        def fail(site: str, here: str = statement) -> None:
            if site == here:
                raise TransientError("the power is lost")

        with pytest.raises(Unavailable, match="the power is lost"):
            await Store.open(connect(address, faults=fail), Patience(attempts=1))
        assert await run(address, "select count(*) from void_hands") == [(6 * FEW // VOID_EVERY,)]
        assert await run(address, "select max(version) from schema_versions") == [(VERSION,)]
    async with await Store.open(address) as store:
        assert (await store.standing()).head.hands == FEW


async def test_a_hand_for_chips_has_a_place_without_any_money(
    store: Store, sample: SampleTable
) -> None:
    paid, chips = sample.hands(2)
    await store.settle(paid)
    chips = msgspec.structs.replace(chips, rake=0, statistics=(), outbox=())

    def keep() -> Script[object]:
        yield One("update ledger_head set hands = 2")
        row = hand_row(2, chips, record_of(chips), None)
        assert "settled" in row
        yield Each(HANDS, [tuple("chips" if value == "money" else value for value in row)])
        yield Each(DEALT_IN, dealt_in(2, chips.deltas))
        return None

    await store.run_script(keep)
    listed = await store.hands_of_player(sample.players[0], 2**53, 9)
    assert [(number, one.hand.key, one.is_void) for number, one in listed] == [
        (2, chips.key, False),
        (1, paid.key, False),
    ]
    report = await audit_store(store, None, now_ms=1, show_progress=lambda _read, _of: None)
    assert (report.hands, report.breaches) == (1, ())


async def test_a_hand_for_money_without_transfer_or_with_13_digits_is_refused(address: str) -> None:
    async with await Store.open(address) as store:
        await store.claim(TableId(9), "us")
    for number, status in ((1, "settled"), (1_000_000_000_000, "void")):
        with pytest.raises(AssertionError, match=r"(?i)check"):
            await run(
                address,
                f"insert into hands select {number}, 'hand:9:1:1', 9, 1, 1, '{status}', 'money',"
                " null, 'en-2.7', 1, hash, hash, hash from ledger_head",
            )
