"""What the tests of tournament tables do in a browser."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.tournaments.table.field import Field, Seated
from tests.browser.visitors import Visit

PLAYED_S = 180
"""How long something may take that is played for: a crowded machine is slow."""
FOLD = """() => {
  const bar = "[data-action=check]:enabled, [data-action=fold]:enabled";
  document.querySelector(bar)?.click();
}"""
SHOVE = """() => {
  if (!document.querySelector("[data-turn]")) return;
  for (const time of [1, 2]) dispatchEvent(new KeyboardEvent("keydown", {key: "a"}));
}"""
"""Everything, by its key, which asks to be pressed twice."""
TOLD = """() => {
  window.told = "";
  window.covered = window.drawn = false;
  const signs = "[data-moving], .toast, [role=status], [role=log] li";
  const look = () => {
    for (const one of document.querySelectorAll(signs)) {
      const text = one.textContent.trim();
      if (text && !window.told.includes(text)) window.told += text + "\\n";
    }
    if (document.querySelector("[data-pause]") && document.querySelector("[data-turn]")) {
      window.covered = true;
    }
    const result = document.querySelector("[data-result]");
    // The award of a hand is drawn after the player's last turn; the others may play on meanwhile.
    if (document.querySelector("[data-turn]")) window.drawn = false;
    if (!result && document.querySelector(".won")) window.drawn = true;
    if (result && window.felt === undefined) {
      window.felt = {
        board: Number(document.querySelector("[data-board]")?.dataset.board ?? -1),
        won: window.drawn,
      };
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Keeps in the page what it has told for a moment, whether a break ever lay over a decision, and
what the felt had shown when the result came."""


def take_seat(visit: Visit, field: Field, player: Seated, size: str, tournament: int = 0) -> Page:
    """Open a browser at a player's seat."""
    visitor = visit(size)
    visitor.context.add_cookies(field.hand_over(player))  # type: ignore[arg-type]
    page = visitor.go(f"/table/{player.tables.get(tournament, player.table)}")
    expect(page.locator(".pod.hero").first).to_be_visible()
    page.evaluate(TOLD)
    return page


def play_until(sign: Callable[[], object], why: str, *pages: Page, how: str = FOLD) -> None:
    """Go on folding, or something else, wherever it is somebody's turn, until something is so."""
    end = time.monotonic() + PLAYED_S
    while not sign():
        assert time.monotonic() < end, "\n".join(
            [why, *(f"{one.url}: {told(one)}" for one in pages)]
        )
        for page in pages:
            page.evaluate(how)
        pages[0].wait_for_timeout(60)


def told(page: Page) -> str:
    """Everything that the page has told since the seat was taken."""
    return str(page.evaluate("window.told"))


def press_control(page: Page, control: str) -> None:
    """Press a switch of your own seat; on a phone they are opened first."""
    button = page.locator(f"[data-control={control}]")
    if not button.is_visible():
        page.get_by_role("button", name="Your seat").click()
    button.click()
