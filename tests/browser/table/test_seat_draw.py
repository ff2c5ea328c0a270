"""How a seat at a cash table was drawn: checked by the browser, and an alarm if it was bent."""

import json
from typing import Any

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.people import Person
from tests.browser.test_every_page import SCREENSHOTS
from tests.rule import rule
from tests.server.processes import RoomProcess

STAKE = "nl-holdem:ordinary:5:10"
WAIT_MS = 240_000


def bend(socket: WebSocketRoute) -> None:
    """Tell of another seat than the proof."""
    room = socket.connect_to_server()

    def passed(text: str) -> str:
        heard: Any = json.loads(text)
        for message in heard if isinstance(heard, list) else [heard]:
            body = message.get("d") or {}
            if body.get("type") == "seat_drawn":
                body["seat"] += 1
        return json.dumps(heard)

    room.on_message(lambda text: socket.send(passed(str(text))))


@rule("CASH-04")
def test_a_player_reads_at_the_table_how_their_seat_was_drawn(
    browser: Browser, room: RoomProcess
) -> None:
    person = Person(browser, room.address)
    person.page.set_default_timeout(WAIT_MS)
    person.come_in()
    person.ask_for(STAKE)
    person.sit()
    person.page.locator("[data-shield]").first.click()
    drawn = person.page.locator("[data-seat-draw]")
    expect(drawn).to_have_attribute("data-seat-draw", "without", timeout=WAIT_MS)
    expect(drawn).to_contain_text("Your browser has checked the draw.")
    drawn.scroll_into_view_if_needed()
    person.page.screenshot(path=SCREENSHOTS / "seat-draw-desktop.png")
    assert drawn.locator("a[download]").count() == 1
    person.page.keyboard.press("Escape")
    person.leave()


@rule("CASH-04", "FAIR-12")
def test_a_seat_that_the_proof_does_not_name_is_an_alarm_that_can_be_reported(
    browser: Browser, room: RoomProcess
) -> None:
    person = Person(browser, room.address)
    person.page.set_default_timeout(WAIT_MS)
    person.page.route_web_socket("**/api/socket*", bend)
    person.come_in()
    person.ask_for(STAKE)
    person.sit()
    person.page.locator("[data-shield]").first.click()
    drawn = person.page.locator("[data-seat-draw]")
    expect(drawn).to_have_attribute("data-seat-draw", "alarm", timeout=WAIT_MS)
    expect(drawn.get_by_role("alert")).to_contain_text("What was drawn is not what the numbers say")
    drawn.get_by_role("button", name="Report it with the evidence").click()
    expect(drawn.locator("[data-case]")).to_be_visible(timeout=WAIT_MS)
    person.page.keyboard.press("Escape")
    person.leave()
