"""Undo at the console: what depends on an entry is listed, goes with it, and stays in the log."""

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import at_console, open_part, press, seat, sheet, table
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


@rule("LIVE-1")
def test_a_bust_out_is_taken_back_with_the_broken_table_and_the_money_that_followed(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **{**CLUB, "paid": [{"entries": 1, "places": 7}]})
    evening.start("Ann", "Bert", "Chloe", "Dirk", "Eva", "Finn", "Gita")
    evening.do("fix_prizes")
    out, *others = evening.tables()[2]
    evening.do("finish_hand", table=2, out=[out["entry"]])
    number = evening.state()["version"]
    evening.do("break_table", table=2)
    evening.do("pay_prize", entry=out["entry"])
    before = evening.state()["money"]["pools"]["prize"]
    page = at_console(visit, evening.floor)
    expect(table(page, 2)).to_have_count(0)
    open_part(page, "Log")
    press(page, f"Undo entry {number}")
    listed = sheet(page).get_by_role("alert")
    expect(listed).to_contain_text("later entries depend on it and go with it")
    expect(listed).to_contain_text(f"Table 2 broken, players moved: {len(others)}")
    expect(listed).to_contain_text(f"{out['player']} was paid")
    undo = sheet(page).get_by_role("button", name="Undo all 3")
    expect(undo).to_be_disabled()
    press(sheet(page), "Wrong player")
    undo.click()
    expect(sheet(page)).to_be_hidden()
    log = page.get_by_role("tabpanel")
    expect(log.get_by_text("Wrong player · undone")).to_have_count(0)
    expect(log.locator("li").filter(has_text="Table 2 broken")).to_contain_text("undone")
    open_part(page, "Hall")
    expect(table(page, 2)).to_be_visible()
    expect(seat(page, out["player"])).to_be_visible()
    state = evening.state()
    assert state["money"]["paid"] == {}
    assert state["money"]["pools"]["prize"] > before
    assert state["results"] == []
