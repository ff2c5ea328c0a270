"""Hashes: the chain over the transfers, and texts of any length (I12)."""

from hashlib import sha256
from typing import Final

GENESIS = bytes(32)
"""The hash before the first transfer."""

HASHED_AT_ONCE: Final = 2000
"""Hashing a longer text lets other threads run, and to get back in is costly."""


def chain(previous: bytes, content: bytes) -> bytes:
    """The hash of a transfer: made of its canonical bytes and the hash before it (I12)."""
    return sha256(previous + content).digest()


def hashed(*texts: bytes) -> bytes:
    """One hash over texts of any length."""
    whole = b"".join(texts)
    digest = sha256(whole[:HASHED_AT_ONCE])
    for start in range(HASHED_AT_ONCE, len(whole), HASHED_AT_ONCE):
        digest.update(whole[start : start + HASHED_AT_ONCE])
    return digest.digest()
