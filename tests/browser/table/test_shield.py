"""The shield at a table: a browser that takes part in every cut, verifies every card, and says so.

The staged room draws its decks by the protocol and, in three tests, cheats in three ways.
"""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.accessibility import grave_findings
from tests.browser.staged import Json
from tests.browser.table.fair_stage import CASE, FairStage, named, opened
from tests.browser.test_every_page import picture
from tests.rule import rule

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"size": (1280, 800)},
    "phone": {"size": (360, 640), "phone": True},
}


def shield(stage: FairStage) -> Locator:
    return stage.window.page.locator("[data-shield]")


def sheet(stage: FairStage, title: str = "Is this deck fair?") -> Locator:
    return stage.window.page.get_by_role("dialog", name=title)


@rule("CASH-02", "AMB-22")
@pytest.mark.parametrize("size", SIZES)
def test_a_browser_takes_part_in_the_cut_and_verifies_every_card_that_it_sees(
    browser: Browser, size: str
) -> None:
    stage = FairStage(browser, **SIZES[size])
    page = stage.window.page
    expect(shield(stage)).to_have_attribute("data-shield", "waiting")
    stage.play(until=6)
    expect(shield(stage)).to_have_attribute("data-shield", "verifying")
    stage.go_on()
    expect(shield(stage)).to_have_attribute("data-shield", "verified")
    expect(shield(stage)).to_have_accessible_name("Deck of this hand: verified")
    picture(page, "shield", size)
    shield(stage).focus()
    page.keyboard.press("Enter")
    expect(sheet(stage)).to_contain_text("your own number took part in the cut")
    assert grave_findings(page) == []
    expect(sheet(stage).locator("[data-proven]")).to_have_count(9)
    own = sheet(stage).locator("[data-contribution='1']")
    expect(own).to_contain_text("(you)")
    expect(sheet(stage)).to_contain_text("The room’s seed source")
    picture(page, "shield-sheet", size)
    sheet(stage).get_by_role("button", name="Show the numbers in full").click()
    seed = stage.window.wanted("reveal_seed")[-1]["seed"]
    expect(own).to_contain_text(b64decode(seed).hex())
    picture(page, "shield-sheet-in-full", size)
    link = sheet(stage).get_by_role("link", name="Offline verifier")
    expect(link).to_have_attribute("href", "/verifier.html")
    page.keyboard.press("Escape")
    expect(sheet(stage)).to_have_count(0)
    expect(shield(stage)).to_be_focused()
    stage.window.close()


def test_a_seat_whose_number_came_too_late_sees_that_it_was_not_in_the_cut(
    browser: Browser,
) -> None:
    stage = FairStage(browser, **SIZES["phone"])
    stage.window.refusals["commit_seed"] = {"rule": "CASH-02", "reason": "draw_is_not_committing"}
    stage.window.until(lambda: bool(stage.window.wanted("commit_seed")))
    del stage.draw.seeds[1]
    stage.list()
    stage.draw.reveal()
    stage.deal()
    expect(shield(stage)).to_have_attribute("data-shield", "without")
    shield(stage).click()
    expect(sheet(stage)).to_contain_text("Your own number did not take part in this cut")
    expect(sheet(stage).locator("[data-contribution='1']")).to_contain_text("sent no number")
    assert stage.window.wanted("reveal_seed") == []
    stage.window.close()


def another_card(events: list[Json]) -> None:
    """After the cut the room gives out another card than it had fixed, in felt and proof alike."""
    hole = named(events, "hole_dealt")["hole"][0]
    hole[0] = (hole[0] + 1) % 52
    opened(events, 0)["cards"][0][2] = hole[0]


def other_place(events: list[Json]) -> None:
    """Flop and turn change places: each with a proof, but not as the cut has them."""
    flop, turn = opened(events, 1)["cards"], opened(events, 2)["cards"]
    board = [event["cards"] for event in events if event["type"] == "board_dealt"]
    board[0][0], board[1][0] = board[1][0], board[0][0]
    for field in (1, 2, 3, 4):
        flop[0][field], turn[0][field] = turn[0][field], flop[0][field]


def alarmed(
    stage: FairStage, *, hand: int, wrong: str, name: str, size: str, is_new: bool = True
) -> Json:
    """The alarm, and the evidence in the report that the player sends; neither is missed."""
    page = stage.window.page
    expect(shield(stage)).to_have_attribute("data-shield", "alarm")
    if is_new:
        raised = page.get_by_role("alert").filter(has_text="does not match its proof")
        picture(page, f"shield-banner-{name}", size)
        raised.get_by_role("button", name="See what is wrong").click()
    else:
        shield(stage).click()
    alarm = sheet(stage).locator(f"[data-alarm='{hand}']")
    expect(alarm).to_contain_text(wrong)
    assert grave_findings(page) == []
    picture(page, f"shield-alarm-{name}", size)
    alarm.get_by_role("button", name="Report it with the evidence").click()
    expect(alarm.locator("[data-case]")).to_have_attribute("data-case", str(CASE))
    path, sent = stage.window.posted[-1]
    assert path == "/api/fairness/alarms"
    assert (sent["table"], sent["hand"]) == (7, hand)
    assert wrong in sent["text"]
    evidence: Json = json.loads(sent["evidence"])
    with page.expect_download() as saving:
        alarm.get_by_role("link", name="Save the evidence").click()
    assert json.loads(Path(saving.value.path()).read_text(encoding="utf-8")) == evidence
    alarm.get_by_role("button", name="Put aside").click()
    expect(alarm).to_have_count(0)
    return evidence


@rule("CASH-02")
def test_a_card_that_was_swapped_after_the_commitment_raises_an_alarm(browser: Browser) -> None:
    stage = FairStage(browser, **SIZES["desktop"])
    stage.play(another_card, until=9)
    # A report has the player's cards in it: nobody gets it while the hand is played.
    shield(stage).click()
    alarm = sheet(stage).locator("[data-alarm='6']")
    expect(alarm).to_contain_text("as soon as the hand is over")
    expect(alarm.get_by_role("button", name="Report it with the evidence")).to_be_disabled()
    stage.window.page.keyboard.press("Escape")
    stage.window.tell({"type": "hand_rolled_back", "reason": "crash"})
    wrong = "A card is not the one that was fixed before the cut"
    evidence = alarmed(stage, hand=6, wrong=wrong, name="card", size="desktop", is_new=False)
    assert {"code": "path_wrong", "where": 1} in evidence["findings"]
    stage.window.close()


@rule("CASH-02")
def test_a_list_without_the_players_seal_raises_an_alarm_and_gets_no_number(
    browser: Browser,
) -> None:
    stage = FairStage(browser, **SIZES["phone"])
    stage.take_commitment()
    stage.list(without_hero=True)
    wrong = "The list leaves out the number that your browser had sealed"
    evidence = alarmed(stage, hand=6, wrong=wrong, name="list", size="phone")
    assert evidence["seed"] is None, "a number that was not revealed stays with the player"
    assert stage.window.wanted("reveal_seed") == []
    stage.window.close()


@rule("CASH-02")
def test_a_board_that_is_dealt_in_another_order_than_the_cut_raises_an_alarm(
    browser: Browser,
) -> None:
    stage = FairStage(browser, **SIZES["phone"])
    stage.play(other_place)
    wrong = "A card does not come from where the cut says"
    evidence = alarmed(stage, hand=6, wrong=wrong, name="cut", size="phone")
    assert evidence["heard"], "what the room said is in the evidence"
    # The next hand is checked for itself.
    stage.play()
    expect(shield(stage)).to_have_attribute("data-shield", "verified")
    stage.window.close()


@pytest.mark.parametrize(
    ("locale", "name", "title"),
    [
        ("nl", "Stok van deze hand: geverifieerd", "Is deze stok eerlijk?"),
        ("fr", "Paquet de cette main : vérifié", "Ce paquet est-il honnête ?"),
    ],
)
def test_the_shield_speaks_dutch_and_french(
    browser: Browser, locale: str, name: str, title: str
) -> None:
    stage = FairStage(browser, locale=locale, **SIZES["phone"])
    stage.play()
    expect(shield(stage)).to_have_accessible_name(name)
    shield(stage).click()
    expect(sheet(stage, title)).to_be_visible()
    picture(stage.window.page, f"shield-sheet-{locale}", "phone")
    stage.window.close()


def test_a_room_that_shows_another_key_than_before_raises_an_alarm(browser: Browser) -> None:
    script = "localStorage.getItem('cardroom.key') ?? localStorage.setItem('cardroom.key', 'AAAA')"
    stage = FairStage(browser, script=script, **SIZES["desktop"])
    expect(shield(stage)).to_have_attribute("data-shield", "alarm")
    shield(stage).click()
    alarm = sheet(stage).locator("[data-alarm='0']")
    expect(alarm).to_contain_text("The room’s key has changed")
    alarm.get_by_role("button", name="I have compared the key").click()
    expect(shield(stage)).to_have_attribute("data-shield", "waiting")
    stage.window.close()
