"""The table for everybody: by keyboard, by screen reader, in text, and at twice the size."""

from playwright.sync_api import Browser, expect

from tests.browser.accessibility import grave_findings
from tests.browser.people import PHONE, Person
from tests.server.processes import RoomProcess

STAKE = "pl-omaha:ordinary:2:4"
DOUBLED = (640, 400)
"""What is left of 1280 x 800 at 200 % zoom."""


def test_a_table_is_for_everybody(room: RoomProcess, browser: Browser) -> None:
    ana = Person(browser, room.address)
    ana.come_in()
    ana.ask_for(STAKE)
    ana.sit()
    turn = ana.turn
    expect(ana.page.locator("[aria-live=assertive]").first).to_contain_text("Your turn. Pot")
    assert grave_findings(ana.page) == []

    ana.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert grave_findings(ana.page) == []
    ana.page.set_viewport_size({"width": DOUBLED[0], "height": DOUBLED[1]})
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= DOUBLED[0]
    button = ana.page.locator("[data-action=check], [data-action=call]")
    if ana.has_turn:
        button.focus()
        ana.page.keyboard.press("Enter")
    ana.turn_is_over(turn)

    ana.page.get_by_role("button", name="Text mode").click()
    command = ana.page.get_by_label("Command", exact=True).last
    for word, answer in (("cards", "Your cards: "), ("stacks", f"{ana_name(ana)}: ")):
        command.fill(word)
        command.press("Enter")
        expect(ana.page.get_by_role("log")).to_contain_text(answer)
    assert grave_findings(ana.page) == []
    ana.leave()


def ana_name(ana: Person) -> str:
    """The name that the server gave the guest."""
    me = ana.context.request.get(f"{ana.address}/api/me").json()
    return str(me["name"])
