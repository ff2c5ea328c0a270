"""NDJSON for programs: everything on a channel, one message a line, a blank line when all is quiet.

A line is the same frame that a socket sends. A reader that is too slow is dropped.
"""

import asyncio
from contextlib import suppress
from typing import Any

from aiohttp import web

from cardroom.ledger import PlayerId
from cardroom.room.frames import AnyFrame
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit
from cardroom.server.limits import OUTBOX_BYTES_MAX
from cardroom.server.sockets.player_socket import CLOSING_S
from cardroom.server.sockets.subscriptions import Subscriptions

MEDIA_TYPE = "application/x-ndjson"
SYNC_BYTES_MAX = 16 * 1024 * 1024
"""The most that joining a channel may send at once."""


class Stream:
    """The line of a program that reads; it acts by POST."""

    def __init__(self, player: PlayerId, transport: asyncio.Transport) -> None:
        self.viewer = player
        self.lag_ms = None
        self.doubt_ms = 0
        self._transport = transport
        self._waiting = bytearray()
        self._most = SYNC_BYTES_MAX
        self._something = asyncio.Event()
        self._is_over = False

    def deliver(self, frame: bytes) -> None:
        """Keep a frame for the writer; a reader who is too slow is cut off."""
        if self._is_over:
            return
        self._waiting += frame + b"\n"
        self._something.set()
        if len(self._waiting) > self._most:
            self._is_over = True
            self._transport.abort()

    def hang_up(self, code: int) -> None:  # noqa: ARG002  a stream has no codes, it just ends
        """End the stream; who does not read its end is cut off a second later."""
        if not self._is_over:
            self._is_over = True
            self._something.set()
            asyncio.get_running_loop().call_later(CLOSING_S, self._transport.abort)

    def look_after(self, now_ms: int) -> None:
        """Blank lines show that the reader is gone; nothing else is to be done."""

    async def write_to(self, response: web.StreamResponse, blank_ms: int) -> None:
        """Write lines until the stream or the reader ends."""
        while not self._is_over:
            try:
                async with asyncio.timeout(blank_ms / 1000):
                    await self._something.wait()
            except TimeoutError:
                await response.write(b"\n")
                continue
            self._something.clear()
            lines, self._waiting = bytes(self._waiting), bytearray()
            self._most = OUTBOX_BYTES_MAX
            await response.write(lines)


async def stream_me(visit: Visit, _body: None) -> web.StreamResponse:
    """The player's own news."""
    return await _stream(visit, "me")


async def stream_table(visit: Visit, _body: None) -> web.StreamResponse:
    """Everything at one table, as the player may see it, with their own turns."""
    return await _stream(visit, f"table:{visit.path_number('table')}")


async def stream_tournament(visit: Visit, _body: None) -> web.StreamResponse:
    """What changes in one tournament."""
    return await _stream(visit, f"tournament:{visit.path_number('tournament')}")


async def stream_tournaments(visit: Visit, _body: None) -> web.StreamResponse:
    """What changes in the list of tournaments."""
    return await _stream(visit, "tournaments")


async def _stream(visit: Visit, channel: str) -> web.StreamResponse:
    services, caller = visit.services, visit.caller
    # As for a ticket: the player's money is sent, so look it up before.
    await services.ports.bank.balance(caller.player)
    await services.ports.desk.until_open(channel)
    live = services.registry.live(visit.session.family, caller, visit.account.muted_until_ms)
    transport = visit.request.transport
    if transport is None:
        raise ConnectionResetError
    stream = Stream(caller.player, transport)
    subscriptions = Subscriptions(services.switchboard)
    have = visit.number("have", 0) or None
    services.note_address(caller.player, visit.request)
    services.registry.attach(live, stream, is_socket=False)
    try:
        subscriptions.join(stream, caller, channel, have)
        response = web.StreamResponse(headers={"Content-Type": MEDIA_TYPE})
        await response.prepare(visit.request)
        with suppress(ConnectionResetError):  # Readers go as they like: no mistake of ours.
            await stream.write_to(response, services.settings.stream_blank_ms)
        return response
    finally:
        subscriptions.end(stream)
        services.registry.detach(live, stream, on_purpose=False)


STREAM: dict[str, Any] = {
    "method": "GET",
    "scope": "read",
    "query": ("have",),
    "media_type": MEDIA_TYPE,
    "answer": AnyFrame,
}

ROUTES = (
    Route(**STREAM, path="/api/stream/me", handler=stream_me, summary="Your own news as NDJSON"),
    Route(
        **STREAM, path="/api/stream/table/{table}", handler=stream_table,
        summary="A table's events and own turns as NDJSON",
    ),
    Route(
        **STREAM, path="/api/stream/tournaments", handler=stream_tournaments,
        summary="The list of tournaments as NDJSON",
    ),
    Route(
        **STREAM, path="/api/stream/tournament/{tournament}", handler=stream_tournament,
        summary="One tournament's changes as NDJSON",
    ),
)  # fmt: skip
