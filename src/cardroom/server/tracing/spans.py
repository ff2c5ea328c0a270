"""Spans: what is written into them, and when there is one at all.

Only what somebody asked for begins a trace: a request on a socket, or by HTTP. What the room does
by itself belongs to none. A span names kinds and places; what a request says is never in it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

TRACER = trace.get_tracer("cardroom")
PROPAGATOR = TraceContextTextMapPropagator()

REQUEST = "cardroom.request"
"""The kind of a request or message."""
ADDRESS = "cardroom.address"
"""Which actor reads it, or which channel it is about."""
REFUSED = "cardroom.refused"
"""The rule and the reason of a refusal, both words of ours."""
UNIT = "cardroom.unit"
"""What kind of thing is written."""
METHOD = "http.request.method"
ROUTE = "http.route"
STATUS = "http.response.status_code"
ATTRIBUTES = frozenset({REQUEST, ADDRESS, REFUSED, UNIT, METHOD, ROUTE, STATUS})
"""Nothing else is ever written into a span."""


def is_traced() -> bool:
    """Whether what happens now belongs to a trace."""
    return trace.get_current_span().get_span_context().is_valid


@contextmanager
def root(name: str, attributes: Mapping[str, str]) -> Iterator[Span]:
    """The span of something that somebody outside asked for."""
    with TRACER.start_as_current_span(
        name,
        kind=SpanKind.SERVER,
        attributes=attributes,
        # What an exception says may hold anything.
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        yield span


@contextmanager
def child(
    name: str, attributes: Mapping[str, str], kind: SpanKind = SpanKind.INTERNAL
) -> Iterator[None]:
    """A span inside a trace; outside of one there is none."""
    if not is_traced():
        yield
        return
    with TRACER.start_as_current_span(
        name,
        kind=kind,
        attributes=attributes,
        record_exception=False,
        set_status_on_exception=False,
    ):
        yield


def kind_of(message: object) -> str:
    """What is asked for: the request of a player, or the message itself."""
    return type(getattr(message, "request", message)).__name__
