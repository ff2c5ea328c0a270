"""Decks to be tested: ours, drawn as CCO/1 draws them, and seven bad shuffles to be caught.

A batch is an array with a row for each deck. The bad shuffles are well-known mistakes.
"""

from collections.abc import Callable
from hashlib import sha512

import numpy as np
from numpy.typing import NDArray

from cardroom.fairness.context import HandContext
from cardroom.fairness.permutation import keyed_permutation

Decks = NDArray[np.uint8]
Make = Callable[[int, int], Decks]
"""Makes this many decks, from a seed."""
SIZE = 52
DAY_MS = 86_400_000
COMPARED = 100
STREAM = b"CCO/1|stream|"
BLOCKS = [number.to_bytes(8) for number in range(4)]
"""The blocks that hold 51 words."""
BLOCK_BYTES = 128
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""The two pads of HMAC, as tables that a key is translated with."""
DELPHI_FACTOR, DELPHI_RANGE = 134_775_813, 51


def fair(count: int, seed: int) -> Decks:
    """Dealt card d is `sigma[pi[d]]`; both orders come from keys of a seed.

    The words are HMAC blocks as the package makes them; swapping them is done for all decks at
    once. The first decks of every batch are compared with those of the package.
    """
    keys = [_keys(seed, number) for number in range(count)]
    orders, places = _orders([one[0] for one in keys]), _orders([one[1] for one in keys])
    decks = np.take_along_axis(orders, places.astype(np.int64), axis=1)
    for number in range(min(count, COMPARED)):
        assert decks[number].tolist() == fair_deck(seed, number)
    return decks


def fair_deck(seed: int, number: int) -> list[int]:
    """One deck, by the package alone."""
    order, places = (keyed_permutation(key, context) for key, context in _keys(seed, number))
    return [order[place] for place in places]


def _keys(seed: int, number: int) -> tuple[tuple[bytes, bytes], tuple[bytes, bytes]]:
    context = HandContext(1, 1, seed, number).encoded
    secret = sha512(b"evidence" + context).digest()
    return (secret, b"sigma" + context), (secret[:32], b"pi" + context)


def _orders(keys: list[tuple[bytes, bytes]]) -> Decks:
    stream = b"".join(_stream(key, context) for key, context in keys)
    words = np.frombuffer(stream, dtype=">u4").reshape(len(keys), -1).astype(np.int64)
    decks = np.tile(np.arange(SIZE, dtype=np.uint8), (len(keys), 1))
    rejected = np.zeros(len(keys), dtype=bool)
    for step, last in enumerate(range(SIZE - 1, 0, -1)):
        rejected |= words[:, step] >= 2**32 - 2**32 % (last + 1)
        _swap(decks, last, words[:, step] % (last + 1))
    for row in np.flatnonzero(rejected):
        decks[row] = keyed_permutation(*keys[row])
    return decks


def _stream(key: bytes, context: bytes) -> bytes:
    """The blocks of HMAC-SHA512: the two halves that a key begins with are hashed once for all."""
    block = key.ljust(BLOCK_BYTES, b"\0")
    inner, outer = sha512(block.translate(INNER) + STREAM + context), sha512(block.translate(OUTER))
    blocks = []
    for number in BLOCKS:
        first, second = inner.copy(), outer.copy()
        first.update(number)
        second.update(first.digest())
        blocks.append(second.digest())
    return b"".join(blocks)


def naive(count: int, seed: int) -> Decks:
    """Every place is swapped with any of the 52."""
    chance, decks = _start(count, seed)
    for place in range(SIZE):
        _swap(decks, place, chance.integers(SIZE, size=count))
    return decks


def sattolo(count: int, seed: int) -> Decks:
    """No card may stay where it is: one off in the range."""
    chance, decks = _start(count, seed)
    for last in range(SIZE - 1, 0, -1):
        _swap(decks, last, chance.integers(last, size=count))
    return decks


def byte_modulo(count: int, seed: int) -> Decks:
    """Fisher-Yates with the rest of a random byte, nothing thrown away."""
    chance, decks = _start(count, seed)
    for last in range(SIZE - 1, 0, -1):
        _swap(decks, last, chance.integers(256, size=count) % (last + 1))
    return decks


def of_1999(count: int, seed: int) -> Decks:
    """`random(51)+1` from the milliseconds of the day, as a card room published it in 1999."""
    chance, decks = _start(count, seed)
    state = chance.integers(DAY_MS, size=count, dtype=np.uint64)
    for place in range(SIZE):
        state = (state * np.uint64(DELPHI_FACTOR) + np.uint64(1)) & np.uint64(0xFFFFFFFF)
        drawn = (state * np.uint64(DELPHI_RANGE)) >> np.uint64(32)
        _swap(decks, place, drawn.astype(np.int64))
    return decks


def short_sort_keys(count: int, seed: int) -> Decks:
    """Cards sorted by random keys of 8 bits: equal keys leave cards in their order."""
    keys = np.random.default_rng(seed).integers(256, size=(count, SIZE))
    return np.argsort(keys, axis=1, kind="stable").astype(np.uint8)


def missing_swap(count: int, seed: int) -> Decks:
    """Fisher-Yates that ends one swap too early."""
    chance, decks = _start(count, seed)
    for last in range(SIZE - 1, 1, -1):
        _swap(decks, last, chance.integers(last + 1, size=count))
    return decks


def time_seed(count: int, seed: int) -> Decks:
    """Our own shuffle, exact in every way, with the milliseconds of the day as its key."""
    moments = np.random.default_rng(seed).integers(DAY_MS, size=count)
    return _rows(bytearray(b"".join(bytes(timed_deck(int(moment))) for moment in moments)))


def timed_deck(moment_ms: int) -> list[int]:
    """The deck of one millisecond."""
    return keyed_permutation(moment_ms.to_bytes(8), b"sigma")


PLANTED: dict[str, Make] = {
    "naive": naive,
    "Sattolo": sattolo,
    "byte modulo": byte_modulo,
    "the one of 1999": of_1999,
    "8-bit sort keys": short_sort_keys,
    "a missing swap": missing_swap,
    "a time seed": time_seed,
}
"""Statistics must reject all but the last, which only the entropy test can."""
UNSEEN = "a time seed"


def _start(count: int, seed: int) -> tuple[np.random.Generator, Decks]:
    return np.random.default_rng(seed), np.tile(np.arange(SIZE, dtype=np.uint8), (count, 1))


def _swap(decks: Decks, place: int, others: NDArray[np.int64]) -> None:
    rows = np.arange(len(decks))
    kept = decks[:, place].copy()
    decks[:, place] = decks[rows, others]
    decks[rows, others] = kept


def _rows(cards: bytearray) -> Decks:
    return np.frombuffer(bytes(cards), dtype=np.uint8).reshape(-1, SIZE)
