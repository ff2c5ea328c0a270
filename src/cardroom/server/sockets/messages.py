"""The messages of the WebSocket: typed both ways, tagged by `t`, with one decoder.

In: everything a player may ask (`room/requests.py`, and the same in `room/tournaments/`) and what
concerns the connection itself.
Out: everything sent on channels (`room/frames.py`) and the answers. What does not fit is refused
here and goes no further; unknown fields are refused.
"""

import re
from enum import IntEnum
from typing import Annotated, Any, Literal

import msgspec

from cardroom.errors import UNREADABLE, AccessRefused
from cardroom.room.frames import AnyFrame
from cardroom.room.net import Net
from cardroom.room.requests import ChannelName, Number, Request, RequestId
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.server.limits import MESSAGE_BYTES_MAX, MESSAGE_DEPTH_MAX, SUBSCRIPTIONS_MAX
from cardroom.struct_errors import struct_error

PROTOCOL = 1
PROTOCOLS = (1,)
"""The protocol numbers that this server speaks, best last."""


class CloseCode(IntEnum):
    """Why the server closed a socket."""

    LEFT = 4001
    NOT_AUTHENTICATED = 4002
    REPLACED = 4003
    PROTOCOL = 4004
    RATE = 4005
    BANNED = 4006
    DRAINING = 4007


class BadMessage(AccessRefused):
    """A message or body that does not have the form it must have."""

    def __init__(self, reason: str, said: str = "") -> None:
        super().__init__(Net.FORM, reason, {"said": said} if said else None)


# In


class Hello(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="t",
    tag="hello",
):
    """The first message. On `resume`, `have` names the last number seen of every channel."""

    protocols: Annotated[tuple[Number, ...], msgspec.Meta(min_length=1, max_length=8)]
    client: Annotated[str, msgspec.Meta(max_length=80)] = ""
    resume: bool = False
    have: Annotated[dict[ChannelName, Number], msgspec.Meta(max_length=SUBSCRIPTIONS_MAX)] = {}
    gather: bool = False
    """Whether to send what belongs together as one message: a list instead of an object."""


class Subscribe(Request, frozen=True, kw_only=True, tag="subscribe"):
    """Listen to a channel, from the number after `have` if that is still known."""

    ch: ChannelName
    have: Number | None = None


class Unsubscribe(Request, frozen=True, kw_only=True, tag="unsubscribe"):
    """Listen no longer."""

    ch: ChannelName


class Ping(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="ping"
):
    """Asks for a pong with the same `n`."""

    n: Number = 0


class Bye(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="bye"
):
    """The player leaves on purpose: the connection was not lost."""


class WithId(msgspec.Struct, frozen=True):
    """Whatever it is, it may have an id."""

    id: RequestId


Incoming = RoomRequest | Hello | Subscribe | Unsubscribe | Ping | Bye


# Out


class Answering(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    """A message that is about no channel."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who the server takes the client for."""

    player: int
    name: str
    kind: str
    role: str


class Welcome(Answering, frozen=True, kw_only=True, tag="hello"):
    """The server's hello: the number spoken from here on, and what the server can do."""

    protocol: int
    build: str
    ts: int
    me: Me
    features: tuple[str, ...]
    ping_ms: int


class Ack(Answering, frozen=True, kw_only=True, tag="ack"):
    """A request was carried out; the truth comes as events."""

    id: RequestId
    ts: int
    d: dict[str, Any] = {}


class Refusal(Answering, frozen=True, kw_only=True, tag="refused"):
    """A rule says no; nothing has changed. `d` says what would have been legal."""

    id: str
    rule: str
    reason: str
    ts: int
    d: dict[str, Any] = {}


class Pong(Answering, frozen=True, kw_only=True, tag="pong"):
    """The answer to a ping; `rtt_ms` is the server's own measurement, if it has one."""

    n: int
    ts: int
    rtt_ms: int | None = None


class Drain(Answering, frozen=True, kw_only=True, tag="drain"):
    """The server restarts at `at` (server ms): come back then, spread over 10 seconds.

    0 says that it does not restart after all.
    """

    at: int
    ts: int
    reason: Literal["restart", "closing"] = "restart"


Outgoing = AnyFrame | Welcome | Ack | Refusal | Pong | Drain

_decoder: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
_ids: msgspec.json.Decoder[WithId] = msgspec.json.Decoder(WithId)
_encoder = msgspec.json.Encoder()
_strings = re.compile(rb'"(?:[^"\\]|\\.)*"(\s*:)?', re.DOTALL)
"""Every text of a JSON text; a key with its colon."""
_brackets = re.compile(rb"[\[\]{}]")
_NESTED = (dict, list)
_NUL = "\x00"
_NUL_ESCAPED = b"\\u0000"


def decode(data: bytes) -> Incoming:
    """Read one message, or raise BadMessage."""
    verify_size(data)
    try:
        message = _decoder.decode(data)
        value = msgspec.json.decode(data)
    except msgspec.ValidationError as error:
        raise BadMessage("does_not_fit", _in_words(data, error)) from None
    except UNREADABLE as error:
        raise BadMessage("not_json", str(error)) from None
    verify_strict(data, value)
    return message


def _in_words(data: bytes, error: msgspec.ValidationError) -> str:
    """Which field does not fit and why; the library's own words where the rest is no JSON."""
    try:
        value = msgspec.json.decode(data)
    except UNREADABLE:
        return str(error)
    return str(struct_error(value, Incoming, error))


def id_of(data: bytes) -> str:
    """The id of a message that does not fit, so that its refusal can name it; else nothing."""
    try:
        verify_size(data)
        return _ids.decode(data).id
    except (*UNREADABLE, BadMessage):
        return ""


def encode(message: Answering) -> bytes:
    """The bytes of an answer."""
    return _encoder.encode(message)


def verify_size(data: bytes) -> None:
    """Refuse what is too long or too deep before anything is made of it."""
    if len(data) > MESSAGE_BYTES_MAX:
        raise BadMessage("too_long", f"at most {MESSAGE_BYTES_MAX} bytes")
    verify_depth(data)


def verify_depth(data: bytes) -> None:
    """Refuse what is nested deeper than anything that is ever asked for."""
    if depth(data) > MESSAGE_DEPTH_MAX:
        raise BadMessage("too_deep", f"at most {MESSAGE_DEPTH_MAX} levels")


def verify_strict(text: bytes, value: Any) -> None:
    """Refuse a JSON text that others might read as something else than this value.

    Readers differ in which of two equal keys they believe, and PostgreSQL keeps no NUL.
    """
    if sum(map(bool, _strings.findall(text))) != _keys(value):
        raise BadMessage("does_not_fit", "a key appears twice in one object")
    if _NUL_ESCAPED in text and _has_nul(value):
        raise BadMessage("does_not_fit", "a text has the character U+0000")


def _keys(value: Any) -> int:
    """How many keys all objects in a value have."""
    if isinstance(value, dict):
        inner = [one for one in value.values() if isinstance(one, _NESTED)]
        return len(value) + sum(map(_keys, inner))
    return sum(map(_keys, value)) if isinstance(value, list) else 0


def _has_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_NUL in key for key in value) or any(map(_has_nul, value.values()))
    if isinstance(value, list):
        return any(map(_has_nul, value))
    return isinstance(value, str) and _NUL in value


def depth(data: bytes) -> int:
    """How deep a JSON text is nested; an upper bound when it has few brackets."""
    opened = data.count(b"[") + data.count(b"{")
    if opened <= MESSAGE_DEPTH_MAX:
        return opened
    level = deepest = 0
    for bracket in _brackets.findall(_strings.sub(b"", data)):
        level += 1 if bracket in b"[{" else -1
        deepest = max(deepest, level)
    return deepest
