"""Looks for many short strings in a long one, in one pass."""

from collections.abc import Iterable

import numpy as np

LEAST = 4
"""How many bytes a string must have: it is looked for by its first two and the next two."""


def found_in(text: bytes, wanted: Iterable[bytes]) -> set[bytes]:
    """Those that occur anywhere, as `one in text` says for each."""
    by_head: dict[bytes, list[bytes]] = {}
    for one in wanted:
        assert len(one) >= LEAST
        by_head.setdefault(one[:LEAST], []).append(one)
    if len(text) < LEAST or not by_head:
        return set()
    every = np.frombuffer(text, dtype=np.uint8).astype(np.uint16)
    pairs = every[:-1] << 8 | every[1:]
    first, second = np.zeros(1 << 16, dtype=bool), np.zeros(1 << 16, dtype=bool)
    heads = np.frombuffer(b"".join(by_head), dtype=">u2").reshape(-1, 2)
    first[heads[:, 0]] = second[heads[:, 1]] = True
    places = np.flatnonzero(first[pairs[:-2]])
    places = places[second[pairs[places + 2]]]
    # Both halves may be those of two different strings: only now is it worth comparing all four.
    both = pairs[places].astype(np.uint32) << 16 | pairs[places + 2]
    places = places[np.isin(both, heads[:, 0].astype(np.uint32) << 16 | heads[:, 1])]
    return {
        one
        for place in places.tolist()
        for one in by_head.get(text[place : place + LEAST], ())
        if text.startswith(one, place)
    }
