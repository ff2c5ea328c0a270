"""HTTP: tickets that the house gives; players see theirs at `/api/tournament-tickets`."""

from typing import Annotated

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.tickets import OwnTicket, TicketDesk
from cardroom.room.net import Net
from cardroom.room.records import FOR_EVER_MS, ReasonText
from cardroom.room.requests import Number
from cardroom.server.api.routes import Route
from cardroom.server.api.staff.corrections import Reference
from cardroom.server.api.visits import Visit

VALUE_MAX = 100_000_000
Target = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]{1,40}\Z")]


class Tickets(msgspec.Struct, frozen=True, kw_only=True):
    """Tickets, one by one, what expires first at the beginning."""

    tickets: list[OwnTicket]


class TicketOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ticket for a player, which the house pays for; the same reference again gives nothing.

    `target` is the word on the ticket, `any` for every tournament; it is good until `expires_ms`,
    or always if that is 0.
    """

    player: Number
    value: Annotated[int, msgspec.Meta(ge=1, le=VALUE_MAX)]
    reference: Reference
    reason: ReasonText
    target: Target = "any"
    expires_ms: Annotated[int, msgspec.Meta(ge=0, le=FOR_EVER_MS)] = 0


async def give_ticket(visit: Visit, body: TicketOrder) -> Tickets:
    """Give a player a ticket; the answer is everything in their wallet."""
    found = await _desk(visit).give(
        visit.caller,
        PlayerId(body.player),
        value=body.value,
        target=body.target,
        expires_ms=body.expires_ms,
        reference=body.reference,
        reason=body.reason,
    )
    return Tickets(tickets=found)


def _desk(visit: Visit) -> TicketDesk:
    desk = visit.services.ports.tickets
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "no_tickets_here")
    return desk


ROUTES = (
    Route(
        method="POST",
        path="/api/admin/tickets",
        handler=give_ticket,
        body=TicketOrder,
        answer=Tickets,
        access="administrator",
        summary="Give a player a ticket that the house pays for; once",
    ),
)
