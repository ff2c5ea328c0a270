"""Child processes that settle hands, for tests that stop, starve or kill them."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@contextmanager
def started(module: str, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run a module of the tests as a process of its own, with its output as text."""
    child = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        try:
            yield child
        except BaseException:
            child.kill()
            raise


async def line(child: subprocess.Popen[str]) -> str:
    """The next line that a child says."""
    assert child.stdout is not None
    return (await asyncio.to_thread(child.stdout.readline)).strip()


async def paused(child: subprocess.Popen[str]) -> None:
    """Wait until a child has stopped itself."""
    while not await asyncio.to_thread(_is_stopped, child.pid):
        assert child.poll() is None
        await asyncio.sleep(0.01)


def _is_stopped(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"
