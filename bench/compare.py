"""Before and after in one run: this checkout beside another one, both builds of each.

    python -m bench.compare ../older [--module bench.hands] [--rounds 15]

Each checkout measures itself with its own `bench.worker`, in turn, so that a busy moment of the
machine hits both. The ratio is the median of the rounds' ratios of CPU time: above 1 is slower now.
"""

import argparse
import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles

from bench.harness import HERE, Contender, Row, Task, is_built, one_round, worker

ROUNDS = 15


def compared(older: Path, module: str, task: Task, contender: Contender, rounds: int) -> str:
    """One row: CPU time per unit before and now, and how they compare."""
    rows = Row(contender), Row(contender)
    with ExitStack() as stack:
        sides = [
            (row, stack.enter_context(worker(module, task, contender, checkout)))
            for row, checkout in zip(rows, (older, HERE), strict=True)
        ]
        for _ in range(rounds):
            for row, process in sides:
                one_round(row, process)
            # Who is first in a round may find the caches cold: they take turns.
            sides.reverse()
    before, now = rows
    assert not before.failure + now.failure, (before.failure, now.failure)
    ratios = [after / first for first, after in zip(before.seconds, now.seconds, strict=True)]
    low, _, high = quantiles(ratios, n=4)
    times = f"{1e6 * before.median:.1f} µs | {1e6 * now.median:.1f} µs"
    share = f"{median(ratios):.3f} | {low:.3f} to {high:.3f}"
    return f"| {task.title} | {contender.name} | {times} | {share} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("older", type=Path, help="the other checkout, compiled or not")
    parser.add_argument("--module", default="bench.hands")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    args = parser.parse_args()
    older = args.older.resolve()
    tasks: list[Task] = import_module(args.module).TASKS
    print("| task | build | before | now | ratio | middle half of the rounds |")
    print("|---|---|--:|--:|--:|--:|", flush=True)
    for task in tasks:
        ours = [one for one in task.contenders if one.package == "cardroom"]
        for one in ours:
            if is_built(one) and is_built(one, older):
                print(compared(older, args.module, task, one, args.rounds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
