"""Signatures (Ed25519) and sealed boxes (X25519): the only file that knows the library for them.

The library is imported by whoever signs or verifies: hand histories without proofs do not need it.
"""

from hashlib import blake2b
from typing import Final

from cardroom.fairness.hashing import tagged

PUBLIC_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
_FINGERPRINT_DIGITS: Final = 32
_ROOM_BYTES: Final = 6


class SigningKey:
    """The key by which a room signs its lists; made from 32 random bytes that are kept secret."""

    __slots__ = ("_secret", "public")

    def __init__(self, seed: bytes) -> None:
        from nacl import bindings

        self.public, self._secret = bindings.crypto_sign_seed_keypair(seed)

    def sign(self, message: bytes) -> bytes:
        """The signature of a message; the same message always has the same one."""
        from nacl import bindings

        return bindings.crypto_sign(message, self._secret)[:SIGNATURE_BYTES]

    def __repr__(self) -> str:
        return f"SigningKey({fingerprint(self.public)})"


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of the key has signed this message."""
    from nacl import bindings
    from nacl.exceptions import CryptoError

    try:
        bindings.crypto_sign_open(signature + message, public)
    except CryptoError:
        return False
    return True


def fingerprint(public: bytes) -> str:
    """What people compare: 32 hexadecimal digits of the hash of a public key."""
    return tagged("key", public).hex()[:_FINGERPRINT_DIGITS]


def room_number(public: bytes) -> int:
    """The number of the room in every context: part of the hash of its public key."""
    return int.from_bytes(tagged("key", public)[:_ROOM_BYTES])


def box_keys(seed: bytes) -> tuple[bytes, bytes]:
    """An auditor's keys from 32 random bytes: the public one for the room, the one that opens."""
    from nacl import bindings

    return bindings.crypto_box_seed_keypair(seed)


def seal(message: bytes, public: bytes, ephemeral_seed: bytes) -> bytes:
    """A sealed box, as libsodium's `crypto_box_seal` makes it, from 32 fresh random bytes."""
    from nacl import bindings

    own_public, own_secret = bindings.crypto_box_seed_keypair(ephemeral_seed)
    nonce = blake2b(own_public + public, digest_size=bindings.crypto_box_NONCEBYTES).digest()
    return own_public + bindings.crypto_box(message, nonce, public, own_secret)


def unseal(box: bytes, public: bytes, secret: bytes) -> bytes | None:
    """What is in a sealed box; None where it was not sealed for this key, or has been changed."""
    from nacl import bindings
    from nacl.exceptions import CryptoError

    try:
        return bindings.crypto_box_seal_open(box, public, secret)
    except (CryptoError, TypeError, ValueError):
        return None
