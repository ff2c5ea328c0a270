"""Long runs in slices: what was run is kept, and nothing is run twice."""

import time
from functools import partial
from math import inf
from multiprocessing import get_context
from pathlib import Path

import pytest

from bench import evidence, kept_batches
from bench.evidence import commit
from bench.harness import HERE
from bench.kept_batches import KeptBatches, Line, Slice, enough, first_ones, path_of


def noted(folder: Path, batch: int) -> list[int]:
    """A batch that leaves a trace; a second trace of the same number is an error."""
    (folder / f"ran-{batch}").touch(exist_ok=False)
    return [batch, 10]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, workers: int) -> None:
    path, work = tmp_path / "kept.jsonl", partial(noted, tmp_path)
    kept = KeptBatches(path, list[int])
    found = enough(kept.lines(work, Slice(workers)), lambda one: one[1], 20)
    assert [line.result for line in found] == [[0, 10], [1, 10]]
    path.write_bytes(path.read_bytes() + b'{"batch":2,"com')
    (tmp_path / "ran-0").unlink()
    again = KeptBatches(path, list[int])
    more = first_ones(again.lines(work, Slice(workers)), 3)
    assert [line.result[0] for line in more] == [0, 1, 2]
    assert not (tmp_path / "ran-0").exists()
    assert {line.commit for line in more} == {commit()}
    assert len(KeptBatches(path, list[int])._lines) == 2 + workers


def children(_batch: int) -> list[int]:
    """A batch that starts a process of its own."""
    process = get_context("spawn").Process(target=abs, args=(1,))
    process.start()
    process.join()
    return [process.exitcode or 0]


def test_what_one_worker_runs_may_start_processes(tmp_path: Path) -> None:
    kept = KeptBatches(tmp_path / "kept.jsonl", list[int])
    assert [line.result for line in first_ones(kept.lines(children, Slice(1)), 1)] == [[0]]


def test_nothing_is_begun_when_the_time_is_up_and_nothing_follows_a_gap(tmp_path: Path) -> None:
    kept = KeptBatches(tmp_path / "kept.jsonl", list[int])
    for number in (0, 2):
        kept._keep(Line(number, "abc", 0.0, [number, 1]))
    over = Slice(1, time.monotonic() - 1)
    assert [one.batch for one in kept.lines(partial(noted, tmp_path), over)] == [0]
    assert list(tmp_path.glob("ran-*")) == []
    assert Slice(2).ends_s == inf


def test_a_file_belongs_to_settings_and_sources(tmp_path: Path) -> None:
    one = path_of("run", {"seed": 1}, folder=tmp_path)
    assert one == path_of("run", {"seed": 1}, folder=tmp_path)
    assert one != path_of("run", {"seed": 2}, folder=tmp_path)
    assert one != path_of("run", {"seed": 1}, HERE / "README.md", folder=tmp_path)
    loaded = set(kept_batches._loaded(kept_batches.OURS))
    assert Path(kept_batches.__file__) in loaded
    assert all(source.suffix == ".py" for source in loaded)


def test_what_writes_pages_or_belongs_to_another_part_throws_nothing_away() -> None:
    loaded = set(kept_batches._loaded(kept_batches.OURS))
    assert Path(evidence.__file__) not in loaded
    assert set(kept_batches._loaded(("bench.kept_batches",))) == {Path(kept_batches.__file__)}
    assert not set(kept_batches._loaded(("bench.kept",)))
