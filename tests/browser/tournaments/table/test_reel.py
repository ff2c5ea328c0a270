"""The draw of a HexaPro game: how long it turns, who may skip it, who sees no motion."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from cardroom.room.tournaments.services import REEL_MS
from tests.browser.staged import StagedWindow, game_of_chips, table_of_chips
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.views import DRAW, TABLE, info, view
from tests.rule import rule

SOONEST_MS, LATEST_MS = 2_500, 3_500
"""The reel stops between these."""
TENTHS = 40
WON = "4× the buy-in: you play for 4."


SEVEN = [
    {"multiplier_tenths": tenths, "per_100000": often, "percents": [100, 0, 0]}
    for tenths, often in (
        (10_000, 1), (1_000, 5), (250, 100), (100, 4_600), (50, 14_000), (30, 25_000), (15, 56_294),
    )
]  # fmt: skip
"""As many multipliers as any edition has."""
OUT_OF_SIGHT = """words => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(words)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < felt.top || box.bottom > felt.bottom || box.right > innerWidth;
  }).map((one) => one.textContent.trim());
}"""
"""What of an overlay is only seen by scrolling."""


def drawing(
    browser: Browser, *, motion: bool, seen: str = "", draw: object = None, **how: Any
) -> StagedWindow:
    """A window at a table whose draw has just begun, in a page whose time the test moves."""
    script = f"localStorage.setItem('cardroom.draws', '{seen}')" if seen else ""
    terms = {"draw": draw} if draw else {}
    hexapro = view(left=3, entries=3, place=1, info=info(kind="hexapro", **terms))
    window = StagedWindow(
        browser, table_of_chips(TABLE), motion=motion, is_stopped=True, script=script,
        tournaments=(hexapro,), **how,
    )  # fmt: skip
    now = window.page.evaluate("Date.now()")
    drawn = game_of_chips(multiplier_tenths=TENTHS, deals_from_ms=now + REEL_MS)
    window.tell({"type": "game_changed", "game": drawn}, TABLE)
    expect(reel(window)).to_be_visible()
    return window


def reel(window: StagedWindow) -> Locator:
    return window.page.locator("[role=group].draw")


@rule("HEX-04")
def test_the_reel_turns_for_three_seconds_and_stops_on_what_the_server_has_drawn(
    browser: Browser,
) -> None:
    window = drawing(browser, motion=True)
    shown, said = reel(window), reel(window).get_by_role("status")
    expect(window.page.get_by_role("group", name="The draw")).to_be_visible()
    expect(said).to_have_text("Drawing the prize pool…")
    # All that could be drawn is in sight with its odds; in a first game nothing can be skipped.
    expect(shown.locator("tbody tr")).to_have_count(len(DRAW))
    expect(shown.locator("tbody tr").first).to_contain_text("75%")
    expect(shown.get_by_role("button")).to_have_count(0)
    # Nothing else gives the prize away.
    next_prize = window.page.locator("[data-jump]")
    expect(next_prize).to_have_text("–")
    picture(window.page, "reel-turning", "desktop")
    window.page.clock.run_for(SOONEST_MS)
    expect(said).to_have_text("Drawing the prize pool…")
    expect(shown.locator("tr.drawn")).to_have_count(0)
    window.page.clock.run_for(LATEST_MS - SOONEST_MS)
    expect(said).to_have_text(WON)
    expect(window.page.locator(f"[data-drawn='{TENTHS}']")).to_be_visible()
    expect(shown.locator("tr.drawn")).to_contain_text(["4×"])
    window.tell({"type": "game_changed", "game": game_of_chips()}, TABLE)
    expect(shown).to_have_count(0)
    expect(next_prize).to_contain_text("to go")
    window.close()


@rule("HEX-04")
def test_from_the_second_game_on_the_reel_can_be_skipped(browser: Browser) -> None:
    window = drawing(browser, motion=True, seen="2")
    skip = reel(window).get_by_role("button", name="Skip")
    skip.focus()
    window.page.keyboard.press("Enter")
    expect(reel(window).get_by_role("status")).to_have_text(WON)
    expect(skip).to_have_count(0)
    window.close()


@rule("HEX-04")
def test_whoever_prefers_no_motion_reads_the_draw_at_once(browser: Browser) -> None:
    window = drawing(browser, motion=False)
    expect(reel(window).get_by_role("status")).to_have_text(WON)
    expect(reel(window).locator(".strip")).to_have_count(0)
    window.close()


@rule("HEX-04")
@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_on_a_small_phone_every_prize_and_its_odds_are_in_sight(
    browser: Browser, language: str
) -> None:
    window = drawing(
        browser, motion=True, seen="2", draw=SEVEN, size=(360, 640), phone=True,
        settings={"language": language},
    )  # fmt: skip
    expect(window.page.locator(".draw tbody tr")).to_have_count(len(SEVEN))
    picture(window.page, f"reel-{language}", "small")
    assert window.page.evaluate(OUT_OF_SIGHT, ".draw, .draw tr, .draw button") == []
    window.page.locator(".draw button").click()
    expect(window.page.locator(".draw [role=status]")).to_contain_text("4×")
    picture(window.page, f"reel-drawn-{language}", "small")
    assert window.page.evaluate(OUT_OF_SIGHT, ".draw, .draw tr, .draw button") == []
    window.close()
