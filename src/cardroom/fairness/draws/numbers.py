"""Uniform numbers from the stream that the room's secret and all seeds make together."""

import hmac
from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct

from cardroom.fairness.hashing import PROTOCOL, tagged, u64

_STREAM = f"{PROTOCOL}|draw|".encode()
_WORD_BYTES: Final = 8
_WORDS: Final = 1 << 64
BELOW_MAX: Final = 2**53
"""So large a number may be asked for: every verifier can write it."""


Drawable = Annotated[int, Meta(ge=0, le=BELOW_MAX)]


class DrawnNumber(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One number, and below what it was drawn."""

    below: Drawable
    value: Drawable


class Numbers:
    """Draws one number after the other, and keeps them for the proof."""

    def __init__(self, secret: bytes, key: bytes) -> None:
        self._words = stream_words(secret, key)
        self.drawn: list[DrawnNumber] = []

    def below(self, count: int) -> int:
        """The next number from 0 up to `count`; words that would be biased are thrown away."""
        assert 0 < count <= BELOW_MAX
        limit = _WORDS - _WORDS % count
        while (word := next(self._words)) >= limit:
            pass
        value = word % count
        self.drawn.append(DrawnNumber(count, value))
        return value


def draw_key(hashed_list: bytes, seeds: Mapping[int, bytes]) -> bytes:
    """`K`: nobody knows it before the last seed is revealed."""
    parts = [u64(player) + seeds[player] for player in sorted(seeds)]
    return tagged("drawcut", hashed_list, *parts)


def stream_words(secret: bytes, key: bytes) -> Iterator[int]:
    """The words of 64 bits that the stream gives."""
    number = 0
    while True:
        block = hmac.digest(secret, _STREAM + key + u64(number), "sha512")
        for at in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[at : at + _WORD_BYTES])
        number += 1
