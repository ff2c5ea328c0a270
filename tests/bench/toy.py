"""A bench of three contenders: one that works, one that works twice as long, one that breaks."""

import time

from bench.harness import Contender, Goal, Task, Work


def slow(seconds: float) -> Work:
    def work() -> int:
        begun = time.process_time()
        while time.process_time() - begun < seconds:
            pass
        return 1

    return work


def broken() -> Work:
    raise RuntimeError("no table")


TASKS = [
    Task(
        "Waiting",
        "wait",
        [
            Contender("cardroom", lambda: slow(0.01)),
            Contender("pytest", lambda: slow(0.02)),
            Contender("pytest", broken, "broken"),
        ],
        [
            Goal("cardroom pure", 1.5),
            Goal("cardroom pure", 3, "pytest"),
            Goal("cardroom compiled", 1),
        ],
    )
]
CHECKS: list[object] = []
NOTES = "- None."
