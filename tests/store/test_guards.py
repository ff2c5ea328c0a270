"""The guards in the database itself: they hold even against a program that means harm."""

import pytest

from cardroom.store import Store
from cardroom.store.databases.database import GuardRefused, One, Script
from tests.store.raw import run
from tests.store.sample_tables import SampleTable

ACCOUNTS = (
    "insert into accounts (id, name, asset, may_be_negative)"
    " values (901, 'player:901:cash:EUR', 'EUR', 0), (902, 'house:x:EUR', 'EUR', 1),"
    " (903, 'house:x:USD', 'USD', 1)"
)
HASH = bytes(32)


@pytest.fixture
async def ledger(address: str, store: Store, sample: SampleTable) -> tuple[str, int]:
    """A database with one settled hand, its address and its last transfer."""
    await store.settle(sample.hand())
    last = (await store.standing()).head.transfers
    await run(address, ACCOUNTS)
    return address, last


def entry(transfer: int, account: int, amount: int) -> str:
    return f"insert into entries (transfer, account, amount) values ({transfer},{account},{amount})"


def seal(seq: int) -> tuple[str, tuple[object, ...]]:
    sql = "insert into transfers (seq, key, content, hash) values ($1, $2, $3, $4)"
    return sql, (seq, f"key{seq}", b"{}", HASH)


async def test_a_balanced_transfer_is_taken(ledger: tuple[str, int]) -> None:
    address, last = ledger
    await run(address, entry(last + 1, 901, 5), entry(last + 1, 902, -5), seal(last + 1))
    assert await run(address, f"select count(*) from entries where transfer = {last + 1}") == [(2,)]


async def test_an_unbalanced_transfer_cannot_be_committed(ledger: tuple[str, int]) -> None:
    address, last = ledger
    with pytest.raises(GuardRefused, match="sum to zero"):
        await run(address, entry(last + 1, 901, 5), entry(last + 1, 902, -4), seal(last + 1))


async def test_two_currencies_do_not_balance_each_other(ledger: tuple[str, int]) -> None:
    address, last = ledger
    with pytest.raises(GuardRefused, match="sum to zero"):
        await run(address, entry(last + 1, 901, 5), entry(last + 1, 903, -5), seal(last + 1))


async def test_an_entry_without_its_transfer_cannot_be_committed(ledger: tuple[str, int]) -> None:
    address, last = ledger
    with pytest.raises(GuardRefused, match=r"(?i)foreign key"):
        await run(address, entry(last + 1, 901, 5), entry(last + 1, 902, -5))


async def test_an_entry_cannot_be_added_to_a_transfer_later(ledger: tuple[str, int]) -> None:
    address, last = ledger
    with pytest.raises(GuardRefused, match="sealed"):
        await run(address, entry(last, 901, 5), entry(last, 902, -5))


async def test_a_transfer_is_written_after_its_entries(ledger: tuple[str, int]) -> None:
    address, last = ledger
    with pytest.raises(GuardRefused, match="sealed"):
        await run(address, seal(last + 1), entry(last + 1, 901, 5))


@pytest.mark.parametrize("step", [0, 2])
async def test_the_chain_has_no_gap_and_no_second_branch(
    ledger: tuple[str, int], step: int
) -> None:
    address, last = ledger
    with pytest.raises(GuardRefused, match=r"continues the chain|duplicate key"):
        await run(address, seal(last + step))


@pytest.mark.parametrize("relation", ["transfers", "entries", "hands"])
@pytest.mark.parametrize("how", ["update", "delete"])
async def test_what_was_written_is_never_changed_or_deleted(
    ledger: tuple[str, int], relation: str, how: str
) -> None:
    column = {"transfers": "content", "entries": "amount", "hands": "history"}[relation]
    statement = {
        "update": f"update {relation} set {column} = {column}",
        "delete": f"delete from {relation}",
    }[how]
    with pytest.raises(GuardRefused, match="never"):
        await run(ledger[0], statement)


@pytest.mark.parametrize(
    "statement",
    [
        "update accounts set balance = -1 where name like '%:cash:EUR'",
        "update accounts set balance = -1 where name like '%:escrow:%'",
        "update accounts set may_be_negative = 1 where name like '%:cash:EUR'",
        "update accounts set name = 'player:1:cash:USD' where id = 901",
        "delete from accounts where id = 901",
        "insert into accounts values (905, 'player:905:cash:EUR', 'EUR', 1, 0)",
        "update tables set epoch = 1",
        "update ledger_head set id = 2",
    ],
)
async def test_no_statement_makes_a_player_poor_or_an_owner_young(
    ledger: tuple[str, int], statement: str
) -> None:
    with pytest.raises(GuardRefused):
        await run(ledger[0], statement)


async def test_a_hand_points_to_its_transfer_and_a_void_one_to_none(
    ledger: tuple[str, int],
) -> None:
    address, last = ledger
    sql = (
        "insert into hands (id, key, table_id, epoch, number, status, plays_for, transfer, edition,"
        " at_ms, result, history, digest)"
        " values (77, $1, 9, 1, 77, $2, 'money', $3, 'x', 1, $4, $4, $4)"
    )
    for key, status, transfer in (
        ("hand:9:1:77", "settled", None),
        ("hand:9:1:77", "void", last),
        ("hand:9:1:78", "void", None),
        ("hand:9:1:77", "lost", None),
    ):
        with pytest.raises(GuardRefused):
            await run(address, (sql, (key, status, transfer, b"")))
    await run(address, (sql, ("hand:9:1:77", "void", None, b"")))


async def test_what_was_set_aside_is_closed_once(ledger: tuple[str, int]) -> None:
    address, last = ledger
    insert = (
        "insert into set_aside (opened, reason, account, amount, due_ms) values ($1,$2,$3,$4,$5)"
    )
    await run(address, (insert, (last, "hold_placed", 901, 5, 1)))
    await run(address, f"update set_aside set closed = {last}")
    with pytest.raises(GuardRefused, match="closed once"):
        await run(address, f"update set_aside set closed = {last - 1}")


async def test_a_commit_is_on_the_disk_before_it_is_answered(store: Store, address: str) -> None:
    def settings() -> Script[object]:
        names = ["synchronous_commit"]
        if not address.startswith("postgresql"):
            names = ["journal_mode", "synchronous", "foreign_keys"]
        word = "show" if address.startswith("postgresql") else "pragma"
        found = []
        for name in names:
            found += yield One(f"{word} {name}")
        return found

    is_sqlite = not address.startswith("postgresql")
    assert await store.run_script(settings) == ([("wal",), (2,), (1,)] if is_sqlite else [("on",)])


FLOOR_COLUMNS = "id, key, name, currency, paper, secret, created_by, created_ms"
FLOORS = (
    f"insert into floors ({FLOOR_COLUMNS}) values (1, '1:a', 'Thursday', 'EUR', $1, $2, 1, 1)",
    (b"{}", "s" * 32),
)


def log_entry(number: int, floor: int = 1) -> tuple[str, tuple[object, ...]]:
    sql = "insert into floor_log (key, floor, number, request, content) values ($1, $2, $3, $4, $5)"
    return sql, (f"{floor}:{number}", floor, number, "r", b"{}")


@pytest.mark.parametrize("relation", ["floors", "floor_log"])
@pytest.mark.parametrize("how", ["update", "delete", "truncate"])
async def test_a_live_tournament_and_its_log_are_never_changed_or_deleted(
    address: str, store: Store, relation: str, how: str
) -> None:
    await run(address, FLOORS, log_entry(1), log_entry(2))
    if how == "truncate" and not address.startswith("postgresql"):
        pytest.skip("SQLite has no truncate")
    column = {"floors": "secret", "floor_log": "content"}[relation]
    statement = {
        "update": f"update {relation} set {column} = {column}",
        "delete": f"delete from {relation}",
        "truncate": f"truncate {relation} cascade",
    }[how]
    with pytest.raises(GuardRefused, match="never"):
        await run(address, statement)
    assert await run(address, "select count(*) from floor_log") == [(2,)]


@pytest.mark.parametrize("number", [1, 2, 4])
async def test_the_log_of_a_live_tournament_has_no_gap_and_no_second_branch(
    address: str, store: Store, number: int
) -> None:
    await run(address, FLOORS, log_entry(1), log_entry(2))
    with pytest.raises(GuardRefused, match=r"continues the log|duplicate key"):
        await run(address, log_entry(number))
    await run(address, log_entry(3), log_entry(4))


@pytest.mark.parametrize("number", [0, -1])
async def test_an_entry_belongs_to_a_live_tournament_and_has_a_number(
    address: str, store: Store, number: int
) -> None:
    await run(address, FLOORS)
    with pytest.raises(GuardRefused):
        await run(address, log_entry(number))
    with pytest.raises(GuardRefused, match=r"(?i)foreign key"):
        await run(address, log_entry(1, floor=7))


async def test_whoever_writes_a_live_tournament_is_noted_for_the_seals(
    address: str, store: Store
) -> None:
    await run(address, FLOORS, log_entry(1))
    touched = await run(address, "select relation, key from touched order by relation")
    assert [tuple(row) for row in touched] == [("floor_log", "1:1"), ("floors", "1")]
