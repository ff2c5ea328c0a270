"""Players accept the rules once, before their first seat, and go on with what they wanted."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.coming_in import come_in_as_guest, press_accept, rules_sheet
from tests.browser.test_every_page import picture
from tests.browser.visitors import Visit
from tests.rule import rule

PLAY = "[data-stake='nl-holdem:ordinary:5:10'] button"
OTHER = "[data-stake='nl-holdem:ordinary:2:4'] button"


@rule("CASH-18")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_guest_accepts_the_rules_and_gets_the_seat_that_they_asked_for(
    visit: Visit, size: str
) -> None:
    guest = visit(size)
    come_in_as_guest(guest.context, guest.address, accepts=False)
    page = guest.go("/lobby")
    page.locator(PLAY).click()
    sheet = rules_sheet(page)
    expect(sheet).to_contain_text("en-2.7")
    link = sheet.get_by_role("link", name="Read the rules")
    expect(link).to_have_attribute("href", "/rules")
    assert grave_findings(page) == []
    picture(page, "accept-rules", size)
    press_accept(page)
    form = page.get_by_role("dialog").locator("form")
    form.locator("button[type=submit]").click()
    page.wait_for_url("**/table/*")
    expect(sheet).to_have_count(0)
    guest.go("/lobby")
    page.locator(OTHER).click()
    expect(form).to_be_visible()
    expect(sheet).to_have_count(0)


@rule("CASH-18")
def test_who_puts_the_rules_away_gets_no_seat_and_may_ask_again(visit: Visit) -> None:
    guest = visit()
    come_in_as_guest(guest.context, guest.address, accepts=False)
    page = guest.go("/lobby")
    page.locator(PLAY).click()
    rules_sheet(page).get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Accept the rules first.")).to_be_visible()
    expect(page.get_by_role("dialog").locator("form")).to_have_count(0)
    page.locator(PLAY).click()
    press_accept(page)
    expect(page.get_by_role("dialog").locator("form")).to_be_visible()
