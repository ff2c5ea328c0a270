"""The README's pictures, made from a real room: `make pictures`.

A room with a past and practice players is opened, Ana sits down on a desktop and Bram on a phone,
Ana then plays a HexaPro game and a tournament, and what the browser shows is kept in docs/pictures.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.chromium import chromium
from tests.browser.coming_in import accept_rules
from tests.browser.past import (
    ANA,
    BRAM,
    NAMES,
    PASSWORD,
    PAST_HAND_WITH_SHOWDOWN,
    write_past,
)
from tests.browser.tournaments.house import Client, House, log_in_boss
from tests.browser.visitors import ROOT
from tests.server.processes import RoomProcess, sqlite_in

FOLDER = ROOT / "docs" / "pictures"
DESKTOP, PHONE = (1280, 800), (390, 780)
PRACTICE = {
    "nl-holdem:ordinary:2:4": 5,
    "nl-holdem:ordinary:5:10": 5,
    "nl-holdem:ordinary:10:25": 4,
    "nl-holdem:ordinary:25:50": 6,
    "nl-holdem:ordinary:50:100": 3,
    "pl-omaha:ordinary:5:10": 4,
    "nl-holdem:banzai:25:50": 4,
}
CAMILLE, DAAN = NAMES[2], NAMES[3]
WAIT_S = 240.0
WAIT_MS = 60_000


def main() -> int:
    """Make all seven."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite_in(Path(folder))
        asyncio.run(write_past(database))
        stakes = ",".join(f"{stake}={count}" for stake, count in PRACTICE.items())
        with (
            RoomProcess(
                database,
                "--practice",
                folder=Path(folder),
                environment={"CARDROOM_PRACTICE_STAKES": stakes},
            ) as room,
            chromium() as browser,
        ):
            desktop = window(browser, room.address, DESKTOP, ANA)
            replayer(desktop, room.address)
            table(desktop, room.address, "table-desktop")
            lobby(desktop, room.address)
            desktop.context.close()
            phone = window(browser, room.address, PHONE, BRAM)
            table(phone, room.address, "table-phone", stake="nl-holdem:ordinary:10:25")
            phone.context.close()
            player = window(browser, room.address, DESKTOP, CAMILLE)
            tournaments(player, room.address)
            hexapro(player, room.address)
            player.context.close()
            finalist = window(browser, room.address, DESKTOP, DAAN)
            house = browser.new_context()
            final_table(finalist, room.address, log_in_boss(house.request, room.address))
            finalist.context.close()
            house.close()
    return 0


def window(browser: Browser, address: str, size: tuple[int, int], name: str) -> Page:
    """A window in which somebody has come in."""
    width, height = size
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": height},
        locale="en-GB",
        color_scheme="dark",
        is_mobile=size == PHONE,
        has_touch=size == PHONE,
    )
    context.set_default_timeout(WAIT_MS)
    body = {"name": name, "password": PASSWORD}
    answer = context.request.post(f"{address}/api/login", data=body, headers={"Origin": address})
    accept_rules(context, address, answer.json()["csrf"])
    return context.new_page()


def lobby(page: Page, address: str) -> None:
    page.goto(f"{address}/lobby")
    page.locator("[data-stake] .on").first.wait_for()
    keep(page, "lobby")


def replayer(page: Page, address: str) -> None:
    page.goto(f"{address}/hands/{PAST_HAND_WITH_SHOWDOWN}")
    page.get_by_role("button", name="Showdown").wait_for()
    page.keyboard.press("End")
    page.locator("[data-line]", has_text="collects").wait_for()
    keep(page, "replayer")


def table(page: Page, address: str, name: str, stake: str = "nl-holdem:ordinary:5:10") -> None:
    """Sit down and play on until there is a decision after the flop."""
    page.goto(f"{address}/lobby")
    page.locator(f"[data-stake='{stake}'] button").click()
    page.get_by_role("dialog").locator("button[type=submit]").click()
    page.wait_for_url("**/table/*")
    waits = page.get_by_role("checkbox", name="Wait for the big blind")
    if waits.is_visible():
        waits.uncheck()
    play_until_the_flop(page)
    keep(page, name)


def play_until_the_flop(page: Page) -> None:
    """Check and call until there is a decision after the flop."""
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        page.locator("[data-turn]").wait_for(timeout=WAIT_S * 1000)
        if page.locator("[data-board] [data-card]:visible").count() >= 3:
            break
        turn = page.locator("[data-turn]").get_attribute("data-turn")
        page.locator("[data-action=check], [data-action=call]").click()
        page.locator(f"[data-turn='{turn}']").wait_for(state="detached")


def tournaments(page: Page, address: str) -> None:
    """The lobby of tournaments, with one that is entered."""
    page.goto(f"{address}/tournaments")
    page.locator("[data-tournament]", has_text="Evening 10").first.click()
    page.locator("[data-next='register'] button").click()
    page.get_by_role("dialog").get_by_role("button", name="Register").click()
    page.locator("[data-next='unregister']").wait_for()
    page.goto(f"{address}/tournaments")
    page.locator("[data-tournament] .name").first.wait_for()
    keep(page, "tournaments")


def hexapro(page: Page, address: str) -> None:
    """The draw of a HexaPro game, with the prize table."""
    page.goto(f"{address}/games")
    page.locator("[data-offer='HexaPro 1'] button").click()
    page.get_by_role("dialog").get_by_role("button", name="Register").click()
    page.locator("[data-drawn]", has_text="you play for").wait_for()
    keep(page, "hexapro-draw")


def final_table(page: Page, address: str, boss: Client) -> None:
    """The last table of a tournament, after the flop of a hand that one plays."""
    text = 'name = "Sunday Final"\nformat = "freezeout"\nedition = "house"\nprice_cents = 5_500\n'
    number = House(boss).announce(text + "fee_cents = 500\n", in_ms=9_000, practice_players=5)
    page.goto(f"{address}/tournaments/{number}")
    page.locator("[data-next='register'] button").click()
    page.get_by_role("dialog").get_by_role("button", name="Register").click()
    page.wait_for_url("**/table/*")
    play_until_the_flop(page)
    keep(page, "final-table")


def keep(page: Page, name: str) -> None:
    """Keep a picture, once everything has come to rest."""
    page.wait_for_timeout(900)
    file = FOLDER / f"{name}.png"
    page.screenshot(path=file)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
