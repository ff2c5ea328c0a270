"""The bounded inbox of a tournament: its tables, its players and the house wait there in one order.

What players ask for is bounded; what the tables and the house post is not, for there is at most one
such message at a time of every table, player and job.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar

from cardroom.errors import CardroomError, EntryRefused
from cardroom.room.inbox import Inbox, Letter
from cardroom.room.net import Net

INBOX_MAX = 1024
"""Requests of players that wait in one tournament."""
UNBOUNDED = 1_000_000
"""Of tables and the house there are few enough."""

T = TypeVar("T")
Work = Callable[[], Awaitable[T]]


class WorkLetter(Letter, Generic[T]):
    """Something to be done in its turn, and where the answer goes."""

    def __init__(self, work: Work[T]) -> None:
        self.answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        super().__init__(work, self.answer)
        # Nobody may wait for what the house itself has posted.
        self.answer.add_done_callback(_heard)


def _heard(answer: "asyncio.Future[Any]") -> None:
    if not answer.cancelled():
        answer.exception()


async def do_work(letter: Letter, work: Work[Any]) -> None:
    """Do it and answer; what is refused or out of reach is an answer too."""
    try:
        answer = await work()
    except CardroomError as error:
        letter.fail(error)
    else:
        letter.reply(answer)


class TournamentInbox:
    """An inbox into which work may be put, beside what comes over the bus."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._inbox)

    def __iter__(self) -> Iterator[object]:
        """The messages that are not read yet."""
        return iter(self._inbox)

    async def ask(self, work: Work[T]) -> T:
        """Have something done for a player; a full inbox refuses."""
        if len(self) >= INBOX_MAX:
            raise EntryRefused(Net.BUSY, "tournament_is_busy")
        return await self.put(work).answer

    def put(self, work: Work[T]) -> WorkLetter[T]:
        """Have something done for the house."""
        if self._is_closed:
            raise over()
        letter = WorkLetter(work)
        self._inbox.put(letter)
        return letter

    async def take(self, wait_s: float | None) -> Letter | None:
        """The next letter; None when the bell rang without one, or time is up."""
        return await self._inbox.take(wait_s)

    def close(self) -> None:
        """The tournament is gone: whoever still waits gets a refusal."""
        self._is_closed = True
        self._inbox.close(over)


def over() -> EntryRefused:
    """The answer to what was asked of a tournament that is no more."""
    return EntryRefused("TRN-19", "tournament_is_over")
