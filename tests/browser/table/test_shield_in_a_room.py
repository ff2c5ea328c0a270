"""The shield in a real room: a browser takes part, finds what somebody bent, and reports it.

The line bends what the room says, as a room that cheats would; the room itself is honest, and gets
the report.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.past import BOSS
from tests.browser.people import Person
from tests.browser.visitors import Visit
from tests.rule import rule
from tests.server.processes import RoomProcess

STAKE = "nl-holdem:ordinary:5:10"
WAIT_S = 400
CHECK_OR_FOLD = """() => (document.querySelector("[data-action=check]:enabled")
    ?? document.querySelector("[data-action=fold]:enabled"))?.click()"""
Message = dict[str, Any]


class BentLine:
    """Between a browser and the room; bends the cards of hands once a test asks for it."""

    def __init__(self) -> None:
        self.is_bent = False

    def lay(self, socket: WebSocketRoute) -> None:
        room = socket.connect_to_server()
        room.on_message(lambda text: socket.send(self._passed(str(text))))

    def _passed(self, text: str) -> str:
        if not self.is_bent:
            return text
        heard = json.loads(text)
        for message in heard if isinstance(heard, list) else [heard]:
            self._bend(message)
        return json.dumps(heard)

    def _bend(self, message: Message) -> None:
        """Another first card than the one that was fixed, on the felt and in its proof."""
        body = message.get("d") or {}
        if body.get("type") == "hole_dealt":
            own = next((hole for hole in body["hole"] if hole[0] >= 0), None)
            if own is not None:
                own[0] = _another(own)
        elif body.get("type") == "cards_opened" and len(body["cards"]) == 2:
            first, second = body["cards"]
            first[2] = _another([first[2], second[2]])


def _another(cards: list[int]) -> int:
    return next(card for card in (0, 1, 2) if card not in cards)


def play_until(person: Person, is_so: Callable[[], bool]) -> None:
    """Play on, without ever putting in more than needed, until something is so."""
    until = time.monotonic() + WAIT_S
    while not is_so():
        assert time.monotonic() < until, person.page.locator("[data-shield]").all_inner_texts()
        person.page.evaluate(CHECK_OR_FOLD)
        person.page.wait_for_timeout(100)


def shield(person: Person, state: str) -> Callable[[], bool]:
    return lambda: person.page.locator(f"[data-shield={state}]").count() > 0


def evidence_of(cases: list[Message], number: int) -> Message:
    report = next(one["report"] for one in cases if one["case"] == number)
    assert report["kind"] == "shuffle"
    found: Message = json.loads(report["evidence"])
    return found


def report(person: Person) -> int:
    """Send the report of the alarm on the screen; the number of its case."""
    page = person.page
    page.get_by_role("button", name="See what is wrong").click()
    alarm = page.locator("[data-alarm]").first
    expect(alarm).to_contain_text("A card is not the one that was fixed before the cut")
    send = alarm.get_by_role("button", name="Report it with the evidence")
    # A report carries cards: it waits for the end of the hand.
    play_until(person, send.is_enabled)
    send.click()
    case = alarm.locator("[data-case]")
    expect(case).to_be_visible()
    return int(str(case.get_attribute("data-case")))


@rule("CASH-02", "AMB-22", "FAIR-12")
def test_a_player_verifies_hands_of_a_room_and_reports_one_that_was_bent(
    browser: Browser, room: RoomProcess, visit: Visit
) -> None:
    line = BentLine()
    person = Person(browser, room.address)
    person.page.route_web_socket("**/api/socket*", line.lay)
    person.come_in()
    person.ask_for(STAKE)
    person.sit()
    play_until(person, shield(person, "verified"))
    line.is_bent = True
    play_until(person, shield(person, "alarm"))
    line.is_bent = False
    number = report(person)
    boss = visit("desktop")
    boss.log_in(BOSS)
    answer = boss.context.request.get(f"{room.address}/api/admin/cases?limit=200")
    evidence = evidence_of(answer.json()["cases"], number)
    # The card that we put in may come again on the board, and the true one be shown.
    assert "path_wrong" in {one["code"] for one in evidence["findings"]}
    assert evidence["seed"], "the player's own number was in the cut"
    kinds = {one["type"] for one in evidence["heard"]}
    assert {"deck_listed", "deck_cut", "hole_dealt", "cards_opened"} <= kinds
    verifier = boss.page
    verifier.goto(f"{room.address}/verifier.html")
    expect(verifier.get_by_role("status").first).to_contain_text("has checked itself")
    person.leave()
