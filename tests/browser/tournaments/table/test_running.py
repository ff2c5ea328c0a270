"""The page of a tournament that runs: entering again, who sits where, watching from the rail."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import picture
from tests.browser.tournaments.house import as_guest
from tests.browser.tournaments.table.field import Field
from tests.browser.tournaments.table.pages import SHOVE, play_until, take_seat
from tests.browser.visitors import Visit
from tests.rule import rule

AGAIN = """
name = "Again"
edition = "house"
kind = "scheduled"
price_cents = 500
fee_cents = 50
starting_stack = 500
seats = 6
breaks = false
[blinds]
level_s = 900
levels = [{ small = 25, big = 50 }, { small = 50, big = 100 }]
[timebank]
first_ms = 600_000
cap_ms = 600_000
[registration]
late_levels = 1
max_entries = 2
minimum_entries = 6
"""
ENTRIES = 6


def show(page: Page, tab: str) -> None:
    """Open a part of the page, and look at it."""
    page.get_by_role("tab", name=tab).click()
    assert grave_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, f"running-{tab.lower()}", "small")


@rule("TRN-09", "TRN-10", "TRN-26")
def test_who_is_out_enters_again_and_the_page_shows_the_field_its_tables_and_the_level(
    visit: Visit, field: Field
) -> None:
    people = field.people(ENTRIES)
    tournament = field.hold(AGAIN, people)
    field.until(lambda: all(one.table for one in people), "nobody was seated")
    first, second, *others = people
    pages = [take_seat(visit, field, one, "small") for one in (first, second)]
    field.play("fold", *others)
    is_out = lambda: field.page(tournament)["row"]["left"] < ENTRIES  # noqa: E731
    play_until(is_out, "nobody is out", *pages, how=SHOVE)

    # The others play on; whoever is out reads at once that they may enter again.
    out = "[data-result='0']"
    play_until(lambda: any(one.locator(out).count() for one in pages), "no sheet", *pages)
    page = next(one for one in pages if one.locator(out).count())
    name = people[pages.index(page)].name
    sheet = page.get_by_role("dialog", name="Again")
    expect(sheet).to_contain_text("Your place is known once nobody can enter any more.")
    picture(page, "out-may-re-enter", "small")
    assert grave_findings(page) == []

    # The one button says what happens next, and the sheet what it costs.
    sheet.get_by_role("link", name="Re-enter").click()
    page.wait_for_url(f"**/tournaments/{tournament}")
    page.locator("[data-next='re_enter'] button", has_text="Re-enter · 4.50 + 0.50").click()
    expect(sheet.locator("[data-price='500']")).to_have_text("5")
    expect(sheet.locator("[data-after]")).to_have_text("9,990")
    expect(sheet.locator("[data-undo]")).to_have_text("This cannot be undone.")
    sheet.get_by_role("button", name="Re-enter").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".pod.hero")).to_be_visible()

    # Somebody from the rail finds the player, the level, the prizes and the table.
    rail = visit("small")
    as_guest(rail)
    watching = rail.go(f"/tournaments/{tournament}")
    show(watching, "Structure")
    expect(watching.locator("[data-level-row][aria-current]")).to_contain_text("25/50")
    show(watching, "Prizes")
    expect(watching.locator("table tbody tr").first).to_be_visible()
    show(watching, "Players")
    watching.get_by_label("Find a player").fill(name)
    own = watching.locator("[data-player]")
    expect(own.filter(has_text="re-entries: 1")).to_have_count(1)
    expect(own.filter(has_not_text=name)).to_have_count(0)
    show(watching, "Tables")
    watching.locator("[data-table-row='1']").get_by_role("link", name="Watch").click()
    expect(watching.get_by_text("You are watching.")).to_be_visible()
    expect(watching.locator(".pod [data-card]")).to_have_count(0)

    # Players see their own entry first, and the one button leads to the table.
    page.goto(f"{rail.address}/tournaments/{tournament}?tab=players")
    expect(page.locator("[data-player]").first).to_contain_text(name)
    expect(page.locator("[data-next='table']")).to_contain_text("To the table")
