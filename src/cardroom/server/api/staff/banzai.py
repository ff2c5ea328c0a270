"""HTTP: whom the house keeps out of Banzai (BANZ-08)."""

from typing import Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.excluding import BanzaiDoor
from cardroom.office.operator_pages import BanzaiExclusion
from cardroom.room.net import Net
from cardroom.server.api.house import ACCOUNT, Lifting
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit


class BanzaiExclusions(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who is kept out of Banzai."""

    excluded: list[BanzaiExclusion]


async def excluded(visit: Visit, _body: None) -> BanzaiExclusions:
    """Who is kept out, by whom, since when and why."""
    return BanzaiExclusions(excluded=await _door(visit).excluded())


async def exclude(visit: Visit, body: Lifting) -> BanzaiExclusion:
    """Keep an account out of new Banzai seats and queues."""
    return await _door(visit).exclude(visit.caller, _subject(visit), body.reason)


async def admit(visit: Visit, body: Lifting) -> Done:
    """Let an account play Banzai again."""
    await _door(visit).admit(visit.caller, _subject(visit), body.reason)
    return Done()


def _subject(visit: Visit) -> PlayerId:
    return PlayerId(visit.path_number("player"))


def _door(visit: Visit) -> BanzaiDoor:
    door = visit.services.ports.banzai
    if door is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_player")
    return door


POST: dict[str, Any] = {"method": "POST", "body": Lifting, "access": "risk"}

ROUTES = (
    Route(
        method="GET", path="/api/admin/banzai/excluded", handler=excluded, answer=BanzaiExclusions,
        access="risk", summary="Who is kept out of Banzai, by whom and why",
    ),
    Route(
        **POST, path=f"{ACCOUNT}/banzai/exclude", handler=exclude, answer=BanzaiExclusion,
        summary="Keep an account out of new Banzai seats and queues",
    ),
    Route(
        **POST, path=f"{ACCOUNT}/banzai/admit", handler=admit, answer=Done,
        summary="Let an account play Banzai again",
    ),
)  # fmt: skip
