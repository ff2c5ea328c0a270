"""A console on a slow line: what is tapped or typed one after the other is done, each once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.floor.evening import NAMES, Evening
from tests.browser.floor.staff import SMALL, bust, open_part, picture, press, seat, sheet
from tests.browser.past import BOSS
from tests.browser.visitors import Visit
from tests.rule import rule

LATE = """(() => {
    const ask = window.fetch;
    window.fetch = async (path, init) => {
        const answer = await ask(path, init);
        if (String(path).includes("%s")) await new Promise((later) => setTimeout(later, 1500));
        return answer;
    };
})()"""


def slow_console(visit: Visit, floor: int, late: str) -> Page:
    """A phone on which some answers arrive a second and a half late."""
    visitor = visit("phone")
    visitor.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    visitor.context.add_init_script(LATE % late)
    visitor.log_in(BOSS)
    page = visitor.go(f"/floor/{floor}")
    expect(page.get_by_role("timer")).to_be_visible()
    return page


@rule("LIVE-1")
@pytest.mark.parametrize("late", ["/state?after", "/commands"])
def test_a_slow_console_is_not_stopped_by_what_it_did_itself(
    visit: Visit, evening: Evening, late: str
) -> None:
    evening.seat(8)
    evening.begin()
    page = slow_console(visit, evening.floor, late)
    first, second = evening.tables()[1][:2]
    for one in (first, second):
        bust(page, one["player"])
        expect(seat(page, one["player"])).to_have_count(0)
    press(page, "Hand over")
    open_part(page, "Entries")
    page.get_by_role("textbox", name="Name", exact=True).focus()
    for player in NAMES[8:11]:
        page.keyboard.type(player)
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="All entries (11)")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    state = evening.state()
    assert (state["left"], state["tables"][0]["hands"]) == (9, 3)
    assert {one["player"] for one in state["players"]} == set(NAMES[:11])


@rule("LIVE-1", "LIVE-29.c")
def test_a_refusal_is_seen_on_a_phone_that_is_scrolled_down_in_its_sheet(
    visit: Visit, evening: Evening
) -> None:
    evening.seat(9)
    evening.begin()
    page = slow_console(visit, evening.floor, "nothing is late")
    poor, rich = evening.tables()[1][:2]
    seat(page, poor["player"]).click()
    press(sheet(page), "Several out")
    sheet(page).get_by_label(f"{rich['seat']} · {rich['player']}").check()
    press(sheet(page), "Hand over, 2 out")
    said = sheet(page).get_by_role("alert")
    expect(said).to_contain_text("enter what they had when the hand began")
    expect(said).to_be_in_viewport(ratio=0.9)
    picture(page, "refused-in-a-long-sheet")
    assert evening.state()["left"] == 9
