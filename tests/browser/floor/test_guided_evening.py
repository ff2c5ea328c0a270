"""An evening of 20 players by the guide alone: every button that is pressed here is in it.

Laptop and phone do what people do; only time passes over HTTP, and the hands that nobody needs to
see.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.floor.evening import NAMES, Evening
from tests.browser.floor.guide import named, part, press
from tests.browser.floor.staff import (
    alerts,
    at_console,
    caught_up,
    is_too_wide,
    picture,
    seat,
    sheet,
    table,
)
from tests.browser.past import BOSS
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


def create(page: Page) -> None:
    """From the menu to the console of a new tournament."""
    page.get_by_role("link", name=named("Live floor")).first.click()
    page.get_by_role("button", name=named("New tournament")).first.click()
    page.get_by_role("textbox", name="Name", exact=True).fill("Club night")
    page.get_by_label(named("Players expected")).fill("20")
    page.get_by_label(named("Chips of the house")).fill("25 100 500 1000")
    page.get_by_label(named("Currency")).fill("eur")
    page.get_by_label(named("Prizes in percent")).fill("45 25 18 12")
    picture(page, "guide-create")
    page.get_by_role("button", name=named("New tournament")).last.click()
    expect(page.get_by_role("heading", name="Club night")).to_be_visible()


def enter_everybody(page: Page) -> None:
    part(page, "Entries")
    field = page.get_by_role("textbox", name="Name", exact=True)
    for number, player in enumerate(NAMES, start=1):
        field.fill(player)
        field.press("Enter")
        expect(page.get_by_role("heading", name=f"All entries ({number})")).to_be_visible()


def out(page: Page, player: str) -> None:
    """Two taps on the phone."""
    seat(page, player).click()
    press(sheet(page), "Out")
    expect(sheet(page)).to_be_hidden()


def race(page: Page, evening: Evening, number: int) -> None:
    """A chip race with the cards of the software."""
    line = page.get_by_role("listitem").filter(has_text=f"Table {number}")
    press(line, "Chip race")
    for place, one in enumerate(evening.tables()[number]):
        sheet(page).get_by_label(f"{named('Number')}, {one['player']}", exact=True).fill(str(place))
        rest = sheet(page).get_by_label(f"Other chips, worth, {one['player']}", exact=True)
        rest.fill(str(10_000 - 25 * place))
    picture(page, f"guide-race-{number}")
    press(sheet(page), "Chip race")
    expect(sheet(page).locator("[data-raced]")).to_have_count(len(evening.tables()[number]))
    picture(page, f"guide-raced-{number}")
    sheet(page).get_by_role("button", name="Close").last.click()


@rule("LIVE-6", "LIVE-8", "LIVE-12", "LIVE-13.p1", "LIVE-14.p2", "LIVE-16", "LIVE-18")
def test_a_newcomer_with_the_guide_runs_an_evening_of_twenty_players(
    visit: Visit, boss: Client
) -> None:
    visitor = visit()
    visitor.log_in(BOSS)
    laptop = visitor.go("/lobby")
    create(laptop)
    evening = Evening(boss, floor=int(laptop.url.rsplit("/", 1)[1]))

    # Tables, a screen, players.
    part(laptop, "Hall")
    press(laptop, "Open the tables")
    expect(laptop.get_by_role("article")).to_have_count(3)
    part(laptop, "Screens, staff")
    laptop.get_by_label("Name of the screen").fill("Hall")
    press(laptop, "New screen")
    address = laptop.get_by_role("link", name="/display/")
    expect(address).to_be_visible()
    hall = visit().go(address.get_attribute("href") or "")
    enter_everybody(laptop)
    laptop.get_by_role("button", name=NAMES[0]).click()
    press(sheet(laptop), "Receipt, phone")
    expect(sheet(laptop).get_by_role("img", name="QR code")).to_be_visible()
    picture(laptop, "guide-receipt")
    laptop.keyboard.press("Escape")
    expect(hall.locator("[data-fact=left]")).to_contain_text("20 / 20")

    # Buttons and clock; two are out at the phone and enter again.
    part(laptop, "Hall")
    press(laptop, "Draw all buttons")
    expect(laptop.get_by_role("button", name="Hand over", exact=True)).to_have_count(3)
    press(laptop, "Start the clock")
    expect(hall.locator("[data-time]")).to_contain_text(re.compile(r"1\d:\d\d"))
    phone = at_console(visit, evening.floor, small=True)
    press(table(phone, 1), "Hand over")
    picture(laptop, "guide-hall")
    part(laptop, "Entries")
    for player in NAMES[3:5]:
        out(phone, player)
        line = laptop.get_by_role("listitem").filter(has_text=player)
        press(line, "Re-enter")
        expect(seat(phone, player)).to_be_visible()
    expect(hall.locator("[data-fact=left]")).to_contain_text("20 / 22")

    # Entries are over: the prizes are fixed. A table is short: somebody moves.
    evening.do("set_clock", level=6, left_ms=20 * 60_000)
    caught_up(laptop, evening)
    part(laptop, "Money")
    press(laptop, "Fix the prizes")
    expect(laptop.get_by_text("Final.", exact=True)).to_be_visible()
    assert evening.state()["money"]["prizes"]["prizes"] == [39_700, 22_000, 15_800, 10_500]
    expect(hall.locator("[data-prize='1']")).to_contain_text("€397")
    picture(laptop, "guide-prizes")
    while not evening.state()["moves"]:
        short = min(evening.tables().items(), key=lambda one: len(one[1]))[1]
        out(phone, short[0]["player"])
    expect(alerts(phone)).to_contain_text("never the small blind")
    picture(phone, "guide-move")
    press(alerts(phone), "Move")
    press(alerts(phone), "Arrived")
    expect(alerts(phone).get_by_text("not there yet")).to_have_count(0)

    # A table is no longer needed.
    while evening.state()["breaks"] is None:
        out(phone, max(evening.tables().values(), key=len)[0]["player"])
    press(alerts(laptop), "Break table 3")
    press(sheet(laptop), "Break table 3")
    expect(laptop.get_by_text("players are on the way")).to_be_visible()
    press(alerts(laptop), "All have arrived")
    expect(laptop.get_by_text("players are on the way")).to_have_count(0)

    # The second break: the chips of 25 leave play.
    evening.do("set_clock", level=10, left_ms=10 * 60_000)
    expect(alerts(laptop)).to_contain_text("Chips of 25 are no longer needed: race them off")
    part(laptop, "Chips")
    for number in (1, 2):
        race(laptop, evening, number)
    expect(alerts(laptop)).to_have_count(0)

    # Several are out in one hand, and a wrong one is taken back.
    evening.do("set_clock", level=11, left_ms=20 * 60_000)
    caught_up(phone, evening)
    poor, rich, wrong = evening.tables()[1][:3]
    seat(phone, poor["player"]).click()
    press(sheet(phone), "Several out")
    sheet(phone).get_by_label(f"{rich['seat']} · {rich['player']}").check()
    for one, stack in ((poor, 900), (rich, 4_000)):
        sheet(phone).get_by_label(f"Chips at the start, {one['player']}").fill(str(stack))
    picture(phone, "guide-several")
    press(sheet(phone), "Hand over, 2 out")
    expect(sheet(phone)).to_be_hidden()
    out(phone, wrong["player"])
    press(phone, "Undo")
    picture(phone, "guide-undo")
    sheet(phone).get_by_role("button", name="Wrong player").click()
    press(sheet(phone), "Undo")
    expect(seat(phone, wrong["player"])).to_be_visible()
    assert not is_too_wide(phone)

    # Three are left: a deal, the money, the end.
    evening.play_down(3)
    caught_up(laptop, evening)
    part(laptop, "Money")
    press(laptop, "Propose a deal")
    (left,) = evening.tables().values()
    chips = evening.state()["chips"]
    for place, one in enumerate(left):
        stack = chips - 120_000 if place == 0 else 60_000
        sheet(laptop).get_by_label(one["player"], exact=True).fill(str(stack))
    press(sheet(laptop), "Work it out")
    expect(sheet(laptop).get_by_role("button", name="Propose a deal")).to_be_enabled()
    picture(laptop, "guide-deal")
    press(sheet(laptop), "Propose a deal")
    expect(hall.locator("[data-note]")).to_contain_text("deal")
    for one in left:
        press(laptop, f"Agrees: {one['player']}")
    press(laptop, "Confirm the deal")
    expect(hall.locator("[data-winner]")).to_have_count(4)
    expect(hall.locator("[data-layout]")).to_have_class(re.compile(r"\bidle\b"))
    picture(hall, "guide-winners")
    pay = laptop.get_by_role("button", name=named("Pay"))
    expect(laptop.get_by_text("Over · Manager")).to_be_visible()
    winners = [one for one in evening.state()["results"] if one["prize"]]
    for unpaid in range(len(winners), 0, -1):
        expect(pay).to_have_count(unpaid)
        pay.first.click()
    expect(pay).to_have_count(0)
    picture(laptop, "guide-paid")
    press(laptop, "Close: everything is paid")
    expect(phone.get_by_text("Closed · Manager")).to_be_visible()
    money = evening.state()["money"]
    assert sum(money["paid"].values()) == 22 * 4_000
