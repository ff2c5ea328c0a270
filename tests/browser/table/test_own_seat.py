"""The own seat in a real room: money added, a seat given up, and the words of others."""

import re

from playwright.sync_api import Browser, Locator, expect

from tests.browser.past import BOSS
from tests.browser.people import WAIT_S, Party, Person
from tests.browser.visitors import Visit
from tests.rule import rule
from tests.server.processes import RoomProcess

PATIENCE_MS = WAIT_S * 1000
FULL = re.compile("^(400|398|396)$")
"""The most one may bring to 2/4, before or after a blind of the next hand."""


def stack(person: Person) -> Locator:
    return person.hero.locator(".stack")


def say(person: Person, text: str) -> None:
    person.page.get_by_role("tab", name="Chat").click()
    person.page.get_by_placeholder("Say something").fill(text)
    person.page.get_by_role("button", name="Send").click()


def heard(person: Person, text: str) -> Locator:
    person.page.get_by_role("tab", name="Chat").click()
    return person.page.locator(".talk").get_by_text(text)


@rule("FAIR-12")
def test_a_player_is_muted_by_one_and_reported_to_the_house(
    room: RoomProcess, browser: Browser, visit: Visit
) -> None:
    party = Party.seated(browser, room.address, "pl-omaha:ordinary:100:200", ("", "", ""))
    loud, annoyed, third = party.people
    say(loud, "you play like a fish")
    heard(annoyed, "you play like a fish").click()
    sheet = annoyed.page.get_by_role("dialog", name=loud.name)
    sheet.get_by_label("What is it about?").select_option("chat")
    sheet.get_by_label("What happened?").fill("He is rude to everybody.")
    sheet.get_by_role("button", name="Report").click()
    thanks = annoyed.page.get_by_text("The house will look into it (case")
    expect(thanks).to_be_visible(timeout=PATIENCE_MS)

    heard(annoyed, "you play like a fish").click()
    sheet.get_by_role("button", name="Mute").click()
    expect(sheet.get_by_role("button", name="Unmute")).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(heard(annoyed, "you play like a fish")).to_have_count(0)
    say(loud, "nobody laughs")
    expect(heard(third, "nobody laughs")).to_be_visible(timeout=PATIENCE_MS)
    say(third, "be nice")
    expect(heard(annoyed, "be nice")).to_be_visible(timeout=PATIENCE_MS)
    expect(heard(annoyed, "nobody laughs")).to_have_count(0)

    boss = visit()
    boss.log_in(BOSS)
    cases = boss.context.request.get(f"{room.address}/api/admin/cases?limit=200").json()["cases"]
    texts = {one["report"]["text"]: one["report"]["kind"] for one in cases}
    assert texts.get("He is rude to everybody.") == "chat"
    party.close()


@rule("AMB-40", "CASH-17")
def test_chips_are_added_after_the_hand_once_or_every_time(
    room: RoomProcess, browser: Browser
) -> None:
    party = Party.seated(browser, room.address, "pl-omaha:ordinary:200:400", ("200", "200", "200"))
    poor = party.actor()
    poor.page.locator("[data-control=top-up]").click()
    sheet = poor.page.get_by_role("dialog", name="Add chips")
    sheet.get_by_role("button", name="Add 200").click()
    expect(sheet).to_have_count(0)
    expect(poor.page.get_by_text("200 more after this hand")).to_be_visible(timeout=PATIENCE_MS)
    expect(stack(poor)).to_have_text("200")
    poor.act("fold")
    loser = party.actor()
    loser.act("fold")
    expect(stack(poor)).to_have_text(FULL, timeout=PATIENCE_MS)

    switch = loser.page.locator("[data-control=auto-top-up]")
    switch.click()
    expect(switch).to_be_checked()
    history = poor.page.locator(".talk")
    for _ in range(2):
        party.actor().act("fold")
    refilled = re.compile(f"{loser.name} adds 2$", re.MULTILINE)
    expect(history).to_contain_text(refilled, timeout=PATIENCE_MS, use_inner_text=True)
    party.close()


@rule("AMB-68")
def test_who_has_lost_everything_buys_in_again_and_plays_on(
    room: RoomProcess, browser: Browser
) -> None:
    party = Party.seated(browser, room.address, "nl-holdem:banzai:100:200", ("", "", ""))
    again = [one.page.get_by_role("button", name="Buy in again") for one in party.people]
    for _ in range(3):
        all_in(party)
        lost = [place for place, one in enumerate(again) if is_there(one)]
        if lost:
            break
    busted, button = party.people[lost[0]], again[lost[0]]
    button.click()
    sheet = busted.page.get_by_role("dialog", name="Add chips")
    sheet.get_by_role("button", name="Add 20").click()
    expect(button).to_have_count(0, timeout=PATIENCE_MS)
    expect(stack(busted)).to_have_text(re.compile("^(20|19|18)$"), timeout=PATIENCE_MS)
    party.close()


def all_in(party: Party) -> None:
    """Everybody puts everything in, and the hand is shown to its end."""
    for _ in party.people:
        actor = party.actor()
        most = actor.page.locator("[data-preset=max]")
        if most.count():
            most.click(timeout=PATIENCE_MS)
            actor.act("raise")
        else:
            actor.check_or_call()
    expect(party.people[0].result).to_contain_text(re.compile("wins|split"), timeout=PATIENCE_MS)


def is_there(button: Locator) -> bool:
    return button.count() > 0


@rule("AMB-67")
def test_leaving_in_a_hand_is_asked_about_and_may_be_thought_over(
    room: RoomProcess, browser: Browser
) -> None:
    stake = "pl-omaha:shortstack:25:50"
    party = Party.seated(browser, room.address, stake, ("", "", "", ""))
    first = party.actor()
    leave = first.page.locator("[data-control=leave]")
    question = first.page.get_by_role("dialog", name="Leave the table?")
    leave.click()
    question.get_by_role("button", name="Stay").click()
    expect(question).to_have_count(0)
    assert first.has_turn, "nothing has happened"
    leave.click()
    question.get_by_role("button", name="Fold and leave").click()
    second = party.actor()
    winner = second.name
    assert second is not first
    second.page.locator("[data-control=leave]").click()
    later = second.page.get_by_role("dialog", name="Leave the table?")
    later.get_by_role("button", name="Leave after this hand").click()
    soon = second.page.locator("[data-control=leave][aria-pressed=true]")
    expect(soon).to_have_text("Leaves after the hand")
    assert second.has_turn, "he plays on"
    second.act("raise")
    others = [one for one in party.people if one not in (first, second)]
    for _ in others:
        party.actor().act("fold")
    expect(second.hero).to_have_count(0, timeout=PATIENCE_MS)
    expect(second.page.get_by_text("You are watching.")).to_be_visible()
    seats = others[0].page.locator("[data-seat]")
    expect(seats).to_have_count(len(others), timeout=PATIENCE_MS)
    log = others[0].page.locator(".talk")
    end = re.compile(f"{winner} collects .*{winner} leaves the table", re.DOTALL)
    expect(log).to_contain_text(end)
    party.close()
