"""The console puts right what was reported wrongly: the order of busts, and the button."""

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, CLUB_PLAYERS, Evening
from tests.browser.floor.staff import at_console, is_too_wide, open_part, picture, sheet
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


@rule("LAMB-37", "LAMB-42", "LIVE-16.4")
def test_an_unknown_order_is_named_a_wrong_one_corrected_and_the_button_put_right(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **{**CLUB, "expected": 6})
    evening.start(*CLUB_PLAYERS[:6])
    page = at_console(visit, evening.floor, small=True)
    ann, bert, chloe = (evening.entry(name) for name in CLUB_PLAYERS[:3])
    page.get_by_role("button", name="More for table 1").click()
    for name in ("Bert", "Ann"):
        sheet(page).get_by_role("checkbox", name=name).check()
    sheet(page).get_by_role("checkbox", name="Nobody knows these stacks").check()
    sheet(page).get_by_label("Reason").fill("nobody counted")
    picture(page, "unknown-order")
    assert not is_too_wide(page)
    sheet(page).get_by_role("button", name="Hand over, 2 out").click()
    expect(sheet(page)).to_be_hidden()
    places = {one["entry"]: one["place"] for one in evening.state()["results"]}
    assert places == {bert: 5, ann: 6}
    evening.do("finish_hand", table=1, out=[chloe])
    open_part(page, "Entries")
    page.get_by_role("button", name="Correct the order").click()
    sheet(page).get_by_label("Went out later (better place)").select_option("5. Bert")
    sheet(page).get_by_label("Went out earlier").select_option("4. Chloe")
    sheet(page).get_by_label("Reason").fill("reported late")
    picture(page, "correct-order")
    sheet(page).get_by_role("button", name="Correct the order").click()
    expect(sheet(page)).to_be_hidden()
    assert {one["entry"]: one["place"] for one in evening.state()["results"]}[chloe] == 6
    open_part(page, "Hall")
    page.get_by_role("button", name="More for table 1").click()
    sheet(page).get_by_role("button", name="Put the button right").click()
    for position, seat in (("button", "1"), ("small_blind", "2"), ("big_blind", "3")):
        sheet(page).locator(f"select[name={position}]").select_option(seat)
    sheet(page).get_by_label("Reason").fill("the hand stood")
    picture(page, "place-button")
    sheet(page).get_by_role("button", name="Put the button right").click()
    expect(sheet(page)).to_be_hidden()
    open_part(page, "Log")
    expect(page.get_by_text("button on seat 1").first).to_be_visible()
