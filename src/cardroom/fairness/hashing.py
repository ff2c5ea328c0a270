"""The hash of the protocol: SHA-256 over a tag and parts, each with its length before it."""

from hashlib import sha256
from typing import Final

PROTOCOL: Final = "CCO/1"
HASH_BYTES: Final = 32
SEED_BYTES: Final = 32
"""A player's contribution to the cut."""
SECRET_BYTES: Final = 64
"""What one of the server's decks is made of."""


def tagged(tag: str, *parts: bytes) -> bytes:
    """`H(tag, parts)`: no two different lists of parts are the same bytes."""
    digest = sha256(with_length(f"{PROTOCOL}|{tag}".encode()))
    for part in parts:
        digest.update(with_length(part))
    return digest.digest()


def with_length(part: bytes) -> bytes:
    """A part with its length before it, in four bytes."""
    return len(part).to_bytes(4) + part


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1)


def u64(number: int) -> bytes:
    """Eight bytes, the highest first."""
    return number.to_bytes(8)
