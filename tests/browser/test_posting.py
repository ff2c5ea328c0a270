"""An edition without posting: what the client offers to a newcomer."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.staged import ADDRESS, HERO, StagedWindow, now_ms, place, table
from tests.rule import rule

STAKE = ["pl-omaha", "ordinary", 5, 10]


@rule("CASH-14", "OMA-06")
def test_a_newcomer_who_must_wait_is_offered_no_post_at_the_table(browser: Browser) -> None:
    me = table()["me"]
    waiting = table(
        game="pl-omaha",
        places=[place(1, standing="waiting"), place(2), place(3)],
        hand=None,
        clock=None,
    )
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
    window = StagedWindow(browser, table())
    window.page.goto(f"{ADDRESS}/lobby")
    window.page.get_by_role("link", name="Balance").wait_for()
    offer = {
        "type": "seat_offered",
        "player": HERO,
        "stake": STAKE,
        "table": 9,
        "seat": 2,
        "buy_in": {"least": 500, "most": 1000, "rule": "CASH-16", "reset_to": None},
        "until_ms": now_ms() + 60_000,
        "may_post": may_post,
    }
    window.happen("me", offer)
    sheet = window.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Omaha")
    expect(sheet.get_by_text("and play the next hand")).to_have_count(1 if may_post else 0)
    expect(sheet.locator("[data-must-wait]")).to_have_count(0 if may_post else 1)
