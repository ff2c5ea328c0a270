"""What lies on and over the felt of a tournament, set by the test: in three languages, on every
screen, without a layout that shifts and without anything over a decision."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.staged import (
    HERO,
    NAMES,
    Json,
    StagedWindow,
    game_of_chips,
    hand,
    in_hand,
    now_ms,
    place,
    table_of_chips,
)
from tests.browser.table.test_layout import overlaps
from tests.browser.table.test_tiles import COVERED
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.views import TABLE, TOURNAMENT, level, view
from tests.rule import rule

SCREENS = ((360, 640), (390, 844), (768, 1024), (1280, 800), (2560, 1440))
SPOKEN = {
    "en": "Table 4. Level 7. 200 400. You are 12th of 40.",
    "nl": "Tafel 4. Level 7. 200 400. Je bent 12e van 40.",
    "fr": "Table 4. Niveau 7. 200 400. Vous êtes 12e sur 40.",
}
CUT_OFF = """() => [...document.querySelectorAll("[data-level] > div")].filter((one) => {
  const words = document.createRange();
  return [...one.querySelectorAll("dt, dd")].some((part) => {
    words.selectNodeContents(part);
    const seen = one.getBoundingClientRect(), whole = words.getBoundingClientRect();
    return part.offsetWidth > 2 && whole.right > seen.right + 0.5;
  });
}).map((one) => one.innerText)"""
"""Figures of the header of which a part is not seen."""
BESIDE = """() => {
  const boxes = [...document.querySelectorAll("[data-level] > div, [data-unit]")]
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${name} / ${other}`));
}"""
"""Figures of the header that lie over each other."""
UNDER_NOTICES = """() => {
  const read = document.querySelectorAll("[data-level], [data-table] header :is(h1, .tools)");
  const notices = [...document.querySelectorAll(".toast")]
    .map((one) => one.getBoundingClientRect());
  return [...read].filter((one) => {
    const box = one.getBoundingClientRect();
    return notices.some((it) => it.left < box.right && box.left < it.right
      && it.top < box.bottom && box.top < it.bottom);
  }).map((one) => one.textContent.trim());
}"""
"""What of the table's header a notice lies over."""
LONG = level(level=28, small=100_000, big=200_000, ante=25_000)


def seated(**more: object) -> Json:
    """A table of three in the middle of a hand."""
    seats = [in_hand(seat, stack=980) for seat in range(1, 4)]
    return table_of_chips(TABLE, hand=hand(seats=seats), **more)


def game(**more: object) -> Json:
    return game_of_chips(TOURNAMENT, level=level(), **more)


@rule("TTB-01")
@pytest.mark.parametrize("language", SPOKEN)
def test_the_header_fits_every_screen_in_every_language_and_nothing_shifts(
    browser: Browser, language: str
) -> None:
    window = StagedWindow(
        browser, seated(game=game()), size=SCREENS[0], phone=True,
        settings={"language": language}, tournaments=(view(),),
    )  # fmt: skip
    page = window.page
    expect(page.locator("[data-spoken]")).to_have_text(SPOKEN[language])
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("[data-place='12']")).to_be_visible()
        picture(page, f"felt-{language}", str(width))
        assert page.evaluate(CUT_OFF) == [], width
        assert page.evaluate(BESIDE) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert overlaps(page) == [], width
        before = places(page)
        window.tell({"type": "game_changed", "game": game() | {"level": LONG}}, TABLE)
        expect(page.locator("[data-level='28']")).to_be_visible()
        picture(page, f"felt-{language}-long", str(width))
        assert page.evaluate(CUT_OFF) == [], width
        assert places(page) == before, f"the header has moved the felt at {width}"
        window.tell({"type": "game_changed", "game": game()}, TABLE)
        expect(page.locator("[data-level='7']")).to_be_visible()
    assert grave_findings(page) == []
    window.close()


@rule("BAL-02", "TIME-02")
@pytest.mark.parametrize("language", SPOKEN)
def test_notices_leave_the_header_of_the_table_to_be_read(browser: Browser, language: str) -> None:
    window = StagedWindow(
        browser, seated(game=game()), size=SCREENS[0], phone=True,
        settings={"language": language}, tournaments=(view(),),
    )  # fmt: skip
    page, notices = window.page, window.page.locator(".toast:visible")
    latest = notices.filter(has=page.get_by_role("link"))
    for width, height in (SCREENS[0], SCREENS[2], SCREENS[3]):
        page.set_viewport_size({"width": width, "height": height})
        window.tell({"type": "tables_merged", "broken": 2, "into": [4], "is_final": True}, TABLE)
        window.tell({"type": "server_decided", "seat": 1}, TABLE)
        expect(latest).to_be_visible()
        picture(page, f"notices-{language}", str(width))
        assert page.evaluate(UNDER_NOTICES) == [], width
        # When the latest is put away, the one before it is there to be read.
        latest.get_by_role("button").click()
        expect(notices).to_have_count(1)
        notices.get_by_role("button").click()
        expect(notices).to_have_count(0)
    window.close()


def places(page: Page) -> list[object]:
    """Where the header and the seats below it are."""
    return [page.locator(one).first.bounding_box() for one in (".bar", ".pod.hero", ".board")]


@rule("TRN-17", "TRN-18", "TTB-04")
@pytest.mark.parametrize(("language", "words"), [("nl", "je zit uit"), ("fr", "vous êtes absent")])
def test_who_is_away_reads_why_and_others_see_it(
    browser: Browser, language: str, words: str
) -> None:
    out = place(1, away="timed_out", bounty=0)
    lost = place(2, away=None, bounty=0, connected=False)
    chosen = place(3, away="player", bounty=0)
    window = StagedWindow(
        browser, seated(game=game(), places=[out, lost, chosen]), size=SCREENS[0], phone=True,
        settings={"language": language}, tournaments=(view(),),
    )  # fmt: skip
    page = window.page
    expect(page.locator("[data-away='timed_out']")).to_contain_text(words)
    expect(page.locator("[data-away] a")).to_have_attribute("href", "/rules/TRN-17")
    for seat in (2, 3):
        expect(page.locator(f"[data-seat='{seat}'] .badge")).to_be_visible()
    picture(page, f"away-{language}", "small")
    assert overlaps(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert grave_findings(page) == []
    window.close()


@rule("TYP-09")
def test_a_knock_out_bursts_with_its_bounty_and_stays_still_for_who_prefers_it(
    browser: Browser,
) -> None:
    seats = [in_hand(1, won=2_000), in_hand(2, stack=0), in_hand(3)]
    carrying = [place(seat, away=None, bounty=500) for seat in range(1, 4)]
    over = hand(seats=seats, is_over=True, actor=None, street="river", board=[0, 17, 34, 51, 40])
    for motion in (True, False):
        shown = table_of_chips(TABLE, game=game(), places=carrying, hand=over)
        window = StagedWindow(browser, shown, motion=motion, tournaments=(view(),))
        expect(window.page.locator("[data-seat='2'] .bounty")).to_contain_text("5")
        window.tell({"type": "seats_changed", "places": [], "gone": [2]}, TABLE)
        out = window.page.locator(f"[data-out='{NAMES[1]}']")
        expect(out.locator("[data-bounty='500']")).to_have_text("◎ 5")
        expect(out.locator(".burst")).to_have_count(1 if motion else 0)
        window.close()


@rule("TAMB-98")
def test_a_proposal_is_in_numbers_leaves_the_bar_alone_and_is_gone_when_play_goes_on(
    browser: Browser,
) -> None:
    deal = {
        "deal": 1, "kind": "icm", "left_to_play_for": 0, "by": HERO + 1, "accepted": [2],
        "shares": {"1": 40_100, "2": 49_200, "3": 35_700}, "until_ms": None,
    }  # fmt: skip
    last = view(left=3, entries=7, place=1)
    window = StagedWindow(
        browser, seated(game=game()), size=SCREENS[0], phone=True, tournaments=(last,)
    )
    page, panel = window.page, window.page.locator("[data-deal='icm']")
    channel = f"tournament:{TOURNAMENT}"
    changed = {"type": "tournament_changed", "row": last["row"], "deal": deal}
    # In the middle of a hand it is a line beside the decision; the answer comes after the hand.
    window.ask(TABLE, deadline_ms=now_ms() + 600_000)
    window.happen(channel, changed)
    expect(page.locator("[data-deal='later']")).to_contain_text("You can answer when this hand is")
    assert page.evaluate(COVERED, TABLE) == []
    window.show(table_of_chips(TABLE, game=game()))
    window.happen(channel, changed | {"deal": deal | {"until_ms": now_ms() + 60_000}})
    for entry, share in (("1", "401"), ("2", "492"), ("3", "357")):
        expect(panel.locator(f"[data-share='{entry}']")).to_have_text(share)
    expect(panel).to_contain_text("agrees")
    picture(page, "deal-open", "small")
    assert grave_findings(page) == []
    # Once play goes on, nobody can agree to it any more.
    window.happen(channel, changed | {"deal": None})
    expect(panel).to_have_count(0)
    expect(page.get_by_text("There is no deal. Play goes on.")).to_be_visible()
    window.close()


@rule("CASH-18", "TRN-01")
def test_changed_rules_are_announced_at_the_table_once_there_is_no_decision(
    browser: Browser,
) -> None:
    window = StagedWindow(browser, seated(game=game()), tournaments=(view(),))
    page = window.page
    window.ask(TABLE, deadline_ms=now_ms() + 600_000)
    about = {"type": "rules_changed", "edition": "club", "title": "Club rules", "version": "2"}
    window.happen("me", {"type": "noticed", "key": "club 2", "at_ms": now_ms(), "about": about})
    page.locator("[data-action=call]").click()
    window.until(lambda: bool(window.wanted("act")))
    expect(page.locator("[data-notice=rules_changed]")).to_have_count(0)
    window.show(table_of_chips(TABLE, game=game()))
    expect(page.locator("[data-notice=rules_changed]")).to_contain_text("Club rules")
    expect(page.get_by_role("dialog").get_by_role("button", name="Accept")).to_be_visible()
    assert grave_findings(page) == []
    window.close()
