"""An edition without posting: what the client offers to a newcomer."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.staged import ADDRESS, HERO, Json, StagedWindow, now_ms, place, table
from tests.rule import rule

STAKE = ["pl-omaha", "ordinary", 5, 10]
DEALT_IN = {"enter": {"rule": "CASH-14", "reason": "already_in_the_game"}}
"""What the room says to somebody who was dealt in before their wish arrived."""


def newcomer_waits() -> Json:
    """A table between two hands at which the hero waits for the big blind."""
    places = [place(1, standing="waiting"), place(2), place(3)]
    return table(game="pl-omaha", places=places, hand=None, clock=None)


def seat_offered(*, may_post: bool) -> Json:
    return {
        "type": "seat_offered",
        "player": HERO,
        "stake": STAKE,
        "table": 9,
        "seat": 2,
        "buy_in": {"least": 500, "most": 1000, "rule": "CASH-16", "reset_to": None},
        "until_ms": now_ms() + 60_000,
        "may_post": may_post,
    }


def in_the_lobby(browser: Browser) -> StagedWindow:
    """The client has heard what is its own: what happens from now on it shows."""
    window = StagedWindow(browser, table())
    window.page.goto(f"{ADDRESS}/lobby")
    window.page.get_by_role("link", name="Balance").wait_for()
    return window


@rule("CASH-14", "OMA-06")
def test_a_newcomer_who_must_wait_is_offered_no_post_at_the_table(browser: Browser) -> None:
    me = table()["me"]
    waiting = newcomer_waits()
    window = StagedWindow(browser, waiting | {"me": me | {"may_post": False}})
    box = window.page.get_by_role("checkbox", name="Wait for the big blind")
    expect(box).to_be_disabled()
    expect(window.page.get_by_text("Uncheck to post now.")).to_have_count(0)
    window.show(waiting)
    expect(box).to_be_enabled()
    expect(window.page.get_by_text("Uncheck to post now.")).to_be_visible()


@rule("CASH-14", "OMA-06")
@pytest.mark.parametrize("may_post", [True, False])
def test_the_lobby_offers_a_post_only_where_the_edition_has_it(
    browser: Browser, may_post: bool
) -> None:
    window = in_the_lobby(browser)
    window.happen("me", seat_offered(may_post=may_post))
    sheet = window.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Omaha")
    expect(sheet.get_by_text("and play the next hand")).to_have_count(1 if may_post else 0)
    expect(sheet.locator("[data-must-wait]")).to_have_count(0 if may_post else 1)


@rule("CASH-14", "AMB-71")
def test_who_posts_at_the_buy_in_and_was_dealt_in_already_hears_no_refusal(
    browser: Browser,
) -> None:
    window = in_the_lobby(browser)
    window.refusals = DEALT_IN
    window.happen("me", seat_offered(may_post=True))
    sheet = window.page.get_by_role("dialog")
    sheet.get_by_text("and play the next hand").click()
    sheet.locator("button[type=submit]").click()
    window.page.wait_for_url(f"{ADDRESS}/table/9")
    # The wish is part of the purchase: the room, which knows who is dealt in, decides.
    assert [one["post"] for one in window.wanted("sit")] == [True]
    assert window.wanted("enter") == []
    expect(window.page.locator(".toast")).to_have_count(0)


@rule("CASH-14", "AMB-71")
def test_who_posts_at_the_table_and_was_dealt_in_already_hears_no_refusal(
    browser: Browser,
) -> None:
    """Who would rather wait after all reads that it is too late."""
    window = StagedWindow(browser, newcomer_waits())
    window.refusals = DEALT_IN
    box = window.page.get_by_role("checkbox", name="Wait for the big blind")
    box.click()
    window.until(lambda: len(window.wanted("enter")) == 1)
    box.click()
    window.until(lambda: len(window.wanted("enter")) == 2)
    assert [one["post"] for one in window.wanted("enter")] == [True, False]
    refusal = window.page.locator(".toast")
    expect(refusal).to_contain_text("You are already in the game.")
    expect(refusal).to_have_count(1)
