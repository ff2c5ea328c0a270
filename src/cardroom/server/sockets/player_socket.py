"""One WebSocket of a player: what is read from it, what is sent, when it is hung up on."""

import asyncio
import logging
from collections import deque
from typing import Any

from aiohttp import WSMsgType, web

from cardroom.errors import AccessRefused, Refused
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.server.limits import (
    DEAD_AT_TABLE_MS,
    DEAD_IN_LOBBY_MS,
    LOOK_AFTER_MS,
    MESSAGES_BURST,
    MESSAGES_PER_S,
    PING_AT_TABLE_MS,
    PING_IN_LOBBY_MS,
    REQUESTS_WAITING_MAX,
    SILENT_AT_TABLE_MS,
)
from cardroom.server.services import Services
from cardroom.server.sockets.framing import Outlet, close_frame, ping_frame, pong_frame
from cardroom.server.sockets.messages import (
    PROTOCOLS,
    Ack,
    BadMessage,
    Bye,
    CloseCode,
    Hello,
    Me,
    Ping,
    Pong,
    Subscribe,
    Unsubscribe,
    Welcome,
    decode,
    encode,
    id_of,
)
from cardroom.server.sockets.rates import Allowance
from cardroom.server.sockets.round_trip import RoundTrip
from cardroom.server.sockets.session_state import SessionState
from cardroom.server.sockets.subscriptions import Subscriptions

logger = logging.getLogger(__name__)

MISTAKES_MAX = 5
"""Messages without the right form that one connection may send."""
CLOSING_S = 1.0
FEATURES = ("resume", "intend", "read", "report", "streams", "gather")

WebSocket = web.WebSocketResponse[Any]
Waiting = RoomRequest | Subscribe | Unsubscribe


class PlayerSocket:
    """Reads requests in their order and sends frames without ever waiting for the reader.

    The reading goes on while a request is carried out, so that pongs are measured when they come.
    """

    def __init__(
        self,
        services: Services,
        ws: WebSocket,
        transport: asyncio.Transport,
        live: SessionState,
        ends_ms: int,
    ) -> None:
        self._services = services
        self._ws = ws
        self._outlet = Outlet(transport, asyncio.get_running_loop())
        self._live = live
        self._ends_ms = ends_ms
        self._subscriptions = Subscriptions(services.switchboard)
        self._allowance = Allowance(1000 // MESSAGES_PER_S, MESSAGES_BURST)
        self._round_trip = RoundTrip()
        self._heard_ms = self._pinged_ms = services.clock.monotonic_ms()
        self._waiting: deque[Waiting] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._held: list[bytes] | None = None
        self._mistakes = 0
        self.on_purpose = False

    # What others ask of it

    @property
    def viewer(self) -> PlayerId:
        return self._live.caller.player

    @property
    def is_at_table(self) -> bool:
        return self._subscriptions.has_table

    @property
    def lag_ms(self) -> int | None:
        return self._round_trip.lag_ms

    @property
    def doubt_ms(self) -> int:
        silent_ms = self._services.clock.monotonic_ms() - self._heard_ms
        if not self.is_at_table or silent_ms <= SILENT_AT_TABLE_MS:
            return 0
        return max(DEAD_AT_TABLE_MS + LOOK_AFTER_MS - silent_ms, LOOK_AFTER_MS // 4)

    def deliver(self, frame: bytes) -> None:
        """Send a frame; a reader who is too slow is dropped and finds a snapshot later."""
        if self._closing is not None:
            return
        if self._held is not None:
            self._held.append(frame)
        elif not self._outlet.tell(frame):
            self._services.metrics.count("slow_readers_total")
            self._outlet.cut()

    def hang_up(self, code: int) -> None:
        """Close with a code, at once; who does not answer is cut off a second later."""
        if self._closing is None:
            self.on_purpose = code == CloseCode.LEFT
            self._services.metrics.count("closed_total", code=str(int(code)))
            self._outlet.send_sync(close_frame(code))
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(CLOSING_S, self._outlet.cut)

    def look_after(self, now_ms: int) -> None:
        """Ping when it is time; drop the dead, and who is no longer logged in."""
        at_table = self.is_at_table
        if now_ms - self._heard_ms > (DEAD_AT_TABLE_MS if at_table else DEAD_IN_LOBBY_MS):
            self._services.metrics.count("dead_connections_total")
            self._outlet.cut()
        elif self._services.clock.now_ms() >= self._ends_ms:
            self.hang_up(CloseCode.NOT_AUTHENTICATED)
        elif now_ms - self._pinged_ms >= (PING_AT_TABLE_MS if at_table else PING_IN_LOBBY_MS):
            self.ping(now_ms)

    def ping(self, now_ms: int) -> None:
        """Measure the round trip."""
        self._pinged_ms = now_ms
        self._outlet.send(ping_frame(self._round_trip.ping(now_ms)))

    # The conversation

    def greet(self, hello: Hello) -> None:
        """Answer the hello and, on resumption, send what was missed of every channel."""
        self.deliver(encode(self._welcome(hello)))
        self.ping(self._services.clock.monotonic_ms())
        self._outlet.gathers = hello.gather
        if self._services.draining_at_ms is not None:
            self.deliver(self._services.drain_frame(self._services.draining_at_ms))
        if hello.resume:
            for name, have in hello.have.items():
                self._try_join(name, have)

    def _welcome(self, hello: Hello) -> Welcome:
        caller = self._live.caller
        return Welcome(
            protocol=max(set(hello.protocols) & set(PROTOCOLS)),
            build=self._services.settings.build,
            ts=self._services.clock.now_ms(),
            me=Me(player=caller.player, name=caller.name, kind=caller.kind, role=caller.role),
            features=FEATURES,
            ping_ms=PING_AT_TABLE_MS,
        )

    async def run(self) -> None:
        """Read until the connection ends, one way or another."""
        try:
            message = await self._ws.receive()
            while self._take(message.type, message.data):
                message = await self._ws.receive()
        finally:
            self._subscriptions.end(self)
            if self._closing is not None:
                self._closing.cancel()
                self._outlet.end()

    def _take(self, kind: WSMsgType, data: Any) -> bool:
        """Take one frame; False when it was the last."""
        now_ms = self._services.clock.monotonic_ms()
        if kind in {WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR}:
            self.on_purpose = self.on_purpose or self._ws.close_code == CloseCode.LEFT
            return False
        self._heard_ms = now_ms
        if self._closing is not None:
            return True
        if not self._allowance.take(now_ms):
            self.hang_up(CloseCode.RATE)
        elif kind is WSMsgType.PING:
            self._outlet.send(pong_frame(bytes(data)))
        elif kind is WSMsgType.PONG:
            self._round_trip.pong(bytes(data), now_ms)
        else:
            self._read(kind, data)
        return True

    def _read(self, kind: WSMsgType, data: bytes) -> None:
        try:
            if kind is not WSMsgType.TEXT:
                raise BadMessage("not_text")
            self._sort(data)
        except AccessRefused as refusal:
            self._mistakes += 1
            self._services.metrics.count("bad_messages_total", reason=refusal.reason)
            self.deliver(self._services.handler.refuse(refusal, id_of(data)))
            if self._mistakes > MISTAKES_MAX:
                self.hang_up(CloseCode.PROTOCOL)

    def _sort(self, data: bytes) -> None:
        message = decode(data)
        match message:
            case Ping(n=n):
                now_ms, rtt_ms = self._services.clock.now_ms(), self._round_trip.rtt_ms
                self.deliver(encode(Pong(n=n, ts=now_ms, rtt_ms=rtt_ms)))
            case Bye():
                self.hang_up(CloseCode.LEFT)
            case Hello():
                raise AccessRefused(Net.HELLO, "hello_again")
            case _:
                self._put(message)

    # Requests, one after the other

    def _put(self, request: Waiting) -> None:
        if len(self._waiting) >= REQUESTS_WAITING_MAX:
            busy = AccessRefused(Net.BUSY, "too_many_waiting")
            self.deliver(self._services.handler.refuse(busy, request.id))
            return
        self._waiting.append(request)
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._carry_out(self._waiting.popleft())
        finally:
            self._worker = None

    async def _carry_out(self, request: Waiting) -> None:
        if isinstance(request, Subscribe | Unsubscribe):
            if isinstance(request, Subscribe):
                await self._services.ports.desk.until_open(request.ch)
            self._change(request)
            return
        answer = await self._services.handler.answer(self._live, request)
        if answer is not None:
            # A socket that was replaced meanwhile has a successor, who waits for the answer.
            live = self._live
            line = self if self in live.sockets else live.heir_of(self)
            line.deliver(answer)

    def _change(self, request: Subscribe | Unsubscribe) -> None:
        if self._subscriptions.is_over:
            # The socket broke while the request waited: a listener now would never be removed.
            return
        ack = encode(Ack(id=request.id, ts=self._services.clock.now_ms()))
        if isinstance(request, Unsubscribe):
            self._subscriptions.part(self, request.ch)
            self._note_tables()
            self.deliver(ack)
            return
        self._try_join(request.ch, request.have, request.id, first=ack)

    def _try_join(
        self, name: str, have: int | None, request_id: str = "", first: bytes = b""
    ) -> None:
        refusal: Refused
        try:
            self._join(name, have, first)
        except Refused as refused:
            refusal = refused
        except Exception:
            logger.exception("a channel could not be joined")
            refusal = AccessRefused(Net.BUSY, "failed")
        else:
            return
        self.deliver(self._services.handler.refuse(refusal, request_id))

    def _join(self, name: str, have: int | None, first: bytes) -> None:
        """Join a channel; everything that is sent for it goes out in one piece."""
        self._held = [first] if first else []
        try:
            self._subscriptions.join(self, self._live.caller, name, have)
            self._outlet.tell_sync(self._held)
        finally:
            self._held = None
        self._note_tables()

    def _note_tables(self) -> None:
        self._services.registry.seat_at_tables(self._live, self, listens=self.is_at_table)
