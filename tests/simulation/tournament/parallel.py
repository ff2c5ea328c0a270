"""Work on all processors at once, with a line of progress on the error stream."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from os import cpu_count
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


def in_parallel(
    work: Callable[[Job], Result],
    jobs: Sequence[Job],
    *,
    weight: Callable[[Job], int],
    unit: str,
) -> Iterator[tuple[Job, Result]]:
    """Do all jobs in as many processes as there are processors; results come as they are ready.

    The heaviest job begins first, so that no processor is left alone with it at the end.
    """
    in_order = sorted(jobs, key=weight, reverse=True)
    progress = Progress(sum(map(weight, jobs)), unit)
    with get_context("spawn").Pool(cpu_count()) as pool:
        numbered = [(work, number, job) for number, job in enumerate(in_order)]
        for number, result in pool.imap_unordered(_do, numbered):
            job = in_order[number]
            progress.advance(weight(job))
            yield job, result
    progress.close()


def _do(numbered: tuple[Callable[[Job], Result], int, Job]) -> tuple[int, Result]:
    work, number, job = numbered
    return number, work(job)


class Progress:
    """How much is done: one line that changes on a terminal, a line per twentieth elsewhere."""

    def __init__(self, total: int, unit: str) -> None:
        self._total = total
        self._unit = unit
        self._done = 0
        self._started_s = time.monotonic()
        self._is_terminal = sys.stderr.isatty()
        self._reported = 0

    def advance(self, by: int) -> None:
        """So much more is done."""
        self._done += by
        steps = (100 if self._is_terminal else 20) * self._done // self._total
        if steps > self._reported:
            self._reported = steps
            passed_s = time.monotonic() - self._started_s
            left_s = passed_s * (self._total - self._done) / self._done
            line = f"{self._done:,} of {self._total:,} {self._unit}, {left_s:.0f} s left "
            end = "\r" if self._is_terminal else "\n"
            print(line, end=end, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Leave the line."""
        if self._is_terminal:
            print(file=sys.stderr)
