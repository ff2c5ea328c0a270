"""The pictures of README and guides, made from a real room: `make pictures`.

A room with a past and practice players is opened, Ana sits down on a desktop and Bram on a phone,
Ana then plays a HexaPro game and a tournament, and what the browser shows is kept in docs/pictures.
`python -m tests.browser.pictures floor` makes those of the live floor only, `final-table` that one.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.chromium import chromium
from tests.browser.coming_in import accept_rules
from tests.browser.floor.pictures import live_floor
from tests.browser.past import (
    ANA,
    BRAM,
    NAMES,
    PASSWORD,
    PAST_HAND_WITH_SHOWDOWN,
    write_past,
)
from tests.browser.tournaments.house import Client, Organiser, log_in_boss
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
QUICK = {"CARDROOM_PRACTICE_THINKING_PERCENT": "15"}
CAMILLE, DAAN = NAMES[2], NAMES[3]
WAIT_S = 400.0
WAIT_MS = 60_000


def main() -> int:
    """Make all of them, or only those that the command line names."""
    wanted = sys.argv[1:] or ["floor", "cash", "tournaments", "final-table"]
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
                environment={"CARDROOM_PRACTICE_STAKES": stakes, **QUICK},
            ) as room,
            chromium() as browser,
        ):
            house = browser.new_context()
            boss = log_in_boss(house.request, room.address)
            if "floor" in wanted:
                live_floor(browser, room.address, keep)
            if "cash" in wanted:
                cash(browser, room.address)
            if "tournaments" in wanted:
                player = window(browser, room.address, DESKTOP, CAMILLE)
                tournaments(player, room.address, boss)
                hexapro(player, room.address)
                player.context.close()
            if "final-table" in wanted:
                finalist = window(browser, room.address, DESKTOP, DAAN)
                final_table(finalist, room.address, boss)
                finalist.context.close()
            house.close()
    return 0


def cash(browser: Browser, address: str) -> None:
    """The replayer, the lobby, and a table on a desktop and on a phone."""
    desktop = window(browser, address, DESKTOP, ANA)
    replayer(desktop, address)
    table(desktop, address, "table-desktop")
    lobby(desktop, address)
    desktop.context.close()
    phone = window(browser, address, PHONE, BRAM)
    table(phone, address, "table-phone", stake="nl-holdem:ordinary:10:25")
    phone.context.close()


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


ANNOUNCED = {
    25: 'name = "Bounty Builder"\nformat = "progressive"\nprice_cents = 1_100\nfee_cents = 100',
    55: 'name = "Deep Freeze"\nformat = "freezeout"\nprice_cents = 5_500\nfee_cents = 500\n'
    "guarantee_cents = 100_000",
    85: 'name = "Re-buy Rush"\nformat = "rebuy"\nprice_cents = 300',
    115: 'name = "Thank-you Freeroll"\nformat = "freeroll"',
    145: 'name = "Sunday Special"\nformat = "freezeout"\nprice_cents = 22_000\nfee_cents = 2_000\n'
    'guarantee_cents = 1_000_000\nticket_word = "sunday"',
}
"""What an evening offers, by the minutes until its start."""


def tournaments(page: Page, address: str, boss: Client) -> None:
    """The lobby of tournaments on a busy evening, with one that is entered."""
    for minutes, text in ANNOUNCED.items():
        Organiser(boss).announce(f'{text}\nedition = "house"\n', in_ms=minutes * 60_000)
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


CAREFUL = """() => {
  const find = (name) => document.querySelector(`[data-action=${name}]:enabled`);
  const call = find("call");
  const isCheap = call && Number(call.textContent.replace(/\\D/g, "")) <= 100;
  (find("check") ?? (isCheap ? call : find("fold")))?.click();
}"""
FINALS = ("Sunday Final", "Saturday Final", "Friday Final")
"""One for each try: what still runs keeps its name."""
FINAL = """
name = "{name}"
edition = "house"
kind = "scheduled"
price_cents = 5_500
fee_cents = 500
starting_stack = 2_500
seats = 6
breaks = false
[blinds]
level_s = 900
levels = [{{ small = 50, big = 100 }}, {{ small = 75, big = 150 }}]
[registration]
late_levels = 0
"""


def final_table(page: Page, address: str, boss: Client) -> None:
    """The last of two tables, after the flop of a hand that one plays; some are out before that."""
    is_final = page.locator("[data-final]")
    turn, cards = page.locator("[data-turn]"), page.locator("[data-board] [data-card]:visible")
    for name in FINALS:
        text = FINAL.format(name=name)
        number = Organiser(boss).announce(text, in_ms=9_000, practice_players=7)
        page.goto(f"{address}/tournaments/{number}")
        page.locator("[data-next='register'] button").click()
        page.get_by_role("dialog").get_by_role("button", name="Register").click()
        page.wait_for_url("**/table/*")
        if not plays_carefully_until(page, lambda: is_final.count() > 0):
            continue
        if plays_carefully_until(page, lambda: cards.count() >= 3 and turn.count() > 0):
            keep(page, "final-table")
            return
    raise AssertionError("out before the final table, each time")


def plays_carefully_until(page: Page, is_so: Callable[[], bool]) -> bool:
    """Pay no more than a big blind for a street until something is so; whether one was still in."""
    until = time.monotonic() + WAIT_S
    while not is_so():
        assert time.monotonic() < until, "it does not happen"
        if page.locator("[data-result]").count():
            return False
        page.evaluate(CAREFUL)
        page.wait_for_timeout(200)
    return True


def keep(page: Page, name: str) -> None:
    """Keep a picture, once everything has come to rest and no notice lies over it."""
    notices = page.locator(".toast:visible button")
    page.wait_for_timeout(900)
    while notices.count():
        notices.last.click()
        page.wait_for_timeout(400)
    file = FOLDER / f"{name}.png"
    page.screenshot(path=file)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
