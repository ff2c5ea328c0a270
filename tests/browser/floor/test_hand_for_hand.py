"""Hand for hand at the console: all tables together, an all-in that is held, places by stacks."""

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, CLUB_PLAYERS, Evening
from tests.browser.floor.staff import (
    at_console,
    open_part,
    picture,
    press,
    seat,
    sheet,
    table,
)
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule

SEVEN_PAID = {"paid": [{"entries": 1, "places": 7}]}


@rule("LIVE-29", "LIVE-29.a", "LIVE-29.c")
def test_a_held_all_in_is_shown_last_and_the_bubble_bursts_by_the_stacks(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **{**CLUB, **SEVEN_PAID})
    evening.start(*CLUB_PLAYERS[:8])
    page = at_console(visit, evening.floor)
    hall = visit().go(evening.screen())
    open_part(page, "Hand for hand, days")
    expect(page.get_by_text("8 players left, 7 places paid.")).to_be_visible()
    press(page, "Announce hand for hand")
    expect(hall.locator("[data-note]")).to_have_text("Hand for hand")
    press(page, "Deal the next hand at all tables")
    expect(page.get_by_text("All tables play one hand · hand 1")).to_be_visible()

    open_part(page, "Hall")
    press(table(page, 1), "All-in: hold")
    expect(table(page, 1)).to_contain_text("Held: all-in and call")
    press(table(page, 1), "Showdown now")
    expect(page.get_by_role("alert")).to_contain_text("Wait for the other tables: 2.")
    press(page.get_by_role("alert"), "Close")
    press(table(page, 2), "Hand over")
    expect(table(page, 2)).to_contain_text("Has finished")
    picture(page, "hand-for-hand")
    press(table(page, 1), "Showdown now")
    expect(table(page, 1)).to_contain_text("Showdown")

    # The two of table 1 who lose are out together: the one with more chips finishes higher.
    poor, rich = evening.tables()[1][:2]
    seat(page, poor["player"]).click()
    press(sheet(page), "Out")
    sheet(page).get_by_label(f"Chips at the start, {poor['player']}").fill("3000")
    sheet(page).get_by_label(f"{rich['seat']} · {rich['player']}").check()
    press(sheet(page), "Hand over, 2 out")
    expect(sheet(page).get_by_role("alert")).to_contain_text("had when the hand began")
    sheet(page).get_by_label(f"Chips at the start, {rich['player']}").fill("8000")
    press(sheet(page), "Hand over, 2 out")
    expect(sheet(page)).to_be_hidden()
    open_part(page, "Hand for hand, days")
    press(page, "End hand for hand")
    expect(page.get_by_text("Tables play on their own")).to_be_visible()
    expect(hall.locator("[data-note]")).to_have_count(0)
    places = {one["entry"]: one["place"] for one in evening.state()["results"]}
    assert places == {rich["entry"]: 7, poor["entry"]: 8}


@rule("LIVE-29")
def test_play_does_not_go_back_to_normal_before_the_money(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **{**CLUB, **SEVEN_PAID})
    evening.start(*CLUB_PLAYERS[:8])
    page = at_console(visit, evening.floor, small=True)
    open_part(page, "Hand for hand, days")
    press(page, "Announce hand for hand")
    press(page, "Deal the next hand at all tables")
    press(page, "Deal the next hand at all tables")
    expect(page.get_by_role("alert")).to_contain_text("Tables have not finished their hand.")
    open_part(page, "Hall")
    for number in (1, 2):
        press(table(page, number), "Hand over")
        expect(table(page, number)).to_contain_text("Has finished")
    open_part(page, "Hand for hand, days")
    press(page, "End hand for hand")
    expect(page.get_by_role("alert")).to_contain_text("Not in the money yet (7 places).")
    press(page, "Deal the next hand at all tables")
    expect(page.get_by_text("All tables play one hand · hand 2")).to_be_visible()
    # One player who is out alone: hand for hand asks for the chips here, too.
    open_part(page, "Hall")
    out = evening.tables()[2][0]
    seat(page, out["player"]).click()
    press(sheet(page), "Out")
    sheet(page).get_by_label(f"Chips at the start, {out['player']}").fill("2000")
    press(sheet(page), "Hand over, 1 out")
    expect(sheet(page)).to_be_hidden()
    expect(seat(page, out["player"])).to_have_count(0)
