"""An administrator adds a stake in the browser, players see it at once, and it goes again."""

import re

from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.past import ANA, BOSS
from tests.browser.test_every_page import picture
from tests.browser.visitors import Visit
from tests.rule import rule

STAKE = "nl-holdem:ordinary:10:20"
NAME = "No-limit Hold'em 0.10/0.20"
REASON = "Reason, for the record"


@rule("CASH-19", "CASH-16", "RAKE-03")
def test_a_new_stake_is_in_the_lobby_at_once_and_taken_away_again(visit: Visit) -> None:
    boss, ana = visit(), visit()
    ana.log_in(ANA)
    lobby = ana.go("/lobby")
    rows = lobby.locator("[data-stake]")
    expect(rows.first).to_be_visible()
    boss.log_in(BOSS)
    page = boss.go("/operator/stakes")
    page.get_by_role("button", name="Add a stake").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Game and kind").select_option(label="No-limit Hold'em")
    sheet.get_by_label("Small blind").fill("0.10")
    sheet.get_by_label("Big blind").fill("0.20")
    expect(sheet.locator("[data-follows]")).to_have_text(re.compile("6 seats, buy-in 10 to 20:"))
    sheet.get_by_label("Rake in percent").fill("3.5")
    sheet.get_by_label("At most per hand").fill("0.01")
    sheet.get_by_label(REASON).fill("players ask for it")
    assert grave_findings(page) == []
    # The room says in one sentence what does not fit, and the sheet stays as it is.
    add = sheet.locator("button[type=submit]")
    add.click()
    expect(page.get_by_text("The rake of a hand is at least 0.01.")).to_be_visible()
    sheet.get_by_label("At most per hand").fill("1.50")
    picture(page, "operator-add-stake", "desktop")
    add.click()
    expect(sheet).to_be_hidden()
    row = page.locator(f"[data-stake='{STAKE}']")
    expect(row.locator("[data-terms]")).to_have_text("Buy-in 10 to 20 · rake 3.5%, at most 1.50")
    expect(row).to_contain_text(f"Added by {BOSS}")
    picture(page, "operator-stakes", "desktop")
    # Ana's lobby was open all the time: it is there, between its neighbours.
    expect(lobby.locator(f"[data-stake='{STAKE}']")).to_be_visible()
    words = [one.get_attribute("data-stake") for one in rows.all()]
    assert words[words.index(STAKE) + 1] == "nl-holdem:ordinary:10:25"
    picture(lobby, "lobby-added-stake", "desktop")
    for deed in ("Close", "Take away"):
        page.get_by_role("button", name=f"{deed}: {NAME}").click()
        sheet.get_by_label(REASON).fill("it was a try")
        add.click()
        expect(sheet).to_be_hidden()
    expect(row).to_have_count(0)
    boss.go("/operator/log")
    for deed, said in (("added_stake", "3.5 % up to 150"), ("removed_stake", "it was a try")):
        entry = page.locator(f"[data-log={deed}]").first
        expect(entry).to_contain_text(STAKE)
        expect(entry).to_contain_text(said)
