"""Penalties, missed hands, incidents and a disqualification, at the console."""

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import alerts, at_console, open_part, press, seat, sheet, table
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule

ONE_TABLE = {**CLUB, "expected": 6, "paid": [{"entries": 1, "places": 3, "percents": [50, 30, 20]}]}


@rule("LIVE-45.p1", "LIVE-45.p2")
def test_missed_hands_count_down_and_what_was_reported_is_kept(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **ONE_TABLE)
    evening.start("Ann", "Bert", "Chloe", "Dirk", "Eva")
    page = at_console(visit, evening.floor, small=True)
    seat(page, "Ann").click()
    press(sheet(page), "Penalty")
    expect(sheet(page)).to_contain_text("Next step of the ladder for this player: a warning.")
    sheet(page).get_by_label("What for").select_option("Phone or device")
    sheet(page).get_by_label("Hands to miss").fill("2")
    sheet(page).get_by_label("Reason").fill("used the phone in a hand")
    press(sheet(page), "Penalty")
    expect(sheet(page)).to_be_hidden()
    for left in ("misses 2", "misses 1"):
        expect(seat(page, "Ann")).to_contain_text(left)
        press(table(page, 1), "Hand over")
    expect(seat(page, "Ann")).not_to_contain_text("misses")
    seat(page, "Ann").click()
    expect(sheet(page)).to_contain_text("penalties: 1 (next: disqualification)")
    press(sheet(page), "Incident")
    sheet(page).get_by_label("What happened").fill("Bert complains about the language.")
    press(sheet(page), "Incident")
    expect(sheet(page)).to_be_hidden()
    open_part(page, "Screens, staff")
    expect(page.get_by_text("Ann: Bert complains about the language.")).to_be_visible()


@rule("LAMB-36", "LAMB-54")
def test_the_manager_decides_about_the_prize_of_a_disqualified_player_with_a_reason(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **ONE_TABLE)
    evening.start("Ann", "Bert", "Chloe", "Dirk", "Eva")
    evening.do("set_clock", level=3, left_ms=600_000)
    evening.hand(1, "Dirk")
    evening.hand(1, "Eva")
    evening.do("fix_prizes")
    page = at_console(visit, evening.floor)
    seat(page, "Chloe").click()
    press(sheet(page), "Disqualify")
    sheet(page).get_by_label("What for").select_option("Collusion")
    sheet(page).get_by_label("Chips, counted").fill("12000")
    press(sheet(page), "Disqualify")
    expect(sheet(page)).to_be_visible()
    sheet(page).get_by_label("Reason").fill("played with Bert’s cards")
    press(sheet(page), "Disqualify")
    expect(sheet(page)).to_be_hidden()
    expect(seat(page, "Chloe")).to_have_count(0)
    assert evening.state()["chips"] == 38_000
    expect(alerts(page)).to_contain_text("The prize of Chloe is held: the manager decides")
    press(alerts(page), "Money")
    press(page, "Keep")
    expect(sheet(page)).to_contain_text("Held prize of Chloe")
    sheet(page).get_by_label("Reason").fill("the book leaves it to the manager")
    press(sheet(page), "The house keeps 40")
    expect(sheet(page)).to_be_hidden()
    expect(alerts(page)).to_have_count(0)
