"""Two newcomers play against practice players, on a desktop and on a phone, and note what is wrong.

`python -m tests.browser.playing --hands 40` opens a room of its own. It is no test: it tries the
client as a player does, for as long as one likes, and prints what nobody should run into.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page

from tests.browser.chromium import chromium
from tests.browser.coming_in import press_accept
from tests.browser.conftest import ENVIRONMENT
from tests.browser.people import DESKTOP, PHONE, Person
from tests.server.processes import RoomProcess, sqlite_in

PACE = {**ENVIRONMENT, "CARDROOM_PACE_CHOICE_TO_SHOW_MS": "3000"}
"""Newcomers have the time of a real room to show their cards and to read the result."""
WATCH = """() => {
  window.seen = {hands: new Set(), brief: [], shown: 0};
  let since = null, words = "";
  const look = () => {
    const now = document.querySelector(".result")?.innerText ?? "";
    const isShowdown = document.querySelectorAll(".pod:not(.hero) [data-card]").length > 0;
    if (now && !words) { since = performance.now(); window.seen.shown += 1; }
    if (!now && words && performance.now() - since < 1000) {
      window.seen.brief.push(`${words}: ${Math.round(performance.now() - since)} ms`);
    }
    words = now;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Keeps in the page how long every result could be read."""
FAULTS = """() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`${wide} px too wide`);
  const is = (...words) => words.every((one) => document.querySelector(one));
  const boxes = (words) => [...document.querySelectorAll(words)].map((one) => ({
    name: one.getAttribute("aria-label") ?? one.textContent.trim(),
    box: one.getBoundingClientRect(),
  }));
  for (const {box, name} of boxes("[data-action], [data-intend], .pod .box, .tools button")) {
    const isIn = box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (box.width && !isIn) faults.push(`cut off: ${name}`);
  }
  const lines = boxes(".act ol li").map((one) => one.box);
  const isOver = (box, place) => place && box.top < lines[place - 1].bottom - 1;
  if (lines.some(isOver)) faults.push("log lines overlap");
  if (is(".won", "[data-bet]:not([inert])")) faults.push("a bet lies under what was won");
  if (is(".act [data-show]")) faults.push("show or muck in the bar");
  if (is(".waiting", ".result")) faults.push("an old result at a waiting table");
  return faults;
}"""


class Newcomer:
    """A guest who presses Play now and then plays, mostly carefully."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int], seed: int) -> None:
        self.person = Person(browser, address, size=size, phone=size == PHONE)
        self.name = f"{size[0]}x{size[1]}"
        self.hands: set[str] = set()
        self.faults: dict[str, int] = {}
        self._random = random.Random(seed)
        page = self.page
        page.on("console", lambda said: self.note(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.note(str(error)))
        page.goto(address)
        page.locator("main .primary").first.click()
        press_accept(page)
        self.person.table.wait_for(timeout=90_000)
        page.evaluate(WATCH)

    @property
    def page(self) -> Page:
        return self.person.page

    def note(self, fault: str) -> None:
        self.faults[fault] = self.faults.get(fault, 0) + 1

    def step(self) -> None:
        """Look at the table, and act if it is one's turn."""
        page = self.page
        for fault in page.evaluate(FAULTS):
            self.note(fault)
        number = page.evaluate("document.querySelector('.talk, .act ol')?.innerText ?? ''")
        self.hands |= {line for line in number.split("\n") if line.startswith("Hand ")}
        for name in ("I’m back", "Buy in again"):
            button = page.get_by_role("button", name=name)
            if button.count() and button.is_enabled():
                button.click(timeout=2_000)
        submit = page.get_by_role("dialog").locator("button[type=submit]")
        if submit.count():
            submit.click(timeout=5_000)
        if self.person.has_turn:
            self._act()

    def _act(self) -> None:
        action = self._random.choices(["fold", "call", "raise"], [5, 4, 1])[0]
        check = self._button("check")
        # Nobody folds who can check.
        button = check if check.count() and action != "raise" else self._button(action)
        if button.count() and button.is_enabled():
            button.click(timeout=3_000, no_wait_after=True)

    def _button(self, action: str) -> Locator:
        return self.page.locator(f"[data-action={action}]")

    def report(self) -> str:
        seen = self.page.evaluate("({...window.seen, hands: 0})")
        faults = [f"  {count} times: {fault}" for fault, count in sorted(self.faults.items())]
        brief = [f"  read for too short a time: {one}" for one in seen["brief"]]
        head = f"{self.name}: {len(self.hands)} hands, {seen['shown']} results"
        return "\n".join([head, *faults, *brief])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=40, help="hands each newcomer is dealt")
    parser.add_argument("--minutes", type=float, default=30.0, help="the most it may take")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures on the way")
    wanted = parser.parse_args()
    database = sqlite_in(Path(tempfile.mkdtemp()))
    with chromium() as browser, RoomProcess(database, environment=PACE) as room:
        players = [Newcomer(browser, room.address, size, 7) for size in (DESKTOP, PHONE)]
        until = time.monotonic() + wanted.minutes * 60
        while time.monotonic() < until and min(len(one.hands) for one in players) < wanted.hands:
            for one in players:
                try:
                    one.step()
                except Exception as error:  # noqa: BLE001 - what the page did meanwhile is noted
                    one.note(f"could not act: {str(error).splitlines()[0]}")
            players[0].page.wait_for_timeout(100)
        for one in players:
            if wanted.pictures:
                one.page.screenshot(path=wanted.pictures / f"{one.name}.png")
            print(one.report())


if __name__ == "__main__":
    main()
