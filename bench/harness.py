"""How contenders are measured: each in a process of its own, one after the other, again and again.

A bench module lists its `TASKS`; a task lists contenders. A contender's `prepare` makes everything
ready in the form its library likes best and returns the function to measure, which returns how
many units of work it did. Rounds are interleaved: every contender once, then all again, so that a
busy moment of the machine hits all alike. Only CPU time counts; the figure is the median.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median, quantiles

HERE = Path(__file__).parent.parent
BUILDS = {"pure": Path("src"), "compiled": Path("build") / "compiled"}
"""Where the builds of a checkout are."""
ROUNDS = 7

Work = Callable[[], int]
"""Does some work and tells how many units of it."""


@dataclass(frozen=True)
class Contender:
    """One library doing the task: `package` is its name in the package index."""

    package: str
    prepare: Callable[[], Work]
    how: str = ""
    """How it is called, where that needs saying."""
    build: str = "pure"
    """Which build of cardroom it sees."""

    @property
    def name(self) -> str:
        """As the results print it."""
        ours = f"cardroom {self.build}" if self.package == "cardroom" else self.package
        return f"{ours}, {self.how}" if self.how else ours


def both_builds(prepare: Callable[[], Work], how: str = "") -> list[Contender]:
    """Our own contender, compiled and pure."""
    return [Contender("cardroom", prepare, how, build) for build in ("compiled", "pure")]


@dataclass(frozen=True)
class Goal:
    """`ours` shall do at least `factor` times the work of `against`, or of every peer."""

    ours: str
    factor: float
    against: str = ""


@dataclass(frozen=True)
class Ceiling:
    """A unit of `ours` shall take at most `maximum` times the time of one of `against`."""

    ours: str
    maximum: float
    against: str


@dataclass(frozen=True)
class Task:
    """One thing that several libraries can do."""

    title: str
    unit: str
    contenders: Sequence[Contender]
    goals: Sequence[Goal | Ceiling] = ()


@dataclass(frozen=True)
class Check:
    """Something to be shown rather than compared: `run` returns what was seen, or fails."""

    title: str
    run: Callable[[], str]


@dataclass
class Row:
    """How fast one contender did a task: CPU seconds for one unit of work, a round each."""

    contender: Contender
    seconds: list[float] = field(default_factory=list)
    failure: str = ""

    @property
    def median(self) -> float:
        """CPU seconds for one unit."""
        return median(self.seconds)

    @property
    def spread(self) -> float:
        """How far the middle half of the rounds lies apart, as a part of the median."""
        low, _, high = quantiles(self.seconds, n=4)
        return (high - low) / self.median


def release(package: str) -> str:
    """The version that is measured."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def measure(module: str, task: Task, rounds: int = ROUNDS) -> list[Row]:
    """All contenders of a task, interleaved; the fastest first."""
    rows = [Row(contender) for contender in task.contenders if is_built(contender)]
    with ExitStack() as stack:
        workers = [(row, stack.enter_context(worker(module, task, row.contender))) for row in rows]
        for _ in range(rounds):
            for row, process in workers:
                one_round(row, process)
    return sorted(rows, key=lambda row: row.median if row.seconds else float("inf"))


def is_built(contender: Contender, checkout: Path = HERE) -> bool:
    """Whether there is something to measure."""
    build = checkout / BUILDS[contender.build] / "cardroom"
    return contender.package != "cardroom" or build.exists()


@contextmanager
def worker(
    module: str, task: Task, contender: Contender, checkout: Path = HERE
) -> Iterator[subprocess.Popen[str]]:
    """A process that prepares one contender, of a checkout, and measures it on request."""
    path = os.pathsep.join([str(checkout / BUILDS[contender.build]), str(checkout)])
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "bench.worker", module, task.title, contender.name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        cwd=checkout,
    )
    try:
        yield process
    finally:
        process.communicate()


def one_round(row: Row, process: subprocess.Popen[str]) -> None:
    """Have one contender measure itself once."""
    assert process.stdin is not None
    assert process.stdout is not None
    if row.failure:
        return
    process.stdin.write("again\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        row.failure = "ended without an answer"
        return
    reply = json.loads(answer)
    row.failure = reply.get("failure", "")
    if not row.failure:
        row.seconds.append(reply["seconds"] / reply["units"])
