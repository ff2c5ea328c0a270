"""The `cardroom` command in real processes, forked from one that has imported the room already.

A new interpreter takes more than a second to import a room, and the tests start hundreds. Each
process here has its own memory, environment, folder and output, and ends and dies like any other.
"""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import TextIO

from cardroom.commands.main import main

_forking = get_context("forkserver")
_forking.set_forkserver_preload(["tests.server.warmed_up"])


class ForkedCommand:
    """One `cardroom` command in a process of its own, used like one of `subprocess`."""

    def __init__(
        self,
        *words: str,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        said, output = _forking.Pipe(duplex=False)
        logged, log = _forking.Pipe(duplex=False)
        used = dict(os.environ if environment is None else environment)
        place = str(folder or Path.cwd())
        # No daemon: a room may start a process of its own.
        self._process = _forking.Process(
            target=_become, args=(words, used, place, output, log), daemon=False
        )
        self._process.start()
        output.close()
        log.close()
        self.stdout = _lines(said)
        self.stderr = _lines(logged)

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """The exit status once it has ended; minus the signal that ended it."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, as soon as it has ended."""
        self._process.join(timeout)
        status = self._process.exitcode
        if status is None:
            raise subprocess.TimeoutExpired("cardroom", timeout or 0)
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def cardroom(*words: str) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    running = ForkedCommand(*words)
    errors: list[str] = []
    reader = Thread(target=lambda: errors.extend(running.stderr))
    reader.start()
    said = running.stdout.read()
    reader.join()
    running.stdout.close()
    running.stderr.close()
    return subprocess.CompletedProcess(words, running.wait(), said, "".join(errors))


def _lines(end: Connection) -> TextIO:
    lines = io.TextIOWrapper(os.fdopen(os.dup(end.fileno()), "rb"), encoding="utf-8")
    end.close()
    return lines


def _become(
    words: tuple[str, ...],
    environment: dict[str, str],
    folder: str,
    output: Connection,
    log: Connection,
) -> None:
    """In the new process: be the command."""
    os.dup2(output.fileno(), 1)
    os.dup2(log.fileno(), 2)
    output.close()
    log.close()
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    sys.argv = ["cardroom", *words]
    status = main(list(words))
    sys.stdout.flush()
    sys.stderr.flush()
    # `multiprocessing` would wait here for the room's own process, which waits for the room to end.
    os._exit(status)
