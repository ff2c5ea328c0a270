"""What exports open: the cards that are in them, and nothing else."""

import json

import pytest
from msgspec import structs

from cardroom.cards import UNKNOWN
from cardroom.engine import Viewer
from cardroom.fairness import verify
from cardroom.fairness.proof import read_section
from cardroom.history import narrate, ohh_of, phh_of, read_hand
from cardroom.history.narrated import place_of, tracker_number
from cardroom.history.proofs import SECTION, side_lines
from cardroom.history.verifiable import verifiable_hands
from cardroom.history.writing import write_hand
from tests.fairness.fair_hands import fair_hand
from tests.history.played_hands import text_of
from tests.rule import rule


@rule("CASH-02")
@pytest.mark.parametrize("seed", range(30, 50))
@pytest.mark.parametrize("viewer", ["rail", "auditor", None])
def test_every_format_opens_exactly_the_cards_that_it_shows(
    seed: int, viewer: Viewer | None
) -> None:
    hand = fair_hand(seed)
    told = narrate(hand, hand.started.seats[0] if viewer is None else viewer)
    for text in (phh_of(told), ohh_of(told), text_of(told)):
        lines = text.splitlines(keepends=True)
        (found,) = verifiable_hands(lines, "x", list(side_lines([told])))
        assert found.cards is not None
        proof = read_section(found.section)
        assert proof is not None
        assert verify(proof, found.cards) == []
        cards = found.cards.dealt
        assert cards is not None
        assert {one.dealt: one.card for one in proof.cards} == {
            number: card for number, card in enumerate(cards) if card != UNKNOWN
        }


def test_a_hand_without_a_proof_has_no_section() -> None:
    hand = fair_hand(50)
    bare = structs.replace(hand, proof=None)
    told = narrate(bare, "rail")
    assert SECTION not in phh_of(told)
    assert SECTION not in ohh_of(told)
    assert list(side_lines([told])) == []


def test_a_phh_file_with_a_proof_is_read_and_written_as_it_was() -> None:
    text = phh_of(narrate(fair_hand(50, withholding=2), "rail"))
    assert write_hand(read_hand(text)) == text
    section = read_hand(text).other[SECTION]
    assert json.loads(json.dumps(section)) == section


def test_a_number_of_a_hand_gives_back_table_epoch_and_hand() -> None:
    assert place_of("", tracker_number(7, 12, 991)) == (7, 12, 991)
    assert place_of("hand:7:12:991", 3) == (7, 12, 991)
    assert place_of("hand:7:12", tracker_number(1, 2, 3)) == (1, 2, 3)
