"""Visitors of the room's pages, each with a browser window that notices every error."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage, Cookie, Page, expect

from tests.browser.coming_in import accept_rules, log_in

ROOT = Path(__file__).parent.parent.parent
CLIENT = ROOT / "src" / "cardroom" / "server" / "client" / "index.html"
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (360, 640)}
PATIENCE_MS = 60_000
MOVE = """path => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""


Scheme = Literal["dark", "light"]
Cookies = dict[str, list[Cookie]]
"""Who has come in once already."""

expect.set_options(timeout=PATIENCE_MS)


class Visitor:
    """Somebody with a browser window of his own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        cookies: Cookies,
        *,
        size: str = "desktop",
        locale: str = "en-GB",
        scheme: Scheme = "dark",
    ) -> None:
        self._cookies = cookies
        width, height = SIZES[size]
        self.address = address
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            color_scheme=scheme,
            reduced_motion="reduce",
            has_touch=size == "small",
            is_mobile=size == "small",
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        # A refused request is no mistake of the page, such as a password that is not right.
        if message.type == "error" and "status of 4" not in message.text:
            self.errors.append(message.text)

    def go(self, path: str) -> Page:
        """Open an address; inside the client without loading it again."""
        if self.page.url.startswith(self.address):
            self.page.evaluate(MOVE, path)
        else:
            self.page.goto(self.address + path)
        return self.page

    def log_in(self, name: str) -> None:
        """Come in without the form, which has tests of its own; a second time with the cookie."""
        # A cookie is of one room: rooms on this machine differ in their ports only.
        key = f"{name} at {self.address}"
        if key not in self._cookies:
            csrf = log_in(self.context.request, self.address, name)
            accept_rules(self.context, self.address, csrf)
            self._cookies[key] = self.context.cookies()
        self.context.add_cookies(self._cookies[key])  # type: ignore[arg-type]


Visit = Callable[..., Visitor]
