"""Many hands at once are as strong as each of them alone."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import DECK, parse_cards
from cardroom.odds.many_hands import card_sums, runout_strengths, strengths_with
from cardroom.odds.ranking import strength

decks = st.permutations(DECK)


@given(decks, st.integers(3, 5))
def test_groups_are_ranked_with_what_they_share(deck: list[int], shown: int) -> None:
    board = deck[:shown]
    groups = [deck[shown + 2 * place : shown + 2 * place + 2] for place in range(20)]
    found = strengths_with(board, groups, card_sums(groups))
    assert found == [strength([*board, *group]) for group in groups]


@given(decks, st.integers(3, 5))
def test_every_board_that_may_come_is_ranked_in_its_order(deck: list[int], shown: int) -> None:
    hole, board, stub = deck[:2], deck[2 : 2 + shown], deck[10:40]
    found = runout_strengths(hole, board, stub)
    to_come = combinations(stub, 5 - shown)
    assert found == [strength([*hole, *board, *rest]) for rest in to_come]


def test_a_flush_counts_wherever_its_cards_are() -> None:
    hole, board = list(parse_cards("AhKh")), list(parse_cards("2h7h9c"))
    stub = list(parse_cards("3h4hTc"))
    flushes = [strength(list(parse_cards(text))) for text in ("AhKh7h4h3h", "AhKh7h3h2h")]
    assert runout_strengths(hole, board, stub)[:2] == flushes


def test_fewer_than_five_cards_are_no_hand() -> None:
    with pytest.raises(ValueError, match="not 4"):
        strengths_with(list(parse_cards("AhKh")), [list(parse_cards("2c3c"))], [0])
