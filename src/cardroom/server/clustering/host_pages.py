"""What a process that is only a host says over HTTP: whether it is ready, and its figures."""

import asyncio
from collections.abc import Callable

import msgspec
from aiohttp import web

from cardroom.release import release
from cardroom.room.metrics import Metrics
from cardroom.server.config.options import ServerSection
from cardroom.server.listening import listen
from cardroom.server.metrics import Publisher
from cardroom.server.people.addresses import address_of, is_loopback
from cardroom.server.readiness import Health, Readiness, measure_readiness


class HostPages:
    """A small server beside the tables; players have nothing to look for here."""

    def __init__(
        self,
        server: ServerSection,
        readiness: Readiness,
        metrics: Metrics,
        measure: Callable[[Metrics], None],
        *,
        edition: str,
    ) -> None:
        self._server = server
        self._readiness = readiness
        self._metrics = metrics
        self._measure = measure
        self._publisher = Publisher(metrics, build=release(), edition=edition)
        self._runner: web.AppRunner | None = None
        self._looking: asyncio.Task[None] | None = None

    async def open(self) -> str:
        """Listen: the address."""
        app = web.Application()
        app.router.add_get("/livez", self._live)
        app.router.add_get("/readyz", self._ready)
        app.router.add_get("/metrics", self._figures)
        listening = listen(self._server)
        self._runner = web.AppRunner(app, shutdown_timeout=2.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()
        self._looking = asyncio.create_task(self._readiness.run(), name="readiness")
        return address_of(self._server, listening.getsockname()[1])

    async def close(self) -> None:
        """Listen no longer."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _live(self, _request: web.Request) -> web.Response:
        return _said(Health(status="ok"), 200)

    async def _ready(self, _request: web.Request) -> web.Response:
        lacks = self._readiness.lacks
        if lacks:
            return _said(Health(status="unready", build=release(), reasons=lacks), 503)
        return _said(Health(status="ok", build=release()), 200)

    async def _figures(self, request: web.Request) -> web.Response:
        if not (self._server.metrics_everywhere or is_loopback(request.remote or "")):
            return web.Response(status=403, text="metrics are for this machine\n")
        self._measure(self._metrics)
        measure_readiness(self._readiness.lacks, self._metrics)
        text, media_type = self._publisher.written(request.headers.get("Accept", ""))
        return web.Response(body=text, headers={"Content-Type": media_type})


def _said(health: Health, status: int) -> web.Response:
    body = msgspec.json.encode(health)
    return web.Response(body=body, status=status, content_type="application/json")
