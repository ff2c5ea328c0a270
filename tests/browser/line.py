"""A line between browser and room that can be cut or slow: a TCP relay on a port of its own."""

import socket
import threading
import time
from types import TracebackType


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class CuttableLine:
    """Passes bytes on to the room's port, until it is cut."""

    def __init__(self, to_port: int, port: int) -> None:
        self.delay_s = 0.0
        """How long everything is on its way, in either direction."""
        self._to = ("127.0.0.1", to_port)
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._is_cut = False
        self._listener = socket.create_server(("127.0.0.1", port))
        self._start(self._accept)

    def cut(self) -> None:
        """End all connections, and let nobody through."""
        self._is_cut = True
        for end in self._ends:
            _end(end)

    def mend(self) -> None:
        self._is_cut = False

    def _start(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                near.close()
                continue
            far = socket.create_connection(self._to)
            self._ends += [near, far]
            self._start(self._pass_on, near, far)
            self._start(self._pass_on, far, near)

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65_536):
                time.sleep(self.delay_s)
                sink.sendall(data)
        except OSError:
            pass
        _end(source)
        _end(sink)

    def __enter__(self) -> "CuttableLine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cut()
        _end(self._listener)
        self._listener.close()
        for thread in list(self._threads):
            thread.join(5)
        for end in self._ends:
            end.close()


def _end(one: socket.socket) -> None:
    """Shut a connection down; one that is gone already is ignored."""
    try:
        one.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
