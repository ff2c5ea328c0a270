"""A tournament in text mode: everything is typed, and nothing lies over the words."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.accessibility import grave_findings
from tests.browser.staged import HERO, StagedWindow, game_of_chips, now_ms, table_of_chips
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.views import TABLE, TOURNAMENT, info, level, view
from tests.rule import rule

CHANNEL = f"tournament:{TOURNAMENT}"
SCREENS = {"desktop": ((1280, 800), False), "small": ((360, 640), True)}
IS_FREE = """() => {
  const box = document.querySelector(".text input").getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const last = [...document.querySelectorAll(".text [role=log] p")].at(-1);
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const said = last.getBoundingClientRect();
  return top?.closest("form") !== null && said.top >= felt.top && said.bottom <= box.top + 1;
}"""
"""Whether one can type, and read the last answer."""


def type_in(window: StagedWindow, command: str) -> None:
    window.page.get_by_role("textbox", name="Command").fill(command)
    window.page.keyboard.press("Enter")


def ask(window: StagedWindow, command: str, asked: str) -> None:
    """Type a command, and wait until the room hears it."""
    type_in(window, command)
    window.until(lambda: bool(window.wanted(asked)))


@rule("TRN-17", "TYP-08", "TAMB-98")
@pytest.mark.parametrize("size", SCREENS)
def test_everything_of_a_tournament_can_be_typed(browser: Browser, size: str) -> None:
    screen, phone = SCREENS[size]
    game = game_of_chips(TOURNAMENT, level=level())
    sold = info(addon={"chips": 3_000, "price_cents": 300, "pause_s": 300})
    last = view(left=3, entries=7, place=1, info=sold)
    window = StagedWindow(
        browser, table_of_chips(TABLE, game=game), size=screen, phone=phone,
        tournaments=(last,),
    )  # fmt: skip
    page, said = window.page, window.page.get_by_role("log", name="Command")
    page.get_by_role("button", name="Text mode").click()
    for command, answer in (
        ("level", "Level 7: 200/400 (50)."),
        ("place", "3 of 7 players left. You are 1st of 3."),
        ("prizes", "Place 1: 500."),
        ("bank", "Time bank 0:15"),
        ("help", "deal icm"),
    ):
        type_in(window, command)
        expect(said).to_contain_text(answer)
    for command, asked in (
        ("out", "go_away"),
        ("back", "play_again"),
        ("deal icm", "propose_deal"),
    ):
        ask(window, command, asked)

    # A break, hand for hand and a proposal are read beside the text, and answered by typing.
    pause = {"cause": "add_on", "until_ms": now_ms() + 300_000}
    window.tell({"type": "game_changed", "game": game | {"pauses": [pause]}}, TABLE)
    expect(page.locator("[data-pause='add_on']")).to_be_visible()
    picture(page, "text-break", size)
    assert page.evaluate(IS_FREE)
    assert grave_findings(page) == []
    ask(window, "addon", "add_on")
    waiting = game | {"hand_for_hand": True, "tables_playing": 3}
    window.tell({"type": "game_changed", "game": waiting}, TABLE)
    banner = page.locator("[data-hand-for-hand='3']")
    expect(banner).to_have_text("Hand for hand: waiting for 3 tables")
    assert page.evaluate(IS_FREE)
    window.tell({"type": "game_changed", "game": game}, TABLE)
    expect(banner).to_have_count(0)
    deal = {
        "deal": 1, "kind": "icm", "left_to_play_for": 0, "by": HERO + 1, "accepted": [2],
        "shares": {"1": 40_100, "2": 49_200, "3": 35_700}, "until_ms": now_ms() + 60_000,
    }  # fmt: skip
    window.happen(CHANNEL, {"type": "tournament_changed", "row": last["row"], "deal": deal})
    expect(page.locator("[data-deal='icm']")).to_be_visible()
    picture(page, "text-deal", size)
    assert page.evaluate(IS_FREE)
    type_in(window, "deal")
    expect(said).to_contain_text("proposes a deal: ICM")
    ask(window, "accept", "accept_deal")
    window.close()
