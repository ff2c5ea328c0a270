"""Two consoles at work on one seat, and a console whose line is cut."""

from playwright.sync_api import Browser, expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import at_console, press, seat, sheet
from tests.browser.line import CuttableLine
from tests.browser.past import BOSS
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Cookies, Visit, Visitor
from tests.rule import rule


@rule("LIVE-1")
def test_the_second_console_learns_what_changed_before_it_does_anything(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **CLUB)
    evening.start()
    page = at_console(visit, evening.floor)
    first = evening.tables()[1][0]
    # From the next answer on this console hears nothing: it is behind.
    page.route("**/state?after=*", lambda _: None)
    evening.do("announce", text="Welcome")
    expect(page.get_by_text("Announced: Welcome")).to_be_visible()
    evening.do("finish_hand", table=1, out=[first["entry"]])
    seat(page, first["player"]).click()
    press(sheet(page), "Out")
    said = sheet(page).get_by_role("alert")
    expect(said).to_contain_text("Meanwhile:")
    expect(said).to_contain_text(f"{first['player']} out at table 1")
    results = [one["entry"] for one in evening.state()["results"]]
    assert results == [first["entry"]]


@rule("LIVE-1")
def test_whoever_has_seen_what_changed_may_do_it_all_the_same(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **CLUB)
    evening.start()
    page = at_console(visit, evening.floor)
    page.route("**/state?after=*", lambda _: None)
    evening.do("announce", text="Welcome")
    expect(page.get_by_text("Announced: Welcome")).to_be_visible()
    evening.do("note_stack", entry=evening.entry("Ann"), stack=7_000)
    seat(page, "Ann").click()
    press(sheet(page), "Note the stack")
    sheet(page).get_by_label("Stack").fill("9000")
    press(sheet(page), "Note the stack")
    said = sheet(page).get_by_role("alert")
    expect(said).to_contain_text("Somebody else has changed this meanwhile")
    expect(said).to_contain_text("Ann has 7,000")
    anyway = said.get_by_role("button", name="Do it all the same")
    expect(anyway).to_be_disabled()
    # What has happened arrives: now it can be looked at, and done over.
    page.unroute("**/state?after=*")
    anyway.click()
    expect(sheet(page)).to_be_hidden()
    expect(seat(page, "Ann")).to_contain_text("9,000")


@rule("LIVE-31")
def test_a_console_says_that_its_line_is_lost_and_has_everything_when_it_is_back(
    boss: Client, browser: Browser, cookies: Cookies, line: CuttableLine, line_port: int
) -> None:
    evening = Evening(boss, **CLUB)
    evening.start()
    player = evening.tables()[1][0]
    # Its browser has errors of its own while nothing is reached: they are not the page's.
    away = Visitor(browser, f"http://127.0.0.1:{line_port}", cookies)
    away.log_in(BOSS)
    page = away.go(f"/floor/{evening.floor}")
    expect(seat(page, player["player"])).to_be_visible()
    line.cut()
    expect(page.get_by_text("No connection to the server.")).to_be_visible()
    evening.do("finish_hand", table=1, out=[player["entry"]])
    line.mend()
    expect(page.get_by_text("No connection to the server.")).to_be_hidden()
    expect(seat(page, player["player"])).to_be_hidden()
    away.context.close()
