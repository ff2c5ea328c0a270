"""Numbers for new tables: the store gives them out, so that no two processes share one."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from cardroom.errors import Unavailable
from cardroom.ledger import TableId
from cardroom.room.retrying import retry_while_unavailable

RESERVED = 8
"""Numbers that are asked for at once; those that a process does not use are never used."""


class TableNumbers:
    """Numbers that the store has reserved for this process."""

    def __init__(self, reserve: Callable[[int], Awaitable[TableId]]) -> None:
        self._reserve = reserve
        self._free: deque[TableId] = deque()
        self._filling: asyncio.Task[None] | None = None

    async def fill(self) -> None:
        """Have the store reserve further numbers."""
        first = await retry_while_unavailable(lambda: self._reserve(RESERVED))
        self._free.extend(TableId(first + step) for step in range(RESERVED))

    def next(self) -> TableId:
        """A number that no table ever had; unavailable while the store gives out none."""
        if len(self._free) <= RESERVED // 2 and (self._filling is None or self._filling.done()):
            self._filling = asyncio.create_task(self.fill(), name="table numbers")
        if not self._free:
            raise Unavailable("the store has not given out a number for a new table")
        return self._free.popleft()
