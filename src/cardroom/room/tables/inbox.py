"""The bounded inbox of a table: jobs in the order of their arrival, each answered exactly once."""

import asyncio
from collections import deque
from collections.abc import Callable

from cardroom.errors import CardroomError, Refused, SeatRefused, Unavailable
from cardroom.room.net import Net
from cardroom.room.ports import Answer

INBOX_MAX = 64

Job = Callable[[int], Answer]
"""What is to be done at a table, given the moment at which it was asked."""


class Asked:
    """A job in the inbox, and where its answer goes."""

    def __init__(self, job: Job, at_ms: int) -> None:
        self.at_ms = at_ms
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._job = job

    def do(self) -> None:
        """Do the job and answer; a refusal is an answer, our own mistake is raised."""
        try:
            answer = self._job(self.at_ms)
        except Refused as refusal:
            self.fail(refusal)
        else:
            if not self.answer.done():
                self.answer.set_result(answer)

    def fail(self, error: CardroomError) -> None:
        """Answer that it was not done; who no longer waits is not told."""
        if not self.answer.done():
            self.answer.set_exception(error)


class Inbox:
    """What a table is asked to do, and the bell that wakes it."""

    def __init__(self) -> None:
        self._waiting: deque[Asked] = deque()
        self._rung = False
        self._sleeper: asyncio.Future[None] | None = None
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def ask(self, job: Job, at_ms: int) -> Answer:
        """Have a job done between other jobs of this table; a full inbox refuses."""
        if self._is_closed:
            raise SeatRefused("CASH-04", "no_such_table")
        if len(self._waiting) >= INBOX_MAX:
            raise SeatRefused(Net.BUSY, "table_is_busy")
        asked = Asked(job, at_ms)
        self._waiting.append(asked)
        self.ring()
        return await asked.answer

    def ring(self) -> None:
        """Wake the table: there is something to look at."""
        self._rung = True
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def take(self, wait_s: float | None) -> Asked | None:
        """The next job; None when the bell rang without one, or time is up."""
        if not self._waiting and not self._rung:
            await self._sleep(wait_s)
        self._rung = False
        return self._waiting.popleft() if self._waiting else None

    async def _sleep(self, wait_s: float | None) -> None:
        """Sleep until the bell rings, which it does by itself when time is up."""
        loop = asyncio.get_running_loop()
        self._sleeper = loop.create_future()
        alarm = None if wait_s is None else loop.call_later(wait_s, self.ring)
        try:
            await self._sleeper
        finally:
            self._sleeper = None
            if alarm is not None:
                alarm.cancel()

    def close(self) -> None:
        """The table is gone: whoever still waits gets a refusal."""
        self._is_closed = True
        while self._waiting:
            self._waiting.popleft().fail(SeatRefused("CASH-04", "no_such_table"))
        self.ring()


def stopped() -> Unavailable:
    """The answer to a job that failed by our own mistake."""
    return Unavailable("the table has stopped")
