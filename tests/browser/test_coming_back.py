"""Losing the line in mid-hand, sitting out and coming back, in a browser."""

from playwright.sync_api import Browser, expect

from tests.browser.line import CuttableLine
from tests.browser.people import WAIT_S, Party, Person
from tests.rule import rule
from tests.server.processes import RoomProcess


@rule("TIME-01", "TIME-02")
def test_a_lost_line_comes_back_to_the_same_decision(
    room: RoomProcess, line: CuttableLine, line_port: int, browser: Browser
) -> None:
    stake = "pl-omaha:ordinary:10:25"
    party = Party.seated(browser, f"http://127.0.0.1:{line_port}", stake, ("", "", ""))
    actor = party.actor()
    cards = actor.hero.locator("[data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
    turn = actor.page.locator("[data-turn]").get_attribute("data-turn")
    line.cut()
    expect(actor.page.get_by_text("Reconnecting…")).to_be_visible(timeout=WAIT_S * 1000)
    line.mend()
    expect(actor.page.locator("[data-status=live]")).to_be_visible(timeout=WAIT_S * 1000)
    bar = actor.page.locator("[data-turn]")
    expect(bar).to_have_attribute("data-turn", str(turn), timeout=WAIT_S * 1000)
    again = actor.hero.locator("[data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
    assert again == cards, "the same hand"
    assert 0 < actor.part_left() < 1, "the clock went on"
    actor.check_or_call()
    party.close()


def test_two_windows_of_one_player_take_the_table_from_each_other(
    room: RoomProcess, browser: Browser
) -> None:
    ana = Person(browser, room.address)
    ana.come_in()
    ana.ask_for("pl-omaha:ordinary:50:100")
    ana.sit()
    second = ana.context.new_page()
    second.goto(ana.page.url)
    taken = ana.page.get_by_role("alertdialog", name="You are playing in another window.")
    expect(taken).to_be_visible(timeout=WAIT_S * 1000)
    expect(second.locator(".pod.hero")).to_be_visible(timeout=WAIT_S * 1000)
    assert ana.page.locator(".grid").evaluate("e => e.inert"), "nothing can be pressed here"
    taken.get_by_role("button", name="Play here").click()
    expect(taken).to_have_count(0)
    expect(ana.page.locator("[data-status=live]")).to_be_visible(timeout=WAIT_S * 1000)
    expect(second.get_by_role("alertdialog")).to_be_visible(timeout=WAIT_S * 1000)
    ana.leave()


def test_rules_and_lobby_in_other_windows_leave_the_table_alone(
    room: RoomProcess, browser: Browser
) -> None:
    ana = Person(browser, room.address)
    ana.come_in()
    ana.ask_for("pl-omaha:ordinary:50:100")
    ana.sit()
    for path in ("/rules", "/lobby"):
        second = ana.context.new_page()
        second.goto(f"{room.address}{path}")
        expect(second.locator("[data-status=live]")).to_be_visible(timeout=WAIT_S * 1000)
        expect(second.get_by_role("link", name="Tables 1")).to_be_visible(timeout=WAIT_S * 1000)
        expect(ana.page.get_by_role("alertdialog")).to_have_count(0)
        expect(ana.page.locator("[data-status=live]")).to_be_visible()
    ana.check_or_call()
    second.get_by_role("link", name="Tables 1").click()
    taken = ana.page.get_by_role("alertdialog", name="You are playing in another window.")
    expect(taken).to_be_visible(timeout=WAIT_S * 1000)
    ana.page.get_by_role("link", name="Lobby").first.click()
    expect(ana.page.locator("[data-status=live]")).to_be_visible(timeout=WAIT_S * 1000)
    expect(second.get_by_role("alertdialog")).to_have_count(0)
    expect(second.locator("[data-status=live]")).to_be_visible()
    ana.leave()


@rule("SIT-01", "SIT-02", "SIT-04")
def test_a_player_sits_out_and_returns(room: RoomProcess, browser: Browser) -> None:
    stake = "pl-omaha:ordinary:25:50"
    party = Party.seated(browser, room.address, stake, ("", "", "", ""))
    tired = party.people[0]
    tired.page.locator("[data-control=sit-out]").click()
    expect(tired.page.locator("[data-control=sit-out]")).to_be_checked()
    for _ in range(3):
        party.actor().act("fold")
    back = tired.page.get_by_role("button", name="I’m back")
    expect(back).to_be_visible(timeout=WAIT_S * 1000)
    expect(tired.hero.locator(".badge.state")).to_contain_text("Sitting out")
    back.click()
    expect(back).to_have_count(0, timeout=WAIT_S * 1000)
    party.close()
