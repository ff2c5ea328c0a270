"""HTTP: money that the house books by hand, and the second person who looks at large amounts."""

import re
from typing import Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.office.bookings import BookingDesk, BookingView
from cardroom.room.net import Net
from cardroom.room.records import CashierOrder, ReasonText
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.staff.corrections import Reference
from cardroom.server.api.visits import Visit
from cardroom.server.sockets.messages import BadMessage

REFERENCE = re.compile(r"[A-Za-z0-9._:-]{1,100}")
REFERENCE_IN_WORDS = "1 to 100 letters, digits, dots, colons, hyphens and underscores"


class Bookings(msgspec.Struct, frozen=True, kw_only=True):
    """Bookings that wait for a second person, oldest first."""

    bookings: list[BookingView]


class BookingDecision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which booking, and why it is approved, refused or withdrawn."""

    reference: Reference
    reason: ReasonText


async def book(visit: Visit, body: CashierOrder) -> dict[str, object]:
    """Book a deposit, a withdrawal or an adjustment, or have it wait for a second person."""
    if not body.amount or (body.amount < 0 and body.kind != "adjustment"):
        least = "other than 0" if body.kind == "adjustment" else "at least 1"
        raise BadMessage("does_not_fit", f"amount must be {least}, not {body.amount}")
    if REFERENCE.fullmatch(body.reference) is None:
        raise BadMessage("does_not_fit", f"reference must be {REFERENCE_IN_WORDS}")
    return dict(await desk_of(visit).ask(visit.caller, body))


async def waiting(visit: Visit, _body: None) -> Bookings:
    """What waits for a second person."""
    return Bookings(bookings=await desk_of(visit).waiting())


async def approve(visit: Visit, body: BookingDecision) -> dict[str, object]:
    """Book what another administrator has asked for."""
    return dict(await desk_of(visit).approve(visit.caller, body.reference, body.reason))


async def refuse(visit: Visit, body: BookingDecision) -> Done:
    """Refuse what another administrator has asked for, or withdraw one's own."""
    await desk_of(visit).refuse(visit.caller, body.reference, body.reason)
    return Done()


def desk_of(visit: Visit) -> BookingDesk:
    """The desk for what the house books by hand, or a refusal."""
    desk = visit.services.ports.bookings
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_booking")
    return desk


ADMINISTRATOR: dict[str, Any] = {"access": "administrator"}
ANSWER = dict[str, Any]
ROUTES = (
    Route(
        **ADMINISTRATOR, method="POST", path="/api/admin/cashier", handler=book, body=CashierOrder,
        answer=ANSWER, summary="Book a deposit, a withdrawal or an adjustment; large ones wait",
    ),
    Route(
        **ADMINISTRATOR, method="GET", path="/api/admin/bookings", handler=waiting,
        answer=Bookings, summary="Bookings that wait for a second administrator",
    ),
    Route(
        **ADMINISTRATOR, method="POST", path="/api/admin/bookings/approve", handler=approve,
        body=BookingDecision, answer=ANSWER, summary="Book what another administrator asked for",
    ),
    Route(
        **ADMINISTRATOR, method="POST", path="/api/admin/bookings/refuse", handler=refuse,
        body=BookingDecision, answer=Done,
        summary="Refuse a booking of another administrator, or withdraw one's own",
    ),
)  # fmt: skip
