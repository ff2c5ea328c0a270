"""How a tournament ends for its players: the run-out is seen first, then the result."""

import re

from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.field import Field
from tests.browser.tournaments.table.pages import SHOVE, play_until, take_seat
from tests.browser.visitors import Visit
from tests.rule import rule

AGAIN = "Watch the final table again"
DUEL = """
name = "Duel"
edition = "house"
kind = "scheduled"
price_cents = 500
starting_stack = 500
seats = 2
breaks = false
[blinds]
level_s = 900
levels = [{ small = 25, big = 50, ante = 5 }]
[timebank]
first_ms = 600_000
cap_ms = 600_000
[registration]
late_levels = 0
"""


@rule("TRN-22", "TRN-26")
def test_the_winner_has_a_moment_and_the_other_one_sees_place_and_what_is_next(
    visit: Visit, field: Field
) -> None:
    people = field.people(2)
    tournament = field.hold(DUEL, people)
    field.hold(DUEL.replace("Duel", "Second duel"), [], in_s=3_600)
    field.until(lambda: all(one.table for one in people), "nobody was seated")
    pages = [
        take_seat(visit, field, player, size)
        for player, size in zip(people, ("desktop", "phone"), strict=True)
    ]
    rail = visit("desktop")
    rail.context.request.post(
        f"{rail.address}/api/guest", data={}, headers={"Origin": rail.address}
    )
    watching = rail.go(f"/table/{people[0].table}")
    expect(watching.locator(".pod")).to_have_count(2)
    expect(watching.get_by_text("You are watching.")).to_be_visible()
    expect(watching.locator(".pod [data-card]")).to_have_count(0)
    expect(watching.locator("[data-action], [data-control]")).to_have_count(0)
    expect(pages[0].locator(".pod.hero [data-card]")).to_have_count(2)

    # One switch for chips and big blinds, and nothing moves.
    hero, unit = pages[0].locator(".pod.hero"), pages[0].locator("[data-unit]")
    box = pages[0].locator("[data-level]").bounding_box()
    unit.click()
    expect(hero).to_contain_text("BB")
    assert pages[0].locator("[data-level]").bounding_box() == box
    unit.click()
    expect(hero).not_to_contain_text("BB")

    over = lambda: all(page.locator("[data-result]").count() for page in pages)  # noqa: E731
    play_until(over, "it does not end", *pages, how=SHOVE)
    for page, size in zip(pages, ("desktop", "phone"), strict=True):
        assert page.evaluate("window.felt") == {"board": 5, "won": True}
        picture(page, "duel-result", size)
        assert grave_findings(page) == []
    places = {page.locator("[data-result]").get_attribute("data-result"): page for page in pages}
    won, lost = places["1"], places["2"]
    expect(won.locator("[data-result]")).to_contain_text("You won!")
    expect(won.locator("[data-prize]")).to_have_text(re.compile(r"^\d"))
    expect(lost.locator("[data-result]")).to_contain_text("2nd of 2")
    expect(lost.locator("[data-result]")).to_contain_text("No prize this time.")
    expect(lost.locator("[data-similar]")).to_contain_text("Next: ")
    to_lobby = lost.get_by_role("dialog").get_by_role("link", name="To the lobby")
    expect(to_lobby).to_have_attribute("href", "/tournaments")
    lost.get_by_role("dialog").get_by_role("link", name="Results").click()
    lost.wait_for_url(f"**/tournaments/{tournament}")

    # The final table is there to be watched again, from its page and from the sheet, hand by hand.
    expect(lost.locator("[data-help=tournament]")).to_be_visible()
    assert grave_findings(lost) == []
    lost.get_by_role("link", name=AGAIN).click()
    won.get_by_role("dialog").get_by_role("link", name=AGAIN).click()
    for page in pages:
        page.wait_for_url(f"**/tournaments/{tournament}/final-table")
        expect(page.get_by_role("heading", name="Duel: the final table")).to_be_visible()
        expect(page.locator("[data-line]")).to_have_text("The hand begins; the big blind is 50.")
        page.get_by_role("button", name="To the end").click()
        expect(page.locator("[data-line]")).to_contain_text("collects")
        size = "desktop" if page is pages[0] else "phone"
        picture(page, "final-table-again", size)
        assert grave_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    choice = won.get_by_label("Hands", exact=True)
    before = won.get_by_role("button", name="Previous hand")
    for number in range(choice.locator("option").count() - 1, 0, -1):
        before.click()
        expect(choice.locator("option:checked")).to_contain_text(f"Hand {number} ")
    expect(before).to_be_disabled()

    # The row of the history has help: a numbered request, with its state.
    lost.goto(f"{rail.address}/results")
    row = lost.locator(f"[data-entry='{tournament}']")
    expect(row).to_contain_text("Place 2")
    row.locator("[data-help=tournament]").click()
    help_sheet = lost.get_by_role("dialog", name="Help")
    help_sheet.get_by_label("What is your question?").fill("Why did I win nothing?")
    help_sheet.get_by_role("button", name="Send").click()
    asked = help_sheet.locator("[data-asked]").get_attribute("data-asked")
    help_sheet.get_by_role("link", name="My requests").click()
    expect(lost.locator(f"[data-request='{asked}']")).to_contain_text("Open")
    picture(lost, "help-tournament", "phone")
