"""Two consoles at work on one seat, and a console whose line is cut."""

from playwright.sync_api import Browser, expect

from tests.browser.floor.staff import at_console, manager, seat, sheet
from tests.browser.line import CuttableLine
from tests.browser.past import BOSS
from tests.browser.visitors import Cookies, Visit, Visitor
from tests.rule import rule


@rule("LIVE-1")
def test_the_second_console_learns_what_changed_before_it_does_anything(visit: Visit) -> None:
    house = manager(visit)
    floor = house.seated("Two consoles")
    page = at_console(visit, floor)
    first = house.state(floor)["tables"][0]["players"][0]
    # From the next answer on this console hears nothing: it is behind.
    page.route("**/state?after=*", lambda _: None)
    house.do(floor, {"do": "announce", "text": "Welcome"})
    expect(page.get_by_text("Announced: Welcome")).to_be_visible()
    house.do(floor, {"do": "finish_hand", "table": 1, "out": [first["entry"]]})
    seat(page, first["player"]).click()
    sheet(page).get_by_role("button", name="Out", exact=True).click()
    said = sheet(page).get_by_role("alert")
    expect(said).to_contain_text("Meanwhile:")
    expect(said).to_contain_text(f"{first['player']} out at table 1")
    results = [one["entry"] for one in house.state(floor)["results"]]
    assert results == [first["entry"]]


@rule("LIVE-31")
def test_a_console_says_that_its_line_is_lost_and_has_everything_when_it_is_back(
    visit: Visit, browser: Browser, cookies: Cookies, line: CuttableLine, line_port: int
) -> None:
    house = manager(visit)
    floor = house.seated("Lost line")
    player = house.state(floor)["tables"][0]["players"][0]
    # Its browser has errors of its own while nothing is reached: they are not the page's.
    away = Visitor(browser, f"http://127.0.0.1:{line_port}", cookies)
    away.log_in(BOSS)
    page = away.go(f"/floor/{floor}")
    expect(seat(page, player["player"])).to_be_visible()
    line.cut()
    expect(page.get_by_text("No connection to the server.")).to_be_visible()
    house.do(floor, {"do": "finish_hand", "table": 1, "out": [player["entry"]]})
    line.mend()
    expect(page.get_by_text("No connection to the server.")).to_be_hidden()
    expect(seat(page, player["player"])).to_be_hidden()
    away.context.close()
