"""The connection to NATS: sends without waiting, and says whether it is there.

Core NATS delivers at most once. What is sent while there is no connection is dropped and not kept:
whoever asked something hears that the bus is out of reach, and whoever missed an event sees it from
the numbers of the channel.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.js import JetStreamContext

from cardroom.errors import Unavailable

log = logging.getLogger(__name__)

CONNECT_S = 5
RECONNECT_S = 0.25
PING_S = 2
PINGS_LOST_MAX = 2
"""A server that answers no ping for six seconds is gone, before the lease of this process is."""
QUEUE_MAX = 100_000
"""Messages that wait for the connection to take them; more are dropped."""

Handler = Callable[[Msg], None]
Work = Callable[[], Awaitable[None]]


class Connection:
    """One process's connection to NATS."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._subscriptions: dict[str, Subscription] = {}
        self._queue: deque[Work] = deque()
        self._something = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self._reconnected: list[Callable[[], None]] = []
        self.is_away = False
        """Whether NATS is out of reach, or was and not everybody here knows yet that it is back."""
        self.sent = 0
        """Messages that were sent, or wait to be."""
        self.dropped = 0
        """Messages that were not sent, because there was no connection."""

    @classmethod
    async def open(cls, address: str, name: str, *, within_s: float = CONNECT_S) -> "Connection":
        """Connect to NATS, or raise Unavailable; from then on a lost connection is made again."""
        client = Client()
        connection = cls(client)
        try:
            # The client itself would try for ever.
            async with asyncio.timeout(within_s):
                await client.connect(
                    address,
                    name=name,
                    connect_timeout=CONNECT_S,
                    max_reconnect_attempts=-1,
                    # It is given to asyncio.sleep, though it is declared as whole seconds.
                    reconnect_time_wait=RECONNECT_S,  # type: ignore[arg-type]
                    ping_interval=PING_S,
                    max_outstanding_pings=PINGS_LOST_MAX,
                    pending_size=0,
                    error_cb=connection._on_error,
                    disconnected_cb=connection._on_disconnected,
                    reconnected_cb=connection._on_reconnected,
                )
        except (OSError, NatsError, TimeoutError) as error:
            with suppress(NatsError, OSError):
                await client.close()
            raise Unavailable(f"NATS is out of reach: {_reason(error)}") from None
        connection._pump = asyncio.create_task(connection._send_all(), name="nats")
        return connection

    @property
    def is_connected(self) -> bool:
        return self._client.is_connected

    @property
    def jetstream(self) -> JetStreamContext:
        return self._client.jetstream()

    def on_reconnected(self, heard: Callable[[], None]) -> None:
        """Call somebody whenever a lost connection is there again."""
        self._reconnected.append(heard)

    # Sending and listening, in one order

    def publish(self, subject: str, content: bytes, reply: str = "") -> bool:
        """Send a message without waiting; False when it is not sent."""
        if not self.is_connected or len(self._queue) >= QUEUE_MAX:
            self.dropped += 1
            return False
        self.sent += 1
        self._do(lambda: self._client.publish(subject, content, reply))
        return True

    def subscribe(self, subject: str, handler: Handler) -> None:
        """Hear a subject from now on; what is sent after this is not missed."""

        async def hear(message: Msg) -> None:
            handler(message)

        async def begin() -> None:
            self._subscriptions[subject] = await self._client.subscribe(subject, cb=hear)

        self._do(begin)

    def unsubscribe(self, subject: str) -> None:
        """Hear a subject no longer."""

        async def end() -> None:
            found = self._subscriptions.pop(subject, None)
            if found is not None:
                await found.unsubscribe()

        self._do(end)

    async def flush(self) -> None:
        """Wait until the server has everything that was sent so far."""
        done = asyncio.get_running_loop().create_future()

        async def finish() -> None:
            done.set_result(None)

        self._do(finish)
        await done
        try:
            await self._client.flush()
        except (NatsError, OSError) as error:
            raise Unavailable(f"NATS is out of reach: {error}") from None

    async def close(self) -> None:
        """Hang up."""
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
        with suppress(NatsError, OSError):
            await self._client.close()

    def _do(self, work: Work) -> None:
        self._queue.append(work)
        self._something.set()

    async def _send_all(self) -> None:
        while True:
            await self._something.wait()
            # An event and the answer to whoever caused it are ready about one turn of the loop
            # apart: together they can be one write, and writing costs most of sending.
            await asyncio.sleep(0)
            self._something.clear()
            while self._queue:
                try:
                    await self._queue.popleft()()
                except (NatsError, OSError) as error:
                    self.dropped += 1
                    log.warning("NATS did not take a message: %s", _reason(error))

    async def _on_error(self, error: Exception) -> None:
        log.warning("NATS: %s", _reason(error))

    async def _on_disconnected(self) -> None:
        self.is_away = True
        if not self._client.is_closed:
            log.warning("the connection to NATS is lost")

    async def _on_reconnected(self) -> None:
        log.warning("the connection to NATS is there again")
        for heard in self._reconnected:
            heard()
        self.is_away = False


def _reason(error: BaseException) -> str:
    """What is wrong, in words."""
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return str(error) or type(error).__name__
