"""What every page of evidence says about the run that wrote it: date, commit, seed, machine."""

import os
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache

from bench.__main__ import machine
from bench.harness import HERE


def conditions(seed: int, spent: float, commits: Iterable[str] = ()) -> str:
    """One line about the run; the commits at which its parts were run, unless it is this one."""
    today, python = f"{datetime.now(UTC):%Y-%m-%d}", platform.python_version()
    place = f"{machine()}, Python {python}, {spent:,.0f} s of CPU time"
    where = ", ".join(sorted(set(commits))) or commit()
    return f"{today}, commit {where}, seed {seed}. {place}.\n"


def cpu_s() -> float:
    """The CPU time of this process and of those that it has ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


@cache
def commit() -> str:
    """The commit that is checked out."""
    words = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=HERE)
    return done.stdout.strip() or "unknown"
