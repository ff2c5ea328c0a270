"""`FY`: Fisher-Yates (Durstenfeld) on words of a keyed stream; biased words are thrown away."""

import struct
from collections.abc import Iterator
from functools import cache
from itertools import chain, count
from typing import Final

from cardroom.fairness.hashing import PROTOCOL, hmac_sha512_each, u64

WORD_BITS: Final = 32
DECK_SIZE: Final = 52
_BLOCK_WORDS: Final = 16
_BLOCKS: Final = 4
"""How many blocks are made at once: they have a word for each of the 51 swaps."""
_WORDS: Final = struct.Struct(f">{_BLOCKS * _BLOCK_WORDS}I")
_FIRST: Final = [u64(number) for number in range(_BLOCKS)]
_STREAM = f"{PROTOCOL}|stream|".encode()


def keyed_permutation(key: bytes, context: bytes) -> list[int]:
    """`FY(key, ctx)`: all 52 places in an order that only the key decides."""
    return permutation(stream_words(key, context), DECK_SIZE, WORD_BITS)


def permutation(words: Iterator[int], size: int, word_bits: int) -> list[int]:
    """Swap every place, from the last to the second, with one at or below it.

    Of the 2**bits words the topmost are thrown away, so that every place is equally likely.
    """
    order = list(range(size))
    following = words.__next__
    for last, below, limit in _steps(size, word_bits):
        word = following()
        while word >= limit:
            word = following()
        other = word % below
        order[last], order[other] = order[other], order[last]
    return order


@cache
def _steps(size: int, word_bits: int) -> tuple[tuple[int, int, int], ...]:
    """For each swap its place, how many there are at or below it, and the first biased word."""
    every = 1 << word_bits
    belows = range(size, 1, -1)
    return tuple((below - 1, below, every - every % below) for below in belows)


def stream_words(key: bytes, context: bytes) -> Iterator[int]:
    """The stream of HMAC-SHA512 blocks, read as words of 32 bits, the highest byte first."""
    return chain.from_iterable(_words(key, _STREAM + context))


def _words(key: bytes, head: bytes) -> Iterator[tuple[int, ...]]:
    yield _WORDS.unpack(b"".join(hmac_sha512_each(key, head, _FIRST)))
    for first in count(_BLOCKS, _BLOCKS):
        numbers = [u64(number) for number in range(first, first + _BLOCKS)]
        yield _WORDS.unpack(b"".join(hmac_sha512_each(key, head, numbers)))
