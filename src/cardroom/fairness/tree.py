"""The Merkle tree over a deck: 64 leaves, six hashes from a card to the root."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from cardroom.cards import DECK, Card
from cardroom.fairness.hashing import HASH_BYTES, tagged, tagged_bytes, u8

LEAVES: Final = 64
DEPTH: Final = 6
PATH_BYTES: Final = DEPTH * HASH_BYTES
_ONE, _HASH = (1).to_bytes(4), HASH_BYTES.to_bytes(4)
"""The lengths of a number and of a hash, as they are hashed before them."""
_NODE: Final = tagged_bytes("node") + _HASH
_BEGUN_NODE: Final = sha256(_NODE)
"""A copy of it costs less than a hash that begins with the same bytes."""
_PLACES: Final = [_ONE + u8(place) for place in range(LEAVES)]
_CARDS: Final = [_ONE + u8(card) + _HASH for card in DECK]
"""A place and a card as they are hashed in a leaf, up to the salt."""


def card_leaf(context: bytes, place: int, card: Card, salt: bytes) -> bytes:
    """The leaf of a card at a place of the deck; the salt hides which card it is."""
    return tagged("leaf", context, u8(place), u8(card), salt)


def card_leaves(context: bytes, cards: Sequence[Card], salts: Sequence[bytes]) -> list[bytes]:
    """The leaves of a whole deck: `card_leaf` of each place."""
    begin = sha256(tagged_bytes("leaf", context)).copy
    leaves = []
    for place, card, salt in zip(_PLACES, cards, salts, strict=False):
        leaf = begin()
        leaf.update(place + _CARDS[card] + salt)
        leaves.append(leaf.digest())
    return leaves


@lru_cache(maxsize=1)
def pad_leaves(context: bytes) -> tuple[bytes, ...]:
    """The leaves above the 52 cards: both decks of a hand have the same ones."""
    head = tagged_bytes("pad", context)
    return tuple(sha256(head + place).digest() for place in _PLACES[len(DECK) :])


def levels_over(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The leaves, then the nodes of each level; the last level is the root alone."""
    assert len(leaves) == LEAVES
    # Written out instead of calling `_node`, and copied instead of made: there are 63 of them.
    begin = _BEGUN_NODE.copy
    levels = [list(leaves)]
    while len(levels[-1]) > 1:
        below, nodes = iter(levels[-1]), []
        for left in below:
            node = begin()
            node.update(left + _HASH + next(below))
            nodes.append(node.digest())
        levels.append(nodes)
    return levels


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + _HASH + right).digest()


def path_in(levels: Sequence[Sequence[bytes]], place: int) -> bytes:
    """The six hashes beside the way from a leaf to the root, the lowest first."""
    return b"".join([levels[depth][place >> depth ^ 1] for depth in range(DEPTH)])


def root_of(leaf: bytes, place: int, path: bytes) -> bytes:
    """Where a leaf and its path lead."""
    node = leaf
    for depth in range(DEPTH):
        beside = path[depth * HASH_BYTES : (depth + 1) * HASH_BYTES]
        left, right = (beside, node) if place >> depth & 1 else (node, beside)
        node = _node(left, right)
    return node
