"""Webhooks: messages to the operator's systems, signed, at least once, until they accept them.

They follow the Standard Webhooks convention (`signatures.py`). The id stays the same in every try:
who has seen it ignores the repetition.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from aiohttp import ClientError, ClientSession, ClientTimeout

from cardroom.errors import Unavailable
from cardroom.office.ports import Outbox
from cardroom.room.metrics import Metrics
from cardroom.room.ports import Clock
from cardroom.room.records import OutboxMessage
from cardroom.server.signatures import headers_of

logger = logging.getLogger(__name__)

BATCH = 100
POLL_S = 1.0
TIMEOUT_S = 10.0
FIRST_RETRY_MS = 1_000
LAST_RETRY_MS = 3_600_000


class Post(Protocol):
    """Sends a body to the operator's address."""

    async def __call__(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Whether it was taken: a status from 200 to 299."""


class Retries:
    """When what failed is tried again: after 1, 2, 4 ... seconds, at most an hour apart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tries: dict[object, int] = {}
        self._due_ms: dict[object, int] = {}

    def is_due(self, key: object) -> bool:
        """Whether something may be tried now; what never failed always may."""
        return self._due_ms.get(key, 0) <= self._clock.monotonic_ms()

    def put_off(self, key: object) -> None:
        """It failed once more."""
        tries = self._tries[key] = self._tries.get(key, 0) + 1
        wait_ms = min(FIRST_RETRY_MS * 2 ** (tries - 1), LAST_RETRY_MS)
        self._due_ms[key] = self._clock.monotonic_ms() + wait_ms

    def forget(self, key: object) -> None:
        """It need not be tried any more."""
        self._tries.pop(key, None)
        self._due_ms.pop(key, None)

    def keep_only(self, waiting: Iterable[object]) -> None:
        """Forget what does not wait any more."""
        for key in set(self._tries) - set(waiting):
            self.forget(key)


def typed(subject: str, body: bytes) -> bytes:
    """A body that says in its field `type` what it is about, so that the signature covers it."""
    fields = body.removeprefix(b"{")
    return b'{"type":"%s"%s%s' % (subject.encode(), b"" if fields == b"}" else b",", fields)


class Courier:
    """Takes messages from the outbox to the operator; each is tried again until it is taken.

    Several secrets give several signatures, so that a secret can be changed without a gap.
    """

    def __init__(
        self, outbox: Outbox, post: Post, secrets: Sequence[str], clock: Clock, metrics: Metrics
    ) -> None:
        assert secrets
        self._outbox = outbox
        self._post = post
        self._secrets = tuple(secrets)
        self._clock = clock
        self._metrics = metrics
        self._retries = Retries(clock)

    async def run(self) -> None:
        """Deliver until cancelled."""
        while True:
            try:
                await self.round()
            except Unavailable:
                self._metrics.count("webhook_rounds_failed_total")
            await asyncio.sleep(POLL_S)

    async def round(self) -> int:
        """Try every waiting message that is due, oldest first; the number delivered."""
        waiting = await self._outbox.waiting(BATCH)
        self._metrics.set("webhooks_waiting", len(waiting))
        self._retries.keep_only(message.id for message in waiting)
        delivered = 0
        for message in waiting:
            if self._retries.is_due(message.id):
                delivered += await self._deliver(message)
        return delivered

    async def _deliver(self, message: OutboxMessage) -> bool:
        now_ms, body = self._clock.now_ms(), typed(message.subject, message.body)
        headers = headers_of(str(message.id), message.subject, body, self._secrets, now_ms)
        taken = await self._post(headers, body)
        self._metrics.count("webhooks_total", outcome="taken" if taken else "failed")
        if taken:
            await self._outbox.mark_delivered([message.id], self._clock.now_ms())
        else:
            self._retries.put_off(message.id)
        return taken


class HttpPost:
    """Posts to one address; every failure of the network is just not taken."""

    def __init__(self, session: ClientSession, url: str) -> None:
        self._session = session
        self._url = url

    async def __call__(self, headers: Mapping[str, str], body: bytes) -> bool:
        timeout = ClientTimeout(total=TIMEOUT_S)
        try:
            async with self._session.post(
                self._url, data=body, headers=headers, timeout=timeout, allow_redirects=False
            ) as response:
                return 200 <= response.status < 300
        except (ClientError, TimeoutError, OSError) as error:
            logger.warning("a webhook failed", extra={"reason": type(error).__name__})
            return False
