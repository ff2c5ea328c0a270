"""What may be sent to any table, whatever is played there."""

import msgspec

from cardroom.room.people import Caller
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyRequest


class TableMessage(msgspec.Struct, frozen=True):
    """Something for the runner of a table."""


class PlayerRequest(TableMessage, frozen=True):
    """What a player asks for, with the receipt of what moves money."""

    caller: Caller
    request: AnyRequest
    receipt: Receipt | None = None


class Announce(TableMessage, frozen=True):
    """The house says something to everybody there."""

    text: str


class Freeze(TableMessage, frozen=True):
    """Stop by the operator's decision: answered when the table has (CASH-01, AMB-24)."""


class Thaw(TableMessage, frozen=True):
    """Play on after the operator has looked into it."""


class Hold(TableMessage, frozen=True):
    """Deal no new hand until the `Release` with this number: answered when none is in progress."""

    number: int


class Release(TableMessage, frozen=True):
    """Deal again after `Hold`."""

    number: int


class DealUntil(TableMessage, frozen=True):
    """Deal no new hand from a moment on; None is for ever again."""

    at_ms: int | None


class DoorsOpened(TableMessage, frozen=True):
    """Players can reach the room again after a restart: they get this long to come back."""

    return_ms: int


class WhenIdle(TableMessage, frozen=True):
    """Answered once no hand is in progress and none will be dealt."""


class EndTable(TableMessage, frozen=True):
    """The table is no more."""
