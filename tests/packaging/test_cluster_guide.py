"""docs/guides/cluster.md from one process to four, command by command."""

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType

import pytest

from tests.cluster.private_nats import PrivateNats
from tests.packaging.wheels import ROOT
from tests.store.private_postgres import PrivatePostgres, free_port

GUIDE = ROOT / "docs" / "guides" / "cluster.md"
PATIENCE_S = 300
SERVES = re.compile(r"(?:CARDROOM_\w+=\S+ )*cardroom serve ")


def blocks() -> list[list[str]]:
    """The commands of the guide, block by block."""
    text = GUIDE.read_text(encoding="utf-8")
    return [found.splitlines() for found in re.findall(r"```sh step\n(.*?)```", text, re.DOTALL)]


class Terminals:
    """Somebody who types the guide's commands, each process in a terminal of its own."""

    def __init__(self, folder: Path, addresses: dict[str, str]) -> None:
        self._folder = folder
        self._addresses = addresses
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self._environment = {**os.environ, "PATH": path}
        self._processes: list[subprocess.Popen[str]] = []

    def enter(self, line: str) -> str:
        """Run a command; a process until it is open, anything else to its end."""
        for said, real in self._addresses.items():
            line = line.replace(said, real)
        if SERVES.match(line):
            return self._serve(line)
        is_variable = line.startswith("export ")
        asked = f"{line}; env" if is_variable else line
        done = subprocess.run(
            ["bash", "-c", asked],
            cwd=self._folder, env=self._environment, timeout=PATIENCE_S, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}"
        if is_variable:
            name = line.removeprefix("export ").partition("=")[0]
            (value,) = re.findall(rf"^{name}=(.*)$", done.stdout, re.MULTILINE)
            assert value
            self._environment[name] = value
        return done.stdout

    def _serve(self, line: str) -> str:
        process = subprocess.Popen(
            ["env", *shlex.split(line)],
            cwd=self._folder, env=self._environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._processes.append(process)
        watch = threading.Timer(PATIENCE_S, process.kill)
        watch.start()
        assert process.stdout is not None
        said = process.stdout.readline()
        watch.cancel()
        assert said.startswith("The room is open: "), line
        return said

    def stop_all(self) -> None:
        """Ctrl-C in every terminal."""
        for process in self._processes:
            process.send_signal(signal.SIGINT)
        for process in self._processes:
            assert process.wait(PATIENCE_S) == 0
            assert process.stdout is not None
            process.stdout.close()
        self._processes.clear()

    def __enter__(self) -> "Terminals":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.kill()
            process.communicate()


@pytest.fixture
async def database(postgres: PrivatePostgres) -> str:
    return await postgres.new_database("cluster_guide")


def test_the_guide_takes_a_room_from_one_process_to_four(
    database: str, nats: PrivateNats, tmp_path: Path
) -> None:
    addresses = {"postgresql://cardroom@127.0.0.1:5432/cardroom": database}
    addresses["nats://127.0.0.1:4222"] = nats.address
    addresses |= {str(port): str(free_port()) for port in (8080, 8081, 8082, 8091, 8092)}
    one, four, looking, moving, adding = blocks()
    with Terminals(tmp_path, addresses) as terminals:
        for line in one:
            terminals.enter(line)
        terminals.stop_all()
        for line in four:
            terminals.enter(line)
        said = [terminals.enter(line) for line in looking]
        assert re.search(r"host-1-\w+", said[-2])
        assert re.search(r"gateway-2-\w+", said[-2])
        assert "house" in said[-1]
        for line in moving:
            terminals.enter(line)
        said = [terminals.enter(line) for line in adding]
        assert "pool:nl-holdem:ordinary:10:20" in said[-1]
        terminals.stop_all()
