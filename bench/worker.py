"""One contender in a process of its own: measures itself once for every line it reads."""

import gc
import json
import os
import sys
import time
from importlib import import_module

from bench.harness import Contender, Work

SHORTEST_S = 0.2
"""Work that is done sooner is done again, so that the clock's steps do not matter."""


def find(module: str, title: str, name: str) -> Contender:
    task = next(task for task in import_module(module).TASKS if task.title == title)
    found: Contender = next(each for each in task.contenders if each.name == name)
    return found


def once(work: Work) -> dict[str, float]:
    """CPU seconds of all threads, and the units of work done in them."""
    units = 0
    gc.collect()
    begun = time.process_time()
    while True:
        units += work()
        seconds = time.process_time() - begun
        if seconds >= SHORTEST_S:
            return {"seconds": seconds, "units": units}


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    # What a library prints, also from C or Rust, must not reach the one who reads our answers.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    contender = find(*sys.argv[1:])
    work: Work | None = None
    for _ in sys.stdin:
        try:
            if work is None:
                work = contender.prepare()
                work()
            answer: dict[str, object] = {**once(work)}
        except Exception as error:  # noqa: BLE001 - a peer that breaks is a result, not our end
            answer = {"failure": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
