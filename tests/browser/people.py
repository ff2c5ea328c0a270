"""People at a table in browsers of their own: what they see, and what they click."""

import time
from collections.abc import Sequence
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.coming_in import come_in_as_guest
from tests.browser.leaving import get_up

DESKTOP = (1280, 800)
PHONE = (360, 640)
WAIT_S = 60.0
STOPWATCH = """
window.drawnInFrame = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", (event) => {
      for (const said of [JSON.parse(event.data)].flat()) {
        if (said.t !== "event" || said.d.type !== "raised") continue;
        const start = performance.now();
        let frames = 0;
        const look = () => {
          frames += 1;
          const isDrawn = document.querySelector(`[data-bet="${said.d.to}"]`);
          if (isDrawn) window.drawnInFrame.push(frames);
          else if (performance.now() - start < 5000) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }
    });
  }
};
"""
"""Counts in the page the frames from a raise's event to the one that shows it."""
Action = Literal["fold", "check", "call", "raise"]


class Person:
    """One guest in one browser window."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: tuple[int, int] = DESKTOP,
        phone: bool = False,
    ) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=phone,
            is_mobile=phone,
            locale="en-GB",
            reduced_motion="reduce",
        )
        self.page: Page = self.context.new_page()
        self.page.add_init_script(STOPWATCH)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    # Coming in

    def come_in(self) -> None:
        """Become a guest without a seat."""
        come_in_as_guest(self.context, self.address)
        self.page.goto(f"{self.address}/lobby")

    def ask_for(self, stake: str) -> None:
        """Press Play at a stake such as `nl-holdem:ordinary:5:10`."""
        game, form, *_ = stake.split(":")
        ladder = form if form == "banzai" else game.partition("-")[2]
        self.page.locator(f"#ladder-{ladder}").click()
        self.page.locator(f'[data-stake="{stake}"]').get_by_role("button").click()

    def sit(self, amount: str = "") -> None:
        """Take the offered seat, with the usual stack or another."""
        form = self.page.get_by_role("dialog").locator("form")
        form.wait_for(timeout=WAIT_S * 1000)
        if amount:
            form.locator("input[inputmode=decimal]").fill(amount)
        form.locator("button[type=submit]").click()
        self.table.wait_for(timeout=WAIT_S * 1000)

    # Looking

    @property
    def table(self) -> Locator:
        return self.page.locator("[data-table]").first

    @property
    def name(self) -> str:
        return str(self.hero.get_attribute("data-player"))

    @property
    def hero(self) -> Locator:
        return self.page.locator(".pod.hero").first

    @property
    def has_turn(self) -> bool:
        return self.page.locator("[data-turn]").count() > 0

    @property
    def turn(self) -> str:
        """The number of the decision that is wanted; waits for one."""
        bar = self.page.locator("[data-turn]").first
        return str(bar.get_attribute("data-turn", timeout=2 * WAIT_S * 1000))

    def button(self, action: Action) -> Locator:
        return self.page.locator(f"[data-action={action}]")

    def bets(self) -> list[int]:
        """The bets on the felt, in cents."""
        found = self.page.locator("[data-bet]").evaluate_all("all => all.map(e => +e.dataset.bet)")
        return sorted(int(one) for one in found)

    @property
    def result(self) -> Locator:
        return self.page.locator(".result").first

    def part_left(self) -> float:
        """The part of the clock around the player's own pod that is left."""
        left = self.page.evaluate(
            """() => Number(getComputedStyle(document.querySelector(".pod.hero .ring"))
                .getPropertyValue("--part"))"""
        )
        return float(left)

    def drawn_in_frame(self) -> list[int]:
        """In which frame after its event each raise was drawn."""
        return [int(one) for one in self.page.evaluate("window.drawnInFrame")]

    # Acting

    def act(self, action: Action) -> None:
        turn = self.turn
        self.button(action).click(timeout=WAIT_S * 1000)
        self.turn_is_over(turn)

    def check_or_call(self) -> None:
        turn = self.turn
        self.page.locator("[data-action=check], [data-action=call]").click(timeout=WAIT_S * 1000)
        self.turn_is_over(turn)

    def act_somewhere(self) -> str:
        """Check or call at the table that asks first; its number."""
        asked = self.page.locator("[data-table]:has([data-turn])").first
        asked.wait_for(timeout=2 * WAIT_S * 1000)
        number = str(asked.get_attribute("data-table"))
        table = self.page.locator(f'[data-table="{number}"]')
        turn = str(table.locator("[data-turn]").get_attribute("data-turn"))
        table.locator("[data-action=check], [data-action=call]").click(timeout=WAIT_S * 1000)
        acted = table.locator(f"[data-turn='{turn}']")
        expect(acted).to_have_count(0, timeout=WAIT_S * 1000)
        return number

    def press(self, key: str) -> None:
        """Press a key as a player does, with nothing focused."""
        self.page.locator("body").evaluate("() => document.activeElement?.blur?.()")
        self.is_ready()
        self.page.keyboard.press(key)

    def is_ready(self) -> None:
        expect(self.button("fold")).to_be_enabled(timeout=WAIT_S * 1000)

    def turn_is_over(self, turn: str) -> None:
        """Who calls last may be the first on the next street: his next turn is another one."""
        acted = self.page.locator(f"[data-turn='{turn}']")
        expect(acted).to_have_count(0, timeout=WAIT_S * 1000)

    def leave(self) -> None:
        """Get up from the table and close the window; nothing in it may have gone wrong."""
        get_up(self.context, self.address)
        assert not self.errors, self.errors


class Party:
    """Several people at one table of their own."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = list(people)

    @classmethod
    def seated(
        cls, browser: Browser, address: str, stake: str, stacks: Sequence[str], **window: Any
    ) -> "Party":
        """Everybody asks for the stake; when three wait, a table opens."""
        people = [Person(browser, address, **window) for _ in stacks]
        for person in people:
            person.come_in()
            person.ask_for(stake)
        for person, stack in zip(people, stacks, strict=True):
            person.sit(stack)
        return cls(people)

    def actor(self) -> Person:
        """Whose turn is it? Waits until it is somebody's."""
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            for person in self.people:
                if person.has_turn:
                    return person
            self.people[0].page.wait_for_timeout(50)
        raise AssertionError("nobody's turn")

    def close(self) -> None:
        for person in self.people:
            person.leave()
