"""What crosses the bus is sealed: with the room's key, and once more for a single reader.

Both keys come from the database, never from NATS. Whoever can read or write on NATS without being
able to read the database sees addresses and sizes, and can forge nothing.
"""

from itertools import count

from nacl.bindings import (
    crypto_box_easy_afternm,
    crypto_box_open_easy_afternm,
    crypto_secretbox_easy,
    crypto_secretbox_open_easy,
)
from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey
from nacl.secret import SecretBox
from nacl.utils import random

from cardroom.errors import CardroomError

ROOM_KEY_BYTES = SecretBox.KEY_SIZE
NONCE_BYTES = SecretBox.NONCE_SIZE
COUNTED_BYTES = 8


class Unreadable(CardroomError):
    """A message that was not made by a process of this room, or not for this one."""


def new_room_key() -> bytes:
    """A key for a room that has none yet."""
    return random(ROOM_KEY_BYTES)


class Nonces:
    """Numbers that are used once with a key: a random beginning of this process, then counted.

    128 random bits keep processes apart that share a key. Asking the system for 24 new bytes for
    every message would take longer than to seal it.
    """

    __slots__ = ("_begin", "_numbers")

    def __init__(self) -> None:
        self._begin = random(NONCE_BYTES - COUNTED_BYTES)
        self._numbers = count()

    def next(self) -> bytes:
        """One that was never used before."""
        return self._begin + next(self._numbers).to_bytes(COUNTED_BYTES, "little")


class RoomKey:
    """Seals what every process of the room may read.

    A copy of what was sealed says the same once more: `open_next` takes each message once.
    """

    __slots__ = ("_key", "_nonces", "_read")

    def __init__(self, key: bytes) -> None:
        assert len(key) == ROOM_KEY_BYTES
        self._key = key
        self._nonces = Nonces()
        self._read: dict[tuple[str, bytes], int] = {}
        """The last number that was read, by the place where it came and its random beginning.

        It grows by one for each process that was ever heard at a place: nobody without the key can
        invent a beginning.
        """

    def seal(self, content: bytes) -> bytes:
        """What only processes with the same key can read or could have made."""
        nonce = self._nonces.next()
        return nonce + crypto_secretbox_easy(content, nonce, self._key)

    def open(self, sealed: bytes) -> bytes:
        """The content; Unreadable when it was made by somebody else, or changed."""
        try:
            return crypto_secretbox_open_easy(sealed[NONCE_BYTES:], sealed[:NONCE_BYTES], self._key)
        except (CryptoError, ValueError):
            raise Unreadable("a message that no process of this room has sealed") from None

    def open_next(self, sealed: bytes, place: str) -> bytes:
        """The content of a message that comes after all that its writer has sent to a place.

        NATS keeps the order of one writer. What is not later was recorded and sent again, by
        somebody who need not be able to read it.
        """
        content, begin = self.open(sealed), sealed[: NONCE_BYTES - COUNTED_BYTES]
        number = int.from_bytes(sealed[NONCE_BYTES - COUNTED_BYTES : NONCE_BYTES], "little")
        if number <= self._read.get((place, begin), -1):
            raise Unreadable("a message that was read before, or is older than one that was")
        self._read[place, begin] = number
        return content


class ProcessKeys:
    """The pair of keys of one process, made when it starts and never written to a disk.

    With the public key of another process they make a secret that only the two of them know. It is
    worked out once for each of them, because that takes as long as fifty messages.
    """

    __slots__ = ("_nonces", "_private", "_shared")

    def __init__(self) -> None:
        self._private = PrivateKey.generate()
        self._nonces = Nonces()
        self._shared: dict[bytes, bytes] = {}

    @property
    def public(self) -> bytes:
        """What the other processes need to seal something for this one."""
        return bytes(self._private.public_key)

    def seal_for(self, reader: bytes, content: bytes) -> bytes:
        """What only the process with this public key can read."""
        nonce = self._nonces.next()
        return nonce + crypto_box_easy_afternm(content, nonce, self._with(reader))

    def open_from(self, writer: bytes, sealed: bytes) -> bytes:
        """What the process with this public key has sealed for us."""
        try:
            return crypto_box_open_easy_afternm(
                sealed[NONCE_BYTES:], sealed[:NONCE_BYTES], self._with(writer)
            )
        except (CryptoError, ValueError):
            raise Unreadable("a message that was not sealed for this process") from None

    def _with(self, other: bytes) -> bytes:
        key = self._shared.get(other)
        if key is None:
            key = self._shared[other] = Box(self._private, PublicKey(other)).shared_key()
        return key

    def forget(self, other: bytes) -> None:
        """A process is no more."""
        self._shared.pop(other, None)
