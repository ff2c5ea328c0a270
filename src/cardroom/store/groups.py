"""Group commit: many finished hands share one commit, each still all or nothing.

One task takes what has gathered while the last commit was under way, applies it in order as one
transaction, and answers every caller. A group is bounded by the rows that it writes: a unit that is
as large as a group goes alone, after those that wait with it. After a transient error it is tried
again, within limits; when a group fails for any other reason its units are replayed alone, and the
one at fault fails alone.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Generic, TypeVar

from cardroom.errors import Unavailable
from cardroom.store.databases.database import Database, Script
from cardroom.store.databases.patience import Patience

ROWS_MAX = 4800
"""Rows in one commit, about 64 hands of six players; what is larger is committed alone."""
GROUPS_MAX = 2
"""Groups under way: one that is written, one that waits for the writer."""
WAITING_MAX = 4096
"""Units that wait for a commit; beyond this the store says at once that it is unavailable."""

U = TypeVar("U")


class _Waiting(Generic[U]):
    """A unit, and the caller who waits for its outcome."""

    __slots__ = ("answer", "has_waited", "rows", "since", "unit")

    def __init__(self, unit: U, rows: int, loop: asyncio.AbstractEventLoop) -> None:
        self.unit = unit
        self.rows = rows
        self.has_waited = False
        """Whether others went first."""
        self.since = loop.time()
        self.answer: asyncio.Future[object] = loop.create_future()

    def tell(self, outcome: object) -> None:
        """Answer the caller, unless they have given up: an exception is raised there."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class GroupCommit(Generic[U]):
    """Commits units in groups. `apply` makes the script that applies several of them in order.

    The script returns one outcome a unit; an outcome that is an exception is raised to its caller.
    `weigh` says how many rows a unit writes, about.
    """

    def __init__(
        self,
        database: Database,
        apply: Callable[[Sequence[U]], Script[list[object]]],
        patience: Patience,
        weigh: Callable[[U], int],
    ) -> None:
        self._database = database
        self._apply = apply
        self._weigh = weigh
        self._patience = patience
        self._waiting: deque[_Waiting[U]] = deque()
        self._rows_waiting = 0
        self._under_way: dict[asyncio.Task[None], list[_Waiting[U]]] = {}
        self._called = asyncio.Event()
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._work())
        self._watch = asyncio.create_task(self._watch_over())

    async def commit(self, unit: U) -> object:
        """Commit one unit with its neighbours; Unavailable when the database stays out of reach."""
        if self._closing or len(self._waiting) >= WAITING_MAX:
            raise Unavailable("the store is closed" if self._closing else "the store is too busy")
        waiting = _Waiting(unit, self._weigh(unit), self._loop)
        self._waiting.append(waiting)
        self._rows_waiting += waiting.rows
        self._called.set()
        return await waiting.answer

    def __len__(self) -> int:
        """Units that wait or are under way."""
        return len(self._waiting) + sum(map(len, self._under_way.values()))

    @property
    def has_ended(self) -> bool:
        """Whether nothing is written any more, by our own mistake or because it was closed."""
        return self._task.done()

    async def close(self) -> None:
        """Commit what waits, then take no more."""
        self._closing = True
        self._called.set()
        await asyncio.wait([self._task], timeout=self._patience.wait_s * 1.5)
        for task in (self._task, self._watch, *self._under_way):
            task.cancel()

    async def _watch_over(self) -> None:
        """Answer all who have waited too long; one timer for all is cheaper than one for each."""
        while True:
            await asyncio.sleep(self._patience.wait_s / 8)
            late = self._loop.time() - self._patience.wait_s
            for waiting in chain(*self._under_way.values(), self._waiting):
                if waiting.since <= late:
                    waiting.tell(Unavailable("the database has not answered in time"))

    async def _work(self) -> None:
        while self._waiting or self._under_way or not self._closing:
            await self._called.wait()
            self._called.clear()
            # One turn of the loop lets all who are ready join this group.
            await asyncio.sleep(0)
            while self._may_start() and (group := self._next_group()):
                task = asyncio.create_task(self._commit(group))
                self._under_way[task] = group
                task.add_done_callback(self._landed)

    def _may_start(self) -> bool:
        """One group at a time gathers most; full ones queue, so that the writer is never idle."""
        ahead = len(self._under_way)
        return not ahead or (ahead < GROUPS_MAX and self._rows_waiting >= ROWS_MAX)

    def _landed(self, task: asyncio.Task[None]) -> None:
        del self._under_way[task]
        self._called.set()

    def _next_group(self) -> list[_Waiting[U]]:
        """The next units in order, without those whose callers have given up.

        A unit that fills a group alone lets those go first that wait behind it, once: nobody at a
        table waits for a cancellation with thousands of refunds who was there when it came.
        """
        group: list[_Waiting[U]] = []
        large: list[_Waiting[U]] = []
        rows = 0
        while self._waiting and rows < ROWS_MAX:
            waiting = self._waiting.popleft()
            if waiting.answer.done():
                self._rows_waiting -= waiting.rows
            elif waiting.rows >= ROWS_MAX and not waiting.has_waited:
                large.append(waiting)
            elif group and rows + waiting.rows > ROWS_MAX:
                self._waiting.appendleft(waiting)
                break
            else:
                group.append(waiting)
                rows += waiting.rows
        self._rows_waiting -= rows
        if not group and large:
            group = [large.pop(0)]
            self._rows_waiting -= group[0].rows
        for waiting in reversed(large):
            waiting.has_waited = True
            self._waiting.appendleft(waiting)
        return group

    async def _commit(self, group: list[_Waiting[U]]) -> None:
        try:
            # Every attempt asks first what is written: after an unknown commit, too.
            units = [waiting.unit for waiting in group]
            outcomes = await self._patience.through(
                lambda: self._database.transact(self._apply(units))
            )
        except Exception as error:  # noqa: BLE001 - whatever it is, the callers must hear of it
            if len(group) > 1 and not isinstance(error, Unavailable):
                for waiting in group:
                    await self._commit([waiting])
                return
            outcomes = [error] * len(group)
        for waiting, outcome in zip(group, outcomes, strict=True):
            waiting.tell(outcome)
