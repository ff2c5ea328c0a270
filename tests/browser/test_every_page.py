"""Every page in desktop and phone size: no grave finding of axe, nothing wider than the screen, and
a picture of it in build/screenshots."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.accessibility import grave_findings
from tests.browser.coming_in import rules_sheet
from tests.browser.past import ANA, BOSS
from tests.browser.visitors import ROOT, Visit, Visitor

SCREENSHOTS = ROOT / "build" / "screenshots"
HAND = "/hands/hand%3A1%3A1%3A12"
OPEN_PAGES = {"landing": ("/", "#enter"), "rules": ("/rules", ".group")}
ANAS_PAGES = {
    "lobby": ("/lobby", "[data-stake]"),
    "hands": ("/hands", "[data-hand]"),
    "replayer": (HAND, "[data-line]"),
    "statistics": ("/statistics", "figure"),
    "cashier": ("/cashier", "[data-reason]"),
    "rule": ("/rules/RAKE-06", "[data-switch]"),
    "help": ("/help", "main h1"),
    "account": ("/account", "main form"),
    "nowhere": ("/nowhere", "main a"),
}
BOSSES_PAGES = {
    "operator-tables": ("/operator/tables", "[data-table]"),
    "operator-house": ("/operator/house", "textarea"),
    "operator-players": ("/operator/players?name=a", "main li button"),
    "operator-reception": ("/operator/reception", "select[name=guests]"),
    "operator-hands": ("/operator/hands?table=1", "#operator li a"),
    "operator-hand": ("/operator/hands/hand%3A1%3A1%3A12", "[data-card-reason]"),
    "operator-help": ("/operator/help", "#operator select"),
    "operator-ledger": ("/operator/ledger", "[data-audit]"),
    "operator-stakes": ("/operator/stakes", "[data-stake]"),
    "operator-cases": ("/operator/cases", "main input"),
    "operator-money": ("/operator/money", "[data-suspense], main li.soft"),
    "operator-log": ("/operator/log", "[data-log]"),
    "operator-report-rake": ("/operator/reports", "[data-ledger]"),
    "operator-report-sessions": ("/operator/reports?report=sessions", "[data-figure=sessions]"),
    "operator-report-results": ("/operator/reports?report=results", "[data-figure=cash]"),
    "operator-report-balances": ("/operator/reports?report=balances", "[data-figure=sum]"),
}

RAW_WORDS = re.compile(r"\b(?:pages|shell|table)\.[a-z]\w*|\{\w+\}|undefined|NaN")
"""Keys of words that were not found, and values that were not filled in."""
ALL_WORDS = """() => [document.title, document.body.innerText,
    ...[...document.querySelectorAll("*")].flatMap(
        one => [one.ariaLabel, one.title, one.placeholder]),
].filter(Boolean).join("\\n")"""
MARK_CONTROLS = """() => {
    const wanted = "a[href], button, input:not([type=radio]), select, textarea, summary";
    const controls = [...document.querySelectorAll(`${wanted}, [tabindex='0']`)].filter(
        one => !one.disabled && one.tabIndex >= 0 && one.checkVisibility());
    controls.forEach(one => one.dataset.untouched = "");
    return controls.length;
}"""
TICK_OFF = """() => {
    delete document.activeElement.dataset.untouched;
    return document.querySelectorAll("[data-untouched]").length;
}"""


def picture(page: Page, name: str, size: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}-{size}.png", full_page=True)


def look_at(visitor: Visitor, pages: dict[str, tuple[str, str]], size: str) -> dict[str, object]:
    """Visit pages; what is wrong with each."""
    wrong: dict[str, object] = {}
    for name, (path, sign) in pages.items():
        page = visitor.go(path)
        page.locator(sign).first.wait_for()
        picture(page, name, size)
        findings = grave_findings(page)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if findings or wide > 0:
            wrong[name] = (findings, wide)
    return wrong


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "dark"), ("phone", "light")])
def test_every_page_is_accessible_and_fits_the_screen(visit: Visit, size: str, scheme: str) -> None:
    somebody = visit(size, scheme=scheme)
    assert look_at(somebody, OPEN_PAGES, size) == {}
    ana = visit(size, scheme=scheme)
    ana.log_in(ANA)
    assert look_at(ana, ANAS_PAGES, size) == {}
    boss = visit(size, scheme=scheme)
    boss.log_in(BOSS)
    assert look_at(boss, BOSSES_PAGES, size) == {}


def test_no_page_asks_for_what_is_not_there(visit: Visit) -> None:
    """Not even who has not come in yet is refused anything."""
    refused: list[str] = []

    def hear(answer: Response) -> None:
        if answer.status >= 400:
            refused.append(f"{answer.status} {answer.url.removeprefix(somebody.address)}")

    for name, pages in (("", OPEN_PAGES), (ANA, ANAS_PAGES), (BOSS, BOSSES_PAGES)):
        somebody = visit()
        somebody.page.on("response", hear)
        if name:
            somebody.log_in(name)
        for path, sign in [*pages.values(), *reversed(pages.values())]:
            somebody.go(path).locator(sign).first.wait_for()
        somebody.page.wait_for_load_state("networkidle")
    assert refused == []


def test_the_whole_room_is_there_by_keyboard(visit: Visit) -> None:
    """From the first Tab to a seat without a mouse."""
    page = visit().go("/")
    expect(page.get_by_role("button", name="Play now as a guest")).to_be_enabled()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className").startswith("skip")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.includes('Play now as a guest')"):
            break
    page.keyboard.press("Enter")
    # The rules are accepted by keyboard, too (CASH-18).
    accept = rules_sheet(page).get_by_role("button", name="Accept")
    expect(accept).to_be_visible()
    for _ in range(6):
        if accept.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


def test_every_control_is_reached_by_the_tab_key(visit: Visit) -> None:
    """Of radio buttons and tabs one is reached; the arrow keys do the rest."""
    for name, pages in ((ANA, ANAS_PAGES), (BOSS, BOSSES_PAGES)):
        somebody = visit()
        somebody.log_in(name)
        for path, sign in pages.values():
            page = somebody.go(path)
            page.locator(sign).first.wait_for()
            page.evaluate("() => (document.activeElement?.blur(), window.focus())")
            left = page.evaluate(MARK_CONTROLS)
            for _ in range(left + 5):
                page.keyboard.press("Tab")
                left = page.evaluate(TICK_OFF)
                if not left:
                    break
            assert left == 0, (path, page.locator("[data-untouched]").all_inner_texts())


@pytest.mark.parametrize("locale", ["nl-BE", "fr-BE"])
def test_every_page_speaks_the_language_and_loses_nothing_at_twice_the_size(
    visit: Visit, locale: str
) -> None:
    """200 % zoom of a small desktop is a screen of 640 pixels."""
    for name, pages in (("", OPEN_PAGES), (ANA, ANAS_PAGES), (BOSS, BOSSES_PAGES)):
        somebody = visit(locale=locale)
        somebody.page.set_viewport_size({"width": 640, "height": 400})
        if name:
            somebody.log_in(name)
        for path, sign in pages.values():
            page = somebody.go(path)
            page.locator(sign).first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
            assert page.evaluate("document.documentElement.lang") == locale[:2]
            assert RAW_WORDS.findall(page.evaluate(ALL_WORDS)) == [], path


def test_the_theme_is_the_systems_until_another_is_chosen(visit: Visit) -> None:
    page = visit(scheme="light").go("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(ground) != light
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Appearance").select_option("light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert page.evaluate(ground) == light
