"""How often and how long the store tries again before a caller hears that it is unavailable."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from cardroom.errors import Unavailable
from cardroom.store.databases.database import TransientError

T = TypeVar("T")


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of trying again."""

    attempts: int = 8
    pause_s: float = 0.02
    """After the first failed attempt; each next pause is twice as long."""
    pause_s_max: float = 1
    wait_s: float = 15
    """The longest that any caller waits for an answer, whatever happens."""

    async def through(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try again after transient errors, within the limits; then raise Unavailable."""
        pause_s = self.pause_s
        for _ in range(self.attempts - 1):
            try:
                return await attempt()
            except TransientError as error:
                if error.obstacle == "damaged":
                    break
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, self.pause_s_max)
        try:
            return await attempt()
        except TransientError as error:
            raise Unavailable(f"the database cannot be used: {error}") from error

    async def within(self, answer: Awaitable[T]) -> T:
        """Wait for an answer, but not for ever."""
        try:
            async with asyncio.timeout(self.wait_s):
                return await answer
        except TimeoutError:
            raise Unavailable(f"no answer from the database in {self.wait_s:g} s") from None
