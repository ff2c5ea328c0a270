"""What is due when besides levels and breaks: data that the room schedules, nothing sleeps."""

from heapq import heappop, heappush
from typing import Literal, NamedTuple

DueKind = Literal["table", "offer", "open_game", "overdue_game"]


class Due(NamedTuple):
    """A table to look at again, an offer that runs out, a HexaPro game that does not end (HEX-12).

    By then it may no longer be true.
    """

    kind: DueKind
    number: int


class Deadlines:
    """All of them, the earliest first; equal ones in the order in which they were set."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Due]] = []
        self._set = 0

    @property
    def next_ms(self) -> int | None:
        """The earliest one."""
        return self._heap[0][0] if self._heap else None

    def add(self, at_ms: int, due: Due) -> None:
        """Set a deadline."""
        self._set += 1
        heappush(self._heap, (at_ms, self._set, due))

    def take(self) -> tuple[int, Due]:
        """Take out the earliest one."""
        at_ms, _, due = heappop(self._heap)
        return at_ms, due
