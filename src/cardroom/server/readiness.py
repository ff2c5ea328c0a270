"""Whether the room can serve: the database answers, the tasks beside the tables live.

Somebody looks every second, so that a question from outside costs nothing. What is lost and what
is found again is logged, each once.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import NamedTuple

import msgspec

from cardroom.room.metrics import Metrics

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
ANSWER_S = 3.0
"""A database that takes longer than this does not answer."""
WRITES_EVERY = 10
"""Every this many checks something is written too: a full disk can still be read."""


class Lack(NamedTuple):
    """Something that the room needs and has not: a word for everybody, a text for the log."""

    word: str
    text: str


Look = Callable[[bool], Coroutine[None, None, tuple[str, str] | None]]
"""Tries whether the database can be read, and written if asked to; else a word and a text."""


class Health(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether to send players here; `reasons` say why not."""

    status: str
    build: str = ""
    reasons: tuple[str, ...] = ()


class Readiness:
    """Looks after what the room needs. `watch` adds a task that must not end while it is open."""

    def __init__(self, look: Look | None) -> None:
        self._try = look
        self._tasks: list[asyncio.Task[None]] = []
        self._failing: Mapping[str, str] = {}
        self._others: list[Callable[[], list[Lack]]] = []
        self._trying: asyncio.Task[tuple[str, str] | None] | None = None
        self._looks = 0
        self._lacks: dict[str, Lack] = {}

    @property
    def lacks(self) -> tuple[str, ...]:
        """What is missing, as words; nothing while the room can serve."""
        return tuple(self._lacks)

    def watch(self, task: asyncio.Task[None]) -> None:
        """The room is not ready once this task has ended."""
        self._tasks.append(task)

    def need(self, lacking: Callable[[], list[Lack]]) -> None:
        """The room is not ready while somebody else finds something missing."""
        self._others.append(lacking)

    def watch_failing(self, failing: Mapping[str, str]) -> None:
        """The room is not ready while a task has failed and waits to be started again."""
        self._failing = failing

    async def run(self) -> None:
        """Look every second until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_EVERY_S)

    async def look(self) -> None:
        """Find out what is missing now, and log what changed."""
        others = [lack for lacking in self._others for lack in lacking()]
        missing = [*self._ended(), *others, *await self._lacking()]
        found = {lack.word: lack for lack in missing}
        for word, lack in found.items():
            if word not in self._lacks:
                logger.error("the room is not ready: %s", lack.text, extra={"reason": word})
        for word in self._lacks:
            if word not in found:
                logger.info("the room has again what it lacked", extra={"reason": word})
        self._lacks = found

    def _ended(self) -> list[Lack]:
        failed = [
            Lack(f"task_failed_{name}", f"the task '{name}' has failed: {error}")
            for name, error in self._failing.items()
        ]
        return failed + [
            Lack(f"task_ended_{task.get_name()}", f"the task '{task.get_name()}' {_how(task)}")
            for task in self._tasks
            if task.done()
        ]

    async def _lacking(self) -> list[Lack]:
        """Try the database; an answer that is owed is waited for, not asked for again."""
        if self._try is None:
            return []
        if self._trying is None:
            write = bool(self._lacks) or self._looks % WRITES_EVERY == 0
            self._looks += 1
            self._trying = asyncio.create_task(self._try(write), name="look")
        await asyncio.wait({self._trying}, timeout=ANSWER_S)
        if not self._trying.done():
            return [Lack("database_out_of_reach", f"no answer in {ANSWER_S:g} s")]
        tried, self._trying = self._trying, None
        found = tried.result()
        return [] if found is None else [Lack(f"database_{found[0]}", found[1])]


def _how(task: asyncio.Task[None]) -> str:
    if task.cancelled():
        return "was cancelled"
    error = task.exception()
    return "has ended" if error is None else f"has failed: {type(error).__name__}"


def measure_readiness(lacks: Sequence[str], metrics: Metrics) -> None:
    """Say whether a process is ready, and what it lacks."""
    metrics.set("ready", not lacks)
    metrics.forget("lacks")
    for reason in lacks:
        metrics.set("lacks", 1, reason=reason)
