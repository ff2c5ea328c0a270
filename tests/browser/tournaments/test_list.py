"""The list of tournaments: filters that stay, and thousands of rows of which a few are drawn."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import SCREENSHOTS, picture
from tests.browser.tournaments.house import as_guest
from tests.browser.tournaments.many import with_many
from tests.browser.visitors import Visit
from tests.rule import rule

MANY = 2_000
DRAWN_MAX = 45
PHONE_MAX = 640
SECTIONS = {
    "/tournaments": "Tournaments",
    "/games": "Sit & Go and HexaPro",
    "/my-games": "My games",
    "/results": "Tournament results",
}
SCREENS = [(360, 640), (768, 1024), (1280, 800), (2560, 1440)]


@rule("TRN-03")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_of_two_thousand_tournaments_only_those_near_the_screen_are_drawn(
    visit: Visit, size: str
) -> None:
    visitor = visit(size)
    as_guest(visitor)
    with_many(visitor.page, MANY)
    page = visitor.go("/tournaments")
    expect(page.locator(f"[data-found='{MANY}']")).to_be_visible()
    rows = page.locator("[data-tournament]")
    expect(rows.first).to_contain_text("Tournament 1")
    assert 5 < rows.count() <= DRAWN_MAX
    assert grave_findings(page) == []
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"tournaments-many-{size}.png")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(rows.last).to_contain_text(f"Tournament {MANY}")
    assert rows.count() <= DRAWN_MAX
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    middle = page.locator("[data-tournament='1001000']")
    expect(middle).to_be_attached()
    middle.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{visitor.address}/tournaments/1001000")


STATES: dict[str, dict[str, Any]] = {
    r"Announced, opens in \d:\d\d": {"phase": "announced", "opens_ms": 10},
    "Registering": {"phase": "registering", "guarantee": 50_000},
    r"Late registration 1[012] min": {"phase": "late_registration", "late_until_ms": 12},
    "Running": {"phase": "running", "entries": 40, "left": 12, "pool": 36_000},
    "On a break": {"phase": "break"},
    "Finished": {"phase": "finished"},
    "Cancelled": {"phase": "cancelled"},
}
"""What is read in the list, and the row behind it; moments are in minutes from now."""


@rule("TRN-03", "TRN-09")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_state_has_its_words_and_every_column_its_figure(visit: Visit, size: str) -> None:
    now_ms = time.time_ns() // 1_000_000
    moments = ("opens_ms", "late_until_ms")
    rows = [
        {key: now_ms + value * 60_000 if key in moments else value for key, value in row.items()}
        for row in STATES.values()
    ]
    visitor = visit(size)
    as_guest(visitor)
    with_many(visitor.page, len(rows), rows)
    page = visitor.go("/tournaments")
    shown = page.locator("[data-tournament]")
    expect(shown).to_have_count(len(rows))
    for place, words in enumerate(STATES):
        expect(shown.nth(place).locator(".phase")).to_have_text(re.compile(f"^{words}$"))
    expect(shown.nth(1)).to_contain_text("Tournament 2")
    expect(shown.nth(1)).to_contain_text("No-limit Hold'em · Re-entry")
    expect(shown.nth(1)).to_contain_text("4.50 + 0.50")
    expect(shown.nth(1).locator(".prize")).to_contain_text("500")
    expect(shown.nth(3).locator(".prize")).to_contain_text("360")
    expect(shown.nth(3).locator(".entrants")).to_contain_text("12/40")
    # Where there are no heads of columns, the figures say what they are.
    label = shown.nth(3).locator(".label", has_text="Prize")
    clip = label.evaluate("one => getComputedStyle(one).clipPath")
    assert (clip == "none") == (size == "phone")
    picture(page, "tournament-states", size)
    assert grave_findings(page) == []


def test_filters_narrow_the_list_down_and_stay(visit: Visit) -> None:
    visitor = visit()
    as_guest(visitor)
    with_many(visitor.page, 500)
    page = visitor.go("/tournaments")
    found = page.locator("[data-found]")
    expect(found).to_have_text("500 tournaments")
    page.locator("[data-filter='format']").select_option("bounty")
    expect(found).to_have_text("100 tournaments")
    page.locator("[data-filter='format']").select_option("")
    page.locator("[data-filter='least']").select_option(label="5")
    page.locator("[data-filter='most']").select_option(label="50")
    expect(found).to_have_text("300 tournaments")
    page.reload()
    expect(found).to_have_text("300 tournaments")
    page.get_by_text("Guaranteed", exact=True).click()
    expect(page.get_by_text("No tournament matches right now.")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(found).to_have_text("500 tournaments")
    page.get_by_text("Mine", exact=True).click()
    expect(found).to_have_text("0 tournaments")
    page.get_by_text("Mine", exact=True).click()
    page.get_by_text("With practice players", exact=True).click()
    expect(found).to_have_text("500 tournaments")


def test_the_lobby_of_tournaments_fits_every_screen(visit: Visit) -> None:
    visitor = visit()
    as_guest(visitor)
    page = visitor.go("/tournaments")
    expect(page.locator("[data-tournament]").first).to_be_visible()
    for path, title in SECTIONS.items():
        visitor.go(path)
        expect(page.locator("main h1")).to_have_text(title)
        bar = page.locator("nav.sections")
        expect(bar.locator("a")).to_have_count(4)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (path, width)
            place = bar.bounding_box()
            assert place is not None
            is_at_the_bottom = place["y"] + place["height"] > height - 2
            assert is_at_the_bottom == (width <= PHONE_MAX), (path, width)
