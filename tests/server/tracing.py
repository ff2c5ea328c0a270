"""Which files of ours something passes through, in the loop and in the store's thread."""

import asyncio
import importlib
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "cardroom"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
FOLLOWED = ("Task-", "table:", "write")
"""How the tasks of sockets and tables are named; the house's own clockwork has names of its own.

The store's watch over its writer has none, and is told by its function.
"""


def section(title: str) -> str:
    """A part of ARCHITECTURE.md."""
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


class Tracer:
    """Collects the files whose functions are called, in the loop and in the store's thread."""

    def __init__(self, *followed: str) -> None:
        self._files: set[str] | None = None
        self._asleep: set[FrameType] = set()
        """What waited before anything was noted: it is not called any more, it only wakes up."""
        self._followed = (*FOLLOWED, *followed)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Threads that are started meanwhile can be followed."""
        threading.setprofile(self._see)
        try:
            yield
        finally:
            threading.setprofile(None)

    @contextmanager
    def noting(self) -> Iterator[set[str]]:
        """The files of ours that are entered meanwhile, but for those of the client."""
        files: set[str] = set()
        found: set[str] = set()
        before = sys.getprofile()
        self._asleep = {frame for task in asyncio.all_tasks() for frame in _waiting(task)}
        self._files = files
        sys.setprofile(self._see)
        try:
            yield found
        finally:
            sys.setprofile(before)
            self._files = None
            self._asleep.clear()
            ours = (Path(one) for one in files if one.startswith(str(SOURCE)))
            named = {str(one.relative_to(SOURCE)) for one in ours}
            found |= {one for one in named if not one.startswith("commands/")}

    def _see(self, frame: FrameType, event: str, _: object) -> None:
        files = self._files
        if files is None or event != "call" or frame.f_code.co_filename in files:
            return
        if frame not in self._asleep and self._is_followed():
            files.add(frame.f_code.co_filename)

    def _is_followed(self) -> bool:
        try:
            task = asyncio.current_task()
        except RuntimeError:
            return True
        if task is None:
            return True
        is_watch = getattr(task.get_coro(), "__qualname__", "").endswith("._watch_over")
        return task.get_name().startswith(self._followed) and not is_watch


def _waiting(task: "asyncio.Task[object]") -> Iterator[FrameType]:
    """The frames of a task that waits, from the outermost to the one that waits itself."""
    waits: Any = task.get_coro()
    while waits is not None:
        frame = getattr(waits, "cr_frame", None)
        if frame is not None:
            yield frame
        waits = getattr(waits, "cr_await", None)


def named_in(text: str) -> set[str]:
    """The Python files that a part of the page names, but for those that are compiled here."""
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", text))
    return {one for one in named if (SOURCE / one).exists() and not _is_compiled(one)}


def _is_compiled(file: str) -> bool:
    module = importlib.import_module("cardroom." + file.removesuffix(".py").replace("/", "."))
    return not str(module.__file__).endswith(".py")
