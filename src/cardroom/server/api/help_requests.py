"""HTTP: requests for help: players ask and see the answer, the house answers and closes."""

from typing import Any, Literal

import msgspec

from cardroom.errors import AccessRefused
from cardroom.office.help_desk import (
    HelpDesk,
    HelpKind,
    HelpRequest,
    HelpState,
    HelpText,
    NewHelpRequest,
)
from cardroom.room.net import Net
from cardroom.room.records import FOR_EVER_MS
from cardroom.room.requests import Number
from cardroom.server.api.accounts import Nothing
from cardroom.server.api.parameters import PageLimit
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit

STATES: dict[str, tuple[HelpState, ...]] = {
    "open": ("open",),
    "answered": ("answered",),
    "closed": ("closed",),
    "all": ("open", "answered", "closed"),
}


class OwnHelpRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own request; times are 0 where nothing has happened yet."""

    number: int
    kind: HelpKind
    subject: str
    text: str
    at_ms: int
    state: HelpState
    answer: str
    answered_ms: int
    closed_ms: int


class OwnHelpRequests(msgspec.Struct, frozen=True, kw_only=True):
    """A page of one's own requests, newest first; the next is `before` the last number."""

    requests: list[OwnHelpRequest]


class HelpRequestRow(msgspec.Struct, frozen=True, kw_only=True):
    """A request as the house sees it, with who asked and how long they waited."""

    request: OwnHelpRequest
    player: int
    name: str
    answered_by: str
    closed_by: str
    response_ms: int | None


class HelpRequests(msgspec.Struct, frozen=True, kw_only=True):
    """A page of requests, oldest first; the next is `after` the last number."""

    requests: list[HelpRequestRow]


class HelpFilter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which requests the house looks at."""

    state: Literal["open", "answered", "closed", "all"] = "open"
    after: Number = 0
    limit: PageLimit = 50


class HelpAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house says to it."""

    text: HelpText


async def ask_for_help(visit: Visit, body: NewHelpRequest) -> OwnHelpRequest:
    """Ask the house something."""
    return _own(await _desk(visit).ask(visit.caller, body))


async def own_help_requests(visit: Visit, _body: None) -> OwnHelpRequests:
    """One's own requests."""
    before = visit.number("before", FOR_EVER_MS)
    found = await _desk(visit).own(visit.account.player, before, visit.limit)
    return OwnHelpRequests(requests=[_own(one) for one in found])


async def settle_help_request(visit: Visit, _body: Nothing) -> OwnHelpRequest:
    """Close one's own request."""
    return _own(await _desk(visit).settle(visit.caller, visit.path_number("number")))


async def help_requests(visit: Visit, body: HelpFilter) -> HelpRequests:
    """Requests of everybody."""
    found = await _desk(visit).waiting(STATES[body.state], body.after, body.limit)
    return HelpRequests(requests=[await _row(visit, one) for one in found])


async def answer_help_request(visit: Visit, body: HelpAnswer) -> HelpRequestRow:
    """Answer a request."""
    number = visit.path_number("number")
    return await _row(visit, await _desk(visit).answer(visit.caller, number, body.text))


async def close_help_request(visit: Visit, _body: Nothing) -> HelpRequestRow:
    """Close a request."""
    number = visit.path_number("number")
    return await _row(visit, await _desk(visit).close(visit.caller, number))


def _desk(visit: Visit) -> HelpDesk:
    desk = visit.services.ports.help_desk
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "no_help_here")
    return desk


def _own(found: HelpRequest) -> OwnHelpRequest:
    return OwnHelpRequest(
        number=found.number,
        kind=found.kind,
        subject=found.subject,
        text=found.text,
        at_ms=found.at_ms,
        state=found.state,
        answer=found.answer,
        answered_ms=found.answered_ms,
        closed_ms=found.closed_ms,
    )


async def _row(visit: Visit, found: HelpRequest) -> HelpRequestRow:
    return HelpRequestRow(
        request=_own(found),
        player=found.player,
        name=await _name(visit, found.player),
        answered_by=await _name(visit, found.answered_by),
        closed_by=await _name(visit, found.closed_by),
        response_ms=found.response_ms,
    )


async def _name(visit: Visit, player: Any) -> str:
    account = None if player is None else await visit.services.ports.accounts.find(player)
    return "" if account is None else account.name


RISK: dict[str, Any] = {"access": "risk"}
ONE = "/api/admin/help-requests/{number}"
ROUTES = (
    Route(
        method="POST", path="/api/help-requests", handler=ask_for_help, body=NewHelpRequest,
        answer=OwnHelpRequest, scope="chat",
        summary="Ask the house about a hand, an order, a ticket, a tournament or anything else",
    ),
    Route(
        method="GET", path="/api/help-requests", handler=own_help_requests, answer=OwnHelpRequests,
        query=("before", "limit"), scope="read",
        summary="Your own requests with state and answer, newest first",
    ),
    Route(
        method="POST", path="/api/help-requests/{number}/close", handler=settle_help_request,
        body=Nothing, answer=OwnHelpRequest, scope="chat",
        summary="You need no help with it any more",
    ),
    Route(
        **RISK, method="GET", path="/api/admin/help-requests", handler=help_requests,
        answer=HelpRequests, params=HelpFilter, summary="Requests for help, oldest first",
    ),
    Route(
        **RISK, method="POST", path=f"{ONE}/answer", handler=answer_help_request, body=HelpAnswer,
        answer=HelpRequestRow, summary="Answer a request; its player hears of it",
    ),
    Route(
        **RISK, method="POST", path=f"{ONE}/close", handler=close_help_request, body=Nothing,
        answer=HelpRequestRow, summary="Close a request, answered or not",
    ),
)  # fmt: skip
