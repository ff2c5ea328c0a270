"""The keys behind the strengths keep all hands apart; all five-card hands are counted."""

from itertools import combinations
from math import comb

import pytest

from cardroom.odds.rank_tables import (
    HIGH_SHIFT,
    LOW_SUMS,
    STRONGEST,
    hands_in_order,
    high_places,
    low_places,
    multisets,
    rank_sum,
)
from cardroom.odds.ranking import Category, category, strength
from tests.rule import rule

KNOWN_COUNTS = {
    Category.STRAIGHT_FLUSH: 40,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}


@pytest.mark.parametrize(("size", "count"), [(5, 6_175), (6, 18_395), (7, 49_205)])
def test_every_choice_of_ranks_has_a_place_of_its_own(size: int, count: int) -> None:
    low, high = low_places(size), high_places()
    sums = [rank_sum(ranks) for ranks in multisets(size)]
    places = {low[total & LOW_SUMS] + high[total >> HIGH_SHIFT] for total in sums}
    assert places == set(range(count))
    assert len(sums) == count


def test_seven_of_the_highest_keys_do_not_reach_into_the_bits_above() -> None:
    assert rank_sum((6,) * 7) <= LOW_SUMS
    assert rank_sum((12,) * 7) < 1 << 30


@rule("HAND-03")
def test_there_are_7462_different_hands() -> None:
    in_order = list(hands_in_order())
    assert [len(hands) for _, hands in in_order] == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    assert sum(len(hands) for _, hands in in_order) == STRONGEST


@rule("HAND-03")
def test_all_five_card_hands_give_the_known_counts() -> None:
    hands = [0] * (STRONGEST + 1)
    for five in combinations(range(52), 5):
        hands[strength(five)] += 1
    counts = dict.fromkeys(Category, 0)
    for each in range(1, STRONGEST + 1):
        assert hands[each] > 0
        counts[category(each)] += hands[each]
    assert counts == KNOWN_COUNTS
    assert sum(hands) == comb(52, 5)
