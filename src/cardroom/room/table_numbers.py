"""Numbers for new tables: the store gives them out, so that no two processes share one."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from cardroom.errors import Unavailable
from cardroom.ledger import TableId
from cardroom.room.retrying import retry_while_unavailable

RESERVED = 32
"""Numbers that are asked for at once: a crowd that opens tables all at once must not outrun the
store. Those that a process does not use are never used."""


class TableNumbers:
    """Numbers that the store has reserved for this process."""

    def __init__(self, reserve: Callable[[int], Awaitable[TableId]]) -> None:
        self._reserve = reserve
        self._free: deque[TableId] = deque()
        self._filling: asyncio.Task[None] | None = None

    async def fill(self, count: int = RESERVED) -> None:
        """Have the store reserve further numbers."""
        first = await retry_while_unavailable(lambda: self._reserve(count))
        self._free.extend(TableId(first + step) for step in range(count))

    async def take(self, count: int) -> list[TableId]:
        """Several numbers at once, however many; waits for the store while it gives out too few."""
        while len(self._free) < count:
            await self.fill(max(RESERVED, count))
        return [self.next() for _ in range(count)]

    def next(self) -> TableId:
        """A number that no table ever had; unavailable while the store gives out none."""
        if len(self._free) <= RESERVED // 2 and (self._filling is None or self._filling.done()):
            self._filling = asyncio.create_task(self.fill(), name="table numbers")
        if not self._free:
            raise Unavailable("the store has not given out a number for a new table")
        return self._free.popleft()
