"""Tournaments that the timetable announces before their registration opens."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import picture
from tests.browser.tournaments.house import Organiser, as_guest, open_sheet
from tests.browser.visitors import Visit
from tests.rule import rule

FILE = """
name = "{name}"
format = "freezeout"
edition = "house"
price_cents = 1_100
fee_cents = 100
[schedule]
starts = "{starts}"
announced_s = 86_400
opens_s = {opens_s}
"""
UNTIL_OPEN = timedelta(minutes=50)
SOON = timedelta(seconds=4)


def opening_in(left: timedelta, name: str) -> str:
    """A file of the timetable: its tournament starts in about four hours, and opens before that."""
    now = datetime.now(UTC)
    starts = (now + timedelta(hours=4)).replace(second=0, microsecond=0)
    opens_s = int((starts - now - left).total_seconds())
    return FILE.format(name=name, starts=f"{starts:%Y-%m-%d %H:%M}", opens_s=opens_s)


def open_page(page: Page, name: str) -> int:
    """Choose a tournament in the list; its number."""
    row = page.locator("[data-tournament]", has_text=name)
    number = int(row.get_attribute("data-tournament") or 0)
    row.click()
    return number


@rule("TRN-03", "TRN-09")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nobody_is_asked_to_register_before_registration_opens(
    visit: Visit, house: Organiser, size: str
) -> None:
    name = f"Later {size}"
    house.offer(opening_in(UNTIL_OPEN, name))
    visitor = visit(size)
    as_guest(visitor)
    page = visitor.go("/tournaments")
    row = page.locator("[data-tournament]", has_text=name)
    expect(row.locator(".phase")).to_contain_text("Announced, opens in 4")
    picture(page, "list-announced", size)
    page.get_by_role("checkbox", name="Open for entry").check(force=True)
    expect(row).to_have_count(0)
    page.get_by_role("checkbox", name="Open for entry").uncheck(force=True)
    number = open_page(page, name)
    expect(page.locator("[data-next='announced']")).to_contain_text("Registration opens in 4")
    expect(page.locator("[data-figure='opens']")).to_contain_text("In 4")
    expect(page.get_by_role("button", name="Register")).to_have_count(0)
    assert grave_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "tournament-announced", size)
    assert house.boss.get(f"/api/tournaments/{number}")["row"]["phase"] == "announced"


@rule("TRN-09")
def test_the_button_to_register_comes_by_itself_when_registration_opens(
    visit: Visit, house: Organiser
) -> None:
    name = "Opens soon"
    house.offer(opening_in(SOON, name))
    visitor = visit()
    as_guest(visitor)
    page = visitor.go("/tournaments")
    open_page(page, name)
    expect(page.locator("[data-next='register']")).to_be_visible()
    open_sheet(page).get_by_role("button", name="Register").click()
    expect(page.locator("[data-next='unregister']")).to_be_visible()
    expect(page.locator("[data-registered]")).to_contain_text("You are in.")
