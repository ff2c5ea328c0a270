"""Staff at the console, and what happens on the floor without it."""

import uuid
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.past import BOSS
from tests.browser.visitors import ROOT, Visit, Visitor

SCREENSHOTS = ROOT / "build" / "screenshots"
SMALL = {"width": 360, "height": 640}
TERMS: dict[str, Any] = {
    "seats": 6,
    "starting_stack": 10_000,
    "expected": 12,
    "entries_until_level": 0,
    "price": {"prize": 4000, "fee": 700, "staff": 300},
    "levels": [
        {"minutes": 20, "small_blind": 100, "big_blind": 200},
        {"minutes": 10},
        {"minutes": 20, "small_blind": 200, "big_blind": 400, "ends_day": True},
        {"minutes": 20, "small_blind": 400, "big_blind": 800},
    ],
}
PLAYERS = (
    "Ann",
    "Bert",
    "Chloe",
    "Dirk",
    "Eva",
    "Finn",
    "Gita",
    "Hugo",
    "Ines",
    "Joris",
    "Kim",
    "Lou",
)


class Manager:
    """The manager of live tournaments, by the API: what happens at another console."""

    def __init__(self, visitor: Visitor) -> None:
        self._context = visitor.context
        self._address = visitor.address
        visitor.log_in(BOSS)
        self._csrf = self._context.request.get(f"{self._address}/api/me").json()["csrf"]

    def create(self, name: str, **changed: Any) -> int:
        body = {"id": str(uuid.uuid4()), "name": name, "terms": {**TERMS, **changed}}
        return int(self._post("/api/floor", body)["floor"])

    def do(self, floor: int, command: dict[str, Any], reason: str = "") -> dict[str, Any]:
        body = {"id": str(uuid.uuid4()), "command": command, "reason": reason}
        return self._post(f"/api/floor/{floor}/commands", body)

    def state(self, floor: int) -> dict[str, Any]:
        answer = self._context.request.get(f"{self._address}/api/floor/{floor}/state")
        assert answer.ok, answer.text()
        state: dict[str, Any] = answer.json()
        return state

    def seated(self, name: str, players: tuple[str, ...] = PLAYERS, **changed: Any) -> int:
        """A tournament whose players sit and whose clock runs."""
        floor = self.create(name, **changed)
        self.do(floor, {"do": "open_tables"})
        self.do(floor, {"do": "enter_many", "players": players})
        for table in self.state(floor)["tables"]:
            self.do(floor, {"do": "draw_button", "table": table["number"]})
        self.do(floor, {"do": "start_clock"})
        return floor

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Origin": self._address, "X-CSRF-Token": self._csrf}
        answer = self._context.request.post(self._address + path, data=body, headers=headers)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found


def manager(visit: Visit) -> Manager:
    return Manager(visit())


def at_console(visit: Visit, floor: int, *, small: bool = False) -> Page:
    """A console of the manager; `small` is the smallest phone."""
    visitor = visit("phone" if small else "desktop")
    if small:
        visitor.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    visitor.log_in(BOSS)
    page = visitor.go(f"/floor/{floor}")
    expect(page.get_by_role("timer")).to_be_visible()
    return page


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def seat(page: Page, player: str) -> Locator:
    return page.locator("[data-entry]").filter(has_text=player)


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
