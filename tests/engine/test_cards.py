import pytest

from cardroom.engine.cards import DECK, UNKNOWN, card_name, card_names, parse_cards
from tests.rule import rule


@rule("CASH-02", "HAND-01")
def test_the_deck_has_52_different_cards_from_deuce_to_ace() -> None:
    assert len({card_name(card) for card in DECK}) == 52
    assert (card_name(DECK[0]), card_name(DECK[-1])) == ("2c", "As")


def test_cards_are_read_as_they_are_written() -> None:
    assert all(parse_cards(card_name(card)) == (card,) for card in DECK)
    assert card_names(parse_cards("Th 9h2c")) == "Th9h2c"
    assert parse_cards("????") == (UNKNOWN, UNKNOWN)


@pytest.mark.parametrize("text", ["1h", "Ahh", "A", "ah", "AH", "Xx"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse_cards(text)
