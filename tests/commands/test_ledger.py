"""`cardroom ledger audit`: says whether every cent is there, to people and to programs."""

import asyncio
import json
from pathlib import Path

import pytest

from cardroom.commands.main import main
from cardroom.store import Store
from tests.ledger.scene import FELT, HANDS, seated


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A room in which two hands were settled."""
    path = tmp_path / "room.db"

    async def fill() -> None:
        async with await Store.open(str(path)) as store:
            await store.claim(FELT, "us")
            for transfer in seated():
                await store.transfer(transfer)
            for hand in HANDS:
                await store.settle(hand)

    asyncio.run(fill())
    return path


def steal(database: Path) -> None:
    """Give Ann a cent past the store."""
    import sqlite3

    connection = sqlite3.connect(database)
    connection.execute("update accounts set balance = balance + 1 where name like 'player:1:cash%'")
    connection.commit()
    connection.close()


def test_a_room_in_order_is_told_so(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "audit", "--database", str(database)]) == 0
    out = capsys.readouterr().out
    assert "8 transfers, 2 hands, 8 accounts read." in out
    assert "Every cent is accounted for." in out


def test_a_stolen_cent_is_told_and_the_status_is_one(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steal(database)
    assert main(["ledger", "audit", "--database", str(database)]) == 1
    out = capsys.readouterr().out
    assert "2 findings. The first: at the end: player:1:cash:EUR is 4001" in out
    assert "I4: The balance of an account is the sum of its entries." in out


def test_programs_get_the_whole_report(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steal(database)
    assert main(["ledger", "audit", "--json", "--database", f"sqlite:///{database}"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["transfers"], report["hands"], report["breaches_found"]) == (8, 2, 2)
    assert report["breaches"][0]["rule"] == "I4"


def test_an_audit_makes_no_database_where_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none.db"
    assert main(["ledger", "audit", "--database", str(missing)]) == 2
    assert capsys.readouterr().err == f"cardroom: There is no database {missing}.\n"
    assert not missing.exists()


@pytest.mark.parametrize("words", [[], ["audit"], ["count"]])
def test_a_wrong_call_is_answered_in_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ledger", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith("cardroom: ")
    assert err.count("\n") == 1
