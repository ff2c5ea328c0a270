"""Sit & Gos, HexaPro games and tournaments in a browser, against practice players."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.coming_in import come_in_as_guest
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.pages import TOLD
from tests.browser.visitors import Visit, Visitor
from tests.rule import rule

PLAYED_S = 600
"""A game takes half a minute, or several when nobody ever calls."""
TOPICS = (
    "price", "stack", "blinds", "start", "late_registration", "unregistration", "re_entry",
    "rebuy", "breaks", "prizes",
)  # fmt: skip
"""What every lobby of a tournament shows."""


def come_in(visitor: Visitor) -> Page:
    """Come in as a guest, as somebody does who has only the address."""
    come_in_as_guest(visitor.context, visitor.address)
    return visitor.go("/games")


def buy(page: Page, offer: str, price: str) -> None:
    """Take a game from the lobby, with what it costs in sight."""
    page.locator(f"[data-offer='{offer}'] button").click()
    sheet = page.get_by_role("dialog", name=offer)
    expect(sheet.locator("[data-price]")).to_have_text(price)
    expect(sheet).to_contain_text("until the last seat is taken")
    sheet.get_by_role("button", name="Register").click()


def play_to_the_end(page: Page) -> None:
    """Go all-in with every hand until there is a result."""
    end = time.monotonic() + PLAYED_S
    result = page.locator("[data-result]")
    page.evaluate(TOLD)
    while result.count() == 0:
        assert time.monotonic() < end, "the game does not end"
        page.keyboard.press("a")
        page.keyboard.press("a")
        page.wait_for_timeout(150)
    assert page.evaluate("window.felt.won"), "the result came before the award was drawn"


@rule("HEX-01", "HEX-03", "TAMB-79")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_hexapro_game_is_played_from_the_lobby_to_the_prize_and_again(
    visit: Visit, size: str
) -> None:
    visitor = visit(size)
    page = come_in(visitor)
    buy(page, "HexaPro 1", "1")
    drawn = page.locator("[data-drawn]")
    expect(drawn).to_contain_text("you play for")
    expect(drawn.locator("tr.drawn")).to_have_count(1)
    picture(page, "hexapro-draw", size)
    assert grave_findings(page) == []
    expect(page.locator("[data-level='1']")).to_contain_text("10/20")
    expect(page.locator("[data-left='3']")).to_be_visible()
    expect(page.locator("[data-control='top-up'], [data-control='leave']")).to_have_count(0)
    play_to_the_end(page)
    picture(page, "hexapro-result", size)
    assert grave_findings(page) == []
    page.get_by_role("button", name="Play again for 1").click()
    expect(page.locator("[data-drawn]")).to_be_visible()


@rule("TYP-02", "FAIR-07")
def test_a_sit_and_go_is_played_against_a_practice_player_to_the_end(visit: Visit) -> None:
    page = come_in(visit())
    buy(page, "Heads-up 1", "1")
    expect(page.locator("[data-left='2']")).to_be_visible()
    play_to_the_end(page)
    picture(page, "sit-and-go-result", "desktop")
    place = page.locator("[data-result]").get_attribute("data-result")
    words = "You won!" if place == "1" else "You finished in place 2."
    expect(page.locator("[data-result]")).to_contain_text(words)


@rule("TRN-03", "TRN-11", "TRN-12")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_player_registers_for_a_tournament_and_unregisters(visit: Visit, size: str) -> None:
    visitor = visit(size)
    page = come_in(visitor)
    visitor.go("/tournaments")
    for bound in ("least", "most"):
        page.locator(f"[data-filter='{bound}']").select_option(label="10")
    row = page.locator("[data-tournament]").filter(has_text="Evening 10").first
    expect(row).to_contain_text("Registering")
    picture(page, "tournaments", size)
    assert grave_findings(page) == []
    row.click()
    for topic in TOPICS:
        expect(page.locator(f"[data-term='{topic}'] dd")).not_to_be_empty()
    picture(page, "tournament", size)
    page.locator("[data-next='register'] button").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("[data-price]")).to_have_text("10")
    expect(sheet.locator("[data-after]")).to_have_text("9,990")
    expect(sheet).to_contain_text("You can unregister until")
    assert grave_findings(page) == []
    sheet.get_by_role("button", name="Register").click()
    leave = page.locator("[data-next='unregister'] button")
    expect(leave).to_be_visible()
    expect(page.locator("header .balance")).to_have_text("9,990")
    for tab in ("Players", "Tables", "Prizes", "Structure"):
        page.get_by_role("tab", name=tab).click()
        assert grave_findings(page) == []
    visitor.go("/my-games")
    expect(page.locator("[data-own-tournament]")).to_contain_text("Evening 10")
    assert grave_findings(page) == []
    page.locator("[data-own-tournament]").get_by_role("link", name="About").click()
    leave.click()
    expect(page.locator("[data-next='register']")).to_be_visible()
    expect(page.locator("header .balance")).to_have_text("10,000")


@rule("TYP-02")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_games_on_demand_fit_every_screen(visit: Visit, size: str) -> None:
    page = come_in(visit(size))
    expect(page.locator("[data-offer='HexaPro 100']")).to_be_visible()
    expect(page.locator("[data-offer='Sit & Go 1']")).to_contain_text("5 seats")
    picture(page, "games", size)
    assert grave_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
