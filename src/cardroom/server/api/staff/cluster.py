"""HTTP: the processes of a room that has several, what each of them runs, and moving it."""

from typing import Protocol

import msgspec

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit


class ProcessRow(msgspec.Struct, frozen=True, kw_only=True):
    """A process that lives."""

    name: str
    roles: tuple[str, ...]
    machine: str
    started_ms: int
    players: int
    """Connected to a gateway, or seated at the tables of a host."""
    units: int
    is_leaving: bool
    """Whether it hands its units over, and takes no more."""


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    """What is run as a whole: a stake with its tables, or the house with its tournaments."""

    unit: str
    process: str
    """Empty while nobody runs it."""
    epoch: int
    is_pinned: bool
    """Whether an operator has moved it there."""


class ClusterView(msgspec.Struct, frozen=True, kw_only=True):
    """The room and its processes."""

    processes: list[ProcessRow]
    units: list[UnitRow]


class MoveWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which unit is to run where."""

    unit: str
    process: str


class DrainWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which process is to hand over what it runs."""

    process: str


class ClusterDesk(Protocol):
    """What an operator may see of the processes and do with them."""

    def view(self) -> ClusterView:
        """All processes and units."""

    async def move(self, unit: str, process: str) -> None:
        """Begin to hand a unit over, between two hands."""

    async def drain(self, process: str) -> None:
        """Begin to hand over everything that a process runs."""


async def cluster(visit: Visit, _body: None) -> ClusterView:
    """The processes, and who runs what."""
    return _desk(visit).view()


async def move_unit(visit: Visit, body: MoveWanted) -> Done:
    """Hand a unit over to another process, once its hands are over."""
    await _desk(visit).move(body.unit, body.process)
    return Done()


async def drain_process(visit: Visit, body: DrainWanted) -> Done:
    """Have a process hand over everything, and take nothing any more."""
    await _desk(visit).drain(body.process)
    return Done()


def _desk(visit: Visit) -> ClusterDesk:
    desk: ClusterDesk | None = visit.services.cluster
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "room_is_one_process")
    return desk


ROUTES = (
    Route(
        method="GET", path="/api/admin/cluster", handler=cluster, answer=ClusterView,
        access="floor", summary="The processes of the room, and who runs what",
    ),
    Route(
        method="POST", path="/api/admin/cluster/move", handler=move_unit, body=MoveWanted,
        answer=Done, access="administrator", summary="Hand a unit over to another process",
    ),
    Route(
        method="POST", path="/api/admin/cluster/drain", handler=drain_process, body=DrainWanted,
        answer=Done, access="administrator", summary="Have a process hand over what it runs",
    ),
)  # fmt: skip
