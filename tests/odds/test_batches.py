"""Many hands at once get the strengths that each gets alone."""

from itertools import chain, combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from cardroom.cards import parse_cards
from cardroom.odds.batches import omaha_strengths, strengths
from cardroom.odds.rank_tables import STRONGEST
from cardroom.odds.ranking import Category, category, omaha_strength, strength
from tests.odds.test_rank_tables import KNOWN_COUNTS
from tests.rule import rule


def deals(count: int, size: int) -> NDArray[np.int8]:
    """This many rows of different cards."""
    order = np.random.default_rng(count + size).random((count, 52)).argsort(axis=1)
    return order[:, :size].astype(np.int8)


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("count", [1, 20_000])
def test_a_batch_gives_what_each_hand_gives_alone(size: int, count: int) -> None:
    hands = deals(count, size)
    assert strengths(hands).tolist() == [strength(hand) for hand in hands.tolist()]


@rule("OMA-02")
@pytest.mark.parametrize("count", [1, 20_000])
def test_an_omaha_batch_gives_what_each_hand_gives_alone(count: int) -> None:
    cards = deals(count, 9)
    expected = [omaha_strength(row[:4], row[4:]) for row in cards.tolist()]
    assert omaha_strengths(cards[:, :4], cards[:, 4:]).tolist() == expected


@rule("OMA-02")
@pytest.mark.parametrize(
    ("hole", "board", "kind"),
    [
        ("9h8h7h6h", "QhJh2d5h4h", Category.FLUSH),
        ("9h8hAh6c", "QhJhTh5h4h", Category.STRAIGHT_FLUSH),
        ("9hAh6c2c", "QhJhTh8h4h", Category.FLUSH),
        ("AhKh2c3d", "QhJhTh9h8h", Category.STRAIGHT_FLUSH),
        ("KhTh9h8h", "7h6h5h2h2s", Category.STRAIGHT_FLUSH),
    ],
)
def test_a_straight_flush_needs_two_and_three_in_a_batch_too(
    hole: str, board: str, kind: Category
) -> None:
    held, shown = parse_cards(hole), parse_cards(board)
    found = omaha_strengths(np.array([held]), np.array([shown]))
    assert found.tolist() == [omaha_strength(held, shown)]
    assert category(int(found[0])) is kind


@rule("HAND-03")
def test_all_five_card_hands_give_the_known_counts_in_one_batch() -> None:
    cards = chain.from_iterable(combinations(range(52), 5))
    hands = np.fromiter(cards, dtype=np.int8, count=5 * comb(52, 5)).reshape(-1, 5)
    found = np.bincount(strengths(hands), minlength=STRONGEST + 1)
    counts = dict.fromkeys(KNOWN_COUNTS, 0)
    for each, count in enumerate(found.tolist()):
        if count:
            counts[category(each)] += count
    assert counts == KNOWN_COUNTS


def test_no_hands_have_no_strengths() -> None:
    assert strengths(np.empty((0, 7), dtype=np.int8)).tolist() == []


def test_rows_of_the_wrong_length_are_refused() -> None:
    with pytest.raises(ValueError, match="5 to 7 cards, not 4"):
        strengths(deals(2, 4))
    with pytest.raises(ValueError, match="four hole cards"):
        omaha_strengths(deals(2, 5), deals(2, 5))
