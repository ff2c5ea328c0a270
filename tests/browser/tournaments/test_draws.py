"""Draws in a browser: it contributes to a start, and shows what it has checked."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import Page, expect

from tests.browser.test_every_page import SCREENSHOTS
from tests.browser.tournaments.test_games import buy, come_in
from tests.browser.visitors import Visit
from tests.rule import rule

WAIT_MS = 240_000


def open_sheet(page: Page) -> None:
    page.locator("[data-shield]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible(timeout=WAIT_MS)


@rule("HEX-01", "TRN-04")
def test_a_browser_contributes_to_the_draw_of_a_hexapro_game_and_shows_its_proof(
    visit: Visit, tmp_path: Path
) -> None:
    visitor = visit("desktop")
    page = come_in(visitor)
    page.set_default_timeout(WAIT_MS)
    buy(page, "HexaPro 1", "1")
    expect(page.locator("[data-drawn]")).to_be_visible(timeout=WAIT_MS)
    entries = visitor.context.request.get(f"{visitor.address}/api/entries?limit=1").json()
    number = entries["entries"][0]["tournament"]
    visitor.go(f"/tournaments/{number}")
    open_sheet(page)
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("[data-says=verified]")).to_be_visible(timeout=WAIT_MS)
    expect(sheet.locator("[data-contribution].own")).to_contain_text("you", timeout=WAIT_MS)
    expect(sheet.locator("[data-proven-multiplier]")).to_be_visible(timeout=WAIT_MS)
    page.screenshot(path=SCREENSHOTS / "draws-sheet-desktop.png")
    link = str(sheet.locator("a[download]").get_attribute("href"))
    file = tmp_path / "draws.json"
    file.write_text(unquote(link.partition(",")[2]), encoding="utf-8")
    words = [sys.executable, "-m", "cardroom.commands.main", "verify", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
