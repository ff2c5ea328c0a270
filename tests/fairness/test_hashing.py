"""The quick ways to hash a whole deck give what the plain ones give."""

import hmac
from random import Random

import pytest

from cardroom.fairness.hashing import hmac_sha256_each, hmac_sha512_each, tagged, with_length
from cardroom.fairness.tree import card_leaf, card_leaves, levels_over, pad_leaves


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64])
def test_a_key_that_is_hashed_in_once_gives_the_hmac_of_the_standard_library(length: int) -> None:
    chance = Random(length)
    key = chance.randbytes(length)
    head = chance.randbytes(43)
    tails = [chance.randbytes(size) for size in (0, 1, 45, 200)]
    codes = [hmac.digest(key, head + tail, "sha256") for tail in tails]
    assert hmac_sha256_each(key, head, tails) == codes
    long_codes = [hmac.digest(key, head + tail, "sha512") for tail in tails]
    assert hmac_sha512_each(key, head, tails) == long_codes


def test_the_leaves_of_a_deck_are_those_of_its_cards() -> None:
    chance = Random(1)
    context, salts = chance.randbytes(32), [chance.randbytes(32) for _ in range(52)]
    cards = chance.sample(range(52), 52)
    leaves = [
        card_leaf(context, place, card, salt)
        for place, (card, salt) in enumerate(zip(cards, salts, strict=True))
    ]
    assert card_leaves(context, cards, salts) == leaves
    pads = [tagged("pad", context, bytes([place])) for place in range(52, 64)]
    assert list(pad_leaves(context)) == pads


def test_a_node_is_the_tagged_hash_of_both_sides() -> None:
    leaves = [tagged("pad", bytes([place])) for place in range(64)]
    levels = levels_over(leaves)
    assert levels[1][0] == tagged("node", leaves[0], leaves[1])
    assert with_length(b"ab") == b"\0\0\0\2ab"
