"""What crosses the bus is sealed: with the room's key, and once more for a single reader.

Both keys come from the database, never from NATS. Whoever can read or write on NATS without being
able to read the database sees addresses and sizes, and can forge nothing.
"""

from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey
from nacl.secret import SecretBox
from nacl.utils import random

from cardroom.errors import CardroomError

ROOM_KEY_BYTES = SecretBox.KEY_SIZE


class Unreadable(CardroomError):
    """A message that was not made by a process of this room, or not for this one."""


def new_room_key() -> bytes:
    """A key for a room that has none yet."""
    return random(ROOM_KEY_BYTES)


class RoomKey:
    """Seals what every process of the room may read."""

    __slots__ = ("_box",)

    def __init__(self, key: bytes) -> None:
        self._box = SecretBox(key)

    def seal(self, content: bytes) -> bytes:
        """What only processes with the same key can read or could have made."""
        return bytes(self._box.encrypt(content))

    def open(self, sealed: bytes) -> bytes:
        """The content; Unreadable when it was made by somebody else, or changed."""
        try:
            return self._box.decrypt(sealed)
        except (CryptoError, ValueError):
            raise Unreadable("a message that no process of this room has sealed") from None


class ProcessKeys:
    """The pair of keys of one process, made when it starts and never written to a disk.

    With the public key of another process they make a secret that only the two of them know. It is
    worked out once for each of them, because that takes as long as fifty messages.
    """

    __slots__ = ("_boxes", "_private")

    def __init__(self) -> None:
        self._private = PrivateKey.generate()
        self._boxes: dict[bytes, Box] = {}

    @property
    def public(self) -> bytes:
        """What the other processes need to seal something for this one."""
        return bytes(self._private.public_key)

    def seal_for(self, reader: bytes, content: bytes) -> bytes:
        """What only the process with this public key can read."""
        return bytes(self._with(reader).encrypt(content))

    def open_from(self, writer: bytes, sealed: bytes) -> bytes:
        """What the process with this public key has sealed for us."""
        try:
            return self._with(writer).decrypt(sealed)
        except (CryptoError, ValueError):
            raise Unreadable("a message that was not sealed for this process") from None

    def _with(self, other: bytes) -> Box:
        box = self._boxes.get(other)
        if box is None:
            box = self._boxes[other] = Box(self._private, PublicKey(other))
        return box

    def forget(self, other: bytes) -> None:
        """A process is no more."""
        self._boxes.pop(other, None)
