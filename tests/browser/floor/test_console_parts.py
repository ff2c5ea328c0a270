"""Every part of the console on a laptop and on the smallest phone, in every language."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import (
    SMALL,
    alerts,
    at_console,
    bust,
    is_too_wide,
    picture,
    seat,
    sheet,
    table,
)
from tests.browser.past import BOSS
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit

PARTS = ("hall", "entries", "chips", "money", "days", "house", "book", "log")


@pytest.fixture(scope="module")
def busy() -> dict[str, int]:
    """The number of one tournament with something in every part, made once."""
    return {}


@pytest.fixture
def floor(boss: Client, busy: dict[str, int]) -> int:
    if "floor" not in busy:
        evening = Evening(boss, **CLUB, chips=[{"value": 100}, {"value": 500}])
        evening.start()
        evening.screen()
        evening.do("announce", text="The buffet is open.")
        (first, *others) = evening.tables()[1]
        evening.do("note_incident", entry=others[0]["entry"], text="Late from the break")
        evening.do("finish_hand", table=1, out=[first["entry"]])
        evening.do("finish_hand", table=1, out=[others[1]["entry"]])
        evening.do("set_clock", level=3, left_ms=600_000)
        evening.do("draw_last_hands", card=3)
        busy["floor"] = evening.floor
    return busy["floor"]


def look(page: Page, name: str, *, small: bool) -> None:
    for part in PARTS:
        page.locator(f"#part-{part}").click()
        expect(page.locator(f"#part-{part}")).to_have_attribute("aria-selected", "true")
        assert not is_too_wide(page), part
        picture(page, f"{part}-{name}")
        if small:
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            picture(page, f"{part}-{name}-below")
            page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("locale", ["en-GB", "nl-BE", "fr-BE"])
def test_every_part_of_the_console_fits_laptop_and_phone(
    visit: Visit, floor: int, locale: str
) -> None:
    for size in ("desktop", "phone"):
        visitor = visit(size, locale=locale)
        if size == "phone":
            visitor.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
        visitor.log_in(BOSS)
        page = visitor.go(f"/floor/{floor}")
        expect(page.get_by_role("timer")).to_be_visible()
        look(page, f"{locale[:2]}-{size}", small=size == "phone")
        page.locator("#part-hall").click()
        page.locator("[data-entry]").first.click()
        expect(sheet(page)).to_be_visible()
        assert not is_too_wide(page)
        picture(page, f"seat-{locale[:2]}-{size}")


def test_axe_finds_nothing_in_any_part_of_the_console(visit: Visit, floor: int) -> None:
    for small in (True, False):
        page = at_console(visit, floor, small=small)
        for part in PARTS:
            page.locator(f"#part-{part}").click()
            assert grave_findings(page) == [], part
        page.locator("#part-hall").click()
        page.locator("[data-entry]").first.click()
        assert grave_findings(page) == []


def test_the_laptop_needs_no_mouse(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **CLUB)
    evening.start()
    page = at_console(visit, evening.floor)
    keys = page.keyboard
    keys.press("p")
    expect(page.get_by_role("timer")).to_contain_text("Paused")
    keys.press("p")
    expect(page.get_by_role("timer")).not_to_contain_text("Paused")
    first, second = evening.tables()[1][:2]
    seat(page, first["player"]).focus()
    keys.press("f")
    expect(table(page, 1)).to_contain_text("· 1 hand")
    keys.press("o")
    expect(seat(page, first["player"])).to_have_count(0)
    keys.press("u")
    expect(sheet(page)).to_contain_text("Nothing depends on it.")
    sheet(page).get_by_label("Reason").fill("wrong seat")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    expect(seat(page, first["player"])).to_be_visible()
    for one in (first, second):
        seat(page, one["player"]).focus()
        keys.press("o")
        expect(seat(page, one["player"])).to_have_count(0)
    expect(alerts(page)).to_contain_text("never the small blind")
    keys.press("b")
    expect(alerts(page)).to_contain_text("not there yet")
    seat(page, evening.tables()[1][0]["player"]).focus()
    keys.press("s")
    expect(sheet(page)).to_contain_text("Who is out?")
    keys.press("Escape")
    expect(sheet(page)).to_have_count(0)
    keys.press("e")
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
    keys.press("Tab")
    keys.press("8")
    expect(page.get_by_role("tabpanel", name="Log")).to_be_visible()
    keys.press("?")
    expect(sheet(page)).to_contain_text("carry out the proposed move")


def test_the_console_says_what_needs_somebody(visit: Visit, boss: Client) -> None:
    """The alerts that no other test of the console meets: a break, a called clock, a free seat."""
    evening = Evening(boss, **{**CLUB, "expected": 6, "entries_until_level": 1, "turbo": True})
    evening.start("Ann", "Bert", "Chloe", "Dirk", "Eva", "Finn")
    page = at_console(visit, evening.floor)
    expect(alerts(page)).to_have_count(0)
    evening.do("set_clock", level=1, left_ms=110_000)
    expect(alerts(page)).to_contain_text("Break in 1:")
    evening.do("queue_alternate", player="Zoë")
    bust(page, "Ann")
    expect(alerts(page)).to_contain_text("A seat is free, and somebody waits for one")
    alerts(page).get_by_role("button", name="Seat the next").click()
    expect(seat(page, "Zoë")).to_be_visible()
    seat(page, "Bert").click()
    sheet(page).get_by_role("button", name="Call the clock").click()
    expect(table(page, 1)).to_contain_text("Clock on Bert: 0:")
    table(page, 1).get_by_role("button", name="Has acted").click()
    expect(table(page, 1)).not_to_contain_text("Clock on Bert")
