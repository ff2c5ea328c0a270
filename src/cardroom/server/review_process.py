"""A review in a process of its own, of low priority: the loop of the tables is never held up."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, suppress

from cardroom.integrity.judged_before import JudgedBefore
from cardroom.integrity.scan import Report
from cardroom.office.review.hand_reading import RawHand, ReviewPass

NICENESS = 10

_passes: list[ReviewPass] = []
"""In the process of a review: the one that it does."""


def _begin(before: JudgedBefore) -> None:
    """Begin in the new process; an interrupt at the terminal is for the room to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_the_room, daemon=True).start()
    _passes.append(ReviewPass(before))


def _end_with_the_room() -> None:
    """End when the room is gone, however it went: after `kill -9` nobody else would see to it."""
    room = multiprocessing.parent_process()
    assert room is not None, "a review is done in a process of its own"
    room.join()
    os._exit(1)


def _take(page: Sequence[RawHand]) -> int:
    return _passes[0].take(page)


def _report(seed: int) -> Report:
    return _passes[0].report(seed)


class ReviewProcess:
    """Reviewer of the office: hands go to the other process page by page."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    async def take(self, page: Sequence[RawHand]) -> int:
        """Have a page read; how many hands were read in all."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _take, page)

    async def report(self, seed: int) -> Report:
        """Have everything judged."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _report, seed)


@asynccontextmanager
async def review_process(before: JudgedBefore) -> AsyncIterator[ReviewProcess]:
    """One process for one review, which ends with it; cancelled, it is ended where it is."""
    pool = ProcessPoolExecutor(
        1, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(before,)
    )
    try:
        number = await asyncio.get_running_loop().run_in_executor(pool, os.getpid)
        try:
            yield ReviewProcess(pool)
        finally:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
