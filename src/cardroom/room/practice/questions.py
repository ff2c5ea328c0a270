"""What the room has asked a practice player and waits to be answered, at human speed."""

import asyncio
from typing import Any

MOST = 64
"""A player who is this far behind answers the newest: the clock has decided about the oldest."""


class Questions:
    """Turns, and whatever else wants an answer, in the order in which they came."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(maxsize=MOST)

    def put(self, question: dict[str, Any]) -> None:
        """Keep a question; the oldest makes room."""
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(question)

    async def next(self) -> dict[str, Any]:
        """Wait for the oldest question."""
        return await self._queue.get()
