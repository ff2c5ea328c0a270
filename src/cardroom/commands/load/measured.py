"""What a load test measures: latencies, message counts, and the server's own time and memory."""

import os
import time
from pathlib import Path

import msgspec


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What a process has used so far."""

    cpu_s: float
    memory_kib: int


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """One run against one server. `cpu_us_per_message` counts the server's time only.

    Costs are None where the server is on another machine.
    """

    players: int
    seconds: float
    actions: int
    messages: int
    actions_per_s: float
    messages_per_s: float
    p50_ms: float
    p99_ms: float
    cpu_us_per_message: float | None
    cpu_us_per_action: float | None


class Tally:
    """Counts while a run lasts; nothing is counted before `start`."""

    def __init__(self) -> None:
        self.actions = 0
        self.messages = 0
        self.latencies_ms: list[float] = []
        self._started = 0.0

    def start(self) -> None:
        """Forget what was counted while the players sat down."""
        self.actions = self.messages = 0
        self.latencies_ms.clear()
        self._started = time.perf_counter()

    def figures(self, players: int, before: Cost | None, after: Cost | None) -> Figures:
        """The run as it ends now."""
        seconds = time.perf_counter() - self._started
        cpu_us = None
        if before is not None and after is not None:
            cpu_us = (after.cpu_s - before.cpu_s) * 1e6
        return Figures(
            players=players,
            seconds=round(seconds, 2),
            actions=self.actions,
            messages=self.messages,
            actions_per_s=round(self.actions / seconds, 1),
            messages_per_s=round(self.messages / seconds, 1),
            p50_ms=round(percentile(self.latencies_ms, 50), 2),
            p99_ms=round(percentile(self.latencies_ms, 99), 2),
            cpu_us_per_message=_share(cpu_us, self.messages),
            cpu_us_per_action=_share(cpu_us, self.actions),
        )


def _share(cpu_us: float | None, count: int) -> float | None:
    return None if cpu_us is None or not count else round(cpu_us / count, 2)


def percentile(values: list[float], percent: int) -> float:
    """The smallest value that `percent` of all do not exceed; 0 without any."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def cost_of(process: int) -> Cost | None:
    """What a process of this machine has used, where the system says so."""
    folder = Path("/proc") / str(process)
    if not folder.exists():
        return None
    words = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    pages = int((folder / "statm").read_text(encoding="utf-8").split()[1])
    return Cost(
        cpu_s=(int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"),
        memory_kib=pages * os.sysconf("SC_PAGE_SIZE") // 1024,
    )
