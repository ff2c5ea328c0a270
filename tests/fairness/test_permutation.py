"""Fisher-Yates is exact: every stream of short words is enumerated (AMB-22)."""

import hmac
from collections import Counter
from itertools import islice, product
from math import factorial

import pytest

from cardroom.fairness.permutation import keyed_permutation, permutation, stream_words
from tests.rule import rule

WORD_BITS = 3


@rule("CASH-02", "AMB-22")
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_every_order_comes_from_equally_many_streams(size: int) -> None:
    """All streams of 3-bit words, with room for one word that is thrown away."""
    orders: Counter[tuple[int, ...]] = Counter()
    undecided = 0
    for stream in product(range(1 << WORD_BITS), repeat=size):
        try:
            orders[tuple(permutation(iter(stream), size, WORD_BITS))] += 1
        except StopIteration:
            undecided += 1
    assert len(orders) == factorial(size)
    assert len(set(orders.values())) == 1
    assert orders.total() + undecided == (1 << WORD_BITS) ** size


def test_without_throwing_words_away_some_orders_would_come_more_often() -> None:
    orders = Counter(
        tuple(_biased(stream, 3)) for stream in product(range(1 << WORD_BITS), repeat=2)
    )
    assert len(set(orders.values())) > 1


def _biased(stream: tuple[int, ...], size: int) -> list[int]:
    order = list(range(size))
    for last, word in zip(range(size - 1, 0, -1), stream, strict=True):
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def test_the_stream_is_hmac_sha512_of_a_counter_in_words_of_32_bits() -> None:
    words = list(islice(stream_words(b"key", b"context"), 9 * 16 + 1))
    blocks = [
        hmac.digest(b"key", b"CCO/1|stream|context" + number.to_bytes(8), "sha512")
        for number in range(10)
    ]
    assert b"".join(word.to_bytes(4) for word in words) == b"".join(blocks)[: len(words) * 4]


def test_another_key_or_context_makes_another_order() -> None:
    orders = [keyed_permutation(b"a", b"x"), keyed_permutation(b"b", b"x")]
    orders += [keyed_permutation(b"a", b"y")]
    assert all(sorted(order) == list(range(52)) for order in orders)
    assert len({tuple(order) for order in orders}) == 3
