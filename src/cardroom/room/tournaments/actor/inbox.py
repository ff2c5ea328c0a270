"""The bounded inbox of a tournament: its tables, its players and the house wait there in one order.

What players ask for is bounded; what the tables and the house post is not, for there is at most one
such message at a time of every table, player and job.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from cardroom.errors import CardroomError, EntryRefused
from cardroom.room.net import Net

INBOX_MAX = 1024
"""Requests of players that wait in one tournament."""

T = TypeVar("T")
Work = Callable[[], Awaitable[T]]


class Letter(Generic[T]):
    """Something to be done in its turn, and where the answer goes."""

    def __init__(self, work: Work[T]) -> None:
        self.answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work = work

    async def do(self) -> None:
        """Do it and answer; what is refused or out of reach is an answer too."""
        try:
            answer = await self._work()
        except CardroomError as error:
            self.fail(error)
        else:
            if not self.answer.done():
                self.answer.set_result(answer)

    def fail(self, error: BaseException) -> None:
        """Answer that it was not done; who no longer waits does not hear it."""
        if not self.answer.done():
            self.answer.set_exception(error)
            # Nobody may wait for what the house itself has posted.
            self.answer.exception()


class TournamentInbox:
    """Letters in the order of their arrival, and the bell that wakes the tournament."""

    def __init__(self) -> None:
        self._waiting: deque[Letter[Any]] = deque()
        self._bell = asyncio.Event()
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def ask(self, work: Work[T]) -> T:
        """Have something done for a player; a full inbox refuses."""
        if len(self._waiting) >= INBOX_MAX:
            raise EntryRefused(Net.BUSY, "tournament_is_busy")
        return await self.put(work).answer

    def put(self, work: Work[T]) -> Letter[T]:
        """Have something done for a table or the house."""
        if self._is_closed:
            raise EntryRefused("TRN-19", "tournament_is_over")
        letter = Letter(work)
        self._waiting.append(letter)
        self._bell.set()
        return letter

    def ring(self) -> None:
        """Wake the tournament: there is something to look at."""
        self._bell.set()

    async def take(self, wait_s: float | None) -> Letter[Any] | None:
        """The next letter; None when the bell rang without one, or time is up."""
        if not self._waiting and not self._bell.is_set():
            try:
                async with asyncio.timeout(wait_s):
                    await self._bell.wait()
            except TimeoutError:
                return None
        self._bell.clear()
        if not self._waiting:
            return None
        letter = self._waiting.popleft()
        if self._waiting:
            self._bell.set()
        return letter

    def close(self) -> None:
        """The tournament is gone: whoever still waits gets a refusal."""
        self._is_closed = True
        while self._waiting:
            self._waiting.popleft().fail(EntryRefused("TRN-19", "tournament_is_over"))
        self._bell.set()
