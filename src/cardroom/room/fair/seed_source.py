"""The separate seed source: a virtual seat of every hand, with random bits of its own.

It knows no deck, and whoever makes the decks does not know its bits. It protects hands in which no
player sends a seed. For other draws its seeds come from a key of its own, so that a draw that a
crash interrupts is finished with the same one.
"""

from cardroom.fairness.draws.derived import DrawSeeds
from cardroom.fairness.hashing import SEED_BYTES
from cardroom.room.sealed import Opaque
from cardroom.room.shuffle import Bits


class Seeds(Opaque):
    """Makes one seed for every draw."""

    __slots__ = ("_bits", "draws")

    def __init__(self, bits: Bits, key: bytes) -> None:
        self._bits = bits
        self.draws = DrawSeeds(key)

    def seed(self) -> bytes:
        """A fresh seed."""
        return self._bits.bits(8 * SEED_BYTES).to_bytes(SEED_BYTES)
