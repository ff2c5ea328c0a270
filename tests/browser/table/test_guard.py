"""A press is never carried over: to another amount, another choice or another hand."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.staged import Json, StagedWindow, clock, hand, in_hand, table
from tests.browser.table.test_at_the_table import won
from tests.rule import rule

GUARD_MS = 700
PHONE = (360, 640)


def facing(bet: int) -> Json:
    """Somebody else thinks before the hero about a bet."""
    seats = [in_hand(1), in_hand(2, bet=bet), *(in_hand(seat) for seat in (3, 4, 5, 6))]
    return table(hand=hand(seats=seats, actor=3, chips_in=120 + bet), clock=clock(seat=3))


def raise_and_ask(window: StagedWindow, to: int, **more: Any) -> None:
    """The player before the hero raises, and it is the hero's turn at once."""
    window.tell({"type": "raised", "seat": 3, "to": to})
    window.tell(clock())
    window.ask(call=to, raise_from=2 * to, **more)


def rest_on(window: StagedWindow, control: Locator) -> None:
    """Move the mouse there and let it rest for a while."""
    control.hover()
    window.page.clock.run_for(10_000)


def press(window: StagedWindow) -> None:
    """Press where the mouse is, whatever lies there."""
    window.page.mouse.down()
    window.page.mouse.up()


@rule("AMB-49")
def test_a_resting_mouse_never_calls_a_bigger_bet(browser: Browser) -> None:
    window = StagedWindow(browser, facing(40), is_stopped=True)
    rest_on(window, window.page.locator("[data-intend=call]"))
    raise_and_ask(window, 320)
    call = window.page.locator("[data-action=call]")
    expect(call).to_contain_text("Call 3.20")
    expect(call).to_be_disabled()
    press(window)
    window.page.clock.run_for(GUARD_MS - 1)
    press(window)
    assert window.asked == []
    window.page.clock.run_for(1)
    expect(call).to_be_enabled()
    press(window)
    window.until(lambda: [one["a"] for one in window.wanted("act")] == ["call"])
    window.close()


@rule("AMB-49")
def test_a_pre_action_that_means_another_amount_is_guarded_and_its_neighbours_are_not(
    browser: Browser,
) -> None:
    window = StagedWindow(browser, facing(40), is_stopped=True)
    call = window.page.locator("[data-intend=call]")
    rest_on(window, call)
    window.tell({"type": "raised", "seat": 3, "to": 320})
    window.tell(clock(seat=4))
    expect(call).to_contain_text("Call 3.20")
    press(window)
    expect(call).to_be_disabled()
    assert float(call.evaluate("e => getComputedStyle(e).opacity")) < 1, "the guard can be seen"
    window.page.locator("[data-intend=fold]").click(timeout=1_000)
    window.until(lambda: [one["a"] for one in window.wanted("intend")] == ["fold"])
    window.page.clock.run_for(GUARD_MS)
    call.click()
    window.until(lambda: [one["to_call"] for one in window.wanted("intend")] == [40 * 8, 320])
    window.close()


def test_a_finger_is_guarded_wherever_it_was(browser: Browser) -> None:
    window = StagedWindow(browser, facing(40), size=PHONE, phone=True, is_stopped=True)
    window.page.clock.run_for(GUARD_MS)
    box = window.page.locator("[data-intend=call]").bounding_box()
    assert box is not None
    raise_and_ask(window, 320)
    window.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(window.page.locator("[data-action=call]")).to_be_disabled()
    assert window.asked == []
    window.page.clock.run_for(GUARD_MS)
    window.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    window.until(lambda: [one["a"] for one in window.wanted("act")] == ["call"])
    window.close()


def test_a_mouse_elsewhere_and_the_same_question_again_are_not_guarded(browser: Browser) -> None:
    window = StagedWindow(browser, facing(40), is_stopped=True)
    rest_on(window, window.page.locator(".board"))
    raise_and_ask(window, 320)
    call = window.page.locator("[data-action=call]")
    expect(call).to_be_enabled()
    call.hover()
    window.ask(call=320, raise_from=640)
    expect(call).to_be_enabled()
    press(window)
    window.until(lambda: len(window.wanted("act")) == 1)
    window.close()


def test_a_key_pressed_twice_answers_one_question(browser: Browser) -> None:
    window = StagedWindow(browser, facing(40), is_stopped=True)
    raise_and_ask(window, 80)
    window.page.clock.run_for(GUARD_MS)
    window.page.keyboard.press("c")
    window.until(lambda: len(window.wanted("act")) == 1)
    window.tell({"type": "called", "seat": 1, "by": 80})
    window.tell({"type": "raised", "seat": 2, "to": 600})
    window.tell(clock())
    window.ask(turn=32, call=520, raise_from=1_000)
    expect(window.page.locator("[data-action=call]")).to_be_disabled()
    window.page.keyboard.press("c")
    assert len(window.wanted("act")) == 1
    window.page.clock.run_for(GUARD_MS)
    expect(window.page.locator("[data-action=call]")).to_be_enabled()
    window.page.keyboard.press("c")
    window.until(lambda: [one["turn"] for one in window.wanted("act")] == [31, 32])
    window.close()


def test_the_question_about_a_free_check_takes_no_double_click(browser: Browser) -> None:
    window = StagedWindow(browser, facing(0), is_stopped=True)
    window.tell(clock())
    window.ask(call=0, check=True)
    window.page.locator("[data-action=fold]").hover()
    window.page.clock.run_for(GUARD_MS)
    press(window)
    question = window.page.get_by_role("alertdialog")
    question.wait_for()
    press(window)
    assert window.asked == []
    window.page.clock.run_for(GUARD_MS)
    expect(question.get_by_role("button", name="Check")).to_be_focused()
    window.close()


@rule("AMB-55")
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_show_and_muck_are_beside_the_pod_and_far_from_the_bar(
    browser: Browser, size: tuple[int, int]
) -> None:
    window = StagedWindow(
        browser, table(hand=won(button=1), clock=None), size=size, phone=size == PHONE
    )
    bar = window.page.locator(".act").bounding_box()
    pod = window.page.locator(".pod.hero .box").bounding_box()
    assert bar is not None
    assert pod is not None
    choices = window.page.locator("[data-show]")
    expect(choices).to_have_count(4)
    for one in choices.all():
        box = one.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"], "nothing of it is where the bar is"
        assert box["x"] >= 0
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= pod["x"], "it covers neither pod nor cards"
        assert one.evaluate("e => e.scrollWidth <= e.clientWidth"), "the words have room"
    window.page.locator("[data-show=none]").click()
    expect(choices).to_have_count(0)
    assert window.asked == [], "nobody is told"
    window.close()
