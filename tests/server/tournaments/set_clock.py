"""A room whose clock the test sets: hours pass at once."""

from cardroom.room.ports import Clock
from cardroom.server.world import SystemClock
from tests.server.open_servers import OpenServer

DAY_MS = 86_400_000
NOON_MS = DAY_MS // 2


class SetClock(SystemClock):
    """The machine's clock, set to the next noon, far from every start; it can be put forward."""

    def __init__(self) -> None:
        self._ahead_ms = 0
        self._ahead_ms = (NOON_MS - self.now_ms()) % DAY_MS

    def now_ms(self) -> int:
        return super().now_ms() + self._ahead_ms

    def monotonic_ms(self) -> int:
        return super().monotonic_ms() + self._ahead_ms

    def put_forward(self, to_ms: int) -> None:
        """Let the time until a later moment pass at once."""
        self._ahead_ms += max(0, to_ms - self.now_ms())


class TimedServer(OpenServer):
    """A room whose clock the test sets."""

    time: SetClock

    def _machine_clock(self) -> Clock:
        self.time = SetClock()
        return self.time
