"""Waiting in tests for what another process or NATS will do."""

import asyncio
from collections.abc import Callable

LONGEST_S = 60.0


async def until(seen: Callable[[], bool]) -> None:
    """Wait for what must happen; how long it takes is no matter."""
    async with asyncio.timeout(LONGEST_S):
        while not seen():  # noqa: ASYNC110 - what is waited for is in nobody's hands here
            await asyncio.sleep(0.01)
