"""The WebSocket endpoint: a ticket opens it, a hello starts it."""

from aiohttp import WSMsgType, web

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.api.visits import holds_cookie_of, verify_origin
from cardroom.server.limits import MESSAGE_BYTES_MAX
from cardroom.server.people.sessions import Ticket
from cardroom.server.services import Services
from cardroom.server.sockets.messages import PROTOCOLS, BadMessage, CloseCode, Hello, decode
from cardroom.server.sockets.player_socket import CLOSING_S, PlayerSocket, WebSocket

NEEDS = (
    "this address is a WebSocket: connect with wss:// or ws:// to /api/socket?ticket=..., with a"
    " ticket from POST /api/ticket and, in a browser, the cookie of the session that asked for it"
)
NO_TICKET = "no ticket: POST /api/ticket gives one, for /api/socket?ticket=..."
OLD_TICKET = "this ticket is unknown, used or older than 30 s: POST /api/ticket gives another"
NO_COOKIE = "the ticket needs the cookie of the session that asked for it"
NO_HELLO = f"the first message must be a hello with one of the protocols {list(PROTOCOLS)}"
FULL = "too many sockets of this account"
"""Why a socket was closed; a reason has at most 123 bytes."""


async def open_socket(services: Services, request: web.Request) -> web.StreamResponse:
    """Answer a request for a WebSocket; later errors end it with a close code."""
    verify_origin(services.settings, request)
    address = services.address_of(request)
    services.registry.take_address(address)
    try:
        return await _talk(services, request)
    finally:
        services.registry.free_address(address)


async def _talk(services: Services, request: web.Request) -> web.StreamResponse:
    ws: WebSocket = web.WebSocketResponse(
        timeout=CLOSING_S,
        autoclose=False,
        autoping=False,
        compress=False,
        max_msg_size=MESSAGE_BYTES_MAX,
        decode_text=False,
    )
    if not ws.can_prepare(request):
        raise AccessRefused(Net.FORM, "not_a_websocket", {"said": NEEDS})
    # A page cannot read why a handshake failed, only why a socket was closed.
    await ws.prepare(request)
    ticket = await _redeem(services, request)
    if isinstance(ticket, str):
        await ws.close(code=CloseCode.NOT_AUTHENTICATED, message=ticket.encode())
        return ws
    hello = await _first_message(ws, services.settings.first_message_ms)
    if hello is None or not set(hello.protocols) & set(PROTOCOLS):
        await ws.close(code=CloseCode.PROTOCOL, message=NO_HELLO.encode())
        return ws
    await _serve(services, request, ws, ticket, hello)
    return ws


async def _redeem(services: Services, request: web.Request) -> Ticket | str:
    """The ticket, once, and from a browser only together with the cookie it was issued to; or what
    is missing."""
    word = request.query.get("ticket", "")
    if not word:
        return NO_TICKET
    ticket = await services.redeem(word)
    if ticket is None:
        return OLD_TICKET
    if ticket.session.kind == "bearer":
        return ticket
    return ticket if holds_cookie_of(services.settings, request, ticket.session) else NO_COOKIE


async def _serve(
    services: Services, request: web.Request, ws: WebSocket, ticket: Ticket, hello: Hello
) -> None:
    transport = request.transport
    if transport is None:
        return
    session = ticket.session
    services.note_address(ticket.caller.player, request)
    live = services.registry.live(session.family, ticket.caller, ticket.muted_until_ms)
    socket = PlayerSocket(services, ws, transport, live, session.expires_ms)
    try:
        services.registry.attach(live, socket, is_socket=True)
    except AccessRefused:
        await ws.close(code=CloseCode.RATE, message=FULL.encode())
        return
    try:
        socket.greet(hello)
        await socket.run()
    finally:
        services.registry.detach(live, socket, on_purpose=socket.on_purpose)


async def _first_message(ws: WebSocket, within_ms: int) -> Hello | None:
    try:
        message = await ws.receive(timeout=within_ms / 1000)
        hello = decode(message.data) if message.type is WSMsgType.TEXT else None
    except (TimeoutError, BadMessage):
        return None
    return hello if isinstance(hello, Hello) else None
