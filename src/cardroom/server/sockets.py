"""The WebSocket endpoint: a ticket opens it, a hello starts it."""

from aiohttp import WSMsgType, web

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.house import House
from cardroom.server.limits import MESSAGE_BYTES_MAX
from cardroom.server.messages import PROTOCOLS, BadMessage, CloseCode, Hello, decode
from cardroom.server.player_socket import CLOSING_S, PlayerSocket, WebSocket
from cardroom.server.sessions import Ticket
from cardroom.server.visits import holds_cookie_of, verify_origin


async def open_socket(house: House, request: web.Request) -> web.StreamResponse:
    """Answer a request for a WebSocket; all that goes wrong later is told by a close code."""
    verify_origin(house.settings, request)
    address = house.address_of(request)
    house.registry.take_address(address)
    try:
        return await _talk(house, request)
    finally:
        house.registry.free_address(address)


async def _talk(house: House, request: web.Request) -> web.StreamResponse:
    ws: WebSocket = web.WebSocketResponse(
        timeout=CLOSING_S,
        autoclose=False,
        autoping=False,
        compress=False,
        max_msg_size=MESSAGE_BYTES_MAX,
        decode_text=False,
    )
    if not ws.can_prepare(request):
        raise AccessRefused(Net.FORM, "not_a_websocket")
    await ws.prepare(request)
    ticket = _redeem(house, request)
    if ticket is None:
        await ws.close(code=CloseCode.NOT_AUTHENTICATED)
        return ws
    hello = await _first_message(ws, house.settings.first_message_ms)
    if hello is None or not set(hello.protocols) & set(PROTOCOLS):
        await ws.close(code=CloseCode.PROTOCOL)
        return ws
    await _serve(house, request, ws, ticket, hello)
    return ws


def _redeem(house: House, request: web.Request) -> Ticket | None:
    """The ticket, once, and from a browser only together with the cookie it was issued to."""
    ticket = house.tickets.redeem(request.query.get("ticket", ""))
    if ticket is None or ticket.session.kind == "bearer":
        return ticket
    return ticket if holds_cookie_of(house.settings, request, ticket.session) else None


async def _serve(
    house: House, request: web.Request, ws: WebSocket, ticket: Ticket, hello: Hello
) -> None:
    transport = request.transport
    if transport is None:
        return
    session = ticket.session
    live = house.registry.live(session.family, ticket.caller, ticket.muted_until_ms)
    socket = PlayerSocket(house, ws, transport, live, session.expires_ms)
    try:
        house.registry.attach(live, socket, is_socket=True)
    except AccessRefused:
        await ws.close(code=CloseCode.RATE)
        return
    try:
        socket.greet(hello)
        await socket.run()
    finally:
        house.registry.detach(live, socket, on_purpose=socket.on_purpose)


async def _first_message(ws: WebSocket, within_ms: int) -> Hello | None:
    try:
        message = await ws.receive(timeout=within_ms / 1000)
        hello = decode(message.data) if message.type is WSMsgType.TEXT else None
    except (TimeoutError, BadMessage):
        return None
    return hello if isinstance(hello, Hello) else None
