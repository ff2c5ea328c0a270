"""Three devices of one evening: a laptop, a phone beside the tables, a screen of the hall.

None of them reaches anything but the room, and the room is one of the home network: no TLS, and so
without what browsers keep for pages that came over it.
"""

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.floor.staff import SMALL
from tests.browser.past import BOSS
from tests.browser.visitors import Cookies, Visitor

PLAIN = "delete Crypto.prototype.randomUUID;"


class Devices:
    """The pages of the three; `outside` lists what they asked for elsewhere."""

    def __init__(self, browser: Browser, address: str, cookies: Cookies, line_port: int) -> None:
        self.outside: list[str] = []
        self._room = address
        self._line = f"http://127.0.0.1:{line_port}"
        self._laptop = Visitor(browser, address, cookies)
        self._phone = Visitor(browser, address, cookies, size="phone")
        self._phone.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
        self._screen = Visitor(browser, self._line, cookies)
        for one in (self._laptop, self._phone, self._screen):
            one.context.add_init_script(PLAIN)
            one.context.route("**/*", self._guard)

    def open(self, floor: int, display: str) -> tuple[Page, Page, Page]:
        """The console twice, and the screen, whose line can be cut."""
        for one in (self._laptop, self._phone):
            one.log_in(BOSS)
            one.go(f"/floor/{floor}")
            expect(one.page.get_by_role("timer")).to_be_visible()
        self._screen.page.goto(self._line + display)
        expect(self._screen.page.locator("h1")).to_be_visible()
        return self._laptop.page, self._phone.page, self._screen.page

    def close(self) -> list[str]:
        """Put them away; the errors of the two consoles."""
        for one in (self._laptop, self._phone, self._screen):
            one.context.close()
        return [*self._laptop.errors, *self._phone.errors]

    def _guard(self, route: Route) -> None:
        url = route.request.url
        if url.startswith((self._room, self._line, "data:")):
            route.continue_()
        else:
            self.outside.append(url)
            route.abort()
