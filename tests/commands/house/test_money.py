"""Money and reports from the terminal."""

import csv
import io
from datetime import date

import pytest

from cardroom.commands.house.periods import named
from tests.commands.house.conftest import Ask, Say


def test_a_deposit_and_a_withdrawal_are_booked_once(ask: Ask) -> None:
    before = ask("player", "Bram")["balance"]
    for _ in range(2):
        ask("deposit", "Bram", "700", "--reason", "paid at the desk", "--reference", "d-1")
    assert ask("player", "Bram")["balance"] == before + 700
    ask("withdraw", "Bram", "200", "--reason", "paid out")
    assert ask("player", "Bram")["balance"] == before + 500


def test_without_a_cashier_there_are_no_orders(say: Say) -> None:
    assert "no cashier" in say("orders")
    assert "no cashier" in say("decide", "w-1", "refused", "--reason", "a test")


def test_the_ledger_is_audited_and_messages_are_shown_again(ask: Ask, say: Say) -> None:
    assert ask("audit", "--now")["state"] == "running"
    assert "running" in say("audit") or "good" in say("audit")
    assert "There are no messages." in say("outbox")


def test_the_rake_is_the_same_by_day_stake_and_player_and_in_the_ledger(ask: Ask, say: Say) -> None:
    report = ask("report", "rake", "--period", "all")
    assert report["rake"] == report["ledger"] > 0
    for table in ("days", "stakes", "players"):
        assert sum(one["rake"] for one in report[table]) == report["rake"], table
    said = say("report", "rake", "--period", "all", "--by", "player")
    assert "The ledger has booked the same." in said
    assert "Ana" in said


@pytest.mark.parametrize("by", ["day", "stake", "player"])
def test_the_file_has_the_same_rake_to_the_cent(ask: Ask, say: Say, by: str) -> None:
    rake = ask("report", "rake", "--period", "all")["rake"]
    said = say("report", "rake", "--period", "all", "--by", by, "--csv")
    rows = list(csv.DictReader(io.StringIO(said)))
    assert sum(round(100 * float(row["rake"])) for row in rows) == rake


@pytest.mark.parametrize("report", ["sessions", "results", "balances"])
def test_every_report_is_a_table_and_a_file(say: Say, report: str) -> None:
    words = ("report", report) if report == "balances" else ("report", report, "--period", "all")
    assert len(say(*words).splitlines()) > 5
    assert say(*words, "--csv").startswith("player,name,account,")


def test_periods_have_the_names_that_people_give_them() -> None:
    tuesday = date(2026, 11, 17)
    assert named("last-week", tuesday) == (date(2026, 11, 9), date(2026, 11, 15))
    assert named("this-week", tuesday) == (date(2026, 11, 16), tuesday)
    assert named("last-month", tuesday) == (date(2026, 10, 1), date(2026, 10, 31))
    assert named("yesterday", date(2026, 3, 1)) == (date(2026, 2, 28), date(2026, 2, 28))


def test_a_wrong_period_is_one_sentence(say: Say) -> None:
    assert "is no time zone" in say("report", "rake", "--zone", "Mars/Olympus")
    assert "--until is before --since" in say(
        "report", "rake", "--since", "2026-11-09", "--until", "2026-11-01"
    )
    assert "is no day" in say("report", "rake", "--since", "monday")
