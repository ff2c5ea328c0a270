"""HTTP: what an administrator sets right by hand: hands that must not count, seats that were lost
wrongly, money that finds no owner (CASH-01, CRASH-04)."""

from typing import Annotated

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.transfers import AMOUNT_MAX
from cardroom.office.operator_pages import HandVoid, RestoredSeat, SuspenseItem, SuspenseResolved
from cardroom.office.reseating import Reseating
from cardroom.office.suspending import SuspenseDesk
from cardroom.office.voiding import Voiding
from cardroom.room.net import Net
from cardroom.room.records import ReasonText
from cardroom.room.requests import Number
from cardroom.server.api.overview import TABLE
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit

REFERENCE = r"^[A-Za-z0-9._:-]{1,100}\Z"
Reference = Annotated[str, msgspec.Meta(pattern=REFERENCE)]


class VoidOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a hand is void; the reason is shown to its players.

    `house_pays` has the house pay what winners no longer have.
    """

    reason: ReasonText
    house_pays: bool = False


class SeatOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who gets a seat back, and why; any free one if none is named."""

    player: Number
    reason: ReasonText
    seat: Number | None = None


class SettingAside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money of a player's that cannot be credited; the same reference again moves nothing."""

    player: Number
    amount: Annotated[int, msgspec.Meta(ge=1, le=AMOUNT_MAX)]
    reference: Reference
    reason: ReasonText


class Resolving(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was set aside is the player's after all."""

    reference: Reference
    reason: ReasonText


class Suspense(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in suspense, what falls due first at the beginning."""

    items: list[SuspenseItem]


async def look_at_void(visit: Visit, _body: None) -> HandVoid:
    """Who would give back what, or has."""
    return await _voiding(visit).look(visit.request.match_info["key"])


async def void(visit: Visit, body: VoidOrder) -> HandVoid:
    """Void a hand: roll back the one in progress, give back a paid one (CASH-01, AMB-24)."""
    key = visit.request.match_info["key"]
    return await _voiding(visit).void(visit.caller, key, body.reason, house_pays=body.house_pays)


async def restore_seat(visit: Visit, body: SeatOrder) -> RestoredSeat:
    """Offer players a seat that they wrongly lost, ahead of the queue (CASH-01)."""
    table, player = TableId(visit.path_number("table")), PlayerId(body.player)
    return await _reseating(visit).restore(visit.caller, player, table, body.seat, body.reason)


async def suspense(visit: Visit, _body: None) -> Suspense:
    """What waits to be credited (AMB-23)."""
    return Suspense(items=await _suspense(visit).items())


async def set_aside(visit: Visit, body: SettingAside) -> SuspenseItem:
    """Take money out of a player's cash until it is known whose it is."""
    player = PlayerId(body.player)
    desk = _suspense(visit)
    return await desk.set_aside(visit.caller, player, body.amount, body.reference, body.reason)


async def resolve(visit: Visit, body: Resolving) -> SuspenseResolved:
    """Credit what was set aside."""
    return await _suspense(visit).resolve(visit.caller, body.reference, body.reason)


def _voiding(visit: Visit) -> Voiding:
    voiding = visit.services.ports.voiding
    if voiding is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_hand")
    return voiding


def _reseating(visit: Visit) -> Reseating:
    reseating = visit.services.ports.reseating
    if reseating is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_table")
    return reseating


def _suspense(visit: Visit) -> SuspenseDesk:
    desk = visit.services.ports.suspense
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "not_in_suspense")
    return desk


HAND = "/api/admin/hands/{key}/void"

ROUTES = (
    Route(
        method="GET", path=HAND, handler=look_at_void, answer=HandVoid, access="administrator",
        summary="What voiding a hand would move, or has moved",
    ),
    Route(
        method="POST", path=HAND, handler=void, body=VoidOrder, answer=HandVoid,
        access="administrator", summary="Void a hand, running or paid; once",
    ),
    Route(
        method="POST", path=f"{TABLE}/restore-seat", handler=restore_seat, body=SeatOrder,
        answer=RestoredSeat, access="administrator",
        summary="Offer players a seat that they wrongly lost, ahead of the queue",
    ),
    Route(
        method="GET", path="/api/admin/suspense", handler=suspense, answer=Suspense, access="risk",
        summary="Money that waits to be credited, and when it is charity's",
    ),
    Route(
        method="POST", path="/api/admin/suspense", handler=set_aside, body=SettingAside,
        answer=SuspenseItem, access="administrator", summary="Set money of a player's aside",
    ),
    Route(
        method="POST", path="/api/admin/suspense/resolve", handler=resolve, body=Resolving,
        answer=SuspenseResolved, access="administrator", summary="Credit what was set aside",
    ),
)  # fmt: skip
