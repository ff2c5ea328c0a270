"""Draws in a browser: it contributes to a start, shows what it has checked, and raises an alarm."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.test_every_page import SCREENSHOTS
from tests.browser.tournaments.test_games import buy, come_in
from tests.browser.visitors import Visit
from tests.rule import rule

WAIT_MS = 240_000
STEP_MS = 15_000
"""After this the result of the game has come over the sheet, or the machine is busy."""
TRIES = 12


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


Frame = dict[str, Any]


def bent_frames(page: Page, bend: Callable[[Frame], None]) -> None:
    """A room that changes what it tells, after it was drawn."""

    def connect(socket: WebSocketRoute) -> None:
        room = socket.connect_to_server()

        def passed(text: str) -> str:
            heard: Any = json.loads(text)
            for message in heard if isinstance(heard, list) else [heard]:
                bend(message.get("d") or {})
            return json.dumps(heard)

        room.on_message(lambda text: socket.send(passed(str(text))))

    page.route_web_socket("**/api/socket*", connect)


def another_prize(page: Page) -> None:
    """The reel stops on another multiplier than was drawn."""

    def bend(body: Frame) -> None:
        # In the list of stakes it is a word.
        game = body.get("game")
        if isinstance(game, dict) and game.get("multiplier_tenths"):
            game["multiplier_tenths"] += 10

    bent_frames(page, bend)


def another_seat(page: Page) -> None:
    """The player is sent to another seat than was drawn for them."""

    def bend(body: Frame) -> None:
        if body.get("type") == "tournament_seated":
            body["seat"] += 1

    bent_frames(page, bend)


def another_proof(page: Page) -> None:
    """The proof has another multiplier than its numbers lead to."""

    def bend(route: Route) -> None:
        answer = route.fetch()
        said: Any = answer.json()
        for draw in said["draws"]:
            if "multiplier_tenths" in draw["outcome"]:
                draw["outcome"]["multiplier_tenths"] += 10
        route.fulfill(response=answer, json=said)

    page.route("**/api/tournaments/*/draws*", bend)


@rule("HEX-01", "TRN-04", "FAIR-12")
@pytest.mark.parametrize("rig", [another_prize, another_seat, another_proof])
def test_a_draw_that_the_room_has_bent_is_an_alarm_that_can_be_reported(
    visit: Visit, rig: Callable[[Page], None]
) -> None:
    visitor = visit("desktop")
    page = visitor.page
    rig(page)
    come_in(visitor)
    page.set_default_timeout(WAIT_MS)
    buy(page, "HexaPro 1", "1")
    expect(page.locator("[data-drawn]")).to_be_visible(timeout=WAIT_MS)
    entries = visitor.context.request.get(f"{visitor.address}/api/entries?limit=1").json()
    visitor.go(f"/tournaments/{entries['entries'][0]['tournament']}")
    for _ in range(TRIES):
        if reported(page, f"draw-alarm-{rig.__name__}"):
            return
    raise AssertionError("the alarm could not be reported")


def reported(page: Page, name: str) -> bool:
    """Read the alarm and report it; False if that took too long: a result may lie on top of it."""
    result = page.get_by_role("dialog").filter(has_text="You finished")
    if result.count():
        page.keyboard.press("Escape")
    page.locator("[data-shield=alarm]").first.click()
    sheet = page.get_by_role("dialog").filter(has=page.locator("[data-draw-alarm]"))
    try:
        sheet.wait_for(timeout=STEP_MS)
        said = sheet.locator("[data-draw-alarm]").inner_text(timeout=STEP_MS)
        assert "What was drawn is not what the numbers say" in said
        page.screenshot(path=SCREENSHOTS / f"{name}.png")
        sheet.get_by_role("button", name="Report it with the evidence").click(timeout=STEP_MS)
        sheet.locator("[data-case]").wait_for(timeout=STEP_MS)
    except TookTooLong:
        return False
    return True
