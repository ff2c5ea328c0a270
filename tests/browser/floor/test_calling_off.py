"""The event is called off: what everybody gets back is proposed, then confirmed with a reason."""

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import at_console, open_part, picture, press, sheet
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


@rule("LIVE-7", "LAMB-38")
def test_an_event_is_called_off_with_amounts_that_the_manager_has_seen(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **{**CLUB, "expected": 6})
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    page = at_console(visit, evening.floor)
    hall = visit().go(evening.screen())
    open_part(page, "Money")
    press(page, "Call the event off")
    call_off = sheet(page).get_by_role("button", name="Call the event off")
    expect(call_off).to_be_disabled()
    for player in ("Ann", "Bert", "Chloe", "Dirk"):
        sheet(page).get_by_label(player, exact=True).fill("25000")
    press(sheet(page), "Work it out")
    expect(sheet(page).get_by_role("alert")).to_contain_text("are not the chips in play")
    for player, stack in (("Ann", 25_000), ("Bert", 5_000), ("Chloe", 5_000), ("Dirk", 5_000)):
        sheet(page).get_by_label(player, exact=True).fill(str(stack))
    expect(sheet(page)).to_contain_text("Together 40,000 of 40,000 chips in play")
    press(sheet(page), "Work it out")
    lines = sheet(page).get_by_role("listitem")
    expect(lines).to_have_count(5)
    expect(lines.last).to_contain_text("Together")
    expect(sheet(page)).to_contain_text("Not in the money: what the players paid in")
    expect(call_off).to_be_disabled()
    sheet(page).get_by_label("Reason").fill("fire alarm")
    call_off.click()
    expect(sheet(page)).to_be_hidden()
    expect(page.get_by_text("Called off · Manager")).to_be_visible()
    expect(hall.locator("[data-note]")).to_have_text("The tournament is cancelled")
    press(page, "Close: everything is paid")
    expect(page.get_by_text("Closed · Manager")).to_be_visible()


@rule("LAMB-56")
def test_in_the_money_the_house_fills_its_guarantee_and_the_manager_shares_it_otherwise(
    visit: Visit, boss: Client
) -> None:
    paid = [{"entries": 1, "places": 2, "percents": [60, 40]}]
    evening = Evening(boss, **{**CLUB, "expected": 6, "paid": paid, "guarantee": 30_000})
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    evening.do("set_clock", level=3, left_ms=600_000)
    evening.play_down(2)
    page = at_console(visit, evening.floor, small=True)
    open_part(page, "Money")
    press(page, "Call the event off")
    first, second = (one["player"] for seats in evening.tables().values() for one in seats)
    for player, stack in ((first, 30_000), (second, 10_000)):
        sheet(page).get_by_label(player, exact=True).fill(str(stack))
    press(sheet(page), "Work it out")
    expect(sheet(page)).to_contain_text("The house adds 140.")
    sheet(page).get_by_label("Shares of your own").check()
    for player, share in ((first, "200"), (second, "100")):
        sheet(page).get_by_label(f"Share of {player}", exact=True).fill(share)
    picture(page, "calling-off-guarantee")
    sheet(page).get_by_label("Reason").fill("power cut")
    press(sheet(page), "Call the event off")
    expect(page.get_by_text("Called off · Manager")).to_be_visible()
    settled = evening.get("log")["entries"][-1]["event"]["settlements"]
    assert sorted(one["refund"]["prize"] for one in settled) == [10_000, 20_000]
    press(page, "Close: everything is paid")
    expect(page.get_by_text("Closed · Manager")).to_be_visible()
