"""Waiting for a store that is out of reach: the room keeps what it has and tries again."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cardroom.errors import Unavailable

RETRY_S = 0.25
RETRY_S_MAX = 8.0

T = TypeVar("T")


async def retry_while_unavailable(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask the store again and again; whatever else it says than "out of reach" is the answer.

    What is asked may be asked twice without harm: an answer that was lost is no answer.
    """
    wait_s = RETRY_S
    while True:
        try:
            return await ask()
        except Unavailable:
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, RETRY_S_MAX)
