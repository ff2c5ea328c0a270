"""Where the bits come from: statistics cannot tell, so the source itself is put to the test.

A source is predictable if it gives the same bytes again in a world with the same time, the same
process number and the same state of Python's generator. An attacker guesses these.
"""

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from bench.shuffle.decks import timed_deck

Source = Callable[[int], bytes]
BYTES = 32
NOW_S, PROCESS = 1_700_000_000, 4242
CLOCKS = ("time", "monotonic", "perf_counter", "process_time")


def is_predictable(source: Source) -> bool:
    """Whether whoever knows time, process and Python's generator knows the bytes."""
    found = []
    for _ in range(2):
        with guessable_world():
            found.append(source(BYTES))
    return found[0] == found[1]


def comes_from_the_system(source: Source) -> bool:
    """Whether all bytes are what the operating system's generator gave (`getrandom`)."""
    given = bytearray()

    def marked(count: int) -> bytes:
        fresh = bytes((len(given) + place) * 37 % 251 for place in range(count))
        given.extend(fresh)
        return fresh

    with patch("os.urandom", marked), patch("random._urandom", marked):
        return source(BYTES) == bytes(given) != b""


@contextmanager
def guessable_world() -> Iterator[None]:
    """Clocks stand still, the process has a known number, and Python's generator a known state."""
    state = random.getstate()
    random.seed(1)
    try:
        with ExitStack() as stack:
            for name in CLOCKS:
                stack.enter_context(patch.object(time, name, lambda: float(NOW_S)))
                stack.enter_context(patch.object(time, f"{name}_ns", lambda: NOW_S * 10**9))
            stack.enter_context(patch.object(os, "getpid", lambda: PROCESS))
            yield
    finally:
        random.setstate(state)


def from_the_time(count: int) -> bytes:
    """A planted source: the milliseconds."""
    return random.Random(time.time_ns() // 1_000_000).randbytes(count)


def from_the_process(count: int) -> bytes:
    """A planted source: time and process number."""
    return random.Random(hash((time.time(), os.getpid()))).randbytes(count)


def from_python(count: int) -> bytes:
    """A planted source: the generator for simulations."""
    return random.randbytes(count)


PLANTED: dict[str, Source] = {
    "time": from_the_time,
    "time and process number": from_the_process,
    "Python's generator": from_python,
}


def guessed_moments(known: list[int], around_ms: int, within_ms: int) -> list[int]:
    """The milliseconds whose deck begins with these cards: the attack of 1999 on a time seed."""
    moments = range(around_ms - within_ms, around_ms + within_ms)
    return [moment for moment in moments if timed_deck(moment)[: len(known)] == known]
