"""`python -m bench [MODULE...]`: measures everything, or the modules named; writes results.md."""

import argparse
import platform
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from bench.harness import HERE, ROUNDS, Ceiling, Check, Goal, Row, Task, measure, release

MODULES = [
    "evaluator",
    "equity",
    "icm",
    "hands",
    "learning",
    "cash",
    "tournament",
    "store",
    "audit",
]
"""In the order of the results; a module has TASKS, CHECKS and NOTES."""

RESULTS = HERE / "bench" / "results.md"
PARTS = HERE / "build" / "bench"
"""What each module measured last; the results are these parts, one after the other."""
COMPARED = "\n## Before and after\n"
PREFIXES = ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("modules", nargs="*", choices=[[], *MODULES], metavar="MODULE")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    args = parser.parse_args()
    broken = []
    for name in args.modules or MODULES:
        try:
            write(name, section(name, args.rounds))
        except Exception as error:  # noqa: BLE001 - the other modules are measured all the same
            report_progress(f"{name} is not measured: {type(error).__name__}: {error}")
            broken.append(name)
    return 1 if broken else 0


def write(name: str, text: str) -> None:
    """Put one module's part into the results and leave the others as they are."""
    parts = {each: PARTS / f"{each}.md" for each in MODULES}
    PARTS.mkdir(parents=True, exist_ok=True)
    parts[name].write_text(text, encoding="utf-8")
    found = [part.read_text(encoding="utf-8") for part in parts.values() if part.exists()]
    # What `bench.compare` printed was put there by hand, and is of another day.
    kept = RESULTS.read_text(encoding="utf-8").partition(COMPARED)
    RESULTS.write_text("\n".join([head(), *found]) + "".join(kept[1:]), encoding="utf-8")
    report_progress(f"Written: {RESULTS.relative_to(HERE)}")


def head() -> str:
    return f"""# What was measured

{machine()}, Python {platform.python_version()}. Written by `make bench`.

Every contender runs in a process of its own. Rounds are interleaved: each contender works for at
least 0.2 s of CPU time, then the next, and all again. Figures are medians of CPU time;
*times* is how many times the CPU time of the fastest cardroom row a contender took; *spread* is the
middle half of the rounds. Read ratios, not figures: the machine is shared, and another one has
other caches.
"""


def machine() -> str:
    """The processor and the system, as far as they say."""
    described = Path("/proc/cpuinfo")
    lines = described.read_text(encoding="utf-8").splitlines() if described.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    model = f"{len(models)} x {models[0]}" if models else platform.processor()
    return f"{model}, {platform.system()} {platform.machine()}"


def section(name: str, rounds: int) -> str:
    """One bench module: a table a task, then what was checked, then the doubts."""
    module = import_module(f"bench.{name}")
    title, _, about = (module.__doc__ or "").strip().partition("\n")
    today = datetime.now(UTC).date().isoformat()
    parts = [f"## {title}\n", f"{today}, {rounds} rounds.", *([about] if about else [])]
    for task in module.TASKS:
        report_progress(f"{task.title} ...")
        parts += table(task, measure(module.__name__, task, rounds))
    parts += [checked(check) for check in module.CHECKS]
    return "\n".join([*parts, "\nDoubts and notes:\n", module.NOTES.strip(), ""])


def table(task: Task, rows: list[Row]) -> list[str]:
    best = min(row.median for row in rows if row.seconds and row.contender.package == "cardroom")
    lines = [
        f"\n### {task.title}\n",
        f"| contender | version | CPU per {task.unit} | per second | times | spread |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for row in rows:
        about = f"| {row.contender.name} | {release(row.contender.package)} |"
        if row.seconds:
            figures = (seconds(row.median), rate(1 / row.median), f"{row.median / best:.2f}")
            lines.append(f"{about} {' | '.join(figures)} | {row.spread:.0%} |")
        else:
            lines.append(f"{about} failed: {row.failure} | | | |")
    return [*lines, "", *[_judged(goal, task, rows) for goal in task.goals]]


def _judged(goal: Goal | Ceiling, task: Task, rows: list[Row]) -> str:
    return ceiling(goal, task, rows) if isinstance(goal, Ceiling) else verdict(goal, rows)


def ceiling(goal: Ceiling, task: Task, rows: list[Row]) -> str:
    """Whether a unit of work takes no longer than it may, beside another contender's."""
    median = {row.contender.name: row.median for row in rows if row.seconds}
    wish = f"time per {task.unit} of {goal.ours} at most {goal.maximum:g}x that of {goal.against}"
    if goal.ours not in median or goal.against not in median:
        return f"- Goal: {wish}. Not measured: no such build here."
    found = median[goal.ours] / median[goal.against]
    met = "met" if found <= goal.maximum else "**missed**"
    return f"- Goal: {wish}: {met}, {found:.2f}x."


def verdict(goal: Goal, rows: list[Row]) -> str:
    """Whether a goal is met, and by how much."""
    median = {row.contender.name: row.median for row in rows if row.seconds}
    peers = {row.contender.name for row in rows if row.contender.package != "cardroom"}
    against = goal.against or min(peers & set(median), key=lambda name: median[name])
    wish = f"{goal.ours} at least {goal.factor:g}x {goal.against or 'the fastest peer'}"
    if goal.ours not in median:
        return f"- Goal: {wish}. Not measured: no such build here."
    found = median[against] / median[goal.ours]
    met = "met" if found >= goal.factor else "**missed**"
    return f"- Goal: {wish}: {met}, {found:.2f}x {against}."


def checked(check: Check) -> str:
    report_progress(f"{check.title} ...")
    try:
        seen = check.run()
    except AssertionError as error:
        seen = f"**failed**: {error}"
    return f"\n{check.title}: {seen}."


def seconds(value: float) -> str:
    factor, unit = next(((f, u) for f, u in PREFIXES if value >= f), PREFIXES[-1])
    return f"{value / factor:.3g} {unit}"


def rate(value: float) -> str:
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 10 else f"{value:.2g}"


def report_progress(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
