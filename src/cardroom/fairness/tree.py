"""The Merkle tree over a deck: 64 leaves, six hashes from a card to the root."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from cardroom.cards import Card
from cardroom.fairness.hashing import HASH_BYTES, tagged, tagged_bytes, u8

LEAVES: Final = 64
DEPTH: Final = 6
PATH_BYTES: Final = DEPTH * HASH_BYTES
_ONE, _HASH = (1).to_bytes(4), HASH_BYTES.to_bytes(4)
"""The lengths of a number and of a hash, as they are hashed before them."""
_NODE: Final = tagged_bytes("node") + _HASH


def card_leaf(context: bytes, place: int, card: Card, salt: bytes) -> bytes:
    """The leaf of a card at a place of the deck; the salt hides which card it is."""
    return tagged("leaf", context, u8(place), u8(card), salt)


def card_leaves(context: bytes, cards: Sequence[Card], salts: Sequence[bytes]) -> list[bytes]:
    """The leaves of a whole deck: `card_leaf` of each place."""
    head = tagged_bytes("leaf", context)
    return [
        sha256(head + _ONE + u8(place) + _ONE + u8(card) + _HASH + salt).digest()
        for place, (card, salt) in enumerate(zip(cards, salts, strict=True))
    ]


def pad_leaf(context: bytes, place: int) -> bytes:
    """A leaf above the 52 cards."""
    return tagged("pad", context, u8(place))


def levels_over(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The leaves, then the nodes of each level; the last level is the root alone."""
    assert len(leaves) == LEAVES
    levels = [list(leaves)]
    while len(levels[-1]) > 1:
        below = levels[-1]
        pairs = zip(below[::2], below[1::2], strict=True)
        levels.append([_node(left, right) for left, right in pairs])
    return levels


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + _HASH + right).digest()


def path_in(levels: Sequence[Sequence[bytes]], place: int) -> bytes:
    """The six hashes beside the way from a leaf to the root, the lowest first."""
    return b"".join(levels[depth][(place >> depth) ^ 1] for depth in range(DEPTH))


def root_of(leaf: bytes, place: int, path: bytes) -> bytes:
    """Where a leaf and its path lead."""
    node = leaf
    for depth in range(DEPTH):
        beside = path[depth * HASH_BYTES : (depth + 1) * HASH_BYTES]
        left, right = (beside, node) if place >> depth & 1 else (node, beside)
        node = _node(left, right)
    return node
