"""From the front door to the first cards, on a desktop and on a phone; two tables at once."""

import time

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.coming_in import press_accept
from tests.browser.people import DESKTOP, PHONE, WAIT_S, Person
from tests.rule import rule
from tests.server.processes import RoomProcess

PATIENCE_S = 90.0
"""Half a minute is the goal; a machine with other work is given more, and the time is printed."""
TOUCH_PX = 44


@rule("CASH-04", "CASH-14", "CASH-18")
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_guest_who_presses_play_and_accepts_the_rules_is_dealt_a_hand_without_another_touch(
    room: RoomProcess, browser: Browser, size: tuple[int, int]
) -> None:
    ana = Person(browser, room.address, size=size, phone=size == PHONE)
    started = time.monotonic()
    ana.page.goto(room.address)
    ana.page.locator("main .primary").first.click()
    press_accept(ana.page)
    ana.hero.locator("[data-card]").first.wait_for(timeout=PATIENCE_S * 1000)
    print(f"from the address to the first cards: {time.monotonic() - started:.1f} s")
    ana.leave()


@rule("CASH-14", "OMA-06")
@pytest.mark.parametrize(
    ("stake", "cards"), [("pl-omaha:ordinary:2:4", 4), ("nl-holdem:banzai:25:50", 2)]
)
def test_who_posts_is_dealt_in_at_once_in_every_game(
    room: RoomProcess, browser: Browser, stake: str, cards: int
) -> None:
    ana = Person(browser, room.address)
    ana.come_in()
    ana.ask_for(stake)
    ana.page.get_by_role("radio", name="and play the next hand").check()
    ana.sit()
    expect(ana.hero.locator("[data-card]")).to_have_count(cards, timeout=PATIENCE_S * 1000)
    ana.leave()


def test_a_phone_in_portrait_has_everything_in_reach(room: RoomProcess, browser: Browser) -> None:
    ana = Person(browser, room.address, size=PHONE, phone=True)
    ana.come_in()
    ana.ask_for("nl-holdem:ordinary:2:4")
    ana.sit()
    ana.page.locator("[data-turn]").wait_for(timeout=2 * WAIT_S * 1000)
    width = ana.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0], "nothing hangs over the edge"
    for action in ana.page.locator("[data-action]").all():
        box = action.bounding_box()
        assert box is not None
        assert box["height"] >= TOUCH_PX
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        assert box["y"] + box["height"] <= PHONE[1], "the bar is on the screen"
    for card in ana.hero.locator("[data-card]").all():
        box = card.bounding_box()
        assert box is not None
        assert box["width"] >= 40, "cards are legible"
    ana.check_or_call()
    ana.leave()


@rule("AMB-39")
def test_two_tables_are_played_at_once(room: RoomProcess, browser: Browser) -> None:
    ana = Person(browser, room.address)
    ana.come_in()
    ana.ask_for("nl-holdem:deepstack:5:10")
    ana.sit()
    ana.page.get_by_role("link", name="Lobby").first.click()
    ana.ask_for("pl-omaha:ordinary:5:10")
    ana.page.get_by_role("dialog").locator("button[type=submit]").click()
    expect(ana.page.locator("[data-table]")).to_have_count(2, timeout=WAIT_S * 1000)
    omaha = ana.page.locator("[data-table]", has_text="Omaha")
    expect(omaha.locator(".pod.hero [data-card]")).to_have_count(4, timeout=2 * WAIT_S * 1000)
    acted = {ana.act_somewhere() for _ in range(4)}
    for _ in range(4):
        if len(acted) < 2:
            acted.add(ana.act_somewhere())
    assert len(acted) == 2, "both tables were played"
    ana.leave()
