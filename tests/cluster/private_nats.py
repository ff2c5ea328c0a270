"""A real NATS of one's own: on a free port, in a temporary folder, gone at the end."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

START_S = 20.0


def program() -> str:
    """NATS's server."""
    found = shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    assert found, "NATS is missing: install it, on Debian with 'apt-get install nats-server'"
    return found


class PrivateNats:
    """A server with JetStream; its port stays the same when it is started again."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="cardroom-nats-"))
        self._port = -1
        self._server: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self._port}"

    @property
    def pid(self) -> int:
        """The process of the server."""
        assert self._server is not None
        return self._server.pid

    def start(self) -> None:
        """Start the server, the first time on a port that it chooses."""
        for old in self._folder.glob("*.ports"):
            old.unlink()
        folder = str(self._folder)
        options = ["-a", "127.0.0.1", "-p", str(self._port), "-js", "-sd", folder]
        self._server = subprocess.Popen(
            [program(), *options, "--ports_file_dir", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until_s = time.monotonic() + START_S
        while not (said := self._said()):
            assert self._server.poll() is None, "NATS has ended"
            assert time.monotonic() < until_s, "NATS does not start"
            time.sleep(0.01)
        self._port = int(said.rpartition(":")[2])

    def _said(self) -> str:
        """The address that the server listens at, once it does."""
        for file in self._folder.glob("*.ports"):
            try:
                addresses: list[str] = json.loads(file.read_text())["nats"]
            except ValueError:
                continue
            return addresses[0]
        return ""

    def kill(self) -> None:
        """As a power cut ends it; what it has stored is there again when it is started."""
        assert self._server is not None
        self._server.kill()
        self._server.wait()

    def lose_disk(self) -> None:
        """Forget everything that it has stored; it does not run."""
        shutil.rmtree(self._folder / "jetstream")

    def freeze(self) -> None:
        """Let it do nothing until `thaw`."""
        assert self._server is not None
        self._server.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._server is not None
        self._server.send_signal(signal.SIGCONT)

    def remove(self) -> None:
        """End it and delete what it stored."""
        if self._server is not None and self._server.poll() is None:
            self.thaw()
            self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)
