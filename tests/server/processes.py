"""Real processes for the tests: `cardroom serve`, ended and started again like any server."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType

from tests.server.forked import ForkedCommand

START_S = 120.0
STOP_S = 30.0
PACE = {"CARDROOM_PACE_CHOICE_TO_SHOW_MS": "1200"}
"""Nobody needs time to think about showing cards, unless the test is about it."""
QUICK_PACE = {
    f"CARDROOM_PACE_{name}_MS": str(ms)
    for name, ms in {
        "STREET_CHANGE": 20, "STREET_OF_RUN_OUT": 50, "WON_WITHOUT_SHOWDOWN": 1_200,
        "SHOWDOWN": 1_200, "EACH_FURTHER_HAND": 0, "FIRST_HAND": 200,
    }.items()
}  # fmt: skip
"""Programs need no time to look at cards either; after a hand, tests act before the next one."""


class RoomProcess:
    """A room of its own, in a process of its own, on a port that the system chose."""

    def __init__(
        self,
        database: str,
        *words: str,
        port: int = 0,
        environment: dict[str, str] | None = None,
        python: str = sys.executable,
        folder: Path | None = None,
        start_s: float = START_S,
    ) -> None:
        command = ["serve", "--port", str(port), "--database", database, *words]
        used = {**PACE, **os.environ, **(environment or {})}
        self.process: ForkedCommand | subprocess.Popen[str]
        if python == sys.executable:
            self.process = ForkedCommand(*command, environment=used, folder=folder)
        else:
            self.process = subprocess.Popen(
                [python, "-m", "cardroom.commands.main", *command],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=used,
                cwd=folder,
                text=True,
            )
        self._said: Queue[str] = Queue()
        self.log: list[str] = []
        self._readers = [threading.Thread(target=one) for one in (self._read_log, self._read_said)]
        for reader in self._readers:
            reader.start()
        try:
            sentence = self._said.get(timeout=start_s)
        except Empty:
            sentence = ""
        if not sentence.startswith("The room is open: "):
            # A process that stayed would keep the whole test run from ending.
            self.kill()
            raise AssertionError((sentence, self.log))
        self.address = sentence.removeprefix("The room is open: ").strip().rstrip("/")

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            self.log += lines

    def _read_said(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self._said.put(line)
        self._said.put("")

    def kill(self) -> None:
        """As a power cut ends it."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """As a service manager ends it; the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_S)

    def __enter__(self) -> "RoomProcess":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        for reader in self._readers:
            reader.join()
        if kind is not None:
            print("".join(self.log[-40:]), file=sys.stderr)


def sqlite_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'room.db'}"
