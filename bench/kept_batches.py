"""Batches of a long run, kept line by line: a run that was stopped goes on where it was.

A file belongs to what was run: its name has a digest of the settings and of the sources that the
program has loaded, without those that only write pages. Whoever changes one of them starts over;
other commits go on in the same file.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from itertools import count, islice
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from bench.evidence import commit, cpu_s
from bench.harness import HERE

KEPT = HERE / "bench" / "kept"
OURS = ("cardroom", "tests", "bench", "__main__")
PAGES = ("bench.__main__", "bench.evidence", "bench.harness")
"""They say where and when something was run, and change nothing of what comes of it."""
T = TypeVar("T")


class Line(msgspec.Struct, Generic[T], frozen=True):
    """One batch: its number, where it was run, and what came of it."""

    batch: int
    commit: str
    cpu_s: float
    result: T


@dataclass(frozen=True)
class Slice:
    """How much of a run is made now."""

    workers: int
    ends_s: float = inf
    """No batch is begun after this moment of the monotonic clock."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of every run that can be made in slices."""
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, help="begin no batch after this many seconds")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where batches are kept")


def slice_of(args: argparse.Namespace) -> Slice:
    """What the options say."""
    return Slice(args.workers, time.monotonic() + (inf if args.seconds is None else args.seconds))


class KeptBatches(Generic[T]):
    """The batches of one run, by their numbers."""

    def __init__(self, path: Path, kind: type[T]) -> None:
        self._path = path
        self._lines: dict[int, Line[T]] = {}
        if path.exists():
            # A line that was not written to its end is run again.
            whole = path.read_bytes().rpartition(b"\n")[0].splitlines()
            reading = msgspec.json.Decoder(Line[kind])  # type: ignore[valid-type]
            self._lines = {line.batch: line for line in map(reading.decode, whole)}
            path.write_bytes(b"".join(one + b"\n" for one in whole))

    def lines(self, work: Callable[[int], T], wanted: Slice) -> Iterator[Line[T]]:
        """All batches in their order, for as long as somebody asks; missing ones are run.

        Nothing comes after a batch for which there was no time. One worker is this process: what
        it runs may start others.
        """
        with ExitStack() as stack:
            run: Callable[..., Iterable[Line[T]]] = map
            if wanted.workers > 1:
                run = stack.enter_context(get_context("spawn").Pool(wanted.workers)).imap
            for number in count():
                if number not in self._lines:
                    if time.monotonic() >= wanted.ends_s:
                        return
                    some = [(work, one) for one in self._missing(number, wanted.workers)]
                    for line in run(_run, some):
                        self._keep(line)
                yield self._lines[number]

    def _missing(self, first: int, wanted: int) -> Iterator[int]:
        """The next batches that are to be run, one for each process."""
        return islice((one for one in count(first) if one not in self._lines), wanted)

    def _keep(self, line: Line[T]) -> None:
        self._lines[line.batch] = line
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
        print(f"batch {line.batch}: {line.cpu_s:.1f} s of CPU time", file=sys.stderr, flush=True)


def _run(asked: tuple[Callable[[int], T], int]) -> Line[T]:
    work, number = asked
    began = cpu_s()
    result = work(number)
    return Line(number, commit(), cpu_s() - began, result)


def enough(lines: Iterator[Line[T]], count_of: Callable[[T], int], wanted: int) -> list[Line[T]]:
    """The first batches that have as much as is wanted, or all that there are."""
    found, total = [], 0
    for line in lines:
        found.append(line)
        total += count_of(line.result)
        if total >= wanted:
            break
    return found


def first_ones(lines: Iterator[Line[T]], number: int) -> list[Line[T]]:
    """This many batches, or all that there are."""
    return list(islice(lines, number))


def path_of(
    name: str,
    settings: dict[str, Any],
    *others: Path,
    of: tuple[str, ...] = OURS,
    folder: Path = KEPT,
) -> Path:
    """The file of a run: by its settings, the sources that are loaded, and `others`.

    Of the sources those count that are in the modules and packages `of`.
    """
    digest = sha256(json.dumps(settings, sort_keys=True).encode())
    for source in sorted({*_loaded(of), *others}):
        digest.update(source.relative_to(HERE).as_posix().encode() + b"\0")
        digest.update(sha256(source.read_bytes()).digest())
    return folder / f"{name}-{digest.hexdigest()[:12]}.jsonl"


def _loaded(of: tuple[str, ...]) -> Iterator[Path]:
    """The sources of our own modules; of compiled ones, too, those that they are made of."""
    for name, module in list(sys.modules.items()):
        top, _, rest = name.partition(".")
        found = getattr(module, "__file__", None)
        is_meant = any(name == one or name.startswith(f"{one}.") for one in of)
        if found is None or not is_meant or name in PAGES:
            continue
        path = Path(found).resolve()
        if top == "cardroom":
            package = HERE / "src" / "cardroom" / rest.replace(".", "/")
            path = package / "__init__.py" if package.is_dir() else package.with_suffix(".py")
        if any(path.is_relative_to(HERE / folder) for folder in ("src", "tests", "bench")):
            yield path
