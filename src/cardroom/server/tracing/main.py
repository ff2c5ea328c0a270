"""Wires traces: which parts of the room write spans, and where the spans go."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from aiohttp import TraceConfig, web
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

from cardroom.ledger import Answer, SettledHand
from cardroom.release import release
from cardroom.room.bus import LocalBus
from cardroom.room.tournaments.records import StepToWrite
from cardroom.server.config.options import TracesSection
from cardroom.server.services import Services
from cardroom.server.tracing.bus import TracedBus
from cardroom.server.tracing.requests import TracedHandler, passing_on, spans_of_pages
from cardroom.server.tracing.spans import UNIT, child
from cardroom.store import Store

if TYPE_CHECKING:
    from cardroom.cluster.nats_bus import NatsBus

NAME = "cardroom"


class TracedStore(Store):
    """Everything that outlives a process; whatever is written has a span until it is on disk."""

    async def settle(self, hand: SettledHand) -> Answer:
        """Write one finished hand."""
        with child("commit hand", {UNIT: "hand"}):
            return await super().settle(hand)

    async def transfer(self, *args: Any, **more: Any) -> Answer:
        """Move money once."""
        with child("commit transfer", {UNIT: "transfer"}):
            return await super().transfer(*args, **more)

    async def write_steps(self, steps: Sequence[StepToWrite], *, tells: bool = False) -> Answer:
        """Write steps of tournaments."""
        with child("commit step", {UNIT: "step"}):
            return await super().write_steps(steps, tells=tells)

    async def run_script(self, script: Callable[[], Any]) -> object:
        """Write something rare."""
        with child("commit script", {UNIT: "script"}):
            return await super().run_script(script)

    async def booking(self, script: Callable[[Any], Any]) -> object:
        """Move money together with something else."""
        with child("commit booking", {UNIT: "booking"}):
            return await super().booking(script)


class Traces:
    """What a room uses instead of its own parts while traces are written."""

    store_kind = TracedStore

    def bus(self) -> LocalBus:
        """A bus for the actors of this process."""
        return TracedBus()

    @property
    def nats_bus(self) -> "type[NatsBus]":
        """The bus between processes."""
        from cardroom.server.tracing.nats_bus import TracedNatsBus

        return TracedNatsBus

    def follow(self, services: Services) -> None:
        """Begin a trace with every request of a player."""
        ports = services.ports
        services.handler = TracedHandler(
            ports.desk, services.reports, ports.clock, services.metrics
        )
        services.traces = self

    def add_to(self, app: web.Application, *, trusts_others: bool) -> None:
        """Begin a trace with every request by HTTP."""
        app.middlewares.append(spans_of_pages(trusts_others=trusts_others))

    def of_client(self) -> TraceConfig:
        """Has the room's own requests say which trace they belong to."""
        return passing_on()


@contextmanager
def sending(section: TracesSection, process: str) -> Iterator[None]:
    """Send what is traced to the operator's collector, and the rest of it at the end."""
    resource = Resource.create(
        {"service.name": NAME, "service.version": release(), "service.instance.id": process}
    )
    sampler = ParentBased(TraceIdRatioBased(section.percent / 100))
    provider = TracerProvider(resource=resource, sampler=sampler, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=section.endpoint)))
    trace.set_tracer_provider(provider)
    try:
        yield
    finally:
        provider.shutdown()
