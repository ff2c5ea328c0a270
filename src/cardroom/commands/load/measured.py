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

    `server_busy` and `players_busy` are the shares of one core that the two processes had. Costs
    are None where the server is not a process of this test.
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
    server_busy: float | None
    players_busy: float


class Hostile(msgspec.Struct, frozen=True, kw_only=True):
    """Honest players while others throw frames at the room; `ratio` is of their p99s."""

    frames: int
    connections: int
    room: Figures
    ratio: float


class TableCost(msgspec.Struct, frozen=True, kw_only=True):
    """What a number of tables costs the server, all at the same pace."""

    tables: int
    cpu_ms_per_table_and_minute: float
    figures: Figures


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Where it was measured; the load averages say what else ran."""

    date: str
    cores: int
    python: str
    loop: str
    load_before: float
    load_after: float


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The room beside the bare server. Ratios are of messages per second of the server's CPU."""

    every_s: float
    tables: int = 0
    memory_per_seat_kib: float | None = None
    room: Figures | None = None
    bare: Figures | None = None
    of_bare_server: float | None = None
    hostile: Hostile | None = None
    table_costs: tuple[TableCost, ...] = ()
    machine: Machine | None = None


class Tally:
    """Counts while a run lasts; nothing is counted before `start`."""

    def __init__(self) -> None:
        self.actions = 0
        self.messages = 0
        self.latencies_ms: list[float] = []
        self._started = 0.0
        self._own_cpu_s = 0.0

    def start(self) -> None:
        """Forget what was counted while the players sat down."""
        self.actions = self.messages = 0
        self.latencies_ms.clear()
        self._started = time.perf_counter()
        self._own_cpu_s = time.process_time()

    def figures(self, players: int, before: Cost | None, after: Cost | None) -> Figures:
        """The run as it ends now."""
        seconds = time.perf_counter() - self._started
        cpu_s = None
        if before is not None and after is not None:
            cpu_s = after.cpu_s - before.cpu_s
        return Figures(
            players=players,
            seconds=round(seconds, 2),
            actions=self.actions,
            messages=self.messages,
            actions_per_s=round(self.actions / seconds, 1),
            messages_per_s=round(self.messages / seconds, 1),
            p50_ms=round(percentile(self.latencies_ms, 50), 2),
            p99_ms=round(percentile(self.latencies_ms, 99), 2),
            cpu_us_per_message=_share(cpu_s, self.messages),
            cpu_us_per_action=_share(cpu_s, self.actions),
            server_busy=None if cpu_s is None else round(cpu_s / seconds, 3),
            players_busy=round((time.process_time() - self._own_cpu_s) / seconds, 3),
        )


def _share(cpu_s: float | None, count: int) -> float | None:
    return None if cpu_s is None or not count else round(cpu_s * 1e6 / count, 2)


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
    pages = int((folder / "statm").read_text(encoding="utf-8").split()[1])
    return Cost(
        cpu_s=_exact_cpu_s(folder) or _cpu_s(folder),
        memory_kib=pages * os.sysconf("SC_PAGE_SIZE") // 1024,
    )


def _exact_cpu_s(folder: Path) -> float:
    """The time of all threads to the nanosecond; 0 where the system does not count so."""
    counts = [file.read_text(encoding="utf-8") for file in folder.glob("task/*/schedstat")]
    return sum(int(count.split()[0]) for count in counts) / 1e9


def _cpu_s(folder: Path) -> float:
    """The time in ticks of, mostly, 10 ms."""
    words = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
