"""The bus of one process with traces: a letter belongs to the trace of whoever sent it.

An actor reads its letters one after the other in a task of its own. While it is busy with one,
what it does belongs to the span of that letter: money that it has written, messages that it sends.
"""

import time
from contextvars import Token
from typing import NamedTuple

from opentelemetry import context, trace
from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind

from cardroom.room.bus import (
    MESSAGES_MAX,
    REQUESTS_MAX,
    Inbox,
    Letter,
    LocalBus,
    Watch,
)
from cardroom.server.tracing.spans import ADDRESS, REQUEST, TRACER, is_traced, kind_of


class _Sent(NamedTuple):
    """From where a letter comes, and when it did."""

    parent: Context
    at_ns: int


class _Busy:
    """The span of a letter: it ends when the actor is done with it and it is answered."""

    def __init__(self, span: Span, token: Token[Context]) -> None:
        self._span = span
        self._token: Token[Context] | None = token
        self._owed = 1

    def wait_for_answer(self, letter: Letter) -> None:
        """Last until the letter is answered, by whomever."""
        if letter.is_awaited:
            self._owed += 1
            letter.when_answered(self._part_done)

    def done(self) -> None:
        """The actor goes on with something else."""
        assert self._token is not None
        context.detach(self._token)
        self._token = None
        self._part_done()

    def _part_done(self) -> None:
        self._owed -= 1
        if not self._owed:
            self._span.end()


class TracedInbox(Inbox):
    """What an actor has to read, with the traces that its letters belong to."""

    def __init__(self, address: str, clock: Watch, *, requests_max: int, messages_max: int) -> None:
        super().__init__(clock, requests_max=requests_max, messages_max=messages_max)
        self._address = address
        self._sent: dict[Letter, _Sent] = {}
        self._read: _Sent | None = None
        self._busy: _Busy | None = None
        self._is_begun = False

    def put(self, letter: Letter) -> None:
        """Add a letter at the end, and note in which trace it was sent."""
        super().put(letter)
        if is_traced() and self._letters and self._letters[-1] is letter:
            self._sent[letter] = _Sent(context.get_current(), time.time_ns())

    async def take(self, wait_s: float | None) -> Letter | None:
        """The next letter; whatever is done until the next one is taken belongs to its span."""
        if not self._is_begun:
            # Whoever started the actor did so in a trace, which is none of the actor's letters.
            self._is_begun = True
            context.attach(Context())
        if self._busy is not None:
            self._busy.done()
            self._busy = None
        letter = await super().take(wait_s)
        if letter is not None and self._read is not None:
            self._begin(letter, self._read)
        return letter

    def _begin(self, letter: Letter, sent: _Sent) -> None:
        kind, address = kind_of(letter.message), self._address.partition(":")[0]
        span = TRACER.start_span(
            f"{address} {kind}",
            context=sent.parent,
            kind=SpanKind.CONSUMER,
            attributes={ADDRESS: self._address, REQUEST: kind},
            start_time=sent.at_ns,
        )
        span.add_event("read")
        self._busy = _Busy(span, context.attach(trace.set_span_in_context(span, Context())))
        self._busy.wait_for_answer(letter)

    def _taken(self, letter: Letter) -> Letter:
        self._read = self._sent.pop(letter, None)
        return super()._taken(letter)


class TracedBus(LocalBus):
    """Every actor of this process by its address, with traces (Bus)."""

    def open(
        self,
        address: str,
        clock: Watch,
        *,
        requests_max: int = REQUESTS_MAX,
        messages_max: int = MESSAGES_MAX,
    ) -> Inbox:
        """The inbox of an actor; what it is sent before it runs waits there."""
        if address not in self._inboxes:
            self._inboxes[address] = TracedInbox(
                address, clock, requests_max=requests_max, messages_max=messages_max
            )
        return self._inboxes[address]
