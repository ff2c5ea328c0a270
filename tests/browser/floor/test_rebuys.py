"""Re-buys and the add-on at the console: the word, the money, the chips, the hand that waits."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import alerts, at_console, open_part, press, seat, sheet, table
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule

ONE_TABLE = {**CLUB, "expected": 6}
SOLD: dict[str, Any] = {
    "rebuy": {"price": {"prize": 4_000}, "chips": 10_000, "until_level": 1},
    "addon": {"price": {"prize": 4_000}, "chips": 15_000},
}


@rule("LIVE-11.p1", "LAMB-40")
def test_the_next_hand_waits_until_a_rebuy_is_paid_and_delivered(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **ONE_TABLE, **SOLD)
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    number = 1
    page = at_console(visit, evening.floor, small=True)
    there = table(page, number)
    expect(there.get_by_role("button", name="Hand over", exact=True)).to_be_visible()
    seat(page, "Ann").click()
    press(sheet(page), "Re-buy")
    expect(sheet(page)).to_contain_text("Ann says “re-buy”. It must be bought.")
    sheet(page).get_by_label("Chips left").fill("20000")
    press(sheet(page), "Re-buy")
    expect(sheet(page).get_by_role("alert")).to_contain_text("too large for a re-buy")
    sheet(page).get_by_label("Chips left").fill("0")
    press(sheet(page), "Re-buy")
    expect(sheet(page)).to_be_hidden()

    expect(there).to_contain_text("Waits for the chips of a re-buy")
    expect(there.get_by_role("button", name="Hand over", exact=True)).to_have_count(0)
    seat(page, "Ann").click()
    press(sheet(page), "Take the re-buy back")
    expect(sheet(page).get_by_role("alert")).to_contain_text("An announced re-buy must be bought.")
    page.keyboard.press("Escape")

    expect(alerts(page)).to_contain_text("Ann wants a re-buy; take the money")
    press(alerts(page), "Re-buy paid")
    expect(alerts(page)).to_contain_text("Ann has paid the re-buy; bring the chips")
    expect(there).to_contain_text("Waits for the chips of a re-buy")
    press(alerts(page), "Chips delivered")
    expect(there.get_by_role("button", name="Hand over", exact=True)).to_be_visible()
    expect(alerts(page)).to_have_count(0)
    state = evening.state()
    assert state["chips"] == 50_000
    assert state["money"]["pools"]["prize"] == 20_000


@rule("LIVE-11.p2")
def test_an_addon_is_sold_in_its_break_and_once(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **ONE_TABLE, **SOLD)
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    page = at_console(visit, evening.floor)
    seat(page, "Ann").click()
    expect(sheet(page).get_by_role("button", name="Re-buy", exact=True)).to_be_visible()
    expect(sheet(page).get_by_role("button", name="Add-on", exact=True)).to_have_count(0)
    page.keyboard.press("Escape")
    evening.do("set_clock", level=2, left_ms=60_000)
    expect(page.get_by_role("timer")).to_contain_text("Break")
    seat(page, "Ann").click()
    press(sheet(page), "Add-on")
    expect(sheet(page)).to_be_hidden()
    expect(page.get_by_role("status").filter(has_text="Ann bought an add-on: 40")).to_be_visible()
    seat(page, "Ann").click()
    expect(sheet(page)).to_contain_text("add-ons: 1")
    press(sheet(page), "Add-on")
    expect(sheet(page).get_by_role("alert")).to_contain_text("No more add-ons for this player")
    page.keyboard.press("Escape")
    open_part(page, "Entries")
    expect(page.get_by_text("Chips in play: 55,000")).to_be_visible()
