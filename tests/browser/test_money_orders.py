"""Paying in and out where the room has an operator's cashier."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.accessibility import grave_findings
from tests.browser.past import ANA, BOSS
from tests.browser.visitors import Visitor
from tests.server.processes import RoomProcess, sqlite_in

CASHIER = {
    "CARDROOM_ROOM_CURRENCY": "EUR",
    "CARDROOM_ROOM_PLAY_MONEY": "0",
    "CARDROOM_CASHIER_URL": "http://127.0.0.1:9/cashier",
    "CARDROOM_CASHIER_SECRETS": "a long word that nobody guesses at all",
}
"""A cashier who is never in: the orders wait for an administrator's word."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RoomProcess]:
    database = sqlite_in(tmp_path)
    subprocess.run([sys.executable, "-m", "tests.browser.past", database, "0"], check=True)
    with RoomProcess(database, environment=CASHIER) as opened:
        yield opened


def test_a_deposit_waits_for_the_cashiers_word_and_is_then_there(
    room: RoomProcess, browser: Browser
) -> None:
    ana = Visitor(browser, room.address, {}, size="phone")
    boss = Visitor(browser, room.address, {})
    ana.log_in(ANA)
    page = ana.go("/cashier")
    page.get_by_label("Amount").fill("50")
    page.get_by_role("button", name="Deposit").click()
    expect(page.locator("[data-order=pending]")).to_contain_text("€50")
    assert grave_findings(page) == []
    # Every order has help: a numbered request that the house answers.
    page.locator("[data-help=order]").click()
    sheet = page.get_by_role("dialog", name="Help")
    sheet.get_by_label("What is your question?").fill("How long does it take?")
    sheet.get_by_role("button", name="Send").click()
    expect(sheet.locator("[data-asked]")).to_be_visible()
    page.keyboard.press("Escape")
    boss.log_in(BOSS)
    desk = boss.go("/operator/money")
    desk.get_by_label("Reason, for the record").fill("paid at the desk")
    desk.get_by_role("button", name="Confirm").click()
    expect(desk.get_by_text("No order is waiting.")).to_be_visible()
    assert grave_findings(desk) == []
    page.reload()
    expect(page.locator("[data-order=confirmed]")).to_contain_text("paid at the desk")
    expect(page.locator("[data-balance]")).to_have_text("€50")
    expect(page.locator("[data-reason=deposited]")).to_contain_text("+€50")
    for visitor in (ana, boss):
        assert visitor.errors == []
        visitor.context.close()
