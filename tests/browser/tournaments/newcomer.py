"""`python -m tests.browser.tournaments.newcomer`: people who have only the address play a HexaPro.

A room is opened as `make play` does it, with practice players who think as people do. In each
language somebody at a desktop and somebody at a small phone lands on the first page and plays a
HexaPro to its end: mostly calling, sometimes raising, now and then all-in. What every step took is
printed, and pictures of every step are kept.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.chromium import chromium
from tests.browser.visitors import SIZES
from tests.server.processes import RoomProcess, sqlite_in

LANGUAGES = ("en", "nl", "fr")
WAIT_MS = 90_000
GOAL_S = 300.0
"""From landing to the end of the game."""
CHANCES = {"fold": 15, "call": 55, "raise": 20, "all-in": 10}
PLAY = """wanted => {
  const bar = document.querySelector("[data-turn]");
  if (!bar) return "";
  const find = (name) => bar.querySelector(`[data-action="${name}"]:enabled`);
  if (wanted === "all-in") {
    const all = [...bar.querySelectorAll("[data-preset]:enabled")].at(-1);
    all?.click();
  }
  const button = find(wanted === "all-in" ? "raise" : wanted) ?? find("check") ?? find("call");
  const safe = wanted === "fold" ? (find("check") ?? button) : button;
  safe?.click();
  return safe ? safe.textContent.trim() : "";
}"""
WIDE = "document.documentElement.scrollWidth - innerWidth"


class Newcomer:
    """Somebody who has the address and nothing else."""

    def __init__(self, browser: Browser, address: str, size: str, language: str, folder: Path):
        self.name = f"{language}-{size}"
        self._folder = folder
        width, height = SIZES[size]
        is_phone = size != "desktop"
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, locale=language, has_touch=is_phone,
            is_mobile=is_phone,
        )  # fmt: skip
        self.context.set_default_timeout(WAIT_MS)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.steps: list[tuple[str, float]] = []
        self._random = random.Random(self.name)
        self._began = time.monotonic()
        self._hands: set[str] = set()
        self.is_done = False
        self.page.goto(address)

    def note(self, step: str) -> None:
        """A step is done: how long after landing, and what it looks like."""
        self.steps.append((step, time.monotonic() - self._began))
        self.page.screenshot(path=self._folder / f"{self.name}-{len(self.steps):02}-{step}.png")
        if (wide := self.page.evaluate(WIDE)) > 0:
            self.faults.append(f"{step}: {wide} px too wide")

    def come_to_the_table(self) -> None:
        page = self.page
        page.locator("[data-quick]").wait_for()
        self.note("landing")
        page.locator("[data-quick]").click()
        page.locator("[data-offer='HexaPro 1'] button").wait_for()
        self.note("games")
        page.locator("[data-offer='HexaPro 1'] button").click()
        page.locator("[data-multiplier]").first.wait_for()
        self.note("sheet")
        page.get_by_role("dialog").locator("button.primary").click()
        page.locator("[data-accept-rules] button.primary").wait_for()
        self.note("rules")
        page.locator("[data-accept-rules] button.primary").click()
        page.locator("[role=group].draw").wait_for()
        self.note("reel")
        page.locator("[data-drawn]").wait_for()
        self.note("drawn")
        page.locator(".pod.hero [data-card]").first.wait_for()
        self.note("dealt")

    def step(self) -> None:
        """Look at the table, and act if it is one's turn."""
        page = self.page
        if page.locator("[data-result]").count():
            page.wait_for_timeout(2_500)
            self.note("result")
            self.is_done = True
            return
        pressed = page.evaluate(PLAY, self._random.choices(*zip(*CHANCES.items(), strict=True))[0])
        board = page.locator("[data-board] [data-card]").count()
        if pressed and f"board-{board}" not in self._hands:
            self._hands.add(f"board-{board}")
            self.note(f"board-{board}")

    def play_again(self) -> None:
        self.page.get_by_role("dialog").locator("button.primary").click()
        self.page.locator("[role=group].draw button").wait_for()
        self.note("again")

    def report(self) -> str:
        lines = [f"{self.name}: {self.steps[-1][1]:.0f} s"]
        lines += [f"  {step}: {s:.1f} s" for step, s in self.steps]
        return "\n".join(lines + [f"  FAULT {fault}" for fault in self.faults])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, default=Path("build/newcomers"))
    parser.add_argument("--languages", nargs="*", default=LANGUAGES)
    parser.add_argument("--sizes", nargs="*", default=("desktop", "small"), choices=SIZES)
    wanted = parser.parse_args()
    wanted.pictures.mkdir(parents=True, exist_ok=True)
    took = []
    with (
        tempfile.TemporaryDirectory() as folder,
        RoomProcess(sqlite_in(Path(folder)), "--practice", folder=Path(folder)) as room,
        chromium() as browser,
    ):
        for language in wanted.languages:
            pair = []
            for size in wanted.sizes:
                one = Newcomer(browser, room.address, size, language, wanted.pictures)
                one.come_to_the_table()
                pair.append(one)
            until = time.monotonic() + 2 * GOAL_S
            while time.monotonic() < until and not all(one.is_done for one in pair):
                for one in pair:
                    if not one.is_done:
                        one.step()
                pair[0].page.wait_for_timeout(300)
            for one in pair:
                ended = one.is_done and one.steps[-1][1]
                if one.is_done:
                    one.play_again()
                print(one.report(), flush=True)
                took.append(ended or 2 * GOAL_S)
                one.context.close()
    print(json.dumps([round(one) for one in took]))
    return 0 if max(took) <= GOAL_S else 1


if __name__ == "__main__":
    sys.exit(main())
