"""Hands that the floor declares dead: by a rule, and by a called clock that runs out."""

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import alerts, at_console, open_part, press, seat, sheet, table
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule

ONE_TABLE = {**CLUB, "expected": 6}
SHORT_CLOCK = """
name = "short-clock"
inherits = "live"

["LIVE-27.p1"]
clock_s = 4
countdown_s = 3

["LIVE-27.p3"]
turbo_clock_s = 4
turbo_countdown_s = 3
"""


@rule("LIVE-5.p1", "LIVE-10")
def test_a_hand_is_declared_dead_with_its_rule_and_a_reason(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **ONE_TABLE)
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    page = at_console(visit, evening.floor, small=True)
    for player, why, rule_id in (
        ("Ann", "Device at the table (LIVE-5.p1)", "LIVE-5.p1"),
        ("Bert", "Not in the right seat (LIVE-10)", "LIVE-10"),
    ):
        seat(page, player).click()
        press(sheet(page), "Declare the hand dead")
        sheet(page).get_by_label("By which rule").select_option(why)
        press(sheet(page), "Declare the hand dead")
        expect(sheet(page)).to_be_visible()
        sheet(page).get_by_label("Reason").fill("seen by the dealer")
        press(sheet(page), "Declare the hand dead")
        expect(sheet(page)).to_be_hidden()
        open_part(page, "Log")
        line = f"Hand of {player} declared dead ({rule_id})"
        expect(page.get_by_role("tabpanel").get_by_text(line)).to_be_visible()
        open_part(page, "Hall")
    expect(table(page, 1).locator("[data-entry]")).to_have_count(4)


@rule("LIVE-27.p1", "LAMB-29")
def test_a_called_clock_that_runs_out_makes_the_hand_dead(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **ONE_TABLE, house_rules=SHORT_CLOCK)
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    page = at_console(visit, evening.floor)
    hall = visit().go(evening.screen())
    # Whoever acts in time keeps the hand.
    seat(page, "Bert").click()
    press(sheet(page), "Call the clock")
    press(table(page, 1), "Has acted")
    expect(page.get_by_text("Called clock stopped at table 1").first).to_be_visible()
    seat(page, "Ann").click()
    press(sheet(page), "Call the clock")
    expect(table(page, 1)).to_contain_text("Clock on Ann")
    expect(hall.locator("[data-called='1']")).to_be_visible()
    expect(table(page, 1).get_by_role("button", name="Time is over")).to_be_visible()
    expect(hall.locator("[data-called='1']")).to_contain_text("Table 1")
    press(table(page, 1), "Time is over")
    expect(page.get_by_text("Time over at table 1: the hand is dead").first).to_be_visible()
    expect(hall.locator("[data-called='1']")).to_have_count(0)
    expect(alerts(page)).to_have_count(0)
