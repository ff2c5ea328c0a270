"""What a client and an auditor can tell from a proof beyond what the files of players show."""

from typing import Any

import pytest
from msgspec import structs

from cardroom.fairness import Finding, Proof, RecordedCards, decode_proof, encode_proof, verify
from cardroom.fairness.findings import FINDINGS
from cardroom.fairness.proof import read_section, section_of
from cardroom.history import narrate
from cardroom.history.recorded_cards import told_cards
from tests.fairness.fair_hands import Table, fair_hand
from tests.rule import rule


def proven(seed: int, **other: Any) -> tuple[Proof, RecordedCards]:
    hand = fair_hand(seed, **other)
    cards = told_cards(narrate(hand, "auditor"))
    assert hand.proof is not None
    return hand.proof.only(cards.known), cards


@rule("CASH-02", "AMB-22")
@pytest.mark.parametrize("seed", range(1, 25))
def test_a_fair_hand_has_no_findings(seed: int) -> None:
    proof, cards = proven(seed, withholding=seed % 3)
    assert verify(proof, cards) == []


def test_a_player_finds_a_seed_of_their_own_that_does_not_count() -> None:
    table = Table(50)
    proof, cards = proven(50, table=table)
    seat, seed = next(iter(table.seeds[0].items()))
    assert verify(proof, cards, own_seed=(seat, seed)) == []
    found = verify(proof, cards, own_seed=(seat, bytes(32)))
    assert found == [Finding("own_seed_missing", seat)]


def test_every_bit_of_an_opened_card_counts() -> None:
    proof, cards = proven(50)
    opening = proof.cards[0]
    for name in ("salt", "path"):
        value = getattr(opening, name)
        for bit in range(0, len(value) * 8, 37):
            changed = bytearray(value)
            changed[bit // 8] ^= 1 << bit % 8
            wrong = structs.replace(opening, **{name: bytes(changed)})
            found = verify(structs.replace(proof, cards=(wrong, *proof.cards[1:])), cards)
            assert found == [Finding("path_wrong", opening.dealt)]


def test_a_proof_survives_its_wire_form_and_its_section() -> None:
    proof, _ = proven(50, withholding=2)
    assert decode_proof(encode_proof(proof)) == proof
    assert read_section(section_of(proof)) == proof


@pytest.mark.parametrize("encoded", [b"", b"{}", b"[]", b"\xff", b'{"protocol": "CCO/1"}'])
def test_what_is_no_proof_is_not_read_as_one(encoded: bytes) -> None:
    assert decode_proof(encoded) is None


def test_an_opened_card_takes_about_230_bytes() -> None:
    proof, _ = proven(50)
    opening = proof.cards[0]
    assert len(opening.salt) + len(opening.path) + 3 == 227


def test_a_proof_opens_no_more_than_the_cards_that_are_asked_for() -> None:
    hand = fair_hand(50)
    assert hand.proof is not None
    some = hand.proof.only({0, 3})
    assert [one.dealt for one in some.cards] == [0, 3]
    hidden = hand.proof.cards[1]
    assert hidden.salt not in encode_proof(some)
    assert structs.replace(some, cards=()) == structs.replace(hand.proof, cards=())


def test_a_finding_says_what_is_wrong_and_where() -> None:
    assert str(Finding("no_proof")) == FINDINGS["no_proof"]
    assert str(Finding("card_twice", 4)) == "a card appears twice (4)"
