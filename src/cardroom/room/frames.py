"""What is sent on a channel: numbered events, snapshots, turn requests, brackets around a sync."""

from typing import Any

import msgspec

from cardroom.room.notices import Turn


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    """A message about one channel, sent at `ts` by the server's clock."""

    ch: str
    ts: int


class EventFrame(Frame, frozen=True, kw_only=True, tag="event"):
    """A fact; `v` is contiguous per channel, also where a viewer gets the redacted twin."""

    v: int
    d: Any


class SnapshotFrame(Frame, frozen=True, kw_only=True, tag="snapshot"):
    """All that the viewer may see after the event `v`."""

    v: int
    d: Any


class TurnFrame(Frame, frozen=True, kw_only=True, tag="turn"):
    """The viewer must decide; sent again when they come back."""

    d: Turn


class SyncBegin(Frame, frozen=True, kw_only=True, tag="sync:begin"):
    """What follows has happened already and is not to be animated."""


class SyncEnd(Frame, frozen=True, kw_only=True, tag="sync:end"):
    """From here on everything is new; `v` is the last number."""

    v: int


class Closed(Frame, frozen=True, kw_only=True, tag="closed"):
    """The channel is no more."""


AnyFrame = EventFrame | SnapshotFrame | TurnFrame | SyncBegin | SyncEnd | Closed

_encoder = msgspec.json.Encoder()


def encode(frame: Frame) -> bytes:
    """The bytes of a frame, sent as they are to everybody who may see it."""
    return _encoder.encode(frame)
