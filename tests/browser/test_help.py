"""Help at every row: a numbered request, its answer, and what a player hears at the next login."""

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.past import ANA, BOSS, BRAM
from tests.browser.test_every_page import picture
from tests.browser.visitors import Visit, Visitor
from tests.rule import rule

LEAGUE = 'name = "League"\nformat = "freezeout"\nedition = "house"\nprice_cents = 500\n'


def post(visitor: Visitor, path: str, **body: Any) -> Any:
    """What a page would ask for, without the page."""
    request, address = visitor.context.request, visitor.address
    csrf = request.get(f"{address}/api/me").json()["csrf"]
    headers = {"Origin": address, "X-CSRF-Token": csrf}
    answer = request.post(f"{address}{path}", data=body, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_player_asks_about_a_hand_and_reads_the_answer(visit: Visit, size: str) -> None:
    ana, boss = visit(size), visit(size)
    ana.log_in(ANA)
    boss.log_in(BOSS)
    page = ana.go("/hands")
    page.locator("[data-help=hand]").first.click()
    sheet = page.get_by_role("dialog", name="Help")
    expect(sheet).to_contain_text("About a hand")
    assert grave_findings(page) == []
    sheet.get_by_label("What is your question?").fill("Why did I not win the side pot?")
    picture(page, "help-sheet", size)
    sheet.get_by_role("button", name="Send").click()
    number = sheet.locator("[data-asked]").get_attribute("data-asked")
    sheet.get_by_role("link", name="My requests").click()
    own = page.locator(f"[data-request='{number}']")
    expect(own).to_contain_text("Open")
    expect(own).to_contain_text("Why did I not win the side pot?")
    desk = boss.go("/operator/help")
    asked = desk.locator(f"[data-request='{number}']")
    expect(asked).to_contain_text(ANA)
    assert grave_findings(desk) == []
    picture(desk, "operator-help-open", size)
    asked.get_by_label("Answer").fill("Because your hand was beaten there, too.")
    asked.get_by_role("button", name="Answer").click()
    expect(asked).to_have_count(0)
    notice = page.locator("[data-notice=help_answered]")
    expect(notice).to_contain_text(f"No. {number}")
    picture(page, "notice-answer", size)
    with page.expect_response("**/api/notices/seen"):
        notice.get_by_role("link", name="My requests").click()
    page.reload()
    expect(own).to_contain_text("Answered")
    expect(own).to_contain_text("Because your hand was beaten there, too.")
    expect(notice).to_have_count(0)
    assert grave_findings(page) == []
    picture(page, "help-answered", size)
    own.get_by_role("button", name="I no longer need help with this").click()
    expect(own).to_contain_text("Closed")


def test_every_line_of_money_has_help(visit: Visit) -> None:
    ana = visit("phone")
    ana.log_in(ANA)
    page = ana.go("/cashier")
    lines = page.locator("[data-reason]")
    expect(lines.first).to_be_visible()
    assert page.locator("[data-help=transfer]").count() == lines.count()
    lines.first.get_by_role("button", name="Help").click()
    sheet = page.get_by_role("dialog", name="Help")
    expect(sheet).to_contain_text("About a line of your statement")
    sheet.get_by_label("What is your question?").fill("What is this?")
    sheet.get_by_role("button", name="Send").click()
    expect(sheet.locator("[data-asked]")).to_be_visible()


@rule("CXL-01", "TRN-02")
def test_a_player_hears_at_the_next_login_that_a_tournament_was_delayed_and_cancelled(
    visit: Visit,
) -> None:
    bram, boss = visit(), visit()
    bram.log_in(BRAM)
    boss.log_in(BOSS)
    start = int(time.time() * 1000) + 3_600_000
    why = {"reason": "as the club has agreed"}
    all_of_them = "/api/admin/tournaments"
    new = {"starts_ms": start, "file": "league.toml", "toml": LEAGUE, "id": f"n{start}", **why}
    number = post(boss, all_of_them, **new)["tournament"]
    post(bram, f"/api/tournaments/{number}/register", id=f"r{start}")
    post(boss, f"{all_of_them}/{number}/delay", starts_ms=start + 3_600_000, **why)
    step = post(boss, f"{all_of_them}/{number}/cancel/preview")["step"]
    post(boss, f"{all_of_them}/{number}/cancel", step=step, **why)
    page = bram.go("/lobby")
    told = page.locator("[data-notice=changed_tournament]")
    expect(told).to_have_count(2)
    expect(told.first).to_contain_text("League starts later")
    expect(told.last).to_contain_text("League was cancelled")
    assert grave_findings(page) == []
    picture(page, "notices", "desktop")
    page.get_by_role("button", name="Understood").click()
    expect(told).to_have_count(0)
    page.reload()
    expect(page.locator("[data-stake]").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(told).to_have_count(0)
