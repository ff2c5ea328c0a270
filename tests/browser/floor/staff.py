"""Staff at the console: what they open, tap and read there."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.floor.evening import Evening
from tests.browser.past import BOSS
from tests.browser.visitors import ROOT, Visit

SCREENSHOTS = ROOT / "build" / "screenshots"
SMALL = {"width": 360, "height": 640}


def at_console(visit: Visit, floor: int, *, small: bool = False, who: str = BOSS) -> Page:
    """A console of the manager, or of somebody else; `small` is the smallest phone."""
    visitor = visit("phone" if small else "desktop")
    if small:
        visitor.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    visitor.log_in(who)
    page = visitor.go(f"/floor/{floor}")
    expect(page.get_by_role("timer")).to_be_visible()
    return page


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def seat(page: Page, player: str) -> Locator:
    name = page.get_by_text(player, exact=True)
    return page.locator("[data-entry]").filter(has=name)


def table(page: Page, number: int) -> Locator:
    return page.get_by_role("article", name=f"Table {number}", exact=True)


def alerts(page: Page) -> Locator:
    return page.get_by_role("list", name="Look at this")


def caught_up(page: Page, evening: Evening) -> None:
    """Wait until the console shows what happened elsewhere: pressed before, it is refused."""
    version = evening.state()["version"]
    expect(page.locator(f"[data-version='{version}']")).to_be_visible()


def press(where: Page | Locator, name: str) -> None:
    where.get_by_role("button", name=name, exact=True).click()


def open_part(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()


def bust(page: Page, player: str) -> None:
    """Two taps: the seat, and "Out"."""
    seat(page, player).click()
    sheet(page).get_by_role("button", name="Out", exact=True).click()
    expect(sheet(page)).to_be_hidden()


def picture(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"floor-{name}.png")


def is_too_wide(page: Page) -> bool:
    return bool(
        page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    )
