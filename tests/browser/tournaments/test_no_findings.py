"""Every page of tournaments, from the smallest phone to the largest screen: axe finds nothing at
all, nothing is wider than the screen, and every control is reached with the Tab key."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import findings
from tests.browser.past import BOSS
from tests.browser.test_every_page import MARK_CONTROLS, TICK_OFF, picture
from tests.browser.tournaments.house import Organiser, as_guest
from tests.browser.tournaments.test_page import TABS, sunday
from tests.browser.visitors import Visit

SCREENS = ((360, 640), (2560, 1440))


def look(page: Page, name: str) -> list[object]:
    """What is wrong with a page."""
    wrong: list[object] = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"whole-{name}", str(width))
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        wrong += [(name, width, one) for one in findings(page)]
        wrong += [(name, width, f"{wide} px too wide")] if wide > 0 else []
    return wrong


def not_reached(page: Page) -> list[str]:
    """The controls that the Tab key does not come to."""
    page.evaluate("() => (document.activeElement?.blur(), window.focus())")
    left = page.evaluate(MARK_CONTROLS)
    for _ in range(left + 5):
        page.keyboard.press("Tab")
        left = page.evaluate(TICK_OFF)
        if not left:
            return []
    return page.locator("[data-untouched]").all_inner_texts()


def test_axe_finds_nothing_on_any_page_of_tournaments_and_the_tab_key_comes_everywhere(
    visit: Visit, house: Organiser
) -> None:
    number = house.announce(sunday("Looked at"))
    player, boss = visit(), visit()
    client = as_guest(player)
    client.post(f"/api/tournaments/{number}/register", id="looked-at")
    boss.log_in(BOSS)
    wrong: list[object] = []
    for visitor, path, sign in (
        (player, "/tournaments", "[data-tournament]"),
        (player, "/games", "[data-offer]"),
        (player, "/my-games", "[data-own-tournament]"),
        (player, "/results", "main h1"),
        (player, f"/tournaments/{number}", "[data-term]"),
        (boss, "/operator/tournaments", "[data-day]"),
        (boss, f"/operator/tournaments?tournament={number}", "[data-entry]"),
    ):
        page = visitor.go(path)
        expect(page.locator(sign).first).to_be_visible()
        name = path.replace("/", "-").partition("?")[0].strip("-")
        wrong += look(page, name)
        wrong += [(path, "no Tab", one) for one in not_reached(page)]
    page = player.go(f"/tournaments/{number}")
    for tab in TABS[1:]:
        page.get_by_role("tab", name=tab).click()
        wrong += look(page, f"tournament-{tab.lower()}")
    assert wrong == []
