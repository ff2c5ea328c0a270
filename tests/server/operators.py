"""The operator's side of the tests: a real HTTP receiver that verifies, refuses and answers."""

import asyncio
import hashlib
import hmac
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from standardwebhooks import Webhook, WebhookVerificationError

from tests.server.clients import until

SECRET = "a long and random word"
OLD_SECRET = "the long word before it"
VERIFIER = Webhook("whsec_" + b64encode(SECRET.encode()).decode())
"""The library of the Standard Webhooks convention, which shares no code with ours."""


class Received(NamedTuple):
    """One delivery; `word` is the body's content."""

    id: str
    subject: str
    word: dict[str, Any]


def signed(body: bytes, secret: str = SECRET, at_ms: int | None = None) -> dict[str, str]:
    """The headers of a body, made the older way and by no code of ours."""
    stamp = str(at_ms or time.time_ns() // 1_000_000)
    code = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {
        "Content-Type": "application/json",
        "Cardroom-Timestamp": stamp,
        "Cardroom-Signature": f"v1={code}",
    }


class Operator:
    """Takes deliveries, after refusing the first few; `answers` may say something to each.

    While the `gate` is closed, whoever has `arrived` waits for an answer.
    """

    def __init__(self, refuses: int = 0) -> None:
        self.arrived: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.refused: list[Received] = []
        self.taken: list[Received] = []
        self.forged = 0
        self.url = ""
        self.answers: Callable[[Received], web.Response] = lambda _: web.Response()
        self._refuses = refuses

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Operator"]:
        app = web.Application()
        app.router.add_post("/hook", self._receive)
        async with TestServer(app) as server:
            self.url = str(server.make_url("/hook"))
            yield self

    async def _receive(self, request: web.Request) -> web.Response:
        body, headers = await request.read(), request.headers
        try:
            word = VERIFIER.verify(body, dict(headers))
        except WebhookVerificationError:
            self.forged += 1
            return web.Response(status=401)
        self.arrived.append(headers["webhook-id"])
        await self.gate.wait()
        received = Received(headers["webhook-id"], word.pop("type"), word)
        if len(self.refused) < self._refuses:
            self.refused.append(received)
            return web.Response(status=503)
        self.taken.append(received)
        return self.answers(received)

    async def has(self, count: int) -> None:
        """Wait until this many deliveries were taken."""
        await until(lambda: len(self.taken) >= count)

    def word(self, **content: object) -> web.Response:
        """A signed answer."""
        body = msgspec.json.encode(content)
        return web.Response(body=body, headers=signed(body))


async def call_back(
    http: ClientSession, room: str, headers: dict[str, str] | None = None, **word: object
) -> tuple[int, Any]:
    """The cashier's call to the room; other headers than the right ones are forged."""
    body = msgspec.json.encode(word)
    used = signed(body) if headers is None else headers
    async with http.post(f"{room}/api/cashier/answer", data=body, headers=used) as response:
        return response.status, msgspec.json.decode(await response.read())
