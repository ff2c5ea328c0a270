"""Chips at the console: a race that is due, its result, a count of all tables, changes for one."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import alerts, at_console, open_part, press, seat, sheet
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule

CHIPS = [{"value": value} for value in (25, 100, 500, 1_000)]
LEVELS = [
    {"minutes": 20, "small_blind": 25, "big_blind": 50},
    {"minutes": 10},
    {"minutes": 20, "small_blind": 100, "big_blind": 200},
]


def count(page: Page, *numbers: int) -> None:
    """How many chips of 25, 100, 500 and 1,000 are on the table."""
    press(page.get_by_role("tabpanel"), "Count the chips")
    for value, number in zip(("25", "100", "500", "1,000"), numbers, strict=True):
        sheet(page).get_by_label(f"{value} ×", exact=True).fill(str(number))
    press(sheet(page), "Count the chips")
    expect(sheet(page)).to_be_hidden()


def seated(evening: Evening) -> list[dict[str, Any]]:
    """The players in the order of their seats."""
    (players,) = evening.tables().values()
    return players


@rule("LIVE-18", "LAMB-13")
def test_a_race_is_due_decided_by_the_cards_of_the_table_and_its_chips_are_counted(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **{**CLUB, "expected": 6, "levels": LEVELS}, chips=CHIPS)
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    page = at_console(visit, evening.floor)
    open_part(page, "Chips")
    leaves = page.locator("[data-leaves='25']")
    expect(leaves).to_contain_text("in the break after level 1")
    evening.do("set_clock", level=2, left_ms=600_000)
    expect(alerts(page)).to_contain_text("Chips of 25 are no longer needed: race them off")
    expect(leaves).to_contain_text("now, at table 1")

    # 3, 2, 1 and no odd chips of 25: together 150, so two chips of 100, to the two best cards.
    odd = dict(zip((one["player"] for one in seated(evening)), (3, 2, 1, 0), strict=True))
    press(page.get_by_role("tabpanel"), "Chip race")
    for player, number in odd.items():
        sheet(page).get_by_label(f"Number, {player}", exact=True).fill(str(number))
        rest = sheet(page).get_by_label(f"Other chips, worth, {player}", exact=True)
        rest.fill(str(10_000 - 25 * number))
    sheet(page).get_by_label("Cards from the table").fill("2c 3c 4c Ah 5c Kd")
    press(sheet(page), "Chip race")
    lines = sheet(page).locator("[data-raced]")
    expect(lines).to_have_count(4)
    expect(lines.nth(0)).to_contain_text("2c 3c 4c")
    expect(lines.nth(0)).not_to_contain_text("+ 1 × 100")
    expect(lines.nth(1)).to_contain_text("+ 1 × 100")
    expect(lines.nth(2)).to_contain_text("+ 1 × 100")
    expect(lines.nth(3)).not_to_contain_text("+ 1 × 100")
    page.keyboard.press("Escape")
    expect(alerts(page)).to_have_count(0)
    assert evening.state()["chips"] == 40_050

    count(page, 0, 50, 10, 30)
    expect(alerts(page)).to_contain_text("The counted chips are not the chips in play")
    expect(page.get_by_role("tabpanel")).to_contain_text("−50")
    count(page, 2, 50, 10, 30)
    expect(page.get_by_text("All there")).to_be_visible()
    expect(alerts(page)).to_have_count(0)


@rule("LIVE-19")
def test_small_chips_are_changed_only_while_the_player_is_there(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **{**CLUB, "expected": 6, "levels": LEVELS}, chips=CHIPS)
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    page = at_console(visit, evening.floor, small=True)
    for here in (False, True):
        seat(page, "Bert").click()
        press(sheet(page), "Colour up")
        sheet(page).get_by_label("How many small chips").fill("8")
        sheet(page).get_by_label("The player is here").set_checked(here)
        press(sheet(page), "Colour up")
        expect(sheet(page)).to_be_hidden()
        waits = alerts(page).get_by_text("Bert at table 1: small chips still to change")
        expect(waits).to_have_count(0 if here else 1)
    done = page.get_by_role("status").filter(has_text="Bert: 8 × 25 for 2 × 100")
    expect(done).to_be_visible()
