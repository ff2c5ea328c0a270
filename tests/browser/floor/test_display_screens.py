"""A screen of the hall in a real browser: what it shows, how large, and what it says."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.floor.evening import Evening
from tests.browser.line import CuttableLine
from tests.browser.tournaments.house import Client
from tests.browser.visitors import ROOT, Visit
from tests.rule import rule

SCREENSHOTS = ROOT / "build" / "screenshots" / "floor"
SIZES = {"hd": (1920, 1080), "small": (1280, 720), "tablet": (1024, 768), "upright": (768, 1024)}
LISTEN = """
window.speechSynthesis.speak = said => {
    const html = document.documentElement;
    html.dataset.heard = `${html.dataset.heard ?? ""}|${said.text}|`;
};
"""
"""What the browser's voice would say is written down instead."""
MINUTE_MS = 60_000


def expect_heard(page: Page, *one_of: str) -> None:
    words = "|".join(re.escape(f"|{said}|") for said in one_of)
    expect(page.locator("html")).to_have_attribute("data-heard", re.compile(words))


def picture(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


def test_a_screen_shows_clock_blinds_players_prizes_and_news_without_a_login(
    visit: Visit, evening: Evening
) -> None:
    entries = evening.seat(20, tables=3)
    evening.begin()
    evening.do("set_clock", level=2, left_ms=19 * MINUTE_MS)
    evening.do("pause_clock")
    evening.do("announce", text="The buffet is open until the break.")
    page = visit().go(evening.screen())
    expect(page.locator("h1")).to_have_text("Thursday Deepstack")
    expect(page.get_by_text("Cercle du Parc")).to_be_visible()
    expect(page.locator("[data-time]")).to_have_text("19:00")
    expect(page.locator("[data-blinds]")).to_contain_text("200 / 400")
    expect(page.locator("[data-ante]")).to_contain_text("400")
    expect(page.locator("[data-next-level]")).to_contain_text("Break, 10 min")
    expect(page.locator("[data-fact=left]")).to_contain_text("20 / 20")
    expect(page.locator("[data-fact=average]")).to_contain_text("20,000")
    expect(page.locator("[data-prize='1']")).to_contain_text("400")
    expect(page.locator("[data-announcement]")).to_contain_text("The buffet is open")
    # What the staff does is there by itself.
    table = next(one for one in evening.state()["tables"] if len(one["players"]) > 6)
    out = table["players"][0]["entry"]
    evening.do("finish_hand", table=table["number"], out=[out])
    expect(page.locator("[data-fact=left]")).to_contain_text("19 / 20")
    assert out in entries
    expect(page.locator("[data-lost]")).to_have_count(0)
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for layout in ("all", "clock", "prizes", "seating"):
            page.get_by_role("group").get_by_role("button").nth(
                ["all", "clock", "prizes", "seating"].index(layout)
            ).click(force=True)
            expect(page.locator(f"[data-layout={layout}]")).to_be_visible()
            picture(page, f"display-{layout}-{name}")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            assert grave_findings(page) == [], (layout, name)


@pytest.mark.parametrize("size", ["hd", "small"])
def test_the_clock_is_read_from_the_other_end_of_the_hall(
    visit: Visit, evening: Evening, size: str
) -> None:
    """The time takes a quarter of the screen's height, the blinds a tenth; nothing is cut."""
    evening.seat(3)
    evening.begin()
    width, height = SIZES[size]
    page = visit().go(evening.screen())
    page.set_viewport_size({"width": width, "height": height})
    for show, share in (("clock", 0.28), ("all", 0.22)):
        page.goto(page.url.partition("?")[0] + f"?show={show}")
        time = page.locator("[data-time]")
        expect(time).to_be_visible()
        letters = "one => parseFloat(getComputedStyle(one).fontSize)"
        assert time.evaluate(letters) >= share * height
        assert page.locator("[data-blinds]").evaluate(letters) >= share * height / 3
        for sign in ("[data-time]", "[data-blinds]", "[data-next-level]", "[data-fact=chips]"):
            box = page.locator(sign).bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= width - box["width"]
            assert 0 <= box["y"] <= height - box["height"]


@rule("LIVE-31")
def test_a_new_level_and_the_last_minute_are_spoken_when_the_voice_is_on(
    visit: Visit, evening: Evening
) -> None:
    evening.seat(3)
    evening.begin()
    evening.do("set_clock", level=2, left_ms=19 * MINUTE_MS)
    visitor = visit()
    visitor.context.add_init_script(LISTEN)
    page = visitor.go(evening.screen())
    expect(page.locator("[data-level='2']")).to_be_visible()
    page.get_by_label("Voice").check()
    evening.do("set_clock", level=2, left_ms=MINUTE_MS + 1_500)
    expect_heard(page, "One minute left in this level.")
    evening.do("set_clock", level=2, left_ms=1_500)
    expect_heard(page, "Break. 10 minutes.")
    expect(page.get_by_text("Break", exact=True)).to_be_visible()
    evening.do("set_clock", level=3, left_ms=1_500)
    expect_heard(page, "Level 3. Blinds 300 and 600. Ante 600.")
    page.get_by_label("Voice").uncheck()
    heard = page.locator("html").get_attribute("data-heard")
    evening.do("announce", text="Nobody hears this.")
    expect(page.locator("[data-announcement]")).to_have_text("Nobody hears this.")
    assert page.locator("html").get_attribute("data-heard") == heard


@rule("LIVE-27.p1")
def test_a_clock_that_was_called_counts_down_on_the_screen_and_is_spoken(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, turbo=True)
    evening.seat(3)
    evening.begin()
    entry = evening.state()["tables"][0]["players"][0]["entry"]
    visitor = visit()
    visitor.context.add_init_script(LISTEN)
    page = visitor.go(evening.screen())
    page.get_by_label("Voice").check()
    evening.do("start_hand", table=1)
    evening.do("call_clock", entry=entry)
    expect(page.locator("[data-called='1']")).to_contain_text("s to act")
    expect_heard(page, "20", "10", "9", "8", "7", "6", "5")
    evening.do("stop_called_clock", table=1)
    expect(page.locator("[data-called='1']")).to_have_count(0)


def test_several_screens_show_different_things_of_the_same_moment(
    visit: Visit, evening: Evening
) -> None:
    entries = evening.seat(5)
    evening.begin()
    first, second = evening.screen("Hall"), evening.screen("Bar")
    clock, prizes = visit().go(f"{first}?show=clock"), visit().go(f"{first}?show=prizes")
    seating, bar = visit().go(f"{second}?show=seating"), visit().go(second)
    for page, layout in ((clock, "clock"), (prizes, "prizes"), (seating, "seating"), (bar, "all")):
        expect(page.locator(f"[data-layout={layout}]")).to_be_visible()
    expect(clock.locator("[data-fact=left]")).to_contain_text("5 / 5")
    expect(prizes.locator("[data-strip]")).to_contain_text("100 / 200")
    expect(seating.locator("[data-seated]")).to_have_count(5)
    expect(bar.get_by_text("Bar", exact=True)).to_be_visible()
    evening.do("finish_hand", table=1, out=[entries[0]])
    evening.do("announce", text="Dinner is served.")
    for page in (clock, prizes, seating, bar):
        expect(page.locator("[data-announcement]")).to_have_text("Dinner is served.")
    for page in (clock, prizes, bar):
        expect(page.locator("[data-fact=left]")).to_contain_text("4 / 5")
    expect(seating.locator("[data-seated]")).to_have_count(4)
    # A screen that is taken away takes no other with it.
    evening.do("close_display", number=1)
    for page in (clock, prizes):
        expect(page.get_by_role("alert")).to_contain_text("leads nowhere any more")
    evening.do("announce", text="Back at nine.")
    for page in (seating, bar):
        expect(page.locator("[data-announcement]")).to_have_text("Back at nine.")


def test_a_screen_says_that_the_connection_is_lost_and_recovers(
    visit: Visit, evening: Evening, line: CuttableLine, line_port: int
) -> None:
    evening.seat(4)
    evening.begin()
    address = evening.screen()
    visitor = visit()
    visitor.page.goto(f"http://127.0.0.1:{line_port}{address}")
    page = visitor.page
    expect(page.locator("[data-time]")).to_be_visible()
    line.cut()
    expect(page.locator("[data-lost]")).to_be_visible()
    before = page.locator("[data-time]").inner_text()
    expect(page.locator("[data-time]")).not_to_have_text(before)
    evening.do("announce", text="Something happened meanwhile.")
    line.mend()
    expect(page.locator("[data-lost]")).to_have_count(0)
    expect(page.locator("[data-announcement]")).to_have_text("Something happened meanwhile.")
    visitor.errors.clear()


def test_a_code_that_was_taken_away_shows_nothing_any_more(visit: Visit, evening: Evening) -> None:
    evening.seat(3)
    page = visit().go(evening.screen())
    expect(page.locator("h1")).to_be_visible()
    evening.do("close_display", number=1)
    expect(page.get_by_role("alert")).to_contain_text("leads nowhere any more")
    expect(page.locator("h1")).to_have_count(0)


@pytest.mark.parametrize(("locale", "word"), [("nl-BE", "Pauze over"), ("fr-BE", "Pause dans")])
def test_a_screen_speaks_the_language_of_its_browser(
    visit: Visit, evening: Evening, locale: str, word: str
) -> None:
    evening.seat(3)
    evening.begin()
    page = visit(locale=locale).go(evening.screen())
    expect(page.locator("[data-next-break]")).to_contain_text(word)


@rule("LIVE-13.p1", "LIVE-22.p1")
def test_everybody_of_a_broken_table_finds_their_seat_and_no_button_stays_on_the_screen(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, seats=8)
    evening.seat(14, tables=2)
    evening.even_out()
    evening.begin()
    evening.do("set_clock", level=4, left_ms=60_000)
    evening.do("fix_prizes")
    while evening.state()["breaks"] is None:
        table, players = max(evening.tables().items(), key=lambda one: len(one[1]))
        evening.do("finish_hand", table=table, out=[players[0]["entry"]])
    page = visit().go(evening.screen())
    expect(page.locator("h1")).to_be_visible()
    evening.do("break_table", table=evening.state()["breaks"])
    moving = [ticket["entry"] for ticket in evening.state()["tickets"]]
    assert len(moving) == 4
    for entry in moving:
        expect(page.locator(f"[data-move='{entry}']")).to_be_visible()
    page.mouse.move(300, 300)
    page.get_by_role("button", name="Seats and moves", exact=True).click()
    for entry in moving:
        expect(page.locator(f"[data-move='{entry}']")).to_be_visible()
    # Moves have the screen to themselves, and the button that was pressed goes with the others.
    expect(page.locator("[data-seated]")).to_have_count(0)
    expect(page.get_by_role("group", name="This screen")).to_have_css("opacity", "0")
    for entry in moving:
        evening.do("arrive", entry=entry)
    expect(page.locator("[data-seated]")).to_have_count(8)
