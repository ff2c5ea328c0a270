"""A real PostgreSQL of one's own: in a temporary folder, on a free port, gone at the end."""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

START_S = 30
MEMORY = Path("/dev/shm")
"""Where files are in memory, on Linux: a database is hundreds of small ones."""
ROOM_BYTES = 8 << 30
PR_SET_PDEATHSIG = 1


def programs() -> Path:
    """The folder of PostgreSQL's programs."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    assert folders, "PostgreSQL is missing: install it, on Debian with 'apt-get install postgresql'"
    return folders[0]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class PrivatePostgres:
    """A server that dies with the thread that started it: start it in the main one."""

    def __init__(self, *settings: str) -> None:
        self._bin = programs()
        self._port = free_port()
        self._settings = ("fsync=off", "max_connections=50", "shared_buffers=32MB", *settings)
        # The server refuses to be root; as root it is run by the user of the package.
        self._user = "postgres" if os.getuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="cardroom-pg-", dir=_roomy()))
        self._data = self._folder / "data"
        self._server: subprocess.Popen[bytes] | None = None
        if self._user:
            owner = pwd.getpwnam(self._user)
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
        self._init()
        self.start()

    def _init(self) -> None:
        command = [
            str(self._bin / "initdb"),
            "-D",
            str(self._data),
            "-U",
            "cardroom",
            "-A",
            "trust",
            "-N",
        ]
        command += ["--encoding=UTF8", "--no-locale"]
        done = subprocess.run(
            command, user=self._user, group=self._user, cwd="/", capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://cardroom@127.0.0.1:{self._port}/{database}"

    @property
    def pid(self) -> int:
        """The server's own process, the parent of those that serve connections."""
        assert self._server is not None
        return self._server.pid

    async def new_database(self, name: str) -> str:
        """Make an empty database; its address. What a fixture left that is set up again is gone."""
        connection = await asyncpg.connect(self.address())
        try:
            await connection.execute(f"drop database if exists {name} with (force)")
            await connection.execute(f"create database {name} strategy file_copy")
        finally:
            await connection.close()
        return self.address(name)

    @asynccontextmanager
    async def database(self, name: str) -> AsyncIterator[str]:
        """An empty database that is gone at the end; its address."""
        yield await self.new_database(name)
        connection = await asyncpg.connect(self.address())
        try:
            await connection.execute(f"drop database {name} with (force)")
        finally:
            await connection.close()

    def start(self) -> None:
        """Start the server; after a kill, wait until the old one's memory is free."""
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            self._spawn()
            if self._is_ready(deadline):
                return
        log = (self._folder / "log").read_text(encoding="utf-8")
        raise AssertionError(f"PostgreSQL did not start:\n{log[-2000:]}")

    def _spawn(self) -> None:
        flags = [f"-c{setting}" for setting in self._settings]
        command = [str(self._bin / "postgres"), "-D", str(self._data), "-p", str(self._port)]
        command += flags
        command += ["-cunix_socket_directories=", "-clisten_addresses=127.0.0.1"]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                command,
                user=self._user,
                group=self._user,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_die_with_parent,  # noqa: PLW1509 - one system call, no lock
            )

    def _is_ready(self, deadline: float) -> bool:
        assert self._server is not None
        state = self._data / "postmaster.pid"
        while time.monotonic() < deadline and self._server.poll() is None:
            lines = state.read_text(encoding="utf-8").splitlines() if state.exists() else []
            if len(lines) >= 8 and lines[0] == str(self._server.pid) and "ready" in lines[7]:
                return True
            time.sleep(0.02)
        time.sleep(0.1)
        return False

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End the server: SIGINT in good order, SIGQUIT at once, SIGKILL as a crash does."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait()
            self._server = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


def _roomy() -> Path | None:
    """The folder in memory if there is plenty of it, else None: that of temporary files."""
    if not os.access(MEMORY, os.W_OK):
        return None
    return MEMORY if shutil.disk_usage(MEMORY).free >= ROOM_BYTES else None


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
