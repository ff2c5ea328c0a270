"""`FY`: Fisher-Yates (Durstenfeld) on words of a keyed stream; biased words are thrown away."""

import hmac
import struct
from collections.abc import Iterator
from itertools import chain, count
from typing import Final

from cardroom.fairness.hashing import PROTOCOL, u64

WORD_BITS: Final = 32
DECK_SIZE: Final = 52
_BLOCK = struct.Struct(">16I")
_STREAM = f"{PROTOCOL}|stream|".encode()


def keyed_permutation(key: bytes, context: bytes) -> list[int]:
    """`FY(key, ctx)`: all 52 places in an order that only the key decides."""
    return permutation(stream_words(key, context), DECK_SIZE, WORD_BITS)


def permutation(words: Iterator[int], size: int, word_bits: int) -> list[int]:
    """Swap every place, from the last to the second, with one at or below it.

    Of the 2**bits words the topmost are thrown away, so that every place is equally likely.
    """
    every = 1 << word_bits
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        below = last + 1
        limit = every - every % below
        word = next(words)
        while word >= limit:
            word = next(words)
        other = word % below
        order[last], order[other] = order[other], order[last]
    return order


def stream_words(key: bytes, context: bytes) -> Iterator[int]:
    """The stream of HMAC-SHA512 blocks, read as words of 32 bits, the highest byte first."""
    return chain.from_iterable(_blocks(key, _STREAM + context))


def _blocks(key: bytes, head: bytes) -> Iterator[tuple[int, ...]]:
    for number in count():
        yield _BLOCK.unpack(hmac.digest(key, head + u64(number), "sha512"))
