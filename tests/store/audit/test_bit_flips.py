"""A bit that flips in the file is a finding of the audit or changes nothing; never a traceback."""

import asyncio
import json
import sqlite3
from pathlib import Path
from random import Random

import pytest

from cardroom.commands.main import main
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store, replay_by
from cardroom.store.databases.database import GuardRefused
from tests.store.furnished_house import furnish
from tests.store.raw import past_the_guards, run

FLIPS = 150
SEED = 23
PARTS = 4
OPEN = {("outbox", "delivered_ms"), ("receipts", "digest")}
"""What the guide names as undetectable."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a small room in which there is something of everything."""
    path = tmp_path_factory.mktemp("sound") / "room.db"

    async def make() -> None:
        async with await Store.open(str(path)) as store:
            await furnish(store)

    asyncio.run(make())
    connection = sqlite3.connect(path)
    connection.execute("pragma wal_checkpoint(truncate)")
    connection.execute("pragma journal_mode = delete")
    connection.close()
    return path.read_bytes()


def content(path: Path) -> list[object] | None:
    """Everything that the file says, row by row; None where it cannot be read to its end."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    try:
        # A definition in capitals says the same.
        schema = "select type, name, lower(sql) from sqlite_master order by 2"
        found = connection.execute(schema).fetchall()
        names = [name.decode() for kind, name, _ in found if kind == b"table"]
        rows = [_rows(connection, name) for name in names]
        (whole,) = connection.execute("pragma integrity_check(1)").fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    else:
        return [found, rows] if whole == b"ok" else None
    finally:
        connection.close()


def _rows(connection: sqlite3.Connection, relation: str) -> list[object]:
    """What a relation says but for what the guide names as undetectable."""
    columns = [
        name.decode() for _, name, *_ in connection.execute(f"pragma table_info({relation})")
    ]
    read = ", ".join(column for column in columns if (relation, column) not in OPEN)
    return connection.execute(f"select {read} from {relation}").fetchall()


def test_a_flipped_bit_is_found_or_changes_nothing(
    sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "room.db"
    path.write_bytes(sound)
    expected = content(path)
    assert expected is not None
    assert main(["ledger", "audit", "--database", str(path)]) == 0
    chance = Random(SEED)
    # Half of the flips anywhere, half where something is written: pages are mostly empty.
    written = [place for place, byte in enumerate(sound) if byte]
    found = harmless = 0
    missed = []
    for number in range(FLIPS):
        place = chance.choice(written) if number % 2 else chance.randrange(len(sound))
        data = bytearray(sound)
        data[place] ^= 1 << chance.randrange(8)
        for left in tmp_path.glob("room.db*"):
            left.unlink()
        path.write_bytes(data)
        unchanged = content(path) == expected
        capsys.readouterr()
        status = main(["ledger", "audit", "--database", str(path), "--json"])
        said = capsys.readouterr()
        if status == 1:
            found += 1
            assert json.loads(said.out)["breaches_found"] > 0
        elif status == 2:
            found += 1
            assert said.err.startswith("cardroom: ")
            assert len(said.err.splitlines()) == 1
        elif unchanged:
            harmless += 1
        else:
            missed.append((number, place))
    print(f"{found} of {FLIPS} found, {harmless} changed nothing")
    assert missed == []
    assert found > FLIPS // 10


SMALL = {
    "what a paid hand was played for": (b"settledmoney", b"settledmofey"),
    "a name in the record of a hand": (b'"statistics":[]', b'"statistias":[]'),
    "a capital in what a column may hold": (b"'settled', 'void'", b"'settled', 'vOid'"),
    "a capital in what a guard notes": (b"values ('profiles'", b"values ('Profiles'"),
    "the name of a migration": (b"0001_money", b"0401_money"),
    "the name of an index": (b"sqlite_autoindex_players_1", b"sqlite_aUtoindex_players_1"),
}
"""One bit each, where readers are patient: it changes what is kept, or what may be written."""


@pytest.mark.parametrize("what", SMALL)
def test_a_bit_that_a_reader_would_pass_over_is_found(
    what: str, sound: bytes, tmp_path: Path
) -> None:
    before, after = SMALL[what]
    assert before in sound
    path = tmp_path / "room.db"
    path.write_bytes(sound.replace(before, after, 1))
    assert main(["ledger", "audit", "--database", str(path)]) in {1, 2}


@pytest.mark.parametrize("part", range(PARTS))
async def test_a_bit_that_flips_in_a_row_is_found(store: Store, address: str, part: int) -> None:
    """A value of every column of every relation, on both databases."""
    await furnish(store)
    chance = Random(part)
    columns = await columns_of(store, address)
    for relation, column in [one for one in columns if one not in OPEN][part::PARTS]:
        rows = await run(address, f"select {column} from {relation} where {column} is not null")
        if not rows:
            continue
        (before,) = chance.choice(rows)
        after = flipped(before, chance)
        if (after,) in rows:
            # It could not be taken back by its value.
            continue
        change = f"update {relation} set {column} = $2 where {column} = $1"
        try:
            await past_the_guards(address, (change, (before, after)))
        except (sqlite3.IntegrityError, GuardRefused):
            # The database itself does not take it.
            continue
        report = await audit_store(
            store, replay_by({}), now_ms=8, show_progress=lambda _read, _of: None, whole=True
        )
        assert report.breaches_found, (relation, column, before, after)
        assert all(breach.sentence.endswith(".") for breach in report.breaches)
        await past_the_guards(address, (change, (after, before)))
    report = await audit_store(
        store, replay_by({}), now_ms=8, show_progress=lambda _read, _of: None
    )
    assert report.breaches == ()


async def columns_of(store: Store, address: str) -> list[tuple[str, str]]:
    """Every column of every relation but the history of migrations."""
    if store.dialect == "sqlite":
        sql = (
            "select m.name, c.name from sqlite_master m, pragma_table_info(m.name) c"
            " where m.type = 'table' and m.name not in ('schema_versions', 'touched') order by 1, 2"
        )
    else:
        sql = (
            "select table_name::text, column_name::text from information_schema.columns"
            " where table_schema = 'public' and table_name not in ('schema_versions', 'touched')"
            " order by 1, 2"
        )
    return [(relation, column) for relation, column in await run(address, sql)]


def flipped(value: object, chance: Random) -> object:
    """The value with one bit turned, as far as it stays one of its kind."""
    if isinstance(value, int):
        return value ^ (1 << chance.randrange(20))
    raw = bytearray(value.encode() if isinstance(value, str) else bytes(value))  # type: ignore[call-overload]
    if not raw:
        return "x"
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(7)
    if isinstance(value, str):
        return raw.decode("latin-1").replace("\0", "x")
    return bytes(raw)
