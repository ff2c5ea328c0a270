"""The hash of the protocol: SHA-256 over a tag and parts, each with its length before it."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256, sha512
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _hashlib import HASH

PROTOCOL: Final = "CCO/1"
HASH_BYTES: Final = 32
SEED_BYTES: Final = 32
"""A player's contribution to the cut."""
SECRET_BYTES: Final = 64
"""What one of the server's decks is made of."""
BLOCK_BYTES: Final = 64
LONG_BLOCK_BYTES: Final = 128
"""What SHA-256 and SHA-512 hash at a time."""
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def tagged(tag: str, *parts: bytes) -> bytes:
    """`H(tag, parts)`: no two different lists of parts are the same bytes."""
    return sha256(tagged_bytes(tag, *parts)).digest()


def tagged_bytes(tag: str, *parts: bytes) -> bytes:
    """What `H` hashes. Who hashes much of it again and again keeps the beginning."""
    hashed = _head(tag)
    for part in parts:
        hashed += len(part).to_bytes(4) + part
    return hashed


@cache
def _head(tag: str) -> bytes:
    return with_length(f"{PROTOCOL}|{tag}".encode())


def with_length(part: bytes) -> bytes:
    """A part with its length before it, in four bytes."""
    return len(part).to_bytes(4) + part


def hmac_sha256_each(key: bytes, head: bytes, tails: Iterable[bytes]) -> list[bytes]:
    """HMAC-SHA256 (RFC 2104) of many messages that begin alike; what they share is hashed once."""
    assert len(key) <= BLOCK_BYTES
    block = key.ljust(BLOCK_BYTES, b"\0")
    return _ended(sha256(block.translate(_INNER) + head), sha256(block.translate(_OUTER)), tails)


def hmac_sha512_each(key: bytes, head: bytes, tails: Iterable[bytes]) -> list[bytes]:
    """HMAC-SHA512 of many messages that begin alike."""
    assert len(key) <= LONG_BLOCK_BYTES
    block = key.ljust(LONG_BLOCK_BYTES, b"\0")
    return _ended(sha512(block.translate(_INNER) + head), sha512(block.translate(_OUTER)), tails)


def _ended(inside: "HASH", outside: "HASH", tails: Iterable[bytes]) -> list[bytes]:
    """The codes of messages with these tails, from the two hashes that a key begins."""
    begin, end = inside.copy, outside.copy
    codes = []
    for tail in tails:
        inner, outer = begin(), end()
        inner.update(tail)
        outer.update(inner.digest())
        codes.append(outer.digest())
    return codes


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1)


def u64(number: int) -> bytes:
    """Eight bytes, the highest first."""
    return number.to_bytes(8)
