"""Details of a table that players of other rooms expect, one by one."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.past import ANA
from tests.browser.staged import StagedWindow, clock, hand, in_hand, table
from tests.browser.visitors import Visit
from tests.rule import rule
from tests.server.processes import RoomProcess

PHONE = (360, 640)
SECOND_PRESS_MS = 1_500


def test_an_all_in_by_key_is_disarmed_with_its_amount(browser: Browser) -> None:
    window = StagedWindow(browser, table(), is_stopped=True)
    window.ask()
    window.page.clock.run_for(SECOND_PRESS_MS)
    raise_button = window.page.locator("[data-action=raise]")
    window.page.keyboard.press("2")
    expect(raise_button).to_contain_text("Raise to 1.40")
    window.page.keyboard.press("a")
    expect(raise_button).to_contain_text("All-in 9.80")
    window.page.clock.run_for(SECOND_PRESS_MS)
    expect(raise_button).to_contain_text("Raise to 1.40")
    assert window.page.locator("[data-preset='2'][aria-pressed=true]").count() == 1
    window.page.keyboard.press("r")
    window.until(lambda: [one["to"] for one in window.wanted("act")] == [140])
    window.close()


@rule("AMB-40")
def test_a_top_up_of_nothing_says_why(browser: Browser) -> None:
    window = StagedWindow(browser, table(), size=PHONE, phone=True)
    window.page.get_by_role("button", name="Your seat").click()
    window.page.locator("[data-control=top-up]").click()
    sheet = window.page.get_by_role("dialog", name="Add chips")
    expect(sheet.get_by_role("status")).to_have_text(
        "You started this hand with 10: you can add nothing until it ends."
    )
    expect(sheet.get_by_role("button", name="Add 0")).to_be_disabled()
    window.close()


@pytest.mark.parametrize("seat", [1, 3, 4])
def test_the_made_hand_is_named_at_the_own_pod_wherever_it_is(browser: Browser, seat: int) -> None:
    staged = table(clock=clock(seat=3))
    window = StagedWindow(browser, staged, size=(1280, 800), settings={"mySeat": seat})
    board = {"seat": 1, "category": "pair", "five": [51, 50, 46, 34, 17], "share_permille": None}
    window.reading = {"hand": 5, "boards": [{"cards": 5, "hands": [board]}]}
    window.tell({"type": "board_dealt", "street": "river", "cards": [40]})
    named = window.page.locator("[data-testid=strength]")
    expect(named).to_contain_text("air of aces")
    name, pod = named.bounding_box(), window.page.locator(".pod.hero .box").bounding_box()
    assert name is not None
    assert pod is not None
    assert abs(name["y"] - pod["y"] - pod["height"]) < pod["height"], "right below the pod"
    assert name["x"] < pod["x"] + pod["width"]
    assert pod["x"] < name["x"] + name["width"]
    assert name["x"] >= 0
    assert name["x"] + name["width"] <= 1280
    window.close()


def test_keys_are_written_where_they_act(browser: Browser) -> None:
    window = StagedWindow(browser, table(7), table(8), size=(1440, 900))
    for number in (7, 8):
        window.tell(clock(), number)
        window.ask(number)
    hints = {n: window.page.locator(f"[data-table='{n}'] [data-action] kbd") for n in (7, 8)}
    expect(hints[7].first).to_be_visible()
    expect(hints[8].first).to_be_hidden()
    window.page.locator("[data-table='8'] header").click()
    expect(hints[8].first).to_be_visible()
    expect(hints[7].first).to_be_hidden()
    window.page.keyboard.press("c")
    window.until(lambda: [one["ch"] for one in window.wanted("act")] == ["table:8"])
    window.close()


@pytest.mark.parametrize("wrong", ["banana", "0x", "-3", ""])
def test_a_size_that_no_bet_can_have_is_refused(browser: Browser, wrong: str) -> None:
    window = StagedWindow(browser, table())
    window.page.get_by_role("button", name="Settings").click()
    field = window.page.locator(".presets input").nth(8)
    before = field.input_value()
    field.fill(wrong)
    field.press("Tab")
    expect(field).to_have_value(before)
    expect(window.page.locator(".toast.bad")).to_contain_text("A size is")
    field.fill("2,5x")
    field.press("Tab")
    expect(field).to_have_value("2.5x")
    window.close()


def test_the_history_survives_a_reload(browser: Browser) -> None:
    window = StagedWindow(browser, table(clock=clock(seat=3)))
    window.tell({"type": "raised", "seat": 3, "to": 80})
    said = window.page.locator(".talk li", has_text="Chloé bets 0.80")
    expect(said).to_have_count(1)
    window.page.reload()
    window.page.locator("[data-seat]").first.wait_for()
    expect(said).to_have_count(1)
    window.tell({"type": "folded", "seat": 4})
    expect(window.page.locator(".talk li").last).to_contain_text("folds")
    window.close()


@rule("RAKE-01")
def test_rake_is_reported_with_the_pot(browser: Browser) -> None:
    seats = [in_hand(1), in_hand(2, live=False)]
    window = StagedWindow(browser, table(hand=hand(seats=seats, chips_in=240), clock=None))
    paid = {"amount": 240, "rake": 8, "seats": [1], "shares": [232]}
    window.tell({"type": "pots_stand", "hand": 5, "pots": [{"amount": 240, "seats": [1]}]})
    window.tell({"type": "pot_awarded", "pot": 0, **paid})
    expect(window.page.locator(".pot")).to_have_text("Pot 2.40 · Rake 0.08")
    expect(window.page.locator(".talk li").last).to_have_text(
        "Ana-Maria-7 collects 2.32. Rake 0.08."
    )
    window.close()


def test_bets_folds_and_last_actions_have_names(browser: Browser) -> None:
    window = StagedWindow(browser, table(clock=clock(seat=2)))
    window.tell({"type": "raised", "seat": 2, "to": 80})
    window.tell({"type": "folded", "seat": 3})
    window.tell({"type": "called", "seat": 4, "by": 80})
    bets = window.page.get_by_role("img", name="Bet of ")
    expect(bets).to_have_count(2)
    assert bets.first.get_attribute("aria-label") == "Bet of Bram: 0.80"
    for seat, words in ((2, "Bet 0.80"), (3, "Fold"), (4, "Call 0.80")):
        pod = window.page.locator(f"[data-seat='{seat}'] .box")
        assert words in str(pod.get_attribute("aria-label"))
    window.close()


def test_who_goes_by_keyboard_is_soon_at_the_bar(browser: Browser) -> None:
    window = StagedWindow(browser, table())
    page = window.page
    expect(page.locator("main#content")).to_be_focused()
    assert page.title() == "NL Hold’em 0.05/0.10 · Table 7 · cardroom"
    window.ask()
    assert page.title().startswith("● Your turn · ")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-turn]') !== null")
    window.close()


def test_the_first_load_is_without_errors_and_says_what_is_dealt(
    room: RoomProcess, browser: Browser
) -> None:
    window = browser.new_context(locale="en-GB")
    page = window.new_page()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(room.address)
    button = page.get_by_role("button", name="Play now as a guest")
    expect(button).to_be_enabled()
    # Which of its stakes the room chooses depends on who plays where.
    said = re.compile(r"^You play No-limit Hold'em 0\.\d\d/0\.\d\d\.$")
    expect(button).to_have_accessible_description(said)
    assert page.title() == f"{page.locator('h1').inner_text()} · cardroom"
    for path, title in (("/rules", "Rules"), ("/lobby", "")):
        page.goto(f"{room.address}{path}")
        page.locator("h1").wait_for()
        if title:
            expect(page).to_have_title(re.compile(f"^{title} · cardroom$"))
    assert errors == []
    window.close()


@rule("BANZ-01")
def test_banzai_hands_are_listed_as_banzai(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)

    def as_banzai(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        for one in body["hands"]:
            one["format"] = "banzai"
        route.fulfill(response=answer, json=body)

    ana.page.route("**/api/hands?*", as_banzai)
    page = ana.go("/hands")
    expect(page.locator("[data-hand] strong").first).to_contain_text("Banzai")
    assert page.title() == "Hands · cardroom"
