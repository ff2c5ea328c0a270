"""What is due when: data that the room schedules, nothing here sleeps."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Generic, TypeVar

Due = TypeVar("Due")


class Deadlines(Generic[Due]):
    """What to look at when its time comes, the earliest first, equal ones as they were set.

    By then it may no longer be true.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Due]] = []
        self._set = 0

    @property
    def next_ms(self) -> int | None:
        """The earliest deadline."""
        return self._heap[0][0] if self._heap else None

    def add(self, at_ms: int, due: Due) -> None:
        """Set a deadline."""
        self._set += 1
        heappush(self._heap, (at_ms, self._set, due))

    def take(self) -> Due:
        """Take out the earliest one."""
        return heappop(self._heap)[2]

    def take_due(self, at_ms: int) -> Iterator[Due]:
        """Take out everything whose time has come."""
        while self._heap and self._heap[0][0] <= at_ms:
            yield self.take()
