"""People play against each other in browsers: every way to act, a showdown, a run-out."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.people import WAIT_S, Party
from tests.browser.test_speed import FRAMES_MAX
from tests.rule import rule
from tests.server.processes import RoomProcess

KEEP_SEEN = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const found = [...document.querySelectorAll(".share, .sides")];
    const text = found.map((one) => one.innerText.replace(/\\s+/g, " ")).join(" ");
    if (text && text !== window.seen.at(-1)) window.seen.push(text);
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""A run-out passes in a few seconds: the page itself keeps what it showed."""
KEEP_ENDS = """() => {
  window.ends = [];
  new MutationObserver(() => {
    const words = document.querySelector(".result")?.innerText;
    if (!words || words === window.ends.at(-1)?.words) return;
    const board = Number(document.querySelector("[data-board]").dataset.board);
    window.ends.push({words, board, cards: document.querySelectorAll(".pod [data-card]").length});
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""So does the end of a hand: the words come with the next answer of the room, and go soon."""


@rule("POT-02", "POT-07")
def test_two_browsers_play_a_hand_to_the_showdown(room: RoomProcess, browser: Browser) -> None:
    party = Party.seated(browser, room.address, "nl-holdem:ordinary:10:25", ("", "", ""))
    watcher = party.people[0]
    watcher.page.evaluate(KEEP_ENDS)
    party.actor().act("fold")
    for _ in range(8):
        actor = party.actor()
        actor.check_or_call()
    watcher.page.wait_for_function(
        "() => window.ends.some((end) => / (wins|split) .* with /.test(end.words))",
        timeout=WAIT_S * 1000,
    )
    ends = watcher.page.evaluate("window.ends")
    end = next(one for one in ends if " with " in one["words"])
    assert end["board"] == 5
    assert end["cards"] >= 4, "both hands lie open for everybody"
    party.close()


@rule("BET-07", "BET-08", "AMB-49")
def test_raises_by_button_slider_typed_amount_and_key(room: RoomProcess, browser: Browser) -> None:
    party = Party.seated(browser, room.address, "nl-holdem:ordinary:50:100", ("", "", ""))

    first = party.actor()
    first.page.locator("[data-preset='3']").click()
    first.act("raise")
    assert 300 in party.actor().bets(), "three times the big blind, by button"

    second = party.actor()
    slider = second.page.locator("[data-turn] input[type=range]")
    slider.focus()
    second.is_ready()
    slider.press("ArrowRight")
    slider.press("Shift+ArrowRight")
    second.act("raise")
    assert 601 in party.actor().bets(), "one big blind and one cent above the minimum"

    third = party.actor()
    turn = third.turn
    amount = third.page.get_by_label("Amount", exact=True)
    third.is_ready()
    amount.fill("2")
    amount.press("Enter")
    expect(third.page.get_by_role("alert").filter(has_text="minimum")).to_be_visible()
    amount.fill("2x")
    amount.press("Enter")
    third.turn_is_over(turn)
    assert 1202 in party.actor().bets(), "twice the highest bet, typed"

    fourth = party.actor()
    turn = fourth.turn
    fourth.press("2")
    fourth.press("r")
    fourth.turn_is_over(turn)
    assert max(party.actor().bets()) == 3606, "three times the highest bet, by keys"

    caller = party.actor()
    turn = caller.turn
    caller.press("c")
    caller.turn_is_over(turn)
    folder = party.actor()
    turn = folder.turn
    folder.press("f")
    folder.turn_is_over(turn)
    assert party.people[0].page.locator(".badge.fold").count() == 1
    drawn = [frame for person in party.people for frame in person.drawn_in_frame()]
    assert len(drawn) >= 9, "four raises at three windows, few of them missed"
    assert min(drawn) <= FRAMES_MAX, drawn
    party.close()


@rule("POT-01", "AMB-50", "AMB-55")
def test_an_all_in_run_out_has_side_pots_and_equities(room: RoomProcess, browser: Browser) -> None:
    stacks = ("25", "40", "50")
    party = Party.seated(browser, room.address, "nl-holdem:ordinary:25:50", stacks)
    watcher = party.people[0]
    watcher.page.evaluate(KEEP_SEEN)
    for _ in stacks:
        actor = party.actor()
        most = actor.page.locator("[data-preset=max]")
        if most.count():
            most.click(timeout=WAIT_S * 1000)
            actor.act("raise")
        else:
            actor.check_or_call()
    watcher.page.locator("[data-board='5']").wait_for(timeout=WAIT_S * 1000)
    expect(watcher.result).to_contain_text(re.compile("wins|split"), timeout=WAIT_S * 1000)
    seen = " ".join(watcher.page.evaluate("window.seen"))
    assert re.search(r"Main 75 .*Side 30\b", seen), seen
    assert len(re.findall(r"\d+ %", seen)) >= len(stacks), seen
    party.close()


def test_a_free_check_is_asked_for_and_a_key_for_all_in_twice(
    room: RoomProcess, browser: Browser
) -> None:
    party = Party.seated(browser, room.address, "nl-holdem:ordinary:100:200", ("", "", ""))
    party.actor().check_or_call()
    party.actor().check_or_call()
    big_blind = party.actor()
    turn = big_blind.turn
    big_blind.button("fold").click(timeout=WAIT_S * 1000)
    question = big_blind.page.get_by_role("alertdialog")
    expect(question).to_contain_text("check for free")
    expect(question.get_by_role("button", name="Check")).to_be_focused()
    question.get_by_role("button", name="Check").click()
    big_blind.turn_is_over(turn)

    brave = party.actor()
    turn = brave.turn
    brave.press("a")
    expect(brave.page.get_by_role("alert").filter(has_text="again")).to_be_visible()
    assert brave.has_turn, "one press is not enough"
    brave.press("a")
    brave.turn_is_over(turn)
    assert brave.page.locator(".badge.all_in").count() == 1
    party.close()


@rule("AMB-49")
def test_a_pre_selected_action_is_carried_out_by_the_server(
    room: RoomProcess, browser: Browser
) -> None:
    party = Party.seated(browser, room.address, "nl-holdem:ordinary:200:400", ("", "", ""))
    first = party.actor()
    others = [person for person in party.people if person is not first]
    for person in others:
        person.page.locator("[data-intend]").first.wait_for(timeout=WAIT_S * 1000)
    small_blind = next(one for one in others if one.page.locator("[data-intend=fold]").count())
    fold = small_blind.page.locator("[data-intend=fold]")
    fold.click(timeout=WAIT_S * 1000)
    expect(fold).to_have_attribute("aria-checked", "true")
    first.act("fold")
    expect(first.page.locator(".badge.fold")).to_have_count(2, timeout=WAIT_S * 1000)
    party.close()
