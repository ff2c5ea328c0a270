"""The house behind the tests: an administrator who creates tournaments, gives tickets, cancels."""

import time
import uuid
from typing import Any

from playwright.sync_api import APIRequestContext, Locator, Page

from tests.browser.coming_in import accept_rules, log_in
from tests.browser.past import BOSS
from tests.browser.visitors import Visitor

ALL = "/api/admin/tournaments"
REASON = "as the club has agreed"
HOUR_MS = 3_600_000


class Client:
    """Somebody who asks the room over HTTP, with the token of the session."""

    def __init__(self, request: APIRequestContext, address: str, csrf: str) -> None:
        self._request = request
        self._address = address
        self._headers = {"Origin": address, "X-CSRF-Token": csrf}

    def get(self, path: str) -> Any:
        answer = self._request.get(self._address + path)
        assert answer.ok, answer.text()
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self._request.post(self._address + path, data=body, headers=self._headers)
        assert answer.ok, answer.text()
        return answer.json()


class Organiser:
    """What an operator does, without the pages, which have tests of their own."""

    def __init__(self, boss: Client) -> None:
        self.boss = boss

    def announce(self, text: str, *, in_ms: int = HOUR_MS, **how: Any) -> int:
        """Announce a tournament from a file; its number."""
        starts_ms = time.time_ns() // 1_000_000 + in_ms
        body = {"id": str(uuid.uuid4()), "file": "test.toml", "toml": text, "reason": REASON}
        return int(self.boss.post(ALL, starts_ms=starts_ms, **body, **how)["tournament"])

    def offer(self, text: str) -> None:
        """Add a file to the timetable; its starts are announced at once."""
        self.boss.post(
            f"{ALL}/offers", id=str(uuid.uuid4()), file="test.toml", toml=text, reason=REASON
        )

    def give_ticket(self, player: int, value: int, **how: Any) -> None:
        reference = uuid.uuid4().hex[:12]
        self.boss.post(
            "/api/admin/tickets",
            player=player, value=value, reference=reference, reason=REASON, **how,
        )  # fmt: skip

    def delay(self, tournament: int) -> None:
        starts_ms = time.time_ns() // 1_000_000 + 2 * HOUR_MS
        self.boss.post(f"{ALL}/{tournament}/delay", starts_ms=starts_ms, reason=REASON)

    def cancel(self, tournament: int) -> None:
        preview = self.boss.post(f"{ALL}/{tournament}/cancel/preview")
        self.boss.post(f"{ALL}/{tournament}/cancel", step=preview["step"], reason=REASON)


def log_in_boss(request: APIRequestContext, address: str) -> Client:
    """The administrator comes in."""
    return Client(request, address, log_in(request, address, BOSS))


def as_guest(visitor: Visitor) -> Client:
    """Come in as a guest, who has accepted the rules."""
    headers = {"Origin": visitor.address}
    answer = visitor.context.request.post(f"{visitor.address}/api/guest", data={}, headers=headers)
    assert answer.ok, answer.text()
    csrf = answer.json()["csrf"]
    accept_rules(visitor.context, visitor.address, csrf)
    return Client(visitor.context.request, visitor.address, csrf)


def open_sheet(page: Page, words: str = "Register") -> Locator:
    """Press the one button of a tournament's page; the sheet that asks."""
    page.locator("[data-next] button", has_text=words).click()
    return page.get_by_role("dialog")
