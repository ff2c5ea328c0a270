"""The log: every list, void hand and withheld seed, hash-chained, with signed heads of a tree.

The chain shows in one pass that nothing was changed, dropped or reordered. The tree (as in RFC
6962) shows it with a few hashes to whoever holds an earlier head: one record is in it, and a later
log begins with the earlier one.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from cardroom.fairness.growing_tree import GrowingTree
from cardroom.fairness.hashing import HASH_BYTES, tagged, u64
from cardroom.fairness.keys import SigningKey, is_signed

LogKind = Literal["list", "withheld", "void", "draw"]
GENESIS = bytes(HASH_BYTES)
"""The hash before the first record."""


class LogRecord(Struct, frozen=True, array_like=True):
    """One record: its number, what it tells, its content, and the hash of all records up to it."""

    number: int
    kind: LogKind
    content: bytes
    hash: bytes

    @property
    def leaf(self) -> bytes:
        """What the tree holds of it."""
        return sha256(b"\x00" + self.hash).digest()


class TreeHead(Struct, frozen=True, array_like=True):
    """The root over the first `size` records, signed; kept in a second place every minute."""

    size: int
    at_ms: int
    root: bytes
    signature: bytes

    @property
    def message(self) -> bytes:
        """What is signed."""
        return _head_message(self.size, self.at_ms, self.root)


def appended(records: Sequence[LogRecord], kind: LogKind, content: bytes) -> LogRecord:
    """The record that comes after these."""
    before = records[-1].hash if records else GENESIS
    number = len(records)
    return LogRecord(number, kind, content, record_hash(number, kind, content, before))


def record_hash(number: int, kind: LogKind, content: bytes, before: bytes) -> bytes:
    """One link of the chain."""
    return tagged("log", u64(number), kind.encode(), content, before)


def broken_records(records: Sequence[LogRecord]) -> Iterator[int]:
    """The places where the chain does not hold: a changed, dropped or reordered record."""
    before = GENESIS
    for place, record in enumerate(records):
        expected = record_hash(place, record.kind, record.content, before)
        if record.number != place or record.hash != expected:
            yield place
        before = record.hash


def signed_head(records: Sequence[LogRecord], at_ms: int, key: SigningKey) -> TreeHead:
    """The head of the tree over all records."""
    tree = GrowingTree()
    for record in records:
        tree.add(record.leaf)
    return signed_root(tree, at_ms, key)


def signed_root(tree: GrowingTree, at_ms: int, key: SigningKey) -> TreeHead:
    """The head of a tree that grows with its log."""
    signature = key.sign(_head_message(tree.size, at_ms, tree.root))
    return TreeHead(tree.size, at_ms, tree.root, signature)


def matches(head: TreeHead, records: Sequence[LogRecord], key: bytes) -> bool:
    """Whether a head that was published earlier is signed, and is the head of these records."""
    if not is_signed(key, head.message, head.signature) or head.size > len(records):
        return False
    return tree_root([record.leaf for record in records[: head.size]]) == head.root


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The Merkle tree hash of RFC 6962 over leaves that are hashed already."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    half = _half(len(leaves))
    return _node(tree_root(leaves[:half]), tree_root(leaves[half:]))


def inclusion_path(leaves: Sequence[bytes], place: int) -> list[bytes]:
    """The hashes that lead from one leaf to the root, the lowest first."""
    if len(leaves) == 1:
        return []
    half = _half(len(leaves))
    if place < half:
        return [*inclusion_path(leaves[:half], place), tree_root(leaves[half:])]
    return [*inclusion_path(leaves[half:], place - half), tree_root(leaves[:half])]


def is_included(leaf: bytes, place: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a leaf is at this place of a tree with this root."""
    return 0 <= place < size and _led_to(leaf, place, size, list(path)) == root


def _led_to(leaf: bytes, place: int, size: int, path: list[bytes]) -> bytes | None:
    if size == 1:
        return leaf if not path else None
    if not path:
        return None
    half, beside = _half(size), path[-1]
    if place < half:
        below = _led_to(leaf, place, half, path[:-1])
        return None if below is None else _node(below, beside)
    below = _led_to(leaf, place - half, size - half, path[:-1])
    return None if below is None else _node(beside, below)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _half(size: int) -> int:
    """The largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1


def _head_message(size: int, at_ms: int, root: bytes) -> bytes:
    return tagged("head", u64(size), u64(at_ms), root)
