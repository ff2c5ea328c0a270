"""The tables that run in this process: their tasks, those being opened, and how all of them end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from cardroom.ledger import TableId
from cardroom.room.bus import table_address
from cardroom.room.incidents import report
from cardroom.room.ports import Bus, Clock
from cardroom.room.tables.messages import DealUntil, DoorsOpened, WhenIdle
from cardroom.room.tables.task import TableTask

AnyTask = TypeVar("AnyTask", bound=TableTask[Any, Any])
Ended = Callable[[TableId, bool], None]
"""Called when a table is no more, with whether it ever ran: it may not have been opened."""


class RunningTables(Generic[AnyTask]):
    """One task per table, found by the table's number. It starts and ends them, and does no more:
    what is wanted of a table goes over the bus."""

    def __init__(self, bus: Bus, clock: Clock, *, ended: Ended | None = None) -> None:
        self.tasks: dict[TableId, AnyTask] = {}
        self._bus = bus
        self._clock = clock
        self._ended = ended
        self._running: dict[TableId, asyncio.Task[None]] = {}
        self._opening: dict[TableId, asyncio.Task[None]] = {}
        self._no_deal_after_ms: int | None = None
        self._wait_for_doors = False

    # Tables come and go

    def open_soon(self, table: TableId, opening: Coroutine[Any, Any, None]) -> None:
        """Begin to open a table; what it is sent meanwhile waits in its inbox."""
        self._bus.open(table_address(table), self._clock)
        task = asyncio.create_task(opening, name=f"open:{table}")
        self._opening[table] = task
        task.add_done_callback(lambda done: self._opened(table, done))

    def _opened(self, table: TableId, opening: asyncio.Task[None]) -> None:
        self._opening.pop(table, None)
        if not opening.cancelled() and (error := opening.exception()) is not None:
            report(f"table {table} could not be opened", error)
            self._forget(table, has_run=False)

    def run(self, task: AnyTask) -> None:
        """Run a table, and have the store remember it."""
        task.no_deal_after_ms = self._no_deal_after_ms
        task.waits_for_doors = self._wait_for_doors
        self.tasks[task.number] = task
        name = table_address(task.number)
        running = self._running[task.number] = asyncio.create_task(task.run(), name=name)
        running.add_done_callback(lambda done: self._end(task.number, done))
        task.keep()

    def _end(self, table: TableId, running: asyncio.Task[None]) -> None:
        """A table is no more."""
        if running.cancelled():
            return
        error = running.exception()
        if error is not None:
            report(f"the task of table {table} failed", error)
        self.tasks.pop(table, None)
        self._running.pop(table, None)
        self._forget(table, has_run=True)

    def _forget(self, table: TableId, *, has_run: bool) -> None:
        self._bus.close(table_address(table))
        if self._ended is not None:
            self._ended(table, has_run)

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

    async def until_open(self, table: TableId) -> None:
        """Wait for a table while it is being opened."""
        opening = self._opening.get(table)
        if opening is not None:
            await asyncio.wait([opening])

    # The doors

    def close_doors(self) -> None:
        """Nobody can reach the room: tables that are run from now on wait for the doors."""
        self._wait_for_doors = True

    def open_doors(self, return_ms: int) -> None:
        """Players can come back from now on, and get this long before the next hand."""
        self._wait_for_doors = False
        for table, task in self.tasks.items():
            if task.waits_for_doors:
                self._bus.send(table_address(table), DoorsOpened(return_ms))

    # No new hands

    def deal_until(self, at_ms: int | None) -> None:
        """Deal no new hand after a moment; None is for ever again."""
        self._no_deal_after_ms = at_ms
        for table in self.tasks:
            self._bus.send(table_address(table), DealUntil(at_ms))

    async def drained(self) -> None:
        """Return once every table is idle."""
        addresses = [table_address(table) for table in self.tasks]
        asked = (self._bus.ask(address, WhenIdle()) for address in addresses)
        await asyncio.gather(*asked, return_exceptions=True)
