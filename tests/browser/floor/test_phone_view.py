"""A player's own page on a phone: seat, clock, structure, prizes; it needs nothing but the room."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import grave_findings
from tests.browser.floor.evening import Evening
from tests.browser.tournaments.house import Client
from tests.browser.visitors import ROOT, Visit
from tests.rule import rule
from tests.server.processes import RoomProcess

SCREENSHOTS = ROOT / "build" / "screenshots" / "floor"
EXACT = 'inherits = "live"\nname = "club"\n["LIVE-21.p2"]\nexact_stacks = true\n'


def picture(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


@rule("LIVE-22.p1")
def test_a_player_sees_the_seat_the_clock_and_a_move_at_once(
    visit: Visit, evening: Evening
) -> None:
    entries = evening.seat(8, tables=2)
    evening.even_out()
    evening.begin()
    place = next(one for one in evening.state()["players"] if one["entry"] == entries[0])["place"]
    page = visit("phone").go(evening.phone(entries[0]))
    expect(page.locator("[data-table]")).to_have_text(str(place["table"]))
    expect(page.locator("[data-chair]")).to_have_text(str(place["seat"]))
    expect(page.locator("[data-time]")).to_have_text(re.compile(r"1\d:\d\d|20:00"))
    expect(page.locator("[data-blinds]")).to_contain_text("100 / 200")
    expect(page.locator("[data-next-break]")).to_have_text(re.compile(r"3\d:\d\d|40:00"))
    assert grave_findings(page) == []
    other = 3 - place["table"]
    free = next(one for one in evening.state()["tables"] if one["number"] == other)["open_seats"][0]
    evening.do("move", entry=entries[0], table=other, seat=free, cause="special_need")
    expect(page.locator("[data-moving]")).to_contain_text("sit down at once")
    expect(page.locator("[data-table]")).to_have_text(str(other))
    page.get_by_text("Structure", exact=True).click()
    expect(page.locator("[data-level='3']")).to_contain_text("Break")
    picture(page, "phone-moving")
    assert grave_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_player_who_is_out_sees_the_place_and_the_prize(visit: Visit, evening: Evening) -> None:
    entries = evening.seat(4)
    evening.begin()
    page = visit("phone", scheme="light").go(evening.phone(entries[1]))
    expect(page.locator("[data-seat]")).to_contain_text("Bob")
    evening.do("set_clock", level=4, left_ms=60_000)
    evening.do("finish_hand", table=1, out=[entries[0]])
    evening.do("fix_prizes")
    evening.do("finish_hand", table=1, out=[entries[1]])
    expect(page.locator("[data-out]")).to_have_text("Out in 3rd place")
    expect(page.locator("[data-prize-won]")).to_contain_text("32")
    picture(page, "phone-out")
    assert grave_findings(page) == []


@rule("LIVE-21.p2")
def test_the_exact_stack_is_shown_only_where_the_house_shows_stacks(
    visit: Visit, boss: Client
) -> None:
    for rules, count in (("", 0), (EXACT, 1)):
        evening = Evening(boss, house_rules=rules)
        (entry, *_) = evening.seat(3)
        evening.begin()
        evening.do("note_stack", entry=entry, stack=23_450)
        page = visit("phone").go(evening.phone(entry))
        expect(page.locator("[data-time]")).to_be_visible()
        expect(page.locator("[data-stack]")).to_have_count(count)
        assert ("23,450" in page.locator("main").inner_text()) == bool(count)
        hall = visit().go(f"{evening.screen()}?show=seating")
        expect(hall.locator("[data-seated]")).to_have_count(3)
        assert ("23,450" in hall.locator("main").inner_text()) == bool(count)


def test_screen_and_phone_work_with_every_request_outside_the_room_refused(
    visit: Visit, evening: Evening, room: RoomProcess
) -> None:
    """No internet is needed: nothing outside is even asked for."""
    entries = evening.seat(3)
    evening.begin()
    outside: list[str] = []

    def guard(route: Route) -> None:
        url = route.request.url
        if url.startswith((room.address, "data:")):
            route.continue_()
        else:
            outside.append(url)
            route.abort()

    for address in (evening.phone(entries[0]), evening.screen()):
        visitor = visit("phone")
        visitor.context.route("**/*", guard)
        page = visitor.go(address)
        expect(page.locator("[data-time]")).to_be_visible()
        evening.do("announce", text=f"This goes to {address[:6]}.")
        expect(page.locator("[data-announcement]")).to_contain_text(address[:6])
    assert outside == []


def test_a_secret_that_was_renewed_or_guessed_leads_nowhere(visit: Visit, evening: Evening) -> None:
    (entry, *_) = evening.seat(3)
    address = evening.phone(entry)
    page = visit("phone").go(address)
    expect(page.locator("[data-seat]")).to_be_visible()
    evening.do("renew_secret", entry=entry)
    expect(page.get_by_role("alert")).to_contain_text("leads nowhere any more")
    guessed = visit("phone").go(address[:-1] + "a")
    expect(guessed.get_by_role("alert")).to_contain_text("leads nowhere any more")


@pytest.mark.parametrize(
    ("locale", "word"), [("nl-BE", "Volgende pauze"), ("fr-BE", "Prochaine pause")]
)
def test_the_phone_speaks_the_players_language(
    visit: Visit, evening: Evening, locale: str, word: str
) -> None:
    (entry, *_) = evening.seat(3)
    evening.begin()
    page = visit("phone", locale=locale).go(evening.phone(entry))
    expect(page.get_by_text(word)).to_be_visible()
