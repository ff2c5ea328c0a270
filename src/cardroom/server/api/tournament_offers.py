"""HTTP: files of the timetable that operators add and end while the room is open."""

from typing import Annotated

import msgspec

from cardroom.errors import AccessRefused, InvalidFile
from cardroom.office.tournament_offers import OfferOffice, OfferRow
from cardroom.room.net import Net
from cardroom.room.records import ReasonText
from cardroom.room.requests import RequestId
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit
from cardroom.server.sockets.messages import BadMessage

FILE_LENGTH_MAX = 20_000


class NewOffer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file like those of the timetable, with [on_demand] or [schedule]; `file` is what messages
    call it."""

    id: RequestId
    reason: ReasonText
    toml: Annotated[str, msgspec.Meta(min_length=1, max_length=FILE_LENGTH_MAX)]
    file: Annotated[str, msgspec.Meta(max_length=200)] = "the file"


class OfferEnd(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is not offered any more, by the name that its file has."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    reason: ReasonText


class Offers(msgspec.Struct, frozen=True, kw_only=True):
    """What was added to the timetable, oldest first."""

    offers: list[OfferRow]


async def tournament_offers(visit: Visit, _body: None) -> Offers:
    """What was added while the room was open."""
    return Offers(offers=list(_office(visit).rows))


async def add_offer(visit: Visit, body: NewOffer) -> OfferRow:
    """Offer what a file says; the same id again is the same offer."""
    key = f"{visit.account.player}:{body.id}"
    office = _office(visit)
    try:
        return await office.add(
            visit.caller, key=key, file=body.file, text=body.toml, reason=body.reason
        )
    except InvalidFile as error:
        raise BadMessage("does_not_fit", str(error)) from None


async def end_offer(visit: Visit, body: OfferEnd) -> Done:
    """Stop offering it; whoever waits in one of its games is refunded."""
    await _office(visit).end(visit.caller, body.name, body.reason)
    return Done()


def _office(visit: Visit) -> OfferOffice:
    office = visit.services.ports.tournament_office
    if office is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_tournament")
    return office.offers


ALL = "/api/admin/tournaments/offers"

ROUTES = (
    Route(
        method="GET", path=ALL, handler=tournament_offers, answer=Offers, access="floor",
        summary="Files that were added to the timetable while the room was open",
    ),
    Route(
        method="POST", path=ALL, handler=add_offer, body=NewOffer, answer=OfferRow, access="floor",
        summary="Offer what a file says, from now on and after a restart: queues, flights, starts",
    ),
    Route(
        method="POST", path=f"{ALL}/end", handler=end_offer, body=OfferEnd, answer=Done,
        access="administrator", summary="Stop offering it; whoever waits in its games is refunded",
    ),
)  # fmt: skip
