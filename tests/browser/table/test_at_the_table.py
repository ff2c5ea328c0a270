"""What a player meets at a table, in situations that the test sets."""

from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.browser.accessibility import grave_findings
from tests.browser.staged import Json, StagedWindow, clock, hand, in_hand, now_ms, place, table
from tests.rule import rule

PHONE = (360, 640)
DESKTOP = (1440, 900)


def bottom(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def amount(window: StagedWindow) -> Locator:
    return window.page.get_by_label("Amount", exact=True)


def raise_button(window: StagedWindow) -> Locator:
    return window.page.locator("[data-action=raise]")


def test_another_window_is_said_over_a_table_that_takes_no_press(browser: Browser) -> None:
    window = StagedWindow(browser, table(), size=PHONE, phone=True)
    window.ask()
    window.replace()
    dialog = window.page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("You are playing in another window.")
    for key in ("f", "c", "s"):
        window.page.keyboard.press(key)
    button = raise_button(window)
    box = button.bounding_box()
    assert box is not None
    window.page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert window.asked == [], "nothing can be pressed"
    assert "Your turn" not in window.page.title(), "and it is nobody's turn here"
    assert bottom(button) <= PHONE[1], "the bar stays on the screen"
    dialog.get_by_role("button", name="Play here").click()
    expect(dialog).to_have_count(0)
    window.ask()
    button.click()
    window.until(lambda: len(window.wanted("act")) == 1)
    window.close()


def test_a_notice_pushes_nothing_off_the_screen(browser: Browser) -> None:
    for size in (PHONE, DESKTOP):
        window = StagedWindow(browser, table(), size=size, phone=size == PHONE)
        window.ask()
        window.say({"t": "drain", "at": now_ms() + 60_000, "reason": "restart"})
        expect(window.page.get_by_text("The room restarts in")).to_be_visible()
        for button in window.page.locator("[data-action]").all():
            assert bottom(button) <= size[1]
        window.close()


@rule("BET-08")
def test_the_button_says_what_is_being_typed_and_enter_sends_just_that(browser: Browser) -> None:
    window = StagedWindow(browser, table())
    window.ask()
    amount(window).fill("1.5")
    expect(raise_button(window)).to_contain_text("Raise to 1.50")
    amount(window).fill("980")
    expect(raise_button(window)).to_contain_text("All-in 9.80")
    amount(window).fill("50%")
    expect(raise_button(window)).to_contain_text("Raise to 1.40")
    amount(window).press("Enter")
    window.until(lambda: [one["to"] for one in window.wanted("act")] == [140])
    window.close()


@rule("BET-08")
def test_a_corrected_amount_is_selected_and_moves_nothing(browser: Browser) -> None:
    window = StagedWindow(browser, table(), size=PHONE, phone=True)
    window.ask()
    felt = window.page.locator(".stage")
    before = felt.bounding_box()
    amount(window).fill("0.50")
    hint = window.page.get_by_role("alert").filter(has_text="minimum")
    expect(hint).to_have_text("The minimum is 0.80.")
    amount(window).press("Enter")
    expect(hint).to_have_text("The minimum is 0.80. Press again for it.")
    chosen = "e => e.value.slice(e.selectionStart, e.selectionEnd)"
    assert amount(window).evaluate(chosen) == "0.80"
    amount(window).fill("banana")
    expect(raise_button(window)).to_have_text("Raise R")
    amount(window).press("Enter")
    expect(window.page.get_by_role("alert").filter(has_text="Type an amount")).to_be_visible()
    assert amount(window).evaluate(chosen) == "banana"
    assert window.wanted("act") == []
    assert felt.bounding_box() == before, "the felt keeps its size"
    window.close()


@rule("SIT-01", "AMB-67")
def test_the_own_seat_is_in_reach_in_every_tile(browser: Browser) -> None:
    window = StagedWindow(browser, table(), table(8, game="pl-omaha"), size=DESKTOP)
    tile = window.page.locator("[data-table='8']")
    before = tile.locator(".stage").bounding_box()
    tile.get_by_role("button", name="Your seat").click()
    tile.locator("[data-control=sit-out]").click()
    window.until(lambda: [one["ch"] for one in window.wanted("sit_out")] == ["table:8"])
    expect(tile.locator("[data-control=leave]")).to_be_visible()
    assert tile.locator(".stage").bounding_box() == before, "it opens over the felt"
    tile.get_by_role("button", name="History").click()
    expect(tile.get_by_role("tab", name="Chat")).to_be_visible()
    tabs = window.page.get_by_role("navigation", name="My tables").get_by_role("button")
    expect(tabs.nth(0)).to_contain_text("NL Hold’em 0.05/0.10")
    expect(tabs.nth(1)).to_contain_text("PL Omaha 0.05/0.10")
    window.close()


def test_the_keys_of_the_bet_buttons_are_on_them(browser: Browser) -> None:
    window = StagedWindow(browser, table())
    window.ask()
    keys = window.page.locator("[data-preset] kbd").all_inner_texts()
    assert keys == ["1", "2", "3", "4", "A"]
    window.page.keyboard.press("2")
    expect(raise_button(window)).to_contain_text("Raise to 1.40")
    window.close()


def test_one_size_is_pressed_when_two_mean_the_same_amount(browser: Browser) -> None:
    window = StagedWindow(browser, table())
    window.ask(call=0, check=True, raise_from=10, pot=12)
    pressed = window.page.locator("[data-preset][aria-pressed=true]")
    for key in ("2", "1"):
        window.page.locator(f"[data-preset='{key}']").click()
        expect(raise_button(window)).to_contain_text("0.10")
        assert pressed.evaluate_all("all => all.map((e) => e.dataset.preset)") == [key]
    window.close()


def test_a_wheel_and_a_click_on_the_track_are_one_big_blind(browser: Browser) -> None:
    window = StagedWindow(browser, table())
    window.ask()
    slider = window.page.locator("[data-turn] input[type=range]")
    box = slider.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    window.page.mouse.move(*middle)
    for down, words in ((-100, "0.90"), (-100, "1"), (100, "0.90"), (100, "0.80"), (100, "0.80")):
        window.page.mouse.wheel(0, down)
        expect(raise_button(window)).to_have_text(f"Raise to {words} R")
    window.page.mouse.click(*middle)
    expect(raise_button(window)).to_have_text("Raise to 0.90 R")
    window.page.mouse.wheel(0, -20)
    window.page.mouse.wheel(0, -20)
    window.page.mouse.wheel(0, -20)
    expect(raise_button(window)).to_have_text("Raise to 1 R")
    window.page.locator("body").evaluate("() => document.activeElement?.blur?.()")
    for key, words in (("ArrowRight", "1.10"), ("Shift+ArrowRight", "1.11"), ("ArrowLeft", "1.01")):
        window.page.keyboard.press(key)
        expect(raise_button(window)).to_have_text(f"Raise to {words} R")
    slider.drag_to(
        slider,
        target_position={"x": box["width"] - 2, "y": 5},
        source_position={"x": 12, "y": box["height"] / 2},
    )
    expect(raise_button(window)).to_have_text("All-in 9.80 R")
    window.close()


@rule("SIT-05", "CASH-14")
def test_blinds_are_posted_by_hand_where_the_player_wants_it(browser: Browser) -> None:
    window = StagedWindow(browser, table())
    switch = window.page.locator("[data-control=auto-post]")
    expect(switch).to_be_checked()
    switch.click()
    window.until(lambda: len(window.wanted("posting")) == 1)
    assert window.wanted("posting")[0]["by_hand"] is True
    window.close()


def test_the_clock_shows_what_is_left_of_the_whole_time(browser: Browser) -> None:
    half = table(clock=clock(left_ms=30_000, whole_ms=60_000))
    window = StagedWindow(browser, half)
    part = """() => Number(getComputedStyle(document.querySelector(".pod.hero .ring"))
        .getPropertyValue("--part"))"""
    assert 0.2 < window.page.evaluate(part) <= 0.5
    window.close()


@rule("CRASH-02")
def test_a_stopped_table_says_one_thing(browser: Browser) -> None:
    window = StagedWindow(browser, table(hand=None, clock=None))
    expect(window.page.get_by_text("Waiting for players…")).to_be_visible()
    window.tell({"type": "table_frozen", "reason": "broken"})
    expect(window.page.get_by_role("alert").filter(has_text="has stopped")).to_be_visible()
    expect(window.page.get_by_text("Waiting for players…")).to_have_count(0)
    window.close()


@rule("CRASH-02", "SIT-01")
def test_a_stopped_table_offers_no_way_back_and_says_where_the_bets_are(browser: Browser) -> None:
    out = {"out_since_ms": now_ms(), "removed_at_ms": now_ms() + 500_000}
    places = [place(1, **out), *(place(seat) for seat in range(2, 7))]
    window = StagedWindow(
        browser, table(hand=won(), clock=None, places=places), table(8), size=DESKTOP
    )
    tile = window.page.locator("[data-table='7']")
    back = tile.get_by_role("button", name="I’m back")
    expect(back).to_be_visible()
    window.tell({"type": "table_frozen", "reason": "operator"})
    window.tell({"type": "table_frozen", "reason": "operator"}, 8)
    window.tell({"type": "hand_rolled_back", "number": 5, "reason": "operator"}, 8)
    expect(back).to_have_count(0)
    expect(tile.get_by_role("alert")).to_have_text(
        "This table has stopped. The house is looking into it."
    )
    other = window.page.locator("[data-table='8']").get_by_role("alert")
    expect(other).to_contain_text("All bets of the hand went back.")
    tabs = window.page.get_by_role("navigation", name="My tables").get_by_role("button")
    expect(tabs.nth(0)).to_contain_text("Stopped")
    window.close()


@rule("POT-03")
def test_side_pots_are_drawn_once_the_bets_of_the_street_lie_in_them(browser: Browser) -> None:
    pots = [{"amount": 780, "seats": [1, 2, 3]}, {"amount": 1_005, "seats": [1, 2]}]
    seats = [in_hand(1, bet=600), in_hand(2, bet=600), in_hand(3, bet=260, all_in=True, stack=0)]
    window = StagedWindow(browser, table(hand=hand(seats=seats, pots=pots, chips_in=1_785)))
    expect(window.page.locator(".pot")).to_have_text("Pot 17.85")
    expect(window.page.locator(".below .chips")).to_have_text("3.25")
    expect(window.page.locator(".sides")).to_have_count(0)
    window.tell({"type": "board_dealt", "street": "river", "cards": [40]})
    expect(window.page.locator(".sides")).to_contain_text("Main 7.80")
    expect(window.page.locator(".sides")).to_contain_text("Side 10.05")
    window.close()


@rule("TIME-02")
def test_what_was_done_for_the_player_is_said_with_its_rule(browser: Browser) -> None:
    window = StagedWindow(browser, table())
    window.tell({"type": "server_decided", "seat": 1})
    said = window.page.locator(".toast", has_text="Your time ran out")
    expect(said.get_by_role("link", name="Why?")).to_have_attribute("href", "/rules?id=TIME-02")
    expect(window.page.locator(".talk li a")).to_have_attribute("href", "/rules?id=TIME-02")
    window.close()


def test_nothing_can_be_pressed_while_the_table_reconnects(browser: Browser) -> None:
    window = StagedWindow(browser, table())
    window.ask()
    window.lose()
    expect(window.page.get_by_text("Reconnecting…").first).to_be_visible()
    expect(window.page.locator(".act[inert] [data-turn]")).to_be_visible()
    window.page.keyboard.press("f")
    assert window.wanted("act") == []
    window.close()


def test_the_house_is_heard_at_a_table_without_chat(browser: Browser) -> None:
    window = StagedWindow(browser, table(), size=PHONE, phone=True)
    window.ask()
    window.tell({"type": "announced", "text": "Soup is served."})
    toast = window.page.get_by_role("status").filter(has_text="The house: Soup is served.")
    expect(toast).to_be_visible()
    assert bottom(toast) < bottom(raise_button(window)) - 200, "it leaves the bar alone"
    window.close()


def test_own_cards_lie_face_down_until_the_player_looks(browser: Browser) -> None:
    window = StagedWindow(browser, table(), settings={"peek": True})
    own = window.page.locator(".pod.hero [data-card]")
    expect(own).to_have_count(0)
    look = window.page.get_by_role("button", name="Look at your cards")
    look.hover()
    expect(own).to_have_count(2)
    window.page.mouse.move(5, 5)
    expect(own).to_have_count(0)
    look.press("Enter")
    expect(own).to_have_count(2)
    window.close()


def test_the_own_seat_is_where_the_player_likes_it(browser: Browser) -> None:
    middles = []
    for spot in (0, 3):
        window = StagedWindow(browser, table(), settings={"mySeat": spot})
        box = window.page.locator(".pod.hero").bounding_box()
        assert box is not None
        middles.append(box["y"])
        window.close()
    assert middles[1] < middles[0] - 300, "at the top instead of at the bottom"


@rule("AMB-55")
def test_one_card_can_be_shown_after_the_hand(browser: Browser) -> None:
    window = StagedWindow(browser, table(hand=won(), clock=None))
    window.page.locator("[data-show=right]").click()
    window.until(lambda: [one["cards"] for one in window.wanted("show")] == [[1]])
    window.tell({"type": "cards_shown", "hand": 5, "seat": 1, "hole": [-1, 46]})
    expect(window.page.locator("[data-show=left]")).to_be_visible()
    expect(window.page.locator("[data-show=right]")).to_have_count(0)
    expect(window.page.locator(".pod.hero [data-card]")).to_have_count(2)
    window.tell({"type": "cards_shown", "hand": 5, "seat": 2, "hole": [7, -1]})
    expect(window.page.locator("[data-seat='2'] [data-card]")).to_have_count(1)
    window.close()


@rule("POT-03")
def test_what_is_won_of_several_pots_is_one_pile(browser: Browser) -> None:
    window = StagedWindow(browser, table(hand=hand(actor=None, chips_in=360), clock=None))
    for pot in range(2):
        shares = {"amount": 180, "rake": 0, "seats": [1], "shares": [180]}
        window.tell({"type": "pot_awarded", "pot": pot, **shares})
    expect(window.page.locator(".won.bet")).to_have_text("3.60")
    window.close()


def test_what_was_said_is_counted_until_it_is_read(browser: Browser) -> None:
    window = StagedWindow(browser, table(), size=PHONE, phone=True)
    said = {"type": "chat_said", "player": 12, "name": "Bram", "text": "nice hand"}
    window.tell(said)
    window.tell(said)
    opener = window.page.get_by_role("button", name="History")
    expect(opener).to_have_text("2")
    opener.click()
    window.page.get_by_role("tab", name="Chat").click()
    expect(window.page.get_by_text("Bram: nice hand")).to_have_count(2)
    opener.click()
    expect(opener).to_have_text("")
    window.close()


def test_what_opens_at_a_table_is_for_everybody(browser: Browser) -> None:
    window = StagedWindow(
        browser, table(), table(8, game="pl-omaha"), size=DESKTOP, settings={"peek": True}
    )
    window.ask()
    tile = window.page.locator("[data-table='8']")
    tile.get_by_role("button", name="Your seat").click()
    tile.get_by_role("button", name="History").click()
    assert grave_findings(window.page) == []
    window.page.set_viewport_size({"width": 844, "height": 390})
    amount(window).fill("banana")
    assert grave_findings(window.page) == []
    window.replace()
    window.page.get_by_role("alertdialog").wait_for()
    assert grave_findings(window.page) == []
    window.close()


def won(**more: Any) -> Json:
    """A hand that everybody else has folded."""
    seats = [in_hand(seat, live=seat == 1) for seat in range(1, 7)]
    return hand(seats=seats, is_over=True, actor=None, waits_for="nothing", **more)
