"""What was measured, kept line by line: a run that was stopped goes on where it was."""

from collections.abc import Iterator
from hashlib import sha256
from math import inf
from multiprocessing import get_context
from os import nice
from pathlib import Path
from time import monotonic

import msgspec

from bench.evidence import commit
from bench.harness import HERE
from bench.integrity.pools import Job, Outcome, review, rules
from bench.integrity.programs import is_timed, review_programs

NICENESS = 10
MEASURED = (
    "bench/integrity/pools.py",
    "bench/integrity/programs.py",
    "src/cardroom/cards.py",
    "src/cardroom/engine",
    "src/cardroom/integrity",
    "src/cardroom/odds",
    "src/cardroom/simulation/population",
    "src/cardroom/simulation/scripts.py",
)
"""The sources that the figures are about, beside the rules that hands are played by."""


Key = tuple[str, int, int, str, int]


class Line(msgspec.Struct, frozen=True):
    """One pool of a job, by its seed."""

    job: Job
    seed: int
    outcome: Outcome
    commit: str


class Book:
    """Outcomes of one version of the review, by job and seed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: dict[Key, Line] = {}
        if path.exists():
            # A line that was not written to its end is measured again.
            whole = path.read_bytes().rpartition(b"\n")[0].splitlines()
            for line in msgspec.json.Decoder(list[Line]).decode(b"[" + b",".join(whole) + b"]"):
                self._lines[_key(line.job, line.seed)] = line
            path.write_bytes(b"".join(one + b"\n" for one in whole))

    def of(self, job: Job, seed: int) -> list[Outcome]:
        """What is known of a job."""
        keys = [_key(job, seed + number) for number in range(job.pools)]
        return [self._lines[key].outcome for key in keys if key in self._lines]

    def commits(self, jobs: list[Job], seed: int) -> set[str]:
        """At which commits it was measured."""
        keys = [_key(job, seed + number) for job in jobs for number in range(job.pools)]
        return {self._lines[key].commit for key in keys if key in self._lines}

    def fill(self, jobs: list[Job], seed: int, workers: int, ends_s: float = inf) -> Iterator[Line]:
        """Measure what is missing, with several processes; each pool is kept at once.

        Nothing more is taken after this moment of the monotonic clock.
        """
        missing = [
            (job, seed + number)
            for job in jobs
            for number in range(job.pools)
            if _key(job, seed + number) not in self._lines
        ]
        with self._path.open("ab") as file:
            for line in _measured(missing, workers):
                file.write(msgspec.json.encode(line) + b"\n")
                file.flush()
                self._lines[_key(line.job, line.seed)] = line
                yield line
                if monotonic() >= ends_s:
                    return


def _measured(missing: list[tuple[Job, int]], workers: int) -> Iterator[Line]:
    """Here, or in several processes of low priority."""
    if workers == 1 or not missing:
        yield from map(_measure, missing)
        return
    with get_context("spawn").Pool(workers, initializer=nice, initargs=(NICENESS,)) as pool:
        yield from pool.imap_unordered(_measure, missing)


def _measure(asked: tuple[Job, int]) -> Line:
    job, seed = asked
    outcome = review_programs(job, seed) if is_timed(job) else review(job, seed)
    return Line(job, seed, outcome, commit())


def _key(job: Job, seed: int) -> Key:
    return job.kind, job.intensity, job.hands, job.game, seed


def version() -> str:
    """A digest of what is measured: other commits do not make it another version."""
    digest = sha256(msgspec.json.encode(rules()))
    for place in MEASURED:
        path = HERE / place
        for source in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(source.relative_to(HERE).as_posix().encode() + b"\0")
            digest.update(sha256(source.read_bytes()).digest())
    return digest.hexdigest()[:12]
