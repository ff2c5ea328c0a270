"""Coming in without the pages, which have tests of their own: with the rules accepted, or not."""

import time
from typing import Any

from playwright.sync_api import APIRequestContext, BrowserContext, Locator, Page

from tests.browser.past import PASSWORD

TOO_MANY = 429


def come_in_as_guest(context: BrowserContext, address: str, *, accepts: bool = True) -> None:
    """Become a guest of this browser, who has accepted the rules."""
    answer = context.request.post(f"{address}/api/guest", data={})
    assert answer.ok, answer.text()
    if accepts:
        accept_rules(context, address, answer.json()["csrf"])


def rules_sheet(page: Page) -> Locator:
    """What asks a newcomer to accept the rules."""
    return page.locator("[data-accept-rules]")


def press_accept(page: Page) -> None:
    """Accept the rules on the sheet that comes up; what was wanted goes on by itself."""
    rules_sheet(page).get_by_role("button", name="Accept").click()


def accept_rules(context: BrowserContext, address: str, csrf: str) -> None:
    """Accept all rules in force, as players do before their first seat."""
    headers = {"Origin": address, "X-CSRF-Token": csrf}
    state: dict[str, Any] = context.request.get(f"{address}/api/acceptance").json()
    for rules in state["rules"]:
        if rules["accepted_ms"] == 0:
            named = {"edition": rules["edition"], "version": rules["version"]}
            answer = context.request.post(f"{address}/api/acceptance", data=named, headers=headers)
            assert answer.ok, answer.text()


def log_in(request: APIRequestContext, address: str, name: str) -> str:
    """Come in without the form; the token of the session. Many tests in a minute wait (NET-04)."""
    body = {"name": name, "password": PASSWORD}
    while True:
        answer = request.post(f"{address}/api/login", data=body, headers={"Origin": address})
        if answer.status != TOO_MANY:
            break
        time.sleep(answer.json()["d"]["retry_after_s"])
    assert answer.ok, answer.text()
    return str(answer.json()["csrf"])
