"""A table at which nothing happens says why, and nothing old lies on it; notices go when untrue."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.staged import StagedWindow, clock, hand, in_hand, now_ms, place, table
from tests.rule import rule

PHONE = (360, 640)


@rule("CASH-07")
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_a_waiting_table_says_for_whom_and_shows_nothing_old(
    browser: Browser, size: tuple[int, int]
) -> None:
    seats = [in_hand(1, open=True, won=120), in_hand(2, open=True)]
    over = hand(seats=seats, is_over=True, actor=None, waits_for="nothing")
    places = [place(1), place(2), place(3, out_since_ms=now_ms(), removed_at_ms=None)]
    window = StagedWindow(
        browser,
        table(hand=over, clock=None, places=places),
        size=size,
        phone=size == PHONE,
    )
    page = window.page
    old = page.locator(".result, .won, .button[role=img], [data-card], [data-show], .badge.fold")
    expect(page.locator(".result")).to_be_visible()
    window.tell({"type": "table_waits", "players": 1})
    expect(page.locator(".waiting")).to_have_text("Waiting for one more player…")
    expect(old).to_have_count(0)
    window.tell({"type": "table_waits", "players": 2})
    expect(page.locator(".waiting")).to_have_text("Waiting for 2 more players…")
    window.tell({"type": "hand_dealt", "number": 6, "at_ms": now_ms()})
    expect(page.locator(".waiting")).not_to_contain_text("more players")
    window.show(table(hand=None, clock=None, places=places, waits_for=1))
    expect(page.locator(".waiting")).to_have_text("Waiting for one more player…")
    window.close()


@rule("SIT-08")
def test_sitting_out_is_said_in_the_bar_as_long_as_it_is_so(browser: Browser) -> None:
    out = {"out_since_ms": now_ms(), "removed_at_ms": None, "out_cause": "server_decision"}
    others = [place(seat) for seat in range(2, 7)]
    window = StagedWindow(
        browser,
        table(places=[place(1, **out), *others], clock=clock(seat=2)),
        size=PHONE,
        phone=True,
    )
    said = window.page.get_by_text("You are sitting out because your time ran out.")
    expect(said).to_have_count(1)
    expect(window.page.locator(".toast")).to_have_count(0)
    bar = window.page.locator(".act").bounding_box()
    notice = said.bounding_box()
    assert bar is not None
    assert notice is not None
    assert notice["y"] >= bar["y"], "it covers no seat and no sheet"
    why = window.page.locator(".act").get_by_role("link", name="Why?")
    expect(why).to_have_attribute("href", "/rules?id=SIT-08")
    window.tell({"type": "places_changed", "places": [place(1)], "gone": [], "me": None})
    window.tell({"type": "came_back", "seat": 1, "at_ms": now_ms()})
    expect(said).to_have_count(0)
    window.close()


@rule("TIME-02")
def test_what_was_done_for_the_player_is_withdrawn_with_the_next_hand(browser: Browser) -> None:
    window = StagedWindow(browser, table(), size=PHONE, phone=True)
    window.tell({"type": "server_decided", "seat": 1})
    said = window.page.locator(".toast", has_text="Your time ran out")
    expect(said).to_be_visible()
    notice, seat = said.bounding_box(), window.page.locator("[data-seat='4'] .box").bounding_box()
    assert notice is not None
    assert seat is not None
    assert notice["y"] + notice["height"] <= seat["y"], "it covers no seat"
    window.tell({"type": "hand_dealt", "number": 6, "at_ms": now_ms()})
    expect(said).to_have_count(0)
    window.close()
