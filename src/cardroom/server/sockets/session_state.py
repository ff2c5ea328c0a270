"""A live session: what outlasts one socket, so that coming back is harmless."""

from collections import OrderedDict
from typing import NamedTuple, Protocol

from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.server.limits import CHAT_BURST, CHAT_EVERY_MS
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


class Answered(NamedTuple):
    """A request that was carried out, or is being carried out."""

    content: int
    """A hash over what was asked."""
    answer: bytes | None = None
    """What was answered; None while the answer is not there yet."""


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
        self.answers: OrderedDict[str, Answered] = OrderedDict()
        """The last requests by their ids, so that each is carried out once."""

    def heir_of(self, line: Line) -> Line:
        """Who gets the answer to a line that is gone: a successor, if there is one."""
        if not self.sockets:
            return line
        return self.at_tables or next(reversed(self.sockets))
