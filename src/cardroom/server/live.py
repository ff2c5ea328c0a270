"""A live session: what outlasts one socket, so that coming back is harmless."""

from collections import OrderedDict
from typing import Protocol

from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.server.limits import ANSWERS_REMEMBERED, CHAT_BURST, CHAT_EVERY_MS
from cardroom.server.rates import Allowance


class Line(Protocol):
    """A connection to a player: a socket or a stream."""

    @property
    def lag_ms(self) -> int | None: ...

    @property
    def doubt_ms(self) -> int:
        """How long it takes until a silent line is known to be dead; 0 for a living one."""

    def deliver(self, frame: bytes) -> None: ...

    def hang_up(self, code: int) -> None: ...

    def look_after(self, now_ms: int) -> None:
        """Ping when it is time; hang up on the dead."""


class Live:
    """One session that has, or just had, a socket: a browser has one for each of its windows."""

    def __init__(self, family: str, caller: Caller, clock: Clock) -> None:
        self.family = family
        self.caller = caller
        self.sockets: dict[Line, None] = {}
        """The oldest first; one of them at most listens to tables."""
        self.at_tables: Line | None = None
        self.muted_until_ms = 0
        self.seen_ms = clock.monotonic_ms()
        self.chat = Allowance(CHAT_EVERY_MS, CHAT_BURST)
        self._answers: OrderedDict[str, bytes | None] = OrderedDict()

    def heir_of(self, line: Line) -> Line:
        """Who is told what `line` asked for: itself, or a successor when it is gone."""
        if line in self.sockets or not self.sockets:
            return line
        return self.at_tables or next(reversed(self.sockets))

    # Every request is carried out once

    def is_known(self, request_id: str) -> bool:
        return request_id in self._answers

    def answer_to(self, request_id: str) -> bytes | None:
        """What was answered; None while the answer is not there yet."""
        return self._answers.get(request_id)

    def expect(self, request_id: str) -> None:
        """A request is being carried out."""
        self._answers[request_id] = None
        while len(self._answers) > ANSWERS_REMEMBERED:
            self._answers.popitem(last=False)

    def remember(self, request_id: str, answer: bytes) -> None:
        """Keep the answer for those who ask again."""
        if request_id in self._answers:
            self._answers[request_id] = answer

    def forget(self, request_id: str) -> None:
        """A request came to nothing and may be tried again."""
        self._answers.pop(request_id, None)
