import pytest

from cardroom.cards import DECK, UNKNOWN, card_name, card_names, parse_cards, read_cards
from cardroom.odds import ranking
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


@rule("AMB-13", "HAND-01")
def test_cards_typed_in_french_letters_are_the_same_cards() -> None:
    assert read_cards("1h Rh DhVh 10h") == parse_cards("AhKhQhJhTh")
    assert card_names(read_cards("Dd Rc 1s")) == "QdKcAs"
    assert all(read_cards(card_name(card)) == (card,) for card in DECK)
    lowest = ranking.strength(read_cards("1h 2d 3c 4s 5h"))
    assert lowest < ranking.strength(read_cards("2h 3d 4c 5s 6h"))


@rule("AMB-13")
@pytest.mark.parametrize(
    ("text", "part"), [("Rx", "Rx"), ("Ah 1", "1"), ("0h", "0h"), ("rh", "rh")]
)
def test_what_is_no_card_in_any_letters_is_refused_as_it_was_typed(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=f"'{part}' is no card"):
        read_cards(text)
