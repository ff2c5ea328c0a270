"""Made hands in a dealer's words, with the five cards that make them."""

import pytest

from cardroom.cards import card_names, parse_cards
from cardroom.odds.made_hands import best_five, describe, made_hand
from cardroom.odds.ranking import Category
from tests.rule import rule


def words(hole: str, board: str, *, omaha: bool = False) -> str:
    return describe(parse_cards(hole), parse_cards(board), omaha=omaha)


def five(hole: str, board: str, *, omaha: bool = False) -> str:
    return card_names(best_five(parse_cards(hole), parse_cards(board), omaha=omaha))


@rule("HAND-03")
@pytest.mark.parametrize(
    ("hole", "board", "said"),
    [
        ("AhQd", "Kc9d7s4h2c", "ace high"),
        ("6h6d", "Kc9d7s4h2c", "pair of sixes, king kicker"),
        ("KhKd", "9c9dAs4h2c", "two pair, kings and nines, ace kicker"),
        ("KhKd", "9c9dAsAh2c", "two pair, aces and kings, nine kicker"),
        ("2h2d", "2cTd7s", "three of a kind, deuces, ten kicker"),
        ("Th9d", "8c7d6s2h2c", "straight, ten high"),
        ("Ah2d", "3c4d5s9hKc", "straight, five high"),
        ("AhJh", "9h4h2hKcKd", "flush, ace high"),
        ("KhKd", "Kc9d9s4h2c", "full house, kings full of nines"),
        ("6h6d", "6c6s9s4h", "four of a kind, sixes, nine kicker"),
        ("Ah2h", "3h4h5h9cKc", "straight flush, five high"),
        ("9h8h", "7h6h5hAcKc", "straight flush, nine high"),
        ("AhKh", "QhJhTh9h8h", "royal flush"),
    ],
)
def test_a_hand_is_told_as_a_dealer_says_it(hole: str, board: str, said: str) -> None:
    assert words(hole, board) == said


@rule("OMA-04", "AMB-14")
def test_the_misread_flush_shows_the_cards_that_play() -> None:
    assert five("AcKdTd8h", "Kc9c6c6hQc", omaha=True) == "KdKc6c6hAc"
    assert words("AcKdTd8h", "Kc9c6c6hQc", omaha=True) == "two pair, kings and sixes, ace kicker"


@rule("OMA-05", "AMB-14")
def test_the_misread_full_house_shows_the_cards_that_play() -> None:
    assert five("Th9h7c6c", "KsKcTcTd5d", omaha=True) == "ThTcTdKs9h"
    hand = made_hand(parse_cards("Th9h7c6c"), parse_cards("KsKcTcTd5d"), omaha=True)
    assert hand.category is Category.THREE_OF_A_KIND
    assert hand.words == "three of a kind, tens, king kicker"


@rule("HAND-01")
def test_the_ace_of_a_wheel_stands_last() -> None:
    assert five("Ah2d", "3c4d5s9hKc") == "5s4d3c2dAh"


@rule("POT-07")
def test_the_board_may_play_alone() -> None:
    assert five("2c3d", "AsKsQsJsTs") == "AsKsQsJsTs"
    assert words("2c3d", "AsKsQsJsTs") == "royal flush"
    assert words("2c3d7h8s", "AsKsQsJsTs", omaha=True) == "ace high"


def test_before_the_flop_there_is_no_made_hand() -> None:
    with pytest.raises(ValueError, match="5 to 7 cards, not 2"):
        words("AhKh", "")
    with pytest.raises(ValueError, match="3 to 5 board cards, not 0"):
        words("AhKhQhJh", "", omaha=True)


@pytest.mark.parametrize(
    ("hole", "board", "omaha", "words"),
    [
        ("AhAh", "Kc9d7s", False, "'Ah' is there 2 times"),
        ("Ah??", "Kc9d7s", False, "every card must be known"),
        ("AhKh", "Kc9d", False, "from 5 to 7 cards, not 4"),
        ("AhKhQhJh", "Kc9d7s2c2d", False, "from 5 to 7 cards, not 9"),
        ("AhKh", "Kc9d7s", True, "4 hole cards, not 2"),
        ("AhKhQhJh", "Kc9d", True, "3 to 5 board cards, not 2"),
    ],
)
def test_what_is_no_hand_is_a_value_error(hole: str, board: str, omaha: bool, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        made_hand(parse_cards(hole), parse_cards(board), omaha=omaha)
