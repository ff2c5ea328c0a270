"""Sit & Gos, HexaPro games and tournaments in a browser, against practice players."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from cardroom.rulebook.tournament.hexapro_game import Code
from tests.browser.accessibility import grave_findings
from tests.browser.coming_in import come_in_as_guest, rules_sheet
from tests.browser.test_every_page import SCREENSHOTS, picture
from tests.browser.tournaments.table.pages import TOLD
from tests.browser.visitors import SIZES, Visit, Visitor
from tests.rule import rule
from tests.rulebook.tournament_editions import game

PLAYED_S = 600
"""A game takes half a minute, or several when nobody ever calls."""
TABS_MAX = 60
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


def tab_to(page: Page, target: Locator) -> None:
    """Reach a control with the Tab key alone, and press it."""
    expect(target).to_be_enabled()
    for _ in range(TABS_MAX):
        if target.evaluate("one => one === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"not reached with the Tab key: {target}")


def press(page: Page, target: Locator) -> None:
    """Press something with a finger."""
    del page
    target.tap()


def play_to_the_end(page: Page) -> None:
    """Go all-in with every hand until there is a result."""
    end = time.monotonic() + PLAYED_S
    result = page.locator("[data-result]")
    page.evaluate(TOLD)
    while result.count() == 0:
        assert time.monotonic() < end, "the game does not end"
        page.keyboard.press("a")
        page.keyboard.press("a")
        page.wait_for_timeout(50)
    assert page.evaluate("window.felt.won"), "the result came before the award was drawn"


@rule("HEX-01", "HEX-03", "TAMB-79", "TRN-01")
@pytest.mark.parametrize(
    ("size", "use"), [("desktop", tab_to), ("small", press)], ids=["keyboard", "phone"]
)
def test_a_newcomer_plays_a_hexapro_from_the_first_page_to_the_prize_and_again(
    visit: Visit, size: str, use: Callable[[Page, Locator], None]
) -> None:
    page = visit(size).go("/")
    use(page, page.get_by_role("button", name="Play a HexaPro"))
    use(page, page.locator("[data-offer='HexaPro 1'] button"))
    sheet = page.get_by_role("dialog", name="HexaPro 1")
    expect(sheet.locator("[data-price='100']")).to_have_text("1")
    expect(sheet.locator("[data-after]")).to_have_text("9,999")
    expect(sheet.locator("[data-undo]")).to_contain_text("until the last seat is taken")
    expect(sheet.locator("tbody tr").first).to_contain_text("%")
    use(page, sheet.get_by_role("button", name="One game more"))
    expect(sheet.locator("[data-price='200']")).to_have_text("2")
    use(page, sheet.get_by_role("button", name="One game fewer"))
    assert sheet.locator(".content").evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(sheet.get_by_role("button", name="Register")).to_be_in_viewport(ratio=1)
    page.screenshot(path=SCREENSHOTS / f"hexapro-sheet-{size}.png")
    assert grave_findings(page) == []
    use(page, sheet.get_by_role("button", name="Register"))
    # The rules are accepted once, before the first registration, which then goes on by itself.
    rules = rules_sheet(page)
    expect(rules).to_contain_text("en-2.7")
    assert grave_findings(page) == []
    use(page, rules.get_by_role("button", name="Accept"))
    drawn = page.locator("[data-drawn]")
    expect(drawn).to_contain_text("you play for")
    expect(drawn.locator("tr.drawn")).to_have_count(1)
    picture(page, "hexapro-draw", size)
    assert grave_findings(page) == []
    expect(page.locator("[data-level='1']")).to_contain_text("10/20")
    expect(page.locator("[data-left='3']")).to_be_visible()
    expect(page.locator("[data-control='top-up'], [data-control='leave']")).to_have_count(0)
    play_to_the_end(page)
    expect(page.locator("[data-result]")).to_contain_text(re.compile("You won|You finished"))
    picture(page, "hexapro-result", size)
    assert grave_findings(page) == []
    use(page, page.get_by_role("button", name="Play again for 1"))
    expect(page.locator("[data-drawn]")).to_be_visible()
    expect(rules).to_have_count(0)


@rule("TYP-02", "FAIR-07")
def test_a_sit_and_go_is_played_against_a_practice_player_to_the_end(visit: Visit) -> None:
    page = come_in(visit("small"))
    buy(page, "Heads-up 1", "1")
    expect(page.locator("[data-left='2']")).to_be_visible()
    play_to_the_end(page)
    picture(page, "sit-and-go-result", "small")
    place = page.locator("[data-result]").get_attribute("data-result")
    words = "You won!" if place == "1" else "You finished 2nd of 2."
    expect(page.locator("[data-result]")).to_contain_text(words)


@rule("TYP-02")
def test_who_waits_in_a_sit_and_go_watches_it_fill_and_may_go_again(visit: Visit) -> None:
    ann, ben = visit("small"), visit()
    one, other = come_in(ann), come_in(ben)
    rows = [page.locator("[data-offer='Club 2']") for page in (one, other)]
    buy(one, "Club 2", "2")
    for row in rows:
        expect(row.get_by_role("img", name="1 of 2 seats taken")).to_be_visible()
    expect(one.locator("header .balance")).to_have_text("9,998")
    picture(one, "sit-and-go-filling", "small")
    rows[0].get_by_role("button", name="Unregister").click()
    expect(rows[1].get_by_role("img", name="0 of 2 seats taken")).to_be_visible()
    expect(one.locator("header .balance")).to_have_text("10,000")
    buy(one, "Club 2", "2")
    expect(rows[1].get_by_role("img", name="1 of 2 seats taken")).to_be_visible()
    buy(other, "Club 2", "2")
    for page in (one, other):
        page.wait_for_url("**/table/*")
        expect(page.locator("[data-left='2']")).to_be_visible()


FAMILIES: tuple[tuple[Code, str, str], ...] = (
    ("hexapro_highroller", "HexaPro Highroller 50", "nl-3.0"),
    ("hexapro_extreme", "HexaPro Extreme 1", "en-2.7"),
)
"""Each in an edition that has it."""


@rule("HEX-02", "HEX-05", "HEX-07", "HEX-09", "HXT-04", "HXT-05")
@pytest.mark.parametrize(("code", "offer", "edition"), FAMILIES)
def test_the_families_of_hexapro_are_groups_with_stack_minutes_and_split_of_every_multiplier(
    visit: Visit, code: Code, offer: str, edition: str
) -> None:
    visitor = visit("small")
    come_in_as_guest(visitor.context, visitor.address, accepts=False)
    page = visitor.go("/games")
    kept = game(edition, code)
    group = page.get_by_role("region", name=offer.rpartition(" ")[0])
    expect(group.locator("[data-offer]")).to_have_count(len(kept.buy_ins_cents))
    group.locator(f"[data-offer='{offer}'] button").click()
    sheet = page.get_by_role("dialog", name=offer)
    expect(sheet.locator("[data-multiplier]")).to_have_count(len(kept.prizes))
    for prize in kept.prizes:
        row = sheet.locator(f"[data-multiplier='{prize.multiplier_tenths}']")
        expect(row.locator("[data-stack]")).to_have_text(str(kept.starting_stack(prize)))
        expect(row.locator("[data-minutes]")).to_have_text(str(kept.level_s(prize) // 60))
        split = "/".join(str(percent) for percent in kept.percents(prize) if percent)
        expect(row).to_contain_text(f"{split}%")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert sheet.locator(".content").evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(sheet.get_by_role("button", name="Register")).to_be_in_viewport(ratio=1)
    page.screenshot(path=SCREENSHOTS / f"{code}-small.png")
    assert grave_findings(page) == []
    sheet.get_by_role("button", name="Register").click()
    expect(rules_sheet(page)).to_contain_text(edition)


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
def test_the_games_on_demand_fit_every_screen(visit: Visit) -> None:
    page = come_in(visit())
    expect(page.locator("[data-offer='HexaPro 100']")).to_be_visible()
    expect(page.locator("[data-offer='Sit & Go 1']")).to_contain_text("5 seats")
    for size in ("desktop", "small"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        picture(page, "games", size)
        assert grave_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
