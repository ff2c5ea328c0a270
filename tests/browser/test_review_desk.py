"""The review desk in the browser: a planted dumper from alert to redistributed money, and a cleared
innocent from alert to apology."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import picture
from tests.browser.visitors import Cookies, Visitor
from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import audit

ENVIRONMENT = {"CARDROOM_LIMITS_REQUESTS_BURST": "10000"}


@pytest.fixture
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RoomProcess, str]]:
    """A room of its own in which Ann and Bo have dumped chips."""
    database = sqlite_in(tmp_path_factory.mktemp("planted"))
    subprocess.run([sys.executable, "-m", "tests.planted_room", database], check=True)
    with RoomProcess(database, environment=ENVIRONMENT) as room:
        yield room, database


class Desk:
    """Staff and players of one room, each in a window of their own."""

    def __init__(self, browser: Browser, room: RoomProcess) -> None:
        self._browser = browser
        self._room = room
        self._cookies: Cookies = {}
        self.visitors: list[Visitor] = []

    def log_in(self, name: str) -> Visitor:
        one = Visitor(self._browser, self._room.address, self._cookies)
        one.log_in(name)
        self.visitors.append(one)
        return one

    def close(self) -> None:
        errors = [error for one in self.visitors for error in one.errors]
        for one in self.visitors:
            one.context.close()
        assert errors == []


@pytest.fixture
def desk(browser: Browser, planted: tuple[RoomProcess, str]) -> Iterator[Desk]:
    people = Desk(browser, planted[0])
    yield people
    people.close()


def open_case(rob: Visitor) -> Page:
    """From the queue to the alert, one of its hands, and a case with money held."""
    page = rob.go("/operator/review")
    # The review has a process of its own, which waits for a busy machine.
    done = page.locator("[data-review]")
    expect(done).to_have_attribute("data-review", "done", timeout=120_000)
    page.reload()
    row = page.locator("[data-alert]")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Ann")
    expect(row).to_contain_text("Bo")
    row.get_by_role("link", name=re.compile("^Look")).click()
    expect(page.locator("[data-finding]")).to_be_visible()
    expect(page.get_by_text("What would clear them")).to_be_visible()
    page.get_by_label("Reason, for the record").fill("alert of the review")
    page.get_by_role("button", name="Look at the cards").click()
    expect(page.locator("[data-hand]")).to_have_count(5)
    page.locator("[data-hand]").nth(2).click()
    expect(page.get_by_role("button", name="To the end")).to_be_visible()
    page.get_by_role("button", name="Open a case").click()
    expect(page.get_by_role("button", name="Propose a decision")).to_be_visible()
    return page


def hold(page: Page, player: int, amount: str) -> None:
    page.get_by_role("button", name="Hold money").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Player").select_option(str(player))
    sheet.get_by_label("Amount").fill(amount)
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()


def begin_proposal(page: Page, finding: str) -> Locator:
    page.get_by_role("button", name="Propose a decision").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Finding").select_option(finding)
    return sheet


def send(sheet: Locator, reason: str) -> None:
    sheet.get_by_label("Reason, for the record").fill(reason)
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()


def approve(rita: Visitor, address: str) -> Page:
    page = rita.go(address)
    page.get_by_role("button", name="Approve and carry out").click()
    send(page.get_by_role("dialog"), "seen the same hands")
    return page


@rule("FAIR-04", "FAIR-10", "FAIR-13", "FAIR-14", "CASH-01")
def test_a_planted_dumper_from_alert_to_redistributed_money(
    desk: Desk, planted: tuple[RoomProcess, str]
) -> None:
    rob, rita = desk.log_in("Rob"), desk.log_in("Rita")
    page = open_case(rob)
    for player in (1, 2):
        hold(page, player, "30000")
    preview = page.locator("[data-preview]")
    paid = preview.locator("tr[data-player='3'] td").nth(3).inner_text()
    assert re.search(r"\d", paid)
    sheet = begin_proposal(page, "confirmed")
    for player in (1, 2):
        sheet.locator(f"[data-measures='{player}']").get_by_label("Seize what is held").check()
    sheet.locator("[data-measures='1']").get_by_label("Suspend or close the account").check()
    sheet.locator("[data-measures='2']").get_by_label("Warn", exact=True).check()
    sheet.get_by_label("Pay those who lost to them").check()
    sheet.get_by_label("Text").fill("You were given chips on purpose. Never again.")
    send(sheet, "dumped in five hands")
    expect(page.get_by_role("button", name="Approve and carry out")).to_be_disabled()
    expect(page.locator("[data-proposal]")).to_contain_text("Seize what is held: Ann · 30,000")
    picture(page, "review-case", "desktop")
    assert grave_findings(page) == []

    cy = desk.log_in("Cy")
    case = page.url.removeprefix(rob.address)
    page = approve(rita, case)
    expect(page.locator("[data-entry=measure_taken]")).to_have_count(5)
    expect(page.locator("[data-entry=measure_taken]").last).to_contain_text(f"Cy {paid}")
    # Nothing is held any more: there is nothing left to preview.
    expect(page.locator("[data-preview]")).to_have_count(0)
    expect(page.get_by_text("Waits for a second person")).to_have_count(0)
    own = cy.go("/help").locator("[data-part=harmed]")
    expect(own.locator("[data-line=paid]")).to_contain_text(paid)
    bo = desk.log_in("Bo")
    page = bo.go("/help")
    expect(page.locator("[data-line=warning]")).to_contain_text("Never again")
    expect(page.locator("[data-part=concerned]")).not_to_contain_text("Ann")
    page.get_by_label("Why is it wrong?").fill("I only won a few pots.")
    page.get_by_role("button", name="Appeal").click()
    expect(page.locator("[data-line=appeal]")).to_be_visible()
    ria = desk.log_in("Ria").go(case)
    ria.get_by_label("Answer to the player").fill("The hands say otherwise.")
    ria.get_by_role("button", name="The decision stays").click()
    expect(ria.locator("[data-entry=appeal_decided]")).to_be_visible()
    planted[0].stop()
    assert audit(planted[1]).returncode == 0


@rule("FAIR-04", "FAIR-12")
def test_a_cleared_innocent_from_alert_to_apology(
    desk: Desk, planted: tuple[RoomProcess, str]
) -> None:
    rob, rita, ann = desk.log_in("Rob"), desk.log_in("Rita"), desk.log_in("Ann")
    page = open_case(rob)
    hold(page, 1, "50")
    sheet = begin_proposal(page, "nothing_found")
    sheet.locator("[data-measures='1']").get_by_label("Apologise").check()
    sheet.get_by_label("Text").fill("We held your money for an hour, and were wrong. We are sorry.")
    send(sheet, "ordinary play of two regulars")
    approve(rita, page.url.removeprefix(rob.address))
    page = ann.go("/help")
    expect(page.locator("[data-notice=case_news]").first).to_be_visible()
    page.get_by_role("button", name="Understood").click()
    own = page.locator("[data-part=concerned]")
    expect(own.locator("[data-line=apology]")).to_contain_text("We are sorry")
    expect(own.locator("[data-line=released]")).to_be_visible()
    expect(own).to_contain_text("nothing was found")
    expect(page.get_by_role("button", name="Appeal")).to_have_count(0)
    planted[0].stop()
    assert audit(planted[1]).returncode == 0
