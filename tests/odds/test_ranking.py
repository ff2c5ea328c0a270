"""Made hands are ranked as HAND and OMA say: the hard cases, then a second opinion, then all."""

import random
from itertools import combinations

import pytest
from phevaluator import evaluate_cards, evaluate_omaha_cards

from cardroom.cards import card_names, parse_cards
from cardroom.odds.rank_tables import STRONGEST
from cardroom.odds.ranking import Category, category, omaha_strength, strength
from tests.rule import rule

ROYAL_BOARD = "AsKsQsJsTs"
HEARTS_BOARD = "KhQh9h2h3c"


def texas(hole: str, board: str) -> int:
    return strength(parse_cards(hole + board))


def omaha(hole: str, board: str) -> int:
    return omaha_strength(parse_cards(hole), parse_cards(board))


def of(five: str) -> int:
    return strength(parse_cards(five))


@rule("HAND-01")
def test_a_six_high_straight_beats_the_wheel_and_the_top_straight_ends_with_the_ace() -> None:
    wheel, six_high, broadway = of("Ah2c3d4s5h"), of("2c3d4s5h6d"), of("AdKcQhJsTh")
    assert {category(wheel), category(six_high), category(broadway)} == {Category.STRAIGHT}
    assert wheel < six_high < broadway


@rule("HAND-01", "HAND-04")
def test_a_straight_does_not_wrap_around_the_ace() -> None:
    assert category(of("QcKdAh2s3c")) is Category.HIGH_CARD
    assert category(of("KcAc2c3c4c")) is Category.FLUSH


@rule("HAND-02")
def test_a_hand_that_fits_several_categories_counts_as_the_strongest() -> None:
    assert category(of("2h3h4h5h6h")) is Category.STRAIGHT_FLUSH


@rule("HAND-03", "AMB-15")
def test_the_categories_stand_in_their_order() -> None:
    weakest_first = "7c5d4h3s2c AcKdQhJs9c 2c2d5h4s3c AcAdKhQsJc 3c3d2h2s4c AcAdKhKsQc 2c2d2h4s3c"
    weakest_first += " AcAdAhKsQc Ac2d3h4s5c AcKdQhJsTc 7c5c4c3c2c AcKcQcJc9c 2c2d2h3s3c AcAdAhKsKc"
    weakest_first += " 2c2d2h2s3c AcAdAhAsKc Ac2c3c4c5c AcKcQcJcTc"
    strengths = [of(five) for five in weakest_first.split()]
    assert strengths == sorted(set(strengths))
    assert [category(each) for each in strengths] == [kind for kind in Category for _ in range(2)]


@rule("HAND-03")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9c9dAhKsQc", "9h9sAcKdJc"),
        ("9c9d4h4s3c", "9h9s4c4d2c"),
        ("9c9d5h5s2c", "9h9s4c4dAc"),
        ("9c9d9h5s3c", "9c9d9h5s2c"),
        ("3c3d3h2s2c", "2d2h2sAcAd"),
        ("3c3d3h5s5c", "3c3d3h4s4c"),
        ("9c9d9h9s3c", "9c9d9h9s2c"),
        ("AcKc9c5c3c", "AhKh9h5h2h"),
        ("AcKd9c5c3c", "AhKs9h5h2h"),
    ],
)
def test_the_next_tiebreaker_decides(better: str, worse: str) -> None:
    assert of(better) > of(worse)


@rule("HAND-04", "POT-04")
def test_suits_never_break_a_tie() -> None:
    assert of("AcKcQcJcTc") == of("AsKsQsJsTs")
    assert of("AcKd9c5c3c") == of("AsKh9d5d3s")


@rule("HAND-04")
def test_a_royal_flush_is_the_strongest_straight_flush_and_no_tenth_category() -> None:
    assert of("AcKcQcJcTc") == STRONGEST
    assert category(STRONGEST) is Category.STRAIGHT_FLUSH
    assert category(1) is Category.HIGH_CARD


@rule("HAND-05", "POT-04")
def test_a_sixth_card_never_breaks_a_tie() -> None:
    assert texas("Ac3d", "AhKdQcJs9h") == texas("As2d", "AhKdQcJs9h")


@rule("POT-07")
def test_texas_takes_the_best_five_of_seven_with_none_one_or_two_hole_cards() -> None:
    board = "AsKsQdJdTh"
    assert texas("2c3c", board) == of(board)
    assert texas("Kd3c", "AsKsQd7d2h") == of("KdKsAsQd7d")
    assert texas("AcAd", "AsKsQd7d2h") == of("AcAdAsKsQd")


@rule("HC-40")
@pytest.mark.parametrize(
    ("first", "second", "board", "sign"),
    [
        ("Ah2c", "6d7d", "3s4s5hKd9c", -1),
        ("8h8c", "AhKc", "QdQcJsJh9s", -1),
        ("Ah3c", "As2d", "AdKcQhJs9d", 0),
        ("Th2d", "4h3d", "5h6h7h8h9h", 1),
        ("Ah5h", "Kh6h", "2h3h4h9cTs", 1),
        ("AhQd", "AcJd", "KhKdKs7c2d", 1),
        ("7h7d", "6c6d", "7c6s6hAsAd", -1),
    ],
)
def test_the_hard_showdowns_of_texas(first: str, second: str, board: str, sign: int) -> None:
    difference = texas(first, board) - texas(second, board)
    assert (difference > 0) - (difference < 0) == sign


@rule("OMA-02", "HC-39")
def test_omaha_uses_exactly_two_hole_cards_where_texas_plays_the_board() -> None:
    assert omaha("2c3d7h8s", ROYAL_BOARD) == of("AsKsQs8d7h")
    assert texas("2c3d", ROYAL_BOARD) == STRONGEST


@rule("OMA-02", "HC-39")
def test_one_suited_hole_card_makes_no_flush_in_omaha() -> None:
    assert omaha("Ah5c6d7s", HEARTS_BOARD) == of("AhKhQh9h7s")
    assert omaha("4h5h6d7s", HEARTS_BOARD) == of("KhQh9h5h4h")


@rule("OMA-02", "HC-39")
def test_four_of_a_kind_on_the_board_is_three_of_a_kind_in_omaha() -> None:
    assert omaha("AhKd5c4s", "9c9d9h9s2c") == of("9c9d9hAhKd")


@rule("OMA-04", "HC-39")
def test_the_misread_flush_is_two_pair() -> None:
    assert omaha("AcKdTd8h", "Kc9c6c6hQc") == of("KdKc6c6hAc")


@rule("OMA-05", "HC-39")
def test_the_misread_full_house_is_three_of_a_kind() -> None:
    assert omaha("Th9h7c6c", "KsKcTcTd5d") == of("ThTcTdKs9h")


def test_too_few_and_too_many_cards_are_refused() -> None:
    for count in (0, 4, 8):
        with pytest.raises(ValueError, match=f"5 to 7 cards, not {count}"):
            strength(range(count))
    for count in (0, 2):
        with pytest.raises(ValueError, match=f"3 to 5 board cards, not {count}"):
            omaha_strength((51, 50, 49, 48), range(count))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_strengths_agree_with_an_independent_evaluator(count: int) -> None:
    chance = random.Random(count)
    for _ in range(5_000):
        cards = chance.sample(range(52), count)
        assert strength(cards) == STRONGEST + 1 - evaluate_cards(*cards), card_names(cards)


@rule("OMA-01", "OMA-02")
def test_omaha_strengths_agree_with_an_independent_evaluator() -> None:
    chance = random.Random(4)
    for _ in range(5_000):
        cards = chance.sample(range(52), 9)
        expected = STRONGEST + 1 - evaluate_omaha_cards(*cards[4:], *cards[:4])
        assert omaha_strength(cards[:4], cards[4:]) == expected, card_names(cards)


@rule("OMA-02")
@pytest.mark.parametrize("size", [3, 4, 5])
def test_omaha_strengths_agree_with_trying_every_two_plus_three(size: int) -> None:
    chance = random.Random(size)
    for _ in range(300):
        cards = chance.sample(range(52), 4 + size)
        hole, board = cards[:4], cards[4:]
        tried = [
            strength((*two, *three))
            for two in combinations(hole, 2)
            for three in combinations(board, 3)
        ]
        assert omaha_strength(hole, board) == max(tried), card_names(cards)
