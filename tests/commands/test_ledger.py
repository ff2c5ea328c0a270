"""`cardroom ledger audit`: says whether every cent is there, to people and to programs."""

import asyncio
import json
import re
import shutil
import sqlite3
from functools import partial
from pathlib import Path
from random import Random

import pytest

from cardroom.cash.table import CashTable
from cardroom.commands.main import main
from cardroom.engine import Hand
from cardroom.ledger import SettledHand
from cardroom.rulebook import edition
from cardroom.rulebook.cash import StakeKey
from cardroom.simulation.cash.world import World
from cardroom.store import Patience, Store, connect
from cardroom.store.migrations import Migration, known, migrate

HANDS = 60


async def fill(address: str, edition_name: str = "en-2.7") -> None:
    """Store what a simulated room plays: deposits, seats taken and left, hands."""
    hands: dict[str, SettledHand] = {}

    def keep(table: CashTable, _: Hand) -> None:
        hand = table.settlement(epoch=1, edition=edition_name, currency="EUR", at_ms=1)
        hands[hand.key] = hand

    stake = StakeKey("nl-holdem", "ordinary", 5, 10)
    world = World(edition("en-2.7"), stake, players=14, chance=Random(7), watch=keep)
    while world.summary.hands < HANDS:
        world.play(until=HANDS)
    async with await Store.open(address) as store:
        for table in world.lobby.tables:
            await store.claim(table.table, "us")
        for transfer in world.transfers:
            if transfer.key in hands:
                await store.settle(hands[transfer.key])
            else:
                await store.transfer(transfer)


async def bring_to(address: str, steps: list[Migration]) -> None:
    """Make a database as an older program left it."""
    database = connect(address)
    await database.transact(migrate(steps, database.dialect))
    await database.close()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("room") / "room.db"
    asyncio.run(fill(str(path)))
    return path


@pytest.fixture
def database(filled: Path, tmp_path: Path) -> Path:
    """The file of a room in which sixty hands were settled."""
    return Path(shutil.copy(filled, tmp_path / "room.db"))


def change(database: Path, *statements: str) -> None:
    """Do something past the store."""
    connection = sqlite3.connect(database)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


STEAL = "update accounts set balance = balance + 1 where name = 'player:1:cash:EUR'"


def test_a_room_in_order_is_told_so(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "audit", "--database", str(database)]) == 0
    out = capsys.readouterr().out
    assert re.match(r"[0-9]+ transfers, 60 hands, [0-9]+ accounts read, 60 hands played again", out)
    assert "Every cent is accounted for." in out


def test_a_stolen_cent_is_told_and_the_status_is_one(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(database, STEAL)
    assert main(["ledger", "audit", "--database", str(database)]) == 1
    out = capsys.readouterr().out
    assert "2 findings, the first one first" in out
    assert "- I4, balance_differs: At the end: player:1:cash:EUR is " in out
    assert "- I4: The balance of an account is the sum of its entries." in out


def test_programs_get_the_whole_report(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(database, STEAL)
    assert main(["ledger", "audit", "--json", "--database", f"sqlite:///{database}"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["hands"], report["hands_replayed"], report["breaches_found"]) == (
        HANDS,
        HANDS,
        2,
    )
    first = report["breaches"][0]
    assert (first["rule"], first["what"], first["position"]) == ("I4", "balance_differs", 0)
    assert first["sentence"].startswith("At the end: player:1:cash:EUR is ")


def test_a_history_that_was_rewritten_is_found_whether_it_is_played_again_or_not(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    swap = (
        "update hands set history = (select history from hands where number = 1) where number = 2"
    )
    change(database, "drop trigger hands_stay", swap)
    asked = ["ledger", "audit", "--database", str(database)]
    assert main([*asked, "--without-replay"]) == 1
    assert "record_changed" in capsys.readouterr().out
    assert main(asked) == 1
    said = capsys.readouterr().out
    assert "record_changed" in said
    assert "replay_differs" in said


def test_hands_of_house_rules_are_played_again_by_their_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "room.db"
    asyncio.run(fill(str(database), "our-club"))
    asked = ["ledger", "audit", "--database", str(database)]
    assert main(asked) == 1
    assert "There is no edition 'our-club'" in capsys.readouterr().out.replace("\n", " ")
    club = tmp_path / "our-club.toml"
    club.write_text('inherits = "en-2.7"\n', encoding="utf-8")
    assert main([*asked, "--house-rules", str(club)]) == 0


def test_an_audit_makes_no_database_where_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none.db"
    assert main(["ledger", "audit", "--database", str(missing)]) == 2
    assert capsys.readouterr().err == f"cardroom: There is no database {missing}.\n"
    assert not missing.exists()


def test_an_empty_file_is_no_database_whose_every_cent_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    assert main(["ledger", "audit", "--database", str(empty)]) == 2
    said = f"cardroom: The file {empty} is empty: it is not a database of cardroom.\n"
    assert capsys.readouterr().err == said
    assert empty.stat().st_size == 0


def test_an_audit_makes_no_room_in_the_database_of_another_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "bookmarks.db"
    change(other, "create table bookmarks (address text)")
    assert main(["ledger", "audit", "--database", str(other)]) == 2
    assert capsys.readouterr().err == "cardroom: This database holds no room of cardroom.\n"
    connection = sqlite3.connect(other)
    assert connection.execute("select name from sqlite_master").fetchall() == [("bookmarks",)]
    connection.close()


@pytest.mark.parametrize(
    ("spoiled", "said"),
    [
        ("drop table outbox", "this is no whole database of cardroom: no such table: outbox"),
        ("drop table ledger_head", "no such table: ledger_head"),
        ("alter table statistics rename column value to v", "no such column: value"),
        ("delete from ledger_head", "the head of the ledger is gone"),
    ],
)
def test_a_database_that_is_not_whole_is_one_finding_in_a_sentence(
    database: Path, spoiled: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(database, spoiled)
    assert main(["ledger", "audit", "--database", str(database), "--json"]) == 1
    printed = capsys.readouterr()
    assert printed.err == ""
    (breach,) = json.loads(printed.out)["breaches"]
    assert (breach["rule"], breach["what"]) == ("I12", "database_damaged")
    start, end = breach["sentence"].split(said)
    assert start.startswith("At the end: the database cannot be read to its end: ")
    assert re.fullmatch(r"; \d+ transfers were read, what follows was not verified\.", end)


def test_the_database_of_a_newer_cardroom_is_no_finding_but_a_sentence(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(database, "insert into schema_versions values (99, 'later', '')")
    assert main(["ledger", "audit", "--database", str(database)]) == 2
    err = capsys.readouterr().err
    assert err.endswith("start a newer cardroom, or restore a backup.\n")
    assert err.startswith("cardroom: ")
    assert err.count("\n") == 1


def test_a_damaged_definition_is_quoted_in_one_line(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = sqlite3.connect(database)
    connection.execute("pragma writable_schema = on")
    damaged = (
        "update sqlite_master set sql = replace(sql, 'bar_reason', '\"') where name = 'profiles'"
    )
    assert connection.execute(damaged).rowcount == 1
    connection.commit()
    connection.close()
    assert main(["ledger", "audit", "--database", str(database)]) == 2
    err = capsys.readouterr().err
    assert err.startswith("cardroom: the database cannot be used: malformed database schema")
    assert err.count("\n") == 1


def test_a_file_that_is_no_database_and_one_that_was_cut_off_are_told_in_a_sentence(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = database.read_bytes()
    for content, said in (
        (b"word " * 400, "this is not a database"),
        (whole[:40_000], "malformed"),
    ):
        database.write_bytes(content)
        assert main(["ledger", "audit", "--database", str(database)]) == 2
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


def test_a_database_that_another_program_keeps_to_itself_is_told_in_a_sentence(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardroom.store.store.Patience", partial(Patience, attempts=1))
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("pragma locking_mode = exclusive")
    holder.execute("begin exclusive")
    assert main(["ledger", "audit", "--database", str(database)]) == 2
    assert capsys.readouterr().err == (
        "cardroom: the database cannot be used: database is locked\n"
    )
    holder.close()


def test_an_audit_does_not_wait_for_who_writes_and_changes_no_byte(database: Path) -> None:
    before = database.read_bytes()
    writer = sqlite3.connect(database, isolation_level=None)
    writer.execute("begin immediate")
    assert main(["ledger", "audit", "--database", str(database)]) == 0
    writer.close()
    assert database.read_bytes() == before


def test_an_older_database_is_audited_after_somebody_wanted_it_migrated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, latest = tmp_path / "room.db", len(known())
    asyncio.run(bring_to(str(database), known()[:5]))
    before = database.read_bytes()
    where = ["--database", str(database)]
    assert main(["ledger", "audit", *where]) == 2
    assert capsys.readouterr().err == (
        f"cardroom: The database has schema version 5, this program reads version {latest}: start"
        " the room with it once, or run 'cardroom ledger migrate'.\n"
    )
    assert database.read_bytes() == before
    assert main(["ledger", "migrate", *where]) == 0
    assert f"went from schema version 5 to {latest}." in capsys.readouterr().out
    assert main(["ledger", "migrate", "--json", *where]) == 0
    assert json.loads(capsys.readouterr().out) == {"from": latest, "to": latest}
    assert main(["ledger", "audit", *where]) == 0


def test_a_migration_makes_no_room_where_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "bookmarks.db"
    change(other, "create table bookmarks (address text)")
    assert main(["ledger", "migrate", "--database", str(other)]) == 2
    assert capsys.readouterr().err == "cardroom: This database holds no room of cardroom.\n"
    assert main(["ledger", "migrate", "--database", str(tmp_path / "none.db")]) == 2


def test_a_hash_that_was_noted_must_still_be_in_the_chain(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["ledger", "audit", "--without-replay", "--database", str(database)]
    assert main([*asked, "--json"]) == 0
    head = json.loads(capsys.readouterr().out)["head"]
    assert main([*asked, "--noted", head]) == 0
    other = "ab" * 32
    assert main([*asked, "--noted", head, "--noted", other]) == 1
    assert f"no transfer has the noted hash {other}" in capsys.readouterr().out
    assert main([*asked, "--noted", "ab"]) == 2
    assert "'ab' is not a hash: 64 hexadecimal digits are needed" in capsys.readouterr().err


def test_a_transfer_that_is_gone_leaves_the_others_their_positions(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(database, "drop trigger transfers_kept", "delete from transfers where seq = 30")
    assert main(["ledger", "audit", "--json", "--database", str(database)]) == 1
    first = json.loads(capsys.readouterr().out)["breaches"][0]
    assert (first["rule"], first["position"]) == ("I12", 31)


def test_one_finding_is_told_as_one(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(database, "drop trigger entries_stay")
    assert main(["ledger", "audit", "--database", str(database)]) == 1
    assert "\n1 finding, the first one first; " in capsys.readouterr().out


def test_a_database_that_cannot_be_reached_is_no_finding(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nobody = "postgresql://nobody:secret@127.0.0.1:1/room"
    assert main(["ledger", "audit", "--database", nobody]) == 2
    assert capsys.readouterr().err == (
        "cardroom: the database cannot be used: no server answers at 127.0.0.1:1\n"
    )


@pytest.mark.parametrize("words", [[], ["audit"], ["count"]])
def test_a_wrong_call_is_answered_in_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ledger", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith("cardroom: ")
    assert err.count("\n") == 1
