"""The spans of a room in the test's own process, kept in memory instead of being sent."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from cardroom.server.config.options import TracesSection

TRACED = TracesSection(endpoint="http://127.0.0.1:1/v1/traces")
"""Nothing is sent there: what sends spans is started by `serve`, not by a server in a test."""
_kept: list[InMemorySpanExporter] = []


class Spans:
    """What was traced since the test began."""

    def __init__(self, exporter: InMemorySpanExporter) -> None:
        self._exporter = exporter

    @property
    def all(self) -> tuple[ReadableSpan, ...]:
        return tuple(self._exporter.get_finished_spans())

    def above(self, span: ReadableSpan) -> list[str]:
        """The names of a span and of all in which it is, from the outermost on."""
        by_id = {one.context.span_id: one for one in self.all}
        names = [span.name]
        while span.parent is not None and span.parent.span_id in by_id:
            span = by_id[span.parent.span_id]
            names.insert(0, span.name)
        return names

    def ways_to(self, name: str) -> list[list[str]]:
        """How every span of a name was reached."""
        return [self.above(one) for one in self.all if one.name == name]

    def written(self) -> str:
        """Everything that a collector would be sent."""
        return "\n".join(str(one.to_json()) for one in self.all)


@contextmanager
def spans_kept() -> Iterator[Spans]:
    """Keep spans in memory; a process can choose only once where they go."""
    if not _kept:
        exporter = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(exporter))
        trace.set_tracer_provider(provider)
        _kept.append(exporter)
    _kept[0].clear()
    yield Spans(_kept[0])
    _kept[0].clear()
