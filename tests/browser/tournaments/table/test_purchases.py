"""A re-buy at the table, and an add-on in the break, on a small phone."""

import re

from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.field import Field
from tests.browser.tournaments.table.pages import play_until, press_control, take_seat
from tests.browser.visitors import Visit
from tests.rule import rule

REBUYS = """
name = "Re-buys"
edition = "house"
kind = "scheduled"
price_cents = 300
starting_stack = 1_500
seats = 3
breaks = false
[blinds]
level_s = 20
levels = [{ small = 10, big = 20 }, { small = 15, big = 30 }]
[timebank]
first_ms = 600_000
cap_ms = 600_000
[registration]
late_levels = 1
minimum_entries = 3
[rebuy]
until_level = 1
rebuys_max = 5
answer_s = 1
[addon]
chips = 3_000
pause_s = 90
"""


@rule("TAMB-69", "TYP-08", "BRK-03", "TTB-01")
def test_a_player_buys_back_at_the_table_and_adds_on_in_the_break(
    visit: Visit, field: Field
) -> None:
    people = field.people(3)
    tournament = field.hold(REBUYS, people)
    field.until(lambda: all(one.table for one in people), "nobody was seated")
    hero, *others = people
    page = take_seat(visit, field, hero, "phone")
    page.set_viewport_size({"width": 360, "height": 640})

    press_control(page, "rebuy")
    sheet = page.get_by_role("dialog", name="Re-buy")
    expect(sheet.locator("[data-price='300']")).to_have_text("3")
    expect(sheet.locator("[data-after]")).to_have_text("9,994")
    picture(page, "rebuy", "small")
    sheet.get_by_role("button", name="Buy 1,500 chips").click()
    # The chips come after this hand, which the others play without the hero.
    own = page.locator(".pod.hero")
    field.play("shove", *others)
    play_until(lambda: re.search(r"\b[23],\d{3}", own.inner_text()), "no chips came", page)
    field.play("fold", *others)

    pause = page.locator("[data-pause='add_on']")
    play_until(pause.count, "no break for the add-on", page)
    expect(pause.locator("[data-until]")).to_have_text(re.compile(r"[01]:\d\d"))
    pause.get_by_role("button", name="Add-on: 3,000 chips for 3").click()
    sheet = page.get_by_role("dialog", name="Add-on")
    expect(sheet.locator("[data-after]")).to_have_text("9,991")
    picture(page, "add-on", "small")
    assert grave_findings(page) == []
    sheet.get_by_role("button", name="Buy 3,000 chips").click()
    expect(page.locator("[data-add-on=bought]")).to_be_visible()
    picture(page, "break", "small")
    expect(page.locator("header .balance")).to_have_text("9,991")
    chips = {row["name"]: row["stack"] for row in field.page(tournament)["players"]}
    assert chips[hero.name] > 5_000, "the add-on is in the stack"
    expect(own).to_contain_text(f"{chips[hero.name]:,}")
    assert not page.evaluate("window.covered"), "the break lay over a decision"
