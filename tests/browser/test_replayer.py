"""Own hands: the list, the replayer, the shared link, the files."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.past import ANA, PAST_HAND_WITH_SHOWDOWN
from tests.browser.test_every_page import picture
from tests.browser.visitors import Visit
from tests.rule import rule


def test_hands_are_listed_narrowed_and_opened(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/hands")
    expect(page.locator("[data-hand]")).to_have_count(25)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("[data-hand]")).to_have_count(50)
    page.get_by_label("Result").select_option("won")
    expect(page.locator("[data-hand]").first).to_contain_text("+")
    page.get_by_label("Game").select_option("nl-holdem")
    expect(page.locator("[data-hand]").first).to_contain_text("NLH")
    page.locator("[data-hand]").first.click()
    page.wait_for_url("**/hands/hand*")
    expect(page.locator("[data-line]")).to_be_visible()


def test_a_hand_is_watched_step_by_step_by_keyboard(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go(f"/hands/{PAST_HAND_WITH_SHOWDOWN}")
    line = page.locator("[data-line]")
    expect(line).to_contain_text("The hand begins")
    expect(page.locator("[data-help=hand]")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(line).to_contain_text("posts small blind 0.05")
    page.keyboard.press("ArrowLeft")
    expect(line).to_contain_text("The hand begins")
    page.get_by_role("button", name="River").click()
    expect(page.locator("[data-board] [data-card]")).to_have_count(5)
    page.keyboard.press("End")
    expect(line).to_contain_text("collects")
    expect(page.locator(".won")).not_to_have_count(0)
    page.get_by_text("The whole hand in words").click()
    expect(page.get_by_role("button", name="Ana shows")).to_contain_text(": pair of kings")


def test_a_hand_runs_by_itself_and_stops_at_its_end(visit: Visit) -> None:
    ana = visit("phone")
    ana.log_in(ANA)
    page = ana.go(f"/hands/{PAST_HAND_WITH_SHOWDOWN}")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("[data-line]")).to_contain_text("collects")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@rule("FAIR-03")
def test_a_shared_hand_shows_a_stranger_what_the_rail_saw(visit: Visit) -> None:
    ana, stranger = visit(), visit()
    ana.log_in(ANA)
    page = ana.go(f"/hands/{PAST_HAND_WITH_SHOWDOWN}")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to this hand").input_value()
    assert re.fullmatch(r"http://[^/]+/shared/[\w-]{40,}", link)
    theirs = stranger.go(link.removeprefix(stranger.address))
    expect(theirs.get_by_role("heading", level=1)).to_have_text("A shared hand")
    for _ in range(4):
        theirs.keyboard.press("ArrowRight")
    assert theirs.locator("[data-seat] [data-card]").count() == 0
    theirs.keyboard.press("End")
    expect(theirs.locator("[data-line]")).to_contain_text("collects")


def test_a_hand_is_taken_away_in_three_formats(visit: Visit, tmp_path: Path) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go(f"/hands/{PAST_HAND_WITH_SHOWDOWN}")
    begins = {"Text": "PokerStars Hand #", "OHH": '{"ohh":', "PHH": "variant"}
    for label, beginning in begins.items():
        with page.expect_download() as started:
            page.get_by_role("link", name=label, exact=True).click()
        file = tmp_path / started.value.suggested_filename
        started.value.save_as(file)
        assert beginning in file.read_text(encoding="utf-8")[:400]


def test_all_hands_of_a_period_are_taken_away_as_one_file(visit: Visit, tmp_path: Path) -> None:
    ana = visit("phone")
    ana.log_in(ANA)
    page = ana.go("/hands")
    expect(page.locator("[data-hand]").first).to_be_visible()
    files = page.get_by_role("group", name="All hands of this period as one file")
    page.get_by_label("Time").select_option("week")
    counted = {"Text": "PokerStars Hand #", "OHH": '{"ohh":', "PHH": "variant = "}
    found = set()
    for label, sign in counted.items():
        with page.expect_download() as started:
            files.get_by_role("link", name=label, exact=True).click()
        file = tmp_path / started.value.suggested_filename
        started.value.save_as(file)
        found.add(file.read_text(encoding="utf-8").count(sign))
    (hands,) = found
    assert hands > 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "hands-as-a-file", "phone")


def test_a_hand_of_others_is_not_there(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/hands/hand%3A9%3A9%3A9")
    expect(page.get_by_role("alert")).to_contain_text("not yours")
