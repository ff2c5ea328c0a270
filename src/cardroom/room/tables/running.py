"""The tables that run: their tasks, those that are just being opened, and how all of them end."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from cardroom.errors import SeatRefused
from cardroom.ledger import TableId
from cardroom.room.incidents import report
from cardroom.room.tables.task import TableTask

AnyTask = TypeVar("AnyTask", bound=TableTask[Any, Any])


class RunningTables(Generic[AnyTask]):
    """One task per table, found by the table's number."""

    def __init__(self) -> None:
        self.tasks: dict[TableId, AnyTask] = {}
        self._running: dict[TableId, asyncio.Task[None]] = {}
        self._opening: dict[TableId, asyncio.Task[None]] = {}
        self._no_deal_after_ms: int | None = None

    # Tables come and go

    def open_soon(self, table: TableId, opening: Coroutine[Any, Any, None]) -> None:
        """Begin to open a table; whoever asks for it meanwhile waits."""
        task = asyncio.create_task(opening, name=f"open:{table}")
        self._opening[table] = task
        task.add_done_callback(lambda _: self._opening.pop(table, None))

    def run(self, task: AnyTask) -> None:
        """Run a table, and have the store remember it."""
        task.no_deal_after_ms = self._no_deal_after_ms
        self.tasks[task.number] = task
        name = f"table:{task.number}"
        self._running[task.number] = asyncio.create_task(task.run(), name=name)
        task.keep()

    def close(self, table: TableId) -> bool:
        """End a table that is no more; False when it does not run."""
        task = self.tasks.pop(table, None)
        if task is None:
            return False
        task.close()
        self._running.pop(table).add_done_callback(_look_at)
        return True

    def drop(self, table: TableId) -> bool:
        """End a table wherever its task is: its owner has decided so; False when it is gone."""
        task = self.tasks.pop(table, None)
        if task is None:
            return False
        task.close()
        self._running.pop(table).cancel()
        return True

    async def end(self) -> None:
        """End all tasks where they are."""
        tasks = [*self._running.values(), *self._opening.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Finding one

    async def until_open(self, table: TableId) -> None:
        """Wait for a table while it is being opened."""
        opening = self._opening.get(table)
        if opening is not None:
            await asyncio.shield(opening)

    async def find(self, table: TableId) -> AnyTask:
        """The task of a table, once it is open."""
        await self.until_open(table)
        task = self.tasks.get(table)
        if task is None:
            raise SeatRefused("CASH-04", "no_such_table")
        return task

    # No new hands

    def deal_until(self, at_ms: int | None) -> None:
        """Deal no new hand after a moment; None is for ever again."""
        self._no_deal_after_ms = at_ms
        for task in self.tasks.values():
            task.no_deal_after_ms = at_ms
            if at_ms is None:
                task.nudge()

    async def drained(self) -> None:
        """Return once every table is idle."""
        await asyncio.gather(*(task.drained() for task in self.tasks.values()))


def _look_at(ended: asyncio.Task[None]) -> None:
    """Look at how a closed table ended, so that its error is not reported as forgotten."""
    if not ended.cancelled() and ended.exception() is not None:
        report("a closed table failed", ended.exception() or AssertionError())
