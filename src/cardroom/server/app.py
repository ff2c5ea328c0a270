"""The aiohttp application: dispatches the route table, opens sockets, serves the web client."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
from aiohttp import web

from cardroom.errors import (
    AccessRefused,
    InvalidFile,
    OwnerChanged,
    Refused,
    Unavailable,
    UsageError,
)
from cardroom.room.net import Net
from cardroom.server.api import (
    acceptance,
    accounts,
    applications,
    cases,
    cashier,
    fairness,
    floor,
    floor_design,
    floor_public,
    floor_rulings,
    hands,
    help_requests,
    house,
    notices,
    openapi,
    operator,
    overview,
    own_cases,
    password_links,
    refills,
    room,
    rules,
    tournament_entries,
    tournament_offers,
    tournament_staff,
    tournaments,
)
from cardroom.server.api.bodies import read_body
from cardroom.server.api.parameters import read_query
from cardroom.server.api.routes import Failure, Route, json_response, status_of
from cardroom.server.api.staff import (
    banzai,
    bookings,
    cluster,
    corrections,
    house_settings,
    log,
    reception,
    reports,
    review,
    stakes,
    tickets,
)
from cardroom.server.api.visits import (
    DEVICE_COOKIE,
    DEVICE_LASTS_S,
    Visit,
    verify_no_secret_in_address,
    verify_readable,
)
from cardroom.server.client_files import client_file
from cardroom.server.limits import HTTP_BODY_BYTES_MAX
from cardroom.server.people.addresses import is_loopback
from cardroom.server.people.doorman import note_request
from cardroom.server.readiness import Health, measure_readiness
from cardroom.server.services import Services
from cardroom.server.sockets import streams
from cardroom.server.sockets.endpoint import open_socket
from cardroom.server.sockets.messages import CloseCode

logger = logging.getLogger(__name__)

ROUTES: tuple[Route, ...] = (
    *accounts.ROUTES,
    *password_links.ROUTES,
    *applications.ROUTES,
    *refills.ROUTES,
    *room.ROUTES,
    *cashier.ROUTES,
    *hands.ROUTES,
    *tournaments.ROUTES,
    *tournament_entries.ROUTES,
    *acceptance.ROUTES,
    *notices.ROUTES,
    *help_requests.ROUTES,
    *rules.ROUTES,
    *fairness.ROUTES,
    *streams.ROUTES,
    *house.ROUTES,
    *bookings.ROUTES,
    *cases.ROUTES,
    *own_cases.ROUTES,
    *review.ROUTES,
    *operator.ROUTES,
    *overview.ROUTES,
    *corrections.ROUTES,
    *tickets.ROUTES,
    *banzai.ROUTES,
    *reports.ROUTES,
    *log.ROUTES,
    *reception.ROUTES,
    *house_settings.ROUTES,
    *stakes.ROUTES,
    *cluster.ROUTES,
    *tournament_offers.ROUTES,
    *tournament_staff.ROUTES,
    *floor.ROUTES,
    *floor_design.ROUTES,
    *floor_public.ROUTES,
    *floor_rulings.ROUTES,
)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def create_app(services: Services) -> web.Application:
    """The application of one room, ready to be served."""
    app = web.Application(client_max_size=HTTP_BODY_BYTES_MAX)
    if services.traces is not None:
        services.traces.add_to(app, trusts_others=services.trusts_forwarded)
    table = openapi.document(ROUTES, services.settings)
    for route in ROUTES:
        handler = _dispatched(services, route)
        app.router.add_route(route.method, route.path, handler, expect_handler=_expect)
    others: dict[str, Handler] = {
        "/api/socket": lambda request: open_socket(services, request),
        "/api/openapi.json": _constant(table),
        "/livez": _constant(Health(status="ok")),
        "/readyz": lambda _: _readiness(services),
        "/health": lambda _: _readiness(services),
        "/metrics": lambda request: _metrics(services, request),
    }
    for path, answer in others.items():
        app.router.add_get(path, _guarded(services, answer), expect_handler=_expect)
    methods: dict[str, list[str]] = {path: ["GET", "HEAD"] for path in others}
    for route in ROUTES:
        methods.setdefault(route.path, []).append(route.method)
    for path, allowed in methods.items():
        # Routes of the same address come first, and those of more general addresses too.
        refusal = _guarded(services, _wrong_method(services, allowed))
        app.router.add_route("*", path, refusal, expect_handler=_expect)
    file = _guarded(services, lambda request: client_file(services, request))
    app.router.add_route("*", "/{path:.*}", file, expect_handler=_expect)
    app.cleanup_ctx.append(_opened(services))
    app.on_shutdown.append(_hang_up(services))
    app.on_response_prepare.append(_add_headers(services))
    return app


async def _expect(request: web.Request) -> None:
    """Say that the body may come, to who asks before sending it; aiohttp's own way repeats what is
    in the header, and breaks where that is no text."""
    if request.headers.get("Expect", "").lower() != "100-continue":
        raise web.HTTPExpectationFailed(text="Only 100-continue can be expected.")
    await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    request.writer.output_size = 0


def _dispatched(services: Services, route: Route) -> Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        if route.body_bytes_max > HTTP_BODY_BYTES_MAX:
            request = request.clone(client_max_size=route.body_bytes_max)
        if services.forward is not None:
            forwarded = await services.forward(route, request)
            if forwarded is not None:
                return forwarded
        visit = Visit(services, request)
        if route.entry:
            services.entries.verify(visit.address, services.clock.monotonic_ms())
        await visit.identify()
        if visit.visitor is not None:
            player = visit.account.player
            services.requests_of_account.verify(player, services.clock.monotonic_ms())
        if route.method == "POST":
            visit.verify_own_page()
        visit.verify_access(route.access, route.scope)
        answer = await route.handler(visit, await _given(visit, route))
        response = answer if isinstance(answer, web.StreamResponse) else json_response(answer)
        _set_cookie(visit, response)
        return response

    return _guarded(services, handle)


async def _given(visit: Visit, route: Route) -> msgspec.Struct | None:
    """What a handler is given: the query of a question, the body of a request."""
    if route.params is not None:
        return read_query(visit.request.query, route.params)
    if route.method == "GET":
        visit.verify_query(route.query)
    return None if route.body is None else await read_body(visit.request, route.body)


def _guarded(services: Services, handler: Handler) -> Handler:
    """What holds for every request: limits, no secrets in addresses, errors as JSON, a log line."""

    async def handle(request: web.Request) -> web.StreamResponse:
        started_ms = services.clock.monotonic_ms()
        note_request(request)
        try:
            services.requests.verify(services.address_of(request), started_ms)
            verify_readable(request)
            verify_no_secret_in_address(request)
            response = await handler(request)
        except (OwnerChanged, Unavailable, InvalidFile, UsageError):
            # Another process may have what was asked for by now; it knows what was done here. The
            # last two are what a damaged database says, which was whole when it was opened.
            response = _refused(services, AccessRefused(Net.BUSY, "unavailable"))
        except Refused as refusal:
            response = _refused(services, refusal)
        except web.HTTPRequestEntityTooLarge:
            response = _refused(services, AccessRefused(Net.FORM, "too_long"), 413)
        except (web.HTTPException, ConnectionResetError):
            raise
        except Exception:
            logger.exception("a request failed", extra={"path": _route_of(request)})
            response = _refused(services, AccessRefused(Net.BUSY, "failed"), 500)
        _note(services, request, response, started_ms)
        return response

    return handle


def _refused(services: Services, refusal: Refused, status: int | None = None) -> web.Response:
    services.metrics.count("refused_total", rule=refusal.rule)
    failure = Failure(rule=refusal.rule, reason=refusal.reason, d=refusal.details)
    response = json_response(failure, status or status_of(refusal.rule))
    if "retry_after_s" in refusal.details:
        response.headers["Retry-After"] = str(refusal.details["retry_after_s"])
    return response


def _note(
    services: Services, request: web.Request, response: web.StreamResponse, started_ms: int
) -> None:
    took_ms = services.clock.monotonic_ms() - started_ms
    path = _route_of(request)
    services.metrics.count("http_requests_total", path=path, status=str(response.status))
    if path != "/api/socket":
        services.metrics.observe_ms("http_ms", took_ms)
    extra = {"method": request.method, "path": path, "status": response.status}
    extra |= {"took_ms": took_ms, "address": services.exact_address_of(request)}
    logger.info("request", extra=extra)


def _route_of(request: web.Request) -> str:
    """The pattern of the address: the address itself may hold what does not belong in a log."""
    resource = request.match_info.route.resource
    return "unknown" if resource is None else resource.canonical


def _set_cookie(visit: Visit, response: web.StreamResponse) -> None:
    settings = visit.services.settings
    if visit.is_leaving:
        response.del_cookie(settings.cookie, path="/", secure=settings.secure, httponly=True)
    elif visit.opened is not None and visit.opened.session.kind == "cookie":
        lasts_ms = visit.opened.session.expires_ms - visit.services.clock.now_ms()
        response.set_cookie(
            settings.cookie,
            visit.opened.token,
            max_age=lasts_ms // 1000,
            path="/",
            secure=settings.secure,
            httponly=True,
            samesite="Strict",
        )

    if visit.new_device:
        response.set_cookie(
            DEVICE_COOKIE, visit.new_device, max_age=DEVICE_LASTS_S, path="/",
            secure=settings.secure, httponly=True, samesite="Strict",
        )  # fmt: skip


def _wrong_method(services: Services, allowed: list[str]) -> Handler:
    async def handle(_request: web.Request) -> web.Response:
        refusal = AccessRefused(Net.UNKNOWN, "method_not_allowed", {"allowed": sorted(allowed)})
        response = _refused(services, refusal, 405)
        response.headers["Allow"] = ", ".join(sorted(allowed))
        return response

    return handle


def _constant(answer: object) -> Handler:
    body = msgspec.json.encode(answer)

    async def handle(_request: web.Request) -> web.Response:
        return web.Response(body=body, content_type="application/json")

    return handle


async def _readiness(services: Services) -> web.Response:
    """Whether to send players here: 503 with the reasons while not."""
    lacks, build = services.readiness.lacks, services.settings.build
    if lacks:
        return json_response(Health(status="unready", build=build, reasons=lacks), 503)
    if services.draining_at_ms is not None:
        return json_response(Health(status="draining", build=build), 503)
    return json_response(Health(status="ok", build=build))


async def _metrics(services: Services, request: web.Request) -> web.Response:
    if not (
        services.settings.metrics_everywhere or is_loopback(services.exact_address_of(request))
    ):
        raise AccessRefused(Net.ROLE, "metrics_are_local")
    services.ports.measure(services.metrics)
    measure_readiness(services.readiness.lacks, services.metrics)
    services.metrics.set("connections", len(services.registry.lines()))
    services.metrics.set("listeners", services.switchboard.listener_count)
    services.metrics.set("players_connected", services.registry.player_count)
    services.metrics.set("password_queue", services.passwords.busy)
    text, media_type = services.publisher.written(request.headers.get("Accept", ""))
    return web.Response(body=text, headers={"Content-Type": media_type})


def _opened(services: Services) -> Callable[[web.Application], AsyncIterator[None]]:
    def opened(_app: web.Application) -> AsyncIterator[None]:
        return services.open()

    return opened


def _hang_up(services: Services) -> Callable[[web.Application], Awaitable[None]]:
    async def hang_up(_app: web.Application) -> None:
        services.registry.close_all(CloseCode.DRAINING)

    return hang_up


def _add_headers(
    services: Services,
) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    extra = {"Strict-Transport-Security": "max-age=31536000"} if services.settings.secure else {}

    async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
        if isinstance(response, web.WebSocketResponse):
            # They are for pages, and a socket would keep them for as long as it lasts.
            return
        for name, value in (HEADERS | extra).items():
            response.headers.setdefault(name, value)
        if request.path.startswith("/api/"):
            response.headers.setdefault("Cache-Control", "no-store")

    return add_headers
