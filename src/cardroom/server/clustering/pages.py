"""HTTP requests that a gateway passes on: which ones, to which unit, and how a unit answers them.

A unit has the same pages as a room that is one process. It serves them on a socket in a private
folder, which only its own process opens; gateways reach it over the bus, sealed as all else.
"""

import asyncio
import tempfile
from pathlib import Path

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, UnixConnector, web
from yarl import URL

from cardroom.cluster.messages import Page, PageAsks
from cardroom.errors import Unavailable
from cardroom.server.app import create_app
from cardroom.server.services import Services

ANSWER_S = 60.0
PASSED_ON = (
    "Authorization", "Cookie", "Content-Type", "Origin", "X-CSRF-Token", "Accept",
    "Accept-Language", "User-Agent", "Cardroom-Signature", "Cardroom-Timestamp", "webhook-id",
    "webhook-signature", "webhook-timestamp", "If-None-Match",
)  # fmt: skip
"""Headers of a request that a page may depend on."""
LEFT_OUT = frozenset({"transfer-encoding", "content-length", "connection", "date", "server"})
"""Headers of an answer that the gateway makes itself."""


class UnitPages:
    """The pages of one unit, opened when the first is asked for."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.trusts_forwarded = True
        self._opening = asyncio.Lock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._runner: web.AppRunner | None = None
        self._session: ClientSession | None = None

    async def _client(self) -> ClientSession:
        async with self._opening:
            if self._session is None:
                self._folder = tempfile.TemporaryDirectory(prefix="cardroom-unit-")
                path = str(Path(self._folder.name) / "pages")
                self._runner = web.AppRunner(create_app(self._services), shutdown_timeout=2.0)
                await self._runner.setup()
                await web.UnixSite(self._runner, path).start()
                traces = self._services.traces
                self._session = ClientSession(
                    connector=UnixConnector(path),
                    cookie_jar=DummyCookieJar(),
                    timeout=ClientTimeout(total=ANSWER_S),
                    auto_decompress=False,
                    trace_configs=None if traces is None else [traces.of_client()],
                )
        return self._session

    async def answer(self, wanted: PageAsks) -> Page:
        """What the unit says to a request of a gateway's client."""
        session = await self._client()
        headers = {**wanted.headers, "X-Forwarded-For": wanted.address}
        if "Origin" in headers:
            # The gateway has verified that it is one of the room's own pages.
            headers["Origin"] = self._services.settings.home
        try:
            async with session.request(
                wanted.method,
                URL(f"http://unit{wanted.path}", encoded=True),
                headers=headers,
                data=wanted.body or None,
                allow_redirects=False,
            ) as response:
                body = await response.read()
                said = tuple(
                    (str(name), value)
                    for name, value in response.headers.items()
                    if name.lower() not in LEFT_OUT
                )
                return Page(response.status, said, body)
        except (ClientError, TimeoutError, OSError) as error:
            raise Unavailable(f"the page was not made: {type(error).__name__}") from None

    async def close(self) -> None:
        """The unit ends."""
        if self._session is not None:
            await self._session.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._folder is not None:
            self._folder.cleanup()


def stake_in(body: bytes) -> str:
    """The stake that a request is about, if its body names one."""
    try:
        content = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return ""
    stake = content.get("stake") if isinstance(content, dict) else None
    if isinstance(stake, list):
        return ":".join(map(str, stake))
    return stake if isinstance(stake, str) else ""
