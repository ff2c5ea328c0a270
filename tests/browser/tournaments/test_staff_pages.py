"""The operator's pages of tournaments: calendar, creating, changing, cancelling, the live view."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.past import BOSS
from tests.browser.test_every_page import picture
from tests.browser.tournaments.house import Organiser, as_guest
from tests.browser.tournaments.test_page import BASE, sunday
from tests.browser.visitors import Visit
from tests.rule import rule


def confirm(page: Page, words: str) -> None:
    """Say why, and do it."""
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reason, for the record").fill("the hall is late")
    sheet.locator("button[type=submit]", has_text=words).click()
    expect(sheet).to_be_hidden()


@rule("TRN-02", "TRN-03")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_operator_sees_the_calendar_and_creates_a_tournament_from_a_template(
    visit: Visit, size: str
) -> None:
    boss = visit(size)
    boss.log_in(BOSS)
    page = boss.go("/operator/tournaments")
    expect(page.locator("[data-day]").nth(6)).to_be_visible()
    expect(page.locator("[data-planned='Evening 10']").first).to_be_visible()
    picture(page, "operator-calendar", size)
    assert grave_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Create a tournament").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Template").select_option("Evening 10")
    expect(sheet.locator("[data-preview]")).to_contain_text("5,000 chips")
    expect(sheet.locator("[data-chart] rect").nth(9)).to_be_attached()
    picture(page, "operator-create", size)
    assert grave_findings(page) == []
    confirm(page, "Announce it")
    expect(page.locator("main h2", has_text="Evening 10")).to_be_visible()
    page.get_by_role("button", name="Delay").click()
    confirm(page, "Delay")
    page.get_by_role("button", name="Change the levels").click()
    page.get_by_role("dialog").get_by_label("Minutes per level").fill("7")
    confirm(page, "Change the levels")
    expect(page.get_by_role("button", name="Breaks")).to_be_visible()


@rule("CXL-02", "CXL-11")
def test_the_operator_cancels_with_a_preview_of_every_refund(
    visit: Visit, house: Organiser
) -> None:
    ann = visit("small")
    client = as_guest(ann)
    number = house.announce(sunday("Called off"))
    client.post(f"/api/tournaments/{number}/register", id="ann-1")
    name = client.get("/api/me")["name"]
    page = ann.go(f"/tournaments/{number}")
    expect(page.locator("header .balance")).to_have_text("9,989")
    boss = visit("small")
    boss.log_in(BOSS)
    desk = boss.go(f"/operator/tournaments?tournament={number}")
    desk.get_by_role("button", name="Cancel the tournament").click()
    sheet = desk.get_by_role("dialog")
    expect(sheet).to_contain_text("every entry is refunded in full")
    expect(sheet.locator("[data-refunds='1'] tbody tr")).to_contain_text([name])
    expect(sheet.locator("[data-refunds] tbody tr")).to_contain_text(["11"])
    picture(desk, "operator-cancel", "small")
    assert grave_findings(desk) == []
    confirm(desk, "Cancel the tournament")
    expect(page.get_by_role("dialog", name="News for you")).to_contain_text("Called off")
    expect(page.locator("header .balance")).to_have_text("10,000")


@rule("TAMB-96", "TRN-24")
def test_the_operator_watches_pauses_and_holds(visit: Visit, house: Organiser) -> None:
    text = 'name = "Watched"\n' + BASE.format(format="freezeout")
    # Two who play quickly must not be through before the operator has looked.
    text += "price_cents = 100\nseats = 5\nstarting_stack = 100_000\n[blinds]\nlevel_s = 60\n"
    number = house.announce(text, in_ms=4_000, practice_players=8)
    boss = visit()
    boss.log_in(BOSS)
    page = boss.go(f"/operator/tournaments?tournament={number}")
    stacks = page.locator("[data-tile='1'] ol li")
    expect(stacks.nth(1)).to_be_visible()
    picture(page, "operator-live", "desktop")
    assert grave_findings(page) == []
    page.get_by_role("button", name="Pause").click()
    confirm(page, "Pause")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.get_by_role("button", name="Hold winnings").first.click()
    expect(page.get_by_role("dialog").get_by_label("Number of the case")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Cancel the tournament").click()
    refunds = page.get_by_role("dialog").locator("[data-refunds] tbody tr")
    expect(refunds.nth(1)).to_be_visible()
    confirm(page, "Cancel the tournament")
