"""The tree of the log while it grows: a few hashes instead of all records."""

from collections.abc import Sequence
from hashlib import sha256

from cardroom.fairness.hashing import HASH_BYTES


class GrowingTree:
    """The Merkle tree of RFC 6962 over a log, as the roots of its full parts, the largest first.

    `size` records have one full part for every bit of that number.
    """

    def __init__(self, size: int = 0, peaks: Sequence[bytes] = ()) -> None:
        assert len(peaks) == size.bit_count(), "one full part for every bit of the size"
        self.size = size
        self._peaks = list(peaks)

    def add(self, leaf: bytes) -> None:
        """One more record, by what the tree holds of it."""
        node, size = leaf, self.size
        while size & 1:
            node = sha256(b"\x01" + self._peaks.pop() + node).digest()
            size >>= 1
        self._peaks.append(node)
        self.size += 1

    @property
    def root(self) -> bytes:
        """What `tree_root` says of all leaves."""
        if not self._peaks:
            return sha256().digest()
        *left, node = self._peaks
        for peak in reversed(left):
            node = sha256(b"\x01" + peak + node).digest()
        return node

    @property
    def peaks(self) -> bytes:
        """What is stored beside a head, so that the tree can grow on after a restart."""
        return b"".join(self._peaks)


def read_tree(size: int, peaks: bytes) -> GrowingTree:
    """The tree of this size from the stored roots of its parts."""
    parts = [peaks[at : at + HASH_BYTES] for at in range(0, len(peaks), HASH_BYTES)]
    return GrowingTree(size, parts)
