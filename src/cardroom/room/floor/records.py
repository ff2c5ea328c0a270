"""What is stored of live tournaments, and the port to the store."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from cardroom.floor.log import LogEntry
from cardroom.ledger import FloorId, PlayerId, Transfer


class NewFloor(msgspec.Struct, frozen=True, kw_only=True):
    """A live tournament to be stored; the same key again is the same tournament."""

    key: str
    name: str
    currency: str
    paper: bytes
    secret: str
    created_by: PlayerId
    created_ms: int


class FloorRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A stored live tournament."""

    id: FloorId
    name: str
    currency: str
    paper: bytes
    secret: str
    created_by: PlayerId
    created_ms: int


class FloorStep(msgspec.Struct, frozen=True, kw_only=True):
    """What one command wrote: entries that follow on `after`, and the money that they move."""

    floor: FloorId
    after: int
    request: str
    entries: tuple[LogEntry, ...]
    transfers: tuple[Transfer, ...]


class StoredEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log with the request that wrote it."""

    request: str
    entry: LogEntry


class FloorStore(Protocol):
    """Where live tournaments are kept."""

    async def create(self, new: NewFloor) -> FloorId:
        """Store a tournament under the next number; the same key again is the same one."""

    async def floors(self) -> Sequence[FloorRecord]:
        """All of them, newest first."""

    async def find(self, floor: FloorId) -> FloorRecord | None:
        """One of them."""

    async def log(self, floor: FloorId) -> Sequence[StoredEntry]:
        """Everything that was ever recorded, in its order."""

    async def write(self, step: FloorStep) -> bool:
        """Write a step in one transaction, with its money; False if the log has grown meanwhile.

        The same step again is written once.
        """
