"""The shield of a hand that is watched again: its stored proof is verified in the browser."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from cardroom.fairness.hand_list import read_list
from cardroom.fairness.proof import Proof
from cardroom.history import narrate
from cardroom.history.proofs import told_proof
from cardroom.office.hand_proofs import HandProof
from cardroom.room.hand_pages import Replay, ReplaySeat
from tests.browser.accessibility import grave_findings
from tests.browser.past import ANA
from tests.browser.test_every_page import picture
from tests.browser.visitors import Visit
from tests.fairness.fair_hands import fair_hand, hand_number
from tests.rule import rule

SEED = 5
NUMBER = hand_number(SEED)
KEY = f"hand:7:1:{NUMBER}"


def stored() -> tuple[Replay, Proof]:
    """A hand as its player may see it, and its proof."""
    hand = fair_hand(SEED, game="nl-holdem")
    started = hand.started
    narrated = narrate(hand, started.seats[0])
    seats = zip(started.seats, started.stacks, strict=True)
    replay = Replay(
        key=KEY, table=7, number=NUMBER, at_ms=hand.at_ms, edition=hand.edition, currency="EUR",
        game=started.game, small_blind=5, big_blind=10, seats_max=10, hero=started.seats[0],
        seats=tuple(
            ReplaySeat(seat=seat, name=hand.names[seat], stack=stack, position="button")
            for seat, stack in seats
        ),
        events=narrated.events,  # type: ignore[arg-type]
    )  # fmt: skip
    proof = told_proof(narrated)
    assert proof is not None
    return replay, proof


def serve(page: Page, replay: Any, proof: Proof | None) -> None:
    """Have the room answer with this hand and this proof."""
    listed = None if proof is None else read_list(proof.list)
    number = 0 if listed is None else listed.number
    answers = {"replay": replay, "proof": HandProof(hand=NUMBER, number=number, proof=proof)}
    for name, answer in answers.items():
        page.route(f"**/api/hands/*/{name}", answering(msgspec.json.encode(answer)))


def answering(body: bytes) -> Callable[[Route], None]:
    """Answer with these bytes."""
    return lambda route: route.fulfill(body=body, content_type="application/json")


@rule("CASH-02", "AMB-22")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_hand_that_is_watched_again_has_its_shield_and_sheet(visit: Visit, size: str) -> None:
    ana = visit(size)
    ana.log_in(ANA)
    replay, proof = stored()
    serve(ana.page, replay, proof)
    page = ana.go(f"/hands/{KEY}")
    expect(page.locator("[data-shield]")).to_have_attribute("data-shield", "verified")
    picture(page, "past-shield", size)
    page.locator("[data-shield]").click()
    sheet = page.get_by_role("dialog", name="Is this deck fair?")
    expect(sheet).to_contain_text("every card that you saw")
    expect(sheet.locator("[data-proven]")).to_have_count(len(proof.cards))
    expect(sheet).to_contain_text("signed with an older key")
    link = sheet.get_by_role("link", name="Proof for the text file")
    expect(link).to_have_attribute("href", f"/api/hands/{KEY.replace(':', '%3A')}/proof-file")
    assert grave_findings(page) == []
    picture(page, "past-proof", size)


@rule("CASH-02")
def test_a_past_hand_whose_card_is_not_the_proven_one_raises_an_alarm(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    replay, proof = stored()
    told = json.loads(msgspec.json.encode(replay))
    dealt = next(one for one in told["events"] if one["type"] == "hole_dealt")
    own = dealt["hole"][dealt["seats"].index(replay.hero)]
    own[0] = next(card for card in range(52) if card not in {one.card for one in proof.cards})
    serve(ana.page, told, proof)
    page = ana.go(f"/hands/{KEY}")
    expect(page.locator("[data-shield]")).to_have_attribute("data-shield", "alarm")
    page.locator("[data-shield]").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("A card on your screen is not the card in the proof")


def test_a_past_hand_without_a_proof_has_no_shield(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    replay, _ = stored()
    serve(ana.page, replay, None)
    page = ana.go(f"/hands/{KEY}")
    expect(page.locator("[data-line]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-shield]")).to_have_count(0)
