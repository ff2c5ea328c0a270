"""Ask the book on a phone at the table, and in the console, where the answer is kept."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import SMALL, at_console, is_too_wide, open_part, picture
from tests.browser.past import ANA
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


def push_two_thousands(page: Page) -> None:
    """Example E2: after a raise to 1,200 a player pushes two chips of 1,000 without a word."""
    page.get_by_role("button", name="Chips pushed in").click()
    for _ in range(2):
        page.get_by_role("button", name="A chip of 1,000", exact=True).click()
    page.get_by_label("Big blind").fill("400")
    page.get_by_label("Highest bet (0: none)").fill("1200")
    page.get_by_label("What the last bet or raise added").fill("800")
    page.get_by_role("button", name="What does the book say?").click()
    expect(page.get_by_role("region", name="Decision")).to_contain_text("Call to 1,200")


@rule("LIVE-37.p5")
def test_a_player_reads_the_decision_on_a_phone_in_every_table_language(visit: Visit) -> None:
    ana = visit("phone")
    ana.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    ana.log_in(ANA)
    page = ana.go("/floor/book")
    expect(page.get_by_role("button", name="Chips pushed in")).to_be_visible()
    assert not is_too_wide(page)
    assert grave_findings(page) == []
    picture(page, "book-situations")
    push_two_thousands(page)
    assert not is_too_wide(page)
    assert grave_findings(page) == []
    page.evaluate("scrollTo(0, 0)")
    picture(page, "book-answer")
    answer = page.get_by_role("region", name="Decision")
    expect(answer.get_by_role("link", name="LIVE-37.p5")).to_be_visible()
    expect(answer).to_contain_text("Worked example")
    for language, words in (
        ("Nederlands", "Zonder de kleinste chip"),
        ("Français", "Sans le plus petit jeton"),
        ("Deutsch", "Ohne den kleinsten Chip"),
        ("Italiano", "Senza la chip più piccola"),
    ):
        page.get_by_label("Language of the sentence").select_option(language)
        expect(answer).to_contain_text(words)


@rule("LIVE-1")
def test_the_manager_keeps_a_ruling_and_decides_otherwise_beside_it(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **CLUB)
    evening.start()
    page = at_console(visit, evening.floor)
    open_part(page, "Ask the book")
    push_two_thousands(page)
    picture(page, "book-console")
    page.get_by_role("button", name="Keep it in the case file").click()
    page.get_by_role("textbox", name="Decide otherwise").fill("A raise: the dealer heard the word")
    page.get_by_role("textbox", name="Why").fill("the dealer is sure")
    page.get_by_role("button", name="Decide otherwise").click()
    open_part(page, "Log")
    log = page.get_by_role("tabpanel")
    expect(log).to_contain_text("Asked the book at table 1: Chips pushed in")
    expect(log).to_contain_text("A raise: the dealer heard the word")
