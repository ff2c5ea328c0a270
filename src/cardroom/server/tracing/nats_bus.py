"""The bus between processes with traces: the envelope of a letter says which trace it is of."""

from typing import Any

import msgspec
from nats.aio.msg import Msg
from opentelemetry import context
from opentelemetry.context import Context
from opentelemetry.trace import SpanKind

from cardroom.cluster.codec import Packed
from cardroom.cluster.nats_bus import NatsBus, Sent, _encode, _sent
from cardroom.room.bus import MESSAGES_MAX, REQUESTS_MAX, Inbox, Watch
from cardroom.server.tracing.bus import TracedInbox
from cardroom.server.tracing.spans import (
    ADDRESS,
    PROPAGATOR,
    REQUEST,
    child,
    is_traced,
    kind_of,
)

PARENT = "traceparent"


class TracedSent(Sent, frozen=True, array_like=True):
    """A letter on its way, and the trace to which it belongs.

    A process without traces reads it as any other letter; what it sends belongs to none.
    """

    trace: str = ""


_traced_sent = msgspec.msgpack.Decoder(TracedSent)


class TracedNatsBus(NatsBus):
    """Every actor of the room by its address, with traces (Bus)."""

    def open(
        self,
        address: str,
        clock: Watch,
        *,
        requests_max: int = REQUESTS_MAX,
        messages_max: int = MESSAGES_MAX,
    ) -> Inbox:
        """The inbox of an actor; from now on other processes reach it too."""
        if address not in self._inboxes:
            self._connection.subscribe(self._subject(address), self._hear)
            self._inboxes[address] = TracedInbox(
                address, clock, requests_max=requests_max, messages_max=messages_max
            )
        return self._inboxes[address]

    async def ask(self, to: str, message: object) -> Any:
        """Have an actor do something in its turn, wherever it is."""
        attributes = {ADDRESS: to, REQUEST: kind_of(message)}
        with child(f"bus {type(message).__name__}", attributes, SpanKind.CLIENT):
            return await super().ask(to, message)

    def _publish(self, to: str, message: Packed | None, number: int = 0) -> bool:
        if not is_traced():
            return super()._publish(to, message, number)
        carried: dict[str, str] = {}
        PROPAGATOR.inject(carried)
        key, trace = self._keys.public if number else b"", carried.get(PARENT, "")
        sent = _encode(TracedSent(to, message, key, trace))
        reply = f"{self._answers_to}.{number}" if number else ""
        return self._connection.publish(self._subject(to), self._seal.seal(sent), reply)

    def _opened(self, message: Msg, place: str, decoder: "msgspec.msgpack.Decoder[Any]") -> Any:
        return super()._opened(message, place, _traced_sent if decoder is _sent else decoder)

    def _take(self, sent: Sent, content: object, message: Msg) -> None:
        found = sent.trace if isinstance(sent, TracedSent) else ""
        # NATS's own task may have been started in a trace.
        parent = PROPAGATOR.extract({PARENT: found}, Context()) if found else Context()
        token = context.attach(parent)
        try:
            super()._take(sent, content, message)
        finally:
            context.detach(token)
