"""What happens at a table of a tournament leaves the other tiles alone: no focus, no click goes."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.staged import (
    Json,
    StagedWindow,
    clock,
    game_of_chips,
    now_ms,
    table,
    table_of_chips,
)
from tests.browser.table.test_tiles import COVERED
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.test_reel import OUT_OF_SIGHT
from tests.browser.tournaments.table.views import info, view
from tests.rule import rule

CASH, OLD, NEW = 7, 8, 9


def typing_at(page: Page) -> str:
    """What is in the field that has the focus, if it is one of the table for money."""
    field = f"document.activeElement.closest(\"[data-table='{CASH}']\")"
    return str(page.evaluate(f"{field} ? document.activeElement.value : 'elsewhere'"))


def decide_about_money(window: StagedWindow) -> None:
    """It is the player's turn at the table for money, and they are typing an amount."""
    window.tell(clock(left_ms=600_000), CASH)
    window.ask(CASH, deadline_ms=now_ms() + 600_000)
    tile = f"[data-table='{CASH}']"
    window.page.locator(f"{tile} input.typed, {tile} .typed input").first.fill("1")
    assert typing_at(window.page) == "1"


def calls_about_money(window: StagedWindow) -> None:
    """The player presses Call there, and the room hears it once, for that table."""
    window.page.locator(f"[data-table='{CASH}'] [data-action=call]").click()
    window.until(lambda: bool(window.wanted("act")))
    (act,) = window.wanted("act")
    assert (act["ch"], act["a"]) == (f"table:{CASH}", "call")


def sells() -> Json:
    """The terms of a tournament with an add-on."""
    return info(addon={"chips": 3_000, "price_cents": 300, "pause_s": 300})


def pausing(cause: str) -> Json:
    """The tournament stops for five minutes."""
    pause = {"cause": cause, "until_ms": now_ms() + 300_000}
    return {"type": "game_changed", "game": game_of_chips(pauses=[pause])}


@rule("AMB-49", "BAL-05")
def test_a_reel_and_a_move_at_one_table_take_nothing_from_another(browser: Browser) -> None:
    window = StagedWindow(browser, table(CASH), table_of_chips(OLD), motion=True)
    page = window.page
    decide_about_money(window)

    # The draw of a game runs beside the decision.
    drawn = game_of_chips(multiplier_tenths=40, deals_from_ms=now_ms() + 600_000)
    window.tell({"type": "game_changed", "game": drawn}, OLD)
    expect(page.locator(f"[data-table='{OLD}'] .draw")).to_be_visible()
    page.keyboard.type("2")
    assert typing_at(page) == "12"
    assert page.evaluate(COVERED, CASH) == []
    window.tell({"type": "game_changed", "game": game_of_chips()}, OLD)

    # The player is moved at that table: the card is in nobody's way, and the call is heard.
    window.tables[f"table:{NEW}"] = table_of_chips(NEW, game=game_of_chips(table=5))
    seated = {"tournament": 3, "table": NEW, "seat": 1, "stack": 1_000, "cause": "balancing"}
    window.happen("me", {"type": "tournament_seated", **seated})
    expect(page.locator(f"[data-moving='{NEW}']")).to_be_visible()
    page.keyboard.type("3")
    assert typing_at(page) == "123"
    assert page.evaluate(COVERED, CASH) == []
    expect(page.locator(f"[data-table='{NEW}']")).to_be_visible()
    expect(page.locator(f"[data-table='{OLD}']")).to_have_count(0)
    page.keyboard.type("4")
    assert typing_at(page) == "1234"
    assert page.url.endswith(f"/table/{CASH}")
    calls_about_money(window)
    window.close()


@rule("AMB-49", "BRK-01", "TYP-08")
@pytest.mark.parametrize("cause", ["break", "add_on"])
def test_a_break_at_one_table_takes_nothing_from_another(browser: Browser, cause: str) -> None:
    window = StagedWindow(
        browser, table(CASH), table_of_chips(OLD), motion=True, tournaments=(view(info=sells()),)
    )
    page = window.page
    decide_about_money(window)

    # The break begins, counts down and ends beside the decision.
    window.tell(pausing(cause), OLD)
    shown = page.locator(f"[data-table='{OLD}'] [data-pause='{cause}']")
    expect(shown).to_be_visible()
    count = shown.locator("[data-until]")
    expect(count).to_have_text(re.compile(r"[45]:\d\d"))
    page.keyboard.type("2")
    expect(count).not_to_have_text(count.inner_text())
    page.keyboard.type("3")
    assert typing_at(page) == "123"
    assert page.evaluate(COVERED, CASH) == []
    expect(page.get_by_role("dialog")).to_have_count(0)
    picture(page, f"{cause}-beside", "desktop")
    window.tell({"type": "game_changed", "game": game_of_chips()}, OLD)
    expect(shown).to_have_count(0)
    page.keyboard.type("4")
    assert typing_at(page) == "1234"
    assert page.url.endswith(f"/table/{CASH}")
    calls_about_money(window)
    window.close()


@rule("AMB-49", "BRK-01", "TYP-08")
def test_on_a_phone_a_break_elsewhere_waits_until_the_player_goes_there(browser: Browser) -> None:
    window = StagedWindow(
        browser, table(CASH), table_of_chips(OLD), size=(360, 640), phone=True,
        tournaments=(view(info=sells()),),
    )  # fmt: skip
    page = window.page
    decide_about_money(window)
    window.tell(pausing("add_on"), OLD)
    # The table in the strip says so; the decision stays, with its field and its buttons.
    there = page.locator(".strip").get_by_role("button", name="Evening")
    expect(there).to_contain_text("Break")
    page.keyboard.type("2")
    assert typing_at(page) == "12"
    assert page.evaluate(COVERED, CASH) == []
    assert page.url.endswith(f"/table/{CASH}")
    picture(page, "break-beside", "small")
    calls_about_money(window)
    window.show(table(CASH, hand=None, clock=None))
    there.click()
    pause = page.locator(f"[data-table='{OLD}'] [data-pause='add_on']")
    expect(pause.get_by_role("button", name="Add-on: 3,000 chips for 3")).to_be_visible()
    picture(page, "add-on-break", "small")
    assert page.evaluate(OUT_OF_SIGHT, "[data-pause], [data-pause] *") == []
    window.close()
