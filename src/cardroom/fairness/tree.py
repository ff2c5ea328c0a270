"""The Merkle tree over a deck: 64 leaves, six hashes from a card to the root."""

from collections.abc import Sequence
from typing import Final

from cardroom.cards import Card
from cardroom.fairness.hashing import HASH_BYTES, tagged, u8

LEAVES: Final = 64
DEPTH: Final = 6
PATH_BYTES: Final = DEPTH * HASH_BYTES


def card_leaf(context: bytes, place: int, card: Card, salt: bytes) -> bytes:
    """The leaf of a card at a place of the deck; the salt hides which card it is."""
    return tagged("leaf", context, u8(place), u8(card), salt)


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
        levels.append([tagged("node", left, right) for left, right in pairs])
    return levels


def path_in(levels: Sequence[Sequence[bytes]], place: int) -> bytes:
    """The six hashes beside the way from a leaf to the root, the lowest first."""
    return b"".join(levels[depth][(place >> depth) ^ 1] for depth in range(DEPTH))


def root_of(leaf: bytes, place: int, path: bytes) -> bytes:
    """Where a leaf and its path lead."""
    node = leaf
    for depth in range(DEPTH):
        beside = path[depth * HASH_BYTES : (depth + 1) * HASH_BYTES]
        left, right = (beside, node) if place >> depth & 1 else (node, beside)
        node = tagged("node", left, right)
    return node
