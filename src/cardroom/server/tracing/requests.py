"""Where traces begin: a request on a socket, a request by HTTP."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace

from aiohttp import ClientSession, TraceConfig, TraceRequestStartParams, web
from opentelemetry import context, trace
from opentelemetry.context import Context

from cardroom.errors import Refused
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.server.sockets.request_handler import RequestHandler
from cardroom.server.sockets.session_state import SessionState
from cardroom.server.tracing.spans import (
    ADDRESS,
    METHOD,
    PROPAGATOR,
    REFUSED,
    REQUEST,
    ROUTE,
    STATUS,
    child,
    is_traced,
    root,
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
API = "/api/"
LASTING = ("/api/socket", "/api/stream")
"""Addresses whose answer lasts as long as a player is here: what is asked there has its own."""


class TracedHandler(RequestHandler):
    """Answers every request in a span of its own."""

    async def answer(self, live: SessionState, request: RoomRequest) -> bytes | None:
        """Carry out a request once."""
        kind = type(request).__name__
        attributes = {REQUEST: kind, ADDRESS: str(getattr(request, "ch", ""))}
        if is_traced():
            with child(f"request {kind}", attributes):
                return await super().answer(live, request)
        with root(f"socket {kind}", attributes):
            return await super().answer(live, request)

    def refuse(self, refusal: Refused, request_id: str = "") -> bytes:
        """The message that says no."""
        trace.get_current_span().set_attribute(REFUSED, f"{refusal.rule} {refusal.reason}")
        return super().refuse(refusal, request_id)


def spans_of_pages(*, trusts_others: bool) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Puts every request of the API into a span; `trusts_others` where only the room asks."""

    @web.middleware
    async def span(request: web.Request, handler: Handler) -> web.StreamResponse:
        resource = request.match_info.route.resource
        path = "unknown" if resource is None else resource.canonical
        if not path.startswith(API) or path.startswith(LASTING):
            return await handler(request)
        carried = request.headers if trusts_others else {}
        token = context.attach(PROPAGATOR.extract(carried, Context()))
        try:
            attributes = {METHOD: request.method, ROUTE: path}
            with root(f"{request.method} {path}", attributes) as found:
                response = await handler(request)
                found.set_attribute(STATUS, response.status)
                return response
        finally:
            context.detach(token)

    return span


def passing_on() -> TraceConfig:
    """Has the requests of a client say which trace they belong to."""

    async def add(
        _session: ClientSession, _context: SimpleNamespace, params: TraceRequestStartParams
    ) -> None:
        PROPAGATOR.inject(params.headers)

    config = TraceConfig()
    config.on_request_start.append(add)
    return config
