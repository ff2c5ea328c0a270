"""A room in one thread on a virtual clock: an event loop whose time jumps to the next timer."""

import asyncio
import heapq
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Never waits: when nothing is ready, time is what the next timer says."""

    def __init__(self) -> None:
        super().__init__()
        self.virtual_s = 1_000.0
        self.virtual_ms = 1_000_000
        """The same in whole milliseconds: everybody asks for them, and time seldom jumps."""

    def time(self) -> float:
        return self.virtual_s

    def _run_once(self) -> None:
        """Like that of the base, without asking the system for what never comes."""
        ready = self._ready  # type: ignore[attr-defined]
        timers = self._scheduled  # type: ignore[attr-defined]
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)._scheduled = False
        if not ready:
            if not timers:
                super()._run_once()  # type: ignore[misc]
                return
            self.virtual_s = max(self.virtual_s, timers[0]._when)
            self.virtual_ms = round(self.virtual_s * 1000)
        while timers and timers[0]._when <= self.virtual_s:
            timer = heapq.heappop(timers)
            timer._scheduled = False
            ready.append(timer)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:
                handle._run()


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in virtual time."""
    found: list[T] = []

    async def kept() -> None:
        # A task with a result of megabytes is slow: whoever leaves the loop prints it for nobody.
        found.append(await main)

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(kept())
    return found[0]


class VirtualClock:
    """The room's clock port on a virtual loop; the wall clock may jump, the other never does."""

    def __init__(self) -> None:
        self.jump_ms = 0

    def now_ms(self) -> int:
        return 1_800_000_000_000 + self.jump_ms + self.monotonic_ms()

    def monotonic_ms(self) -> int:
        return virtual_ms()


def virtual_ms() -> int:
    """The time of the loop that runs, which may be a real one."""
    loop = asyncio.get_running_loop()
    return loop.virtual_ms if isinstance(loop, VirtualLoop) else round(loop.time() * 1000)
