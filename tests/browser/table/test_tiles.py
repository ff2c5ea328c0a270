"""Several tables at once: whatever is open on the screen, a decision is in reach."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.staged import StagedWindow, clock, table
from tests.rule import rule

DESKTOPS = ((1280, 800), (1440, 900), (1920, 1080))
LANDSCAPE = (844, 390)
PHONE = (360, 640)
COVERED = """number => [...document.querySelectorAll(
    `[data-table="${number}"] :is([data-action], [data-preset], .typed)`,
  )].filter((one) => {
    const box = one.getBoundingClientRect();
    const isFree = (part) => one.contains(
      document.elementFromPoint(box.left + part * box.width, box.top + box.height / 2),
    );
    return ![0.1, 0.5, 0.9].every(isFree);
  }).map((one) => one.textContent.trim() || "the amount")"""
"""Which controls of a decision cannot be pressed because something lies over them."""


def open_one(window: StagedWindow, number: int, name: str) -> None:
    """Open a sheet of a table, or of the whole window."""
    page, tile = window.page, window.page.locator(f"[data-table='{number}']")
    match name:
        case "player":
            tile.locator("[data-seat='3'] .box").click()
        case "top-up" | "leave":
            control = tile.locator(f"[data-control={name}]")
            if not control.is_visible():
                tile.get_by_role("button", name="Your seat").click()
            control.click()
        case "keys":
            page.keyboard.press("?")
        case _:
            page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()


def close_all(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("body").evaluate("() => document.activeElement?.blur?.()")


@rule("AMB-49")
@pytest.mark.parametrize("size", DESKTOPS)
def test_no_sheet_lies_over_a_decision_in_any_tile(browser: Browser, size: tuple[int, int]) -> None:
    numbers = (7, 8, 9, 10)
    window = StagedWindow(browser, *(table(number) for number in numbers), size=size)
    for number in numbers:
        window.tell(clock(), number)
        window.ask(number)
    for opener in ("settings", "keys", "player", "top-up", "leave"):
        for at in (8, 7, 10):
            open_one(window, at, opener)
            covered = {one: window.page.evaluate(COVERED, one) for one in numbers}
            assert not any(covered.values()), (opener, at, covered)
            close_all(window.page)
    window.close()


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE])
def test_no_sheet_lies_over_a_decision_on_a_phone(browser: Browser, size: tuple[int, int]) -> None:
    window = StagedWindow(browser, table(), size=size, phone=True)
    window.ask()
    for opener in ("settings", "player", "top-up", "leave"):
        open_one(window, 7, opener)
        assert window.page.evaluate(COVERED, 7) == [], opener
        close_all(window.page)
    window.close()
