"""The doorman accepts connections: a limited number in all and per address, and no silent ones.

aiohttp has no limit on connections and lets a silent one wait; the limits here hold from the moment
a connection is accepted, before TLS and before the first byte.
"""

import asyncio
import errno
import logging
import resource
import socket
import ssl
from collections import Counter
from collections.abc import Callable
from typing import Any

from aiohttp import web

from cardroom.server.limits import FILES_KEPT, FILES_WANTED
from cardroom.server.people.addresses import client_address, is_trusted, limited_as
from cardroom.server.services import Services

logger = logging.getLogger(__name__)

ACCEPTED_AT_ONCE = 100
BACKLOG = 1_024
SAID_EVERY_MS = 10_000
"""How often at most the log says that connections were turned away."""
OUR_MISTAKE = 500
"""From this status on."""
REST_S = 1.0
"""How long nobody is let in when the system has no more files for us."""
OUT_OF_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class Guest(web.RequestHandler):
    """One connection; who has not asked for anything in time is shown the door."""

    __slots__ = ("_leave", "_timer", "_within_s")

    def __init__(
        self, server: web.Server, leave: Callable[[], None], *, within_s: float, **words: Any
    ) -> None:
        super().__init__(server, loop=asyncio.get_running_loop(), **words)
        self._leave = leave
        self._within_s = within_s
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._within_s, self.force_close)

    def connection_lost(self, exc: BaseException | None) -> None:
        self.has_asked()
        super().connection_lost(exc)
        self._leave()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer what is no HTTP in one line; it is no mistake of ours, and none for our log."""
        if status >= OUR_MISTAKE:
            return super().handle_error(request, status, exc, message)
        logger.debug("what came was no HTTP", extra={"status": status})
        response = web.Response(status=status, text="This is no HTTP request.\n")
        response.force_close()
        return response

    def has_asked(self) -> None:
        """The head of a request is complete: from now on the time between two requests counts."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def note_request(request: web.Request) -> None:
    """Tell the connection of a request that it has asked for something."""
    if isinstance(request.protocol, Guest):
        request.protocol.has_asked()


class Doorman:
    """Lets connections in while there is room, and counts whom it turned away."""

    def __init__(
        self,
        listening: socket.socket,
        server: web.Server,
        tls: ssl.SSLContext | None,
        services: Services,
    ) -> None:
        self._listening = listening
        self._server = server
        self._tls = tls
        settings = self._settings = services.settings
        self._clock = services.clock
        self._metrics = services.metrics
        self._in_all = connections_possible(settings.connections, raise_file_limit())
        self._per_address = max(settings.connections_per_address, settings.sockets_per_address)
        self._inside = 0
        self._by_address: Counter[str] = Counter()
        self._turned_away: Counter[str] = Counter()
        self._said_ms: int | None = None
        self._greeting: set[asyncio.Task[None]] = set()
        self._rest: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Begin to let connections in."""
        self._listening.setblocking(False)
        self._listening.listen(BACKLOG)
        self._watch()

    def close(self) -> None:
        """Let nobody in any more."""
        if self._rest is not None:
            self._rest.cancel()
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()
        for task in self._greeting:
            task.cancel()

    def _watch(self) -> None:
        asyncio.get_running_loop().add_reader(self._listening, self._let_in)

    def _let_in(self) -> None:
        try:
            for _ in range(ACCEPTED_AT_ONCE):
                connection, (peer, *_) = self._listening.accept()
                self._greet(connection, peer)
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            if error.errno not in OUT_OF_FILES:
                raise
            self._turn_away("files", "")
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._listening)
            self._rest = loop.call_later(REST_S, self._watch)

    def _greet(self, connection: socket.socket, peer: str) -> None:
        address = limited_as(client_address(peer, "", ()))
        is_counted = not is_trusted(peer, self._settings.trusted_proxies)
        if self._inside >= self._in_all:
            self._turn_away("all", address)
            connection.close()
        elif is_counted and self._count_of(address) >= self._per_address:
            self._turn_away("address", address)
            connection.close()
        else:
            connection.setblocking(False)
            leave = self._enter(address if is_counted else "")
            coming = self._come_in(connection, leave)
            task = asyncio.get_running_loop().create_task(coming)
            self._greeting.add(task)
            task.add_done_callback(self._greeting.discard)

    def _count_of(self, address: str) -> int:
        """How many connections an address has."""
        return self._by_address[address]

    async def _come_in(self, connection: socket.socket, leave: Callable[[], None]) -> None:
        settings, tls = self._settings, self._tls

        def guest() -> Guest:
            return Guest(
                self._server,
                leave,
                within_s=settings.first_request_s,
                keepalive_timeout=settings.keep_alive_s,
                access_log=None,
                # No client of ours compresses what it sends; a bomb stays as small as it came.
                auto_decompress=False,
            )

        handshake_s = None if tls is None else settings.first_request_s
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(
                guest, connection, ssl=tls, ssl_handshake_timeout=handshake_s
            )
        except OSError:
            # TLS was not spoken, not in time, or the other side is gone already.
            self._metrics.count("handshakes_failed_total")
            leave()
        except BaseException:
            leave()
            raise

    def _enter(self, address: str) -> Callable[[], None]:
        """Count one more connection; what is returned takes it off the count, once."""
        self._inside += 1
        self._by_address[address] += 1
        is_inside = True

        def leave() -> None:
            nonlocal is_inside
            if is_inside:
                is_inside = False
                self._inside -= 1
                self._by_address[address] -= 1
                if not self._by_address[address]:
                    del self._by_address[address]

        return leave

    def _turn_away(self, limit: str, address: str) -> None:
        """Count it; the log has one line in a while, however many there are."""
        self._metrics.count("connections_turned_away_total", limit=limit)
        self._turned_away[limit] += 1
        now_ms = self._clock.monotonic_ms()
        if self._said_ms is None or now_ms - self._said_ms >= SAID_EVERY_MS:
            self._said_ms = now_ms
            logger.warning(
                "connections are turned away: %s over %s from one address (the last from %s),"
                " %s over %s in all, %s for want of open files",
                self._turned_away["address"],
                self._per_address,
                address or "nowhere",
                self._turned_away["all"],
                self._in_all,
                self._turned_away["files"],
            )
            self._turned_away.clear()


def raise_file_limit() -> int:
    """Have the system allow as many open files as it will; how many they are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    maximum = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
    if soft == resource.RLIM_INFINITY or soft >= maximum:
        return FILES_WANTED if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, hard))
    except (OSError, ValueError) as error:
        logger.warning("the limit of open files stays at %s: %s", soft, error)
        return soft
    return maximum


def connections_possible(wanted: int, files: int) -> int:
    """How many connections there can be when the database and the log need files too."""
    return max(1, min(wanted, files - FILES_KEPT))
