"""Plants bugs in copies of the sources and says who finds them: `make mutants`.

For each bug the fault simulation runs until a seed finds it, at most 2,000 seeds; then the tests
that should notice it run until one fails. A seed counts only if it finds nothing without the bug.
The table is bench/mutants.md. A run that was broken off goes on where it was: what is known lies in
build/mutants.json, and `--again` starts from the beginning. A bug is looked for first where an
earlier run found it, which bench/mutants.json remembers. `--only` names a bug or one of the groups,
such as `--only tournaments`.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import msgspec

from tests.mutants import cash, engine, money, room, tournaments
from tests.mutants.mutant import Mutant

ROOT = Path(__file__).parent.parent.parent
COMPILED = ROOT / "build" / "compiled"
"""Where `make` puts the compiled modules, which play a seed in two thirds of the time."""
GROUPS: dict[str, tuple[Mutant, ...]] = {
    "engine": engine.MUTANTS,
    "cash": cash.MUTANTS,
    "money": money.MUTANTS,
    "room": room.MUTANTS,
    "tournaments": tournaments.MUTANTS,
}
MUTANTS = tuple(mutant for group in GROUPS.values() for mutant in group)
SEEDS = 2_000
TESTS_S = 300
KNOWN = ROOT / "build" / "mutants.json"
EARLIER = ROOT / "bench" / "mutants.json"
"""Where bugs were found, kept with the sources: a bug that is still found there costs seconds."""
TABLE = ROOT / "bench" / "mutants.md"
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)

SUMMARY = """\
# Planted bugs

Written by `make mutants` on {date}, Python {python}. Each bug is a small change of one file,
planted in a copy of the sources. The fault simulation ran at most {seeds} seeds for each, the tests
until the first that failed. A check is what the simulation said, with the rule that was broken.

The simulation found {simulated} of {all}; simulation and tests together {together} of {all}.

| bug | what it breaks | file | simulation | check | test |
|---|---|---|---|---|---|
"""


class Verdict(msgspec.Struct):
    """Who found a bug; no seed and no test when nobody did."""

    name: str
    change: str
    """The bug itself: when it changes, it is looked for again."""
    seed: int
    check: str
    test: str


def judge(mutant: Mutant, seeds: int, before: Verdict | None) -> Verdict:
    """Plant one bug in a copy and look for it, first where it was found before."""
    with tempfile.TemporaryDirectory(prefix="cardroom-mutant-") as folder:
        source = Path(folder) / "src"
        healthy = COMPILED if _takes_effect_in(COMPILED, mutant) else ROOT / "src"
        shutil.copytree(healthy, source, ignore=shutil.ignore_patterns("client", "*.egg-info"))
        mutant.plant(source / "cardroom")
        seed, check = _simulated(source, seeds, before)
        return Verdict(mutant.name, mutant.new, seed, check, _tested(mutant, source, before))


def _takes_effect_in(compiled: Path, mutant: Mutant) -> bool:
    """Whether a changed file is what runs there: beside a compiled module it would be ignored."""
    path = compiled / "cardroom" / mutant.file
    return path.exists() and not any(path.parent.glob(f"{path.stem}.*.so"))


def _simulated(source: Path, seeds: int, before: Verdict | None) -> tuple[int, str]:
    """The first seed that finds something here and nothing in the sources as they are."""
    likely = [] if before is None or before.seed < 0 else [(before.seed, 1)]
    for start, count in [*likely, (0, seeds)]:
        first, end = start, start + count
        while first < end:
            seed, check = _found(source, first, end - first)
            if seed < 0:
                break
            if _found(_healthy(), seed, 1)[0] < 0:
                return seed, check
            first = seed + 1
    return -1, ""


def _healthy() -> Path:
    return COMPILED if (COMPILED / "cardroom").exists() else ROOT / "src"


@cache
def _found(source: Path, first: int, seeds: int) -> tuple[int, str]:
    """The first of some seeds that finds something in these sources, and what; -1 for none."""
    command = [sys.executable, "-m", "tests.simulation.run", "--until-broken"]
    ran = subprocess.run(
        [*command, "--first", str(first), "--seeds", str(seeds)],
        cwd=ROOT, env=_environment(source), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ran.returncode not in {0, 1} or not ran.stdout.strip():
        raise RuntimeError(f"the simulation ended with {ran.returncode}: {ran.stderr[-2000:]}")
    found = json.loads(ran.stdout.strip().splitlines()[-1])
    return found["seed"], found["why"]


def _environment(source: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}


def _tested(mutant: Mutant, source: Path, before: Verdict | None) -> str:
    """The first test that fails, of those that are named."""
    likely = () if before is None or not before.test else (before.test,)
    # One after the other: pytest would bring a file and its folder into an order of its own.
    for path in (*likely, *mutant.tests):
        found = _failed(f"tests/{path}", source)
        if found:
            return found
    return ""


def _failed(path: str, source: Path) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", path]
    try:
        ran = subprocess.run(
            command, cwd=ROOT, env=_environment(source), capture_output=True, text=True,
            check=False, timeout=TESTS_S,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        # Nobody waits longer for a test that fails.
        return ""
    found = FAILED.search(ran.stdout)
    return found.group(1).removeprefix("tests/") if found else ""


def write_table(verdicts: list[Verdict], seeds: int) -> None:
    """bench/mutants.md, from what is known."""
    by_name = {one.name: one for one in verdicts}
    judged = [(mutant, by_name[mutant.name]) for mutant in MUTANTS if mutant.name in by_name]
    simulated = sum(one.seed >= 0 for _, one in judged)
    together = sum(one.seed >= 0 or bool(one.test) for _, one in judged)
    summary = SUMMARY.format(
        date=f"{datetime.now(UTC):%Y-%m-%d}", python=platform.python_version(), seeds=f"{seeds:,}",
        simulated=simulated, together=together, all=len(judged),
    )  # fmt: skip
    lines = summary.splitlines()
    for mutant, one in judged:
        seed = f"seed {one.seed}" if one.seed >= 0 else "not found"
        cells = [mutant.name, mutant.breaks, f"`{mutant.file}`", seed, _short(one.check)]
        cells.append(f"`{one.test}`" if one.test else "none")
        lines.append("| " + " | ".join(cells) + " |")
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _short(check: str) -> str:
    words = " ".join(check.removeprefix("AssertionError: ").split()).replace("|", "/")
    return words if len(words) <= 110 else f"{words[:70]} ... {words[-36:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant bugs in copies, and see who finds them")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="at most, for each bug (2000)")
    parser.add_argument("--only", action="append", default=[], help="only this bug, or this group")
    parser.add_argument("--again", action="store_true", help="also those that are known already")
    options = parser.parse_args()
    wanted = _wanted(options.only)
    known, earlier = _verdicts(KNOWN), _verdicts(EARLIER)
    for count, mutant in enumerate(wanted, start=1):
        before = known.get(mutant.name)
        if before and before.change == mutant.new and not options.again and not options.only:
            continue
        print(f"{count} of {len(wanted)}: {mutant.name} ...", end=" ", flush=True)
        hint = before or earlier.get(mutant.name)
        verdict = known[mutant.name] = judge(mutant, options.seeds, hint)
        print(
            f"seed {verdict.seed}, {verdict.test or 'no test'}: {_short(verdict.check)}", flush=True
        )
        KNOWN.parent.mkdir(exist_ok=True)
        KNOWN.write_bytes(msgspec.json.encode(list(known.values())))
        earlier |= known
        EARLIER.write_bytes(msgspec.json.format(msgspec.json.encode(list(earlier.values()))))
    verdicts = [known[one.name] for one in wanted]
    if not options.only:
        write_table(verdicts, options.seeds)
    missed = [one.name for one in verdicts if one.seed < 0 and not one.test]
    print(f"found by nobody: {', '.join(missed) or 'none'}")
    return 1 if missed else 0


def _wanted(names: list[str]) -> list[Mutant]:
    """The bugs of these names and groups; all of them when none is named."""
    groups = {mutant for name in names for mutant in GROUPS.get(name, ())}
    return [one for one in MUTANTS if not names or one.name in names or one in groups]


def _verdicts(file: Path) -> dict[str, Verdict]:
    """What a file knows, by the name of the bug; nothing where there is no file yet."""
    found = msgspec.json.decode(file.read_bytes(), type=list[Verdict]) if file.exists() else []
    return {one.name: one for one in found}


if __name__ == "__main__":
    sys.exit(main())
