"""Messages of the bus as bytes and back, without loss: which kinds there are is a closed list.

A message travels under the name of its type, as MessagePack: frames that are encoded already are
carried as they are. What no list has is not read, whoever sent it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from cardroom import errors
from cardroom.cluster.sealing import Unreadable
from cardroom.errors import Refused, Unavailable
from cardroom.room.bus import NobodyThere

PLAIN = ""
"""The kind of an answer that is no struct: numbers, texts, lists, what a player is answered."""

REFUSALS: dict[str, type[Refused]] = {
    one.__name__: one
    for one in (NobodyThere, *vars(errors).values())
    if isinstance(one, type) and issubclass(one, Refused)
}


class Packed(msgspec.Struct, frozen=True, array_like=True):
    """A message or an answer: the name of its type, and its fields."""

    kind: str
    body: msgspec.Raw


class PackedRefusal(msgspec.Struct, frozen=True, array_like=True):
    """Why something was not done."""

    kind: str
    rule: str
    reason: str
    details: dict[str, Any]


class Codec:
    """Knows the types that may cross the bus."""

    def __init__(self, kinds: Iterable[type]) -> None:
        self._decoders: dict[str, msgspec.msgpack.Decoder[Any]] = {}
        self._names: dict[type, str] = {}
        self._encoder = msgspec.msgpack.Encoder()
        for kind in kinds:
            name = kind.__name__
            assert name not in self._decoders, f"two messages are called {name}"
            self._decoders[name] = msgspec.msgpack.Decoder(kind)
            self._names[kind] = name
        self._plain: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder()

    def knows(self, kind: type) -> bool:
        """Whether messages of a type may cross the bus."""
        return kind in self._names

    def pack(self, message: object) -> Packed:
        """A message of a known type; anything else is our own mistake."""
        name = self._names.get(type(message))
        assert name is not None, f"{type(message).__name__} does not cross the bus"
        return Packed(name, msgspec.Raw(self._encoder.encode(message)))

    def unpack(self, packed: Packed) -> Any:
        """The message; Unreadable when it is of no known type or form."""
        decoder = self._decoders.get(packed.kind)
        if decoder is None:
            raise Unreadable(f"there is no message {packed.kind}")
        try:
            return decoder.decode(packed.body)
        except msgspec.MsgspecError as error:
            raise Unreadable(f"{packed.kind}: {error}") from None

    def pack_answer(self, answer: object) -> Packed:
        """What an actor has answered: a known type, or plain values."""
        name = self._names.get(type(answer), PLAIN)
        return Packed(name, msgspec.Raw(self._encoder.encode(answer)))

    def unpack_answer(self, packed: Packed) -> Any:
        """The answer; plain values come back as lists and dictionaries."""
        if packed.kind == PLAIN:
            return self._plain.decode(packed.body)
        return self.unpack(packed)


def pack_refusal(error: Exception) -> PackedRefusal:
    """Why something was not done; our own mistakes are as out of reach as a dead process."""
    if isinstance(error, Refused):
        kind = next(one.__name__ for one in type(error).__mro__ if one.__name__ in REFUSALS)
        return PackedRefusal(kind, error.rule, error.reason, _plain_details(error.details))
    text = str(error) if isinstance(error, Unavailable) else "the actor has failed"
    return PackedRefusal("", "", text, {})


def unpack_refusal(packed: PackedRefusal) -> Exception:
    """The exception that whoever asked gets."""
    kind = REFUSALS.get(packed.kind)
    if kind is None:
        return Unavailable(packed.reason)
    return kind(packed.rule, packed.reason, packed.details)


def _plain_details(details: Mapping[str, object]) -> dict[str, Any]:
    """What would have been legal, as plain values: that is how players get it anyway."""
    plain: dict[str, Any] = msgspec.to_builtins(dict(details))
    return plain
