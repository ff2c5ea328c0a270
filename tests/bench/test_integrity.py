"""Evidence for the review of play: a run that was stopped goes on, and its figures are right."""

from pathlib import Path

import pytest

from bench.integrity import page
from bench.integrity.book import MEASURED, Book, version
from bench.integrity.plan import (
    BY_HANDS,
    HONEST,
    LENGTHS,
    OMAHA,
    PAIRS_MIN,
    POWER,
    PROGRAMS,
    SUPERUSERS,
    TARGETS,
    in_order,
    scaled,
)
from bench.integrity.pools import Job, Outcome, auc, bytes_held, review, strength, wilson
from bench.integrity.programs import PEOPLE, review_programs
from cardroom.simulation.population.tempo import BOTS

JOBS = [Job("dump", 1000, 120, 2), Job("honest", 0, 80, 1)]


def outcome(*, planted: int = 0, found: bool = False, pairs: int = 20, wrong: int = 0) -> Outcome:
    return Outcome(
        hands=500, honest=[10] * pairs, false_alerts=wrong, mixed_pairs=4, mixed_alerts=0,
        planted=planted, found=found, players=7, false_players=0, play_cpu_s=0.5, scan_cpu_s=1.0,
    )  # fmt: skip


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    first = list(Book(path).fill(JOBS[:1], 7, workers=1))
    assert [line.seed for line in first] == [7, 8]
    # The last line was not written to its end.
    path.write_bytes(path.read_bytes()[:-20])
    again = list(Book(path).fill(JOBS, 7, workers=1))
    assert [(line.job.kind, line.seed) for line in again] == [("dump", 8), ("honest", 7)]
    assert again[0].outcome.planted == first[1].outcome.planted
    book = Book(path)
    assert list(book.fill(JOBS, 7, workers=1)) == []
    assert [len(book.of(job, 7)) for job in JOBS] == [2, 1]
    assert len(book.commits(JOBS, 7)) == 1


def test_a_run_that_is_out_of_time_keeps_what_it_has(tmp_path: Path) -> None:
    book = Book(tmp_path / "book.jsonl")
    jobs = [Job("honest", 0, 10, 3)]
    assert len(list(book.fill(jobs, 7, workers=1, ends_s=0.0))) == 1
    assert len(list(book.fill(jobs, 7, workers=1))) == 2


def test_only_what_is_measured_makes_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = version()
    assert before == version()
    assert not [place for place in MEASURED if "server" in place or "docs" in place]
    monkeypatch.setattr("bench.integrity.book.MEASURED", MEASURED[1:])
    assert version() != before


def test_a_superuser_is_given_as_many_hands_of_their_own_as_the_job_says() -> None:
    found = review(Job("superuser", 1000, 60, 1), 3)
    assert 60 <= found.hands < 180
    assert found.players <= 7


def test_people_are_judged_by_their_times_and_a_program_is_found_among_them() -> None:
    people = review_programs(Job(PEOPLE, 0, 400, 1), 3)
    assert (people.found, people.planted) == (False, 0)
    assert people.players > 8
    found = review_programs(Job("clockwork", 0, 400, 1), 3)
    assert found.found
    assert 8 < found.players < 12
    assert people.false_players == found.false_players == 0


def test_pools_of_omaha_are_kept_apart_from_those_of_holdem(tmp_path: Path) -> None:
    jobs = [Job("honest", 0, 20, 1, game) for game in ("nl-holdem", "pl-omaha")]
    book = Book(tmp_path / "book.jsonl")
    assert len(list(book.fill(jobs, 7, workers=1))) == 2
    holdem, omaha = (book.of(job, 7)[0] for job in jobs)
    assert holdem != omaha


def test_strengths_bounds_and_separation_are_what_they_are_called() -> None:
    assert (strength(1e-6), strength(1.0)) == (600, 0)
    low, high = wilson(0, 100_000)
    assert low == 0.0
    assert high == pytest.approx(3.84e-5, rel=0.01)
    assert auc([5, 5], [1, 2, 3]) == 1.0
    assert auc([2], [1, 2, 3]) == 0.5
    assert auc([], [1]) == 0.5


def test_the_plan_has_every_figure_that_is_wanted() -> None:
    pairs = sum(job.pools * (22 if job.hands < 300 else 28) for job in HONEST)
    assert pairs >= PAIRS_MIN
    assert {target.job.kind for target in TARGETS} == {"dump", "soft", "isolate", "superuser"}
    assert all(target.job in (*POWER, *SUPERUSERS) for target in TARGETS)
    assert all(target.job.pools >= 100 for target in TARGETS)
    assert {job.hands for job in BY_HANDS} == {*LENGTHS}
    assert {job.kind for job in PROGRAMS} == {PEOPLE, *BOTS}
    every = [*HONEST, *POWER, *BY_HANDS, *SUPERUSERS, *PROGRAMS, *OMAHA]
    assert sorted(map(str, in_order())) == sorted(map(str, every))
    assert all(job.pools == 1 for job in scaled([*POWER, *BY_HANDS], 1))


def test_the_page_says_what_was_met_and_what_was_missed() -> None:
    clean = [outcome() for _ in range(5_000)]
    whole = page.false_alerts({150: clean[:1_000], 600: clean[1_000:]}, clean)
    assert "included: met" in whole
    assert "| of them in pools of 600 hands | 80,000 | 0 |" in whole
    assert "**missed**" in page.false_alerts({150: clean[:10]}, clean[:10])
    found = [outcome(planted=900, found=True)] * 9 + [outcome(planted=5)]

    def known(kind: str, _intensity: int, _hands: int) -> list[Outcome]:
        return found if kind in {"dump", "share", "best_hand", "passing"} else []

    power = page.power(known)
    assert "| dump, 0.5, 500 hands | 0.9 | 0.90 |" in power
    assert "not run" in power
    assert "were not tried: **missed**" in page.separation(known, clean[:10])
    rows = page.programs(lambda job: [outcome(found=job.kind == "steady", wrong=1)] * 2)
    assert "| people as programs | 84 | 0 |" in rows
    assert "| steady | 1.00 |" in rows
    assert "| copied | 0.00 |" in rows
    rows = page.omaha(lambda job: [outcome(found=job.kind == "dump", wrong=1)] * 2)
    assert "| honest pairs | 40 | 2 |" in rows
    assert "| dump, 0.5 | 1.00 |" in rows
    assert "3,600" not in page.cost(clean[:10], [(300, 1_000)])
    assert "1,800,000 hands scored" in page.cost(clean[:10], [(300, 1_000)])


def test_memory_grows_with_the_hands_and_not_faster() -> None:
    few, many = bytes_held(20, 1), bytes_held(80, 1)
    assert 0 < few < many < 8 * few
