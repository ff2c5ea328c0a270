"""Which hand is meant: part of everything that is hashed, so that no proof serves two hands."""

import struct
from typing import Annotated, Final

from msgspec import Meta, Struct

_FOUR_NUMBERS: Final = struct.Struct(">4Q")
CONTEXT_BYTES: Final = _FOUR_NUMBERS.size
Number = Annotated[int, Meta(ge=0, le=2**53)]


class HandContext(Struct, frozen=True):
    """`ctx`: the room, the table, its epoch, and the number of the hand."""

    room: Number
    table: Number
    epoch: Number
    hand: Number

    @property
    def encoded(self) -> bytes:
        """Four numbers of eight bytes."""
        return _FOUR_NUMBERS.pack(self.room, self.table, self.epoch, self.hand)


def read_context(encoded: bytes) -> HandContext:
    """The context of these 32 bytes."""
    numbers = (int.from_bytes(encoded[at : at + 8]) for at in range(0, CONTEXT_BYTES, 8))
    return HandContext(*numbers)
