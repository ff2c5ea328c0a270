"""What runs beside the tables while the room is open: logged and started again when it dies.

A task that nobody waits for would otherwise end in silence, and with it every order or message.
"""

import asyncio
from collections.abc import Awaitable, Callable

from cardroom.room.incidents import report
from cardroom.room.metrics import Metrics

FIRST_PAUSE_S = 1.0
LAST_PAUSE_S = 60.0
STEADY_S = 60.0
"""A task that fails after running this long restarts as soon as after its first failure."""

Work = Callable[[], Awaitable[None]]


class Background:
    """Starts tasks and keeps them running; `failing` are those that wait to be started again."""

    def __init__(self, metrics: Metrics, *, first_pause_s: float = FIRST_PAUSE_S) -> None:
        self.failing: dict[str, str] = {}
        """What the room needs and has not, by name, with the kind of error."""
        self._metrics = metrics
        self._first_pause_s = first_pause_s

    def start(self, name: str, work: Work, *, is_needed: bool = True) -> asyncio.Task[None]:
        """Run something until the task is cancelled. The room is unready without what it needs."""
        self._metrics.count("background_failures_total", 0, task=name)
        return asyncio.create_task(self._keep_running(name, work, is_needed=is_needed), name=name)

    async def _keep_running(self, name: str, work: Work, *, is_needed: bool) -> None:
        loop, pause_s = asyncio.get_running_loop(), self._first_pause_s
        while True:
            started_s = loop.time()
            error = await self._run(name, work)
            if is_needed:
                self.failing[name] = error
            if loop.time() - started_s >= STEADY_S:
                pause_s = self._first_pause_s
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LAST_PAUSE_S)
            self.failing.pop(name, None)

    async def _run(self, name: str, work: Work) -> str:
        """Run it once; the kind of error that it ended with."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the others go on
            report(f"the task '{name}' has failed and is started again", error)
            kind = type(error).__name__
        else:
            kind = "ended"
        self._metrics.count("background_failures_total", task=name)
        return kind
