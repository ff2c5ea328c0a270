"""A live session: what outlasts one socket, so that coming back is harmless."""

from collections import OrderedDict
from typing import Protocol

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.server.limits import ANSWERS_REMEMBERED, CHAT_BURST, CHAT_EVERY_MS
from cardroom.server.sockets.rates import Allowance


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


class SessionState:
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
        self._answers: OrderedDict[str, tuple[int, bytes | None]] = OrderedDict()
        """For every id a hash of what was asked, and what was answered."""

    def heir_of(self, line: Line) -> Line:
        """Who gets the answer to `line`: itself, or a successor when it is gone."""
        if line in self.sockets or not self.sockets:
            return line
        return self.at_tables or next(reversed(self.sockets))

    # Every request is carried out once

    def is_known(self, request: RoomRequest) -> bool:
        """Whether it was asked before; refused when something else was asked under its id."""
        if request.id not in self._answers:
            return False
        if self._answers[request.id][0] != _content(request):
            raise AccessRefused(Net.FORM, "id_with_another_content", {"id": request.id})
        return True

    def answer_to(self, request_id: str) -> bytes | None:
        """What was answered; None while the answer is not there yet."""
        return self._answers[request_id][1]

    def expect(self, request: RoomRequest) -> None:
        """A request is being carried out."""
        self._answers[request.id] = _content(request), None
        while len(self._answers) > ANSWERS_REMEMBERED:
            self._answers.popitem(last=False)

    def remember(self, request_id: str, answer: bytes) -> None:
        """Keep the answer for those who ask again."""
        if request_id in self._answers:
            self._answers[request_id] = self._answers[request_id][0], answer

    def forget(self, request_id: str) -> None:
        """A request came to nothing and may be tried again."""
        self._answers.pop(request_id, None)


def _content(request: RoomRequest) -> int:
    """A hash over what is asked; the kinds of requests have fields in common."""
    return hash((type(request), request))
