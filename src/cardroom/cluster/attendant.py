"""An actor at the edge of a process: what another process asks is begun at once.

Nothing waits behind a request that takes long; what is only told is done in the order in which it
comes. Our own mistake fails one message, not the process.
"""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from cardroom.errors import CardroomError, Unavailable
from cardroom.room.bus import Letter
from cardroom.room.ports import Bus, Clock

log = logging.getLogger(__name__)

REQUESTS_MAX = 10_000
MESSAGES_MAX = 100_000

Handler = Callable[[Any], Any]
"""Does what a message wants: at once, or in a task of its own when it returns an awaitable."""


class Attendant:
    """Reads what other processes send to one address."""

    def __init__(
        self, bus: Bus, clock: Clock, address: str, handlers: Mapping[type, Handler]
    ) -> None:
        self._bus = bus
        self._address = address
        self._handlers = handlers
        self._inbox = bus.open(address, clock, requests_max=REQUESTS_MAX, messages_max=MESSAGES_MAX)
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Read until the process ends."""
        try:
            while True:
                letter = await self._inbox.take(None)
                if letter is not None:
                    self._read(letter)
        finally:
            self._bus.close(self._address)
            for task in self._tasks:
                task.cancel()

    def _read(self, letter: Letter) -> None:
        handler = self._handlers.get(type(letter.message))
        if handler is None:
            log.error("%s does not read %s", self._address, type(letter.message).__name__)
            letter.fail(Unavailable("there is no such message here"))
            return
        try:
            answer = handler(letter.message)
        except Exception as error:  # noqa: BLE001 - the next message is read all the same
            self._fail(letter, error)
            return
        if inspect.isawaitable(answer):
            task = asyncio.create_task(self._finish(letter, answer), name=self._address)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            letter.reply(answer)

    async def _finish(self, letter: Letter, answer: Awaitable[object]) -> None:
        try:
            letter.reply(await answer)
        except Exception as error:  # noqa: BLE001 - whoever asked gets it
            self._fail(letter, error)
        finally:
            letter.fail(Unavailable("the process has ended"))

    def _fail(self, letter: Letter, error: Exception) -> None:
        if not isinstance(error, CardroomError):
            log.error("%s has failed", type(letter.message).__name__, exc_info=error)
        letter.fail(error)
