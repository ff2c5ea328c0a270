"""The decks of hands that follow each other follow each other, and a hidden draw leaves a gap."""

from itertools import permutations

import pytest
from msgspec import structs

from cardroom.fairness.context import HandContext
from cardroom.fairness.deck_order import DeckOrder
from cardroom.fairness.proof import FailedAttempt, Proof
from tests.fairness.fair_hands import EPOCH, KEY, ROOM, TABLE, Table

FAILED = FailedAttempt(list=b"", signature=b"", seeds=(), secrets=(bytes(64), bytes(64)))


def proof(hand: int, number: int, *, failed: int = 0, epoch: int = EPOCH) -> Proof:
    """The proof of a hand whose last pair of decks has a number, after this many failed draws."""
    table = Table(hand)
    table.context = HandContext(ROOM, TABLE, epoch, hand)
    table.deal = type(table.deal)(table.context, number, (b"a" * 64, b"b" * 64), KEY)
    drawn = table.draw("nl-holdem", 1, (1, 2)).proof(())
    return structs.replace(drawn, attempts=(FAILED,) * failed)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_hands_in_any_order_have_no_gap_where_every_failed_draw_is_shown(
    order: tuple[int, ...],
) -> None:
    hands = [proof(5, 8), proof(6, 11, failed=2), proof(7, 12)]
    looks = DeckOrder()
    assert [looks.has_gap(hands[place]) for place in order] == [False] * 3


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_hidden_draw_shows_in_the_number_of_the_next_hand(order: tuple[int, ...]) -> None:
    hands = [proof(5, 8), proof(6, 11, failed=1), proof(7, 12)]
    looks = DeckOrder()
    assert sum(looks.has_gap(hands[place]) for place in order) == 1


def test_what_lies_between_two_hands_that_do_not_follow_each_other_is_not_known() -> None:
    looks = DeckOrder()
    hands = [proof(5, 8), proof(5, 8), proof(7, 20), proof(6, 1, epoch=EPOCH + 1)]
    assert [looks.has_gap(one) for one in hands] == [False] * 4
