"""The long runs: fields of all sizes, every pair, and a breach that is told and can be repeated."""

from random import Random

import pytest

from cardroom.simulation.tournament.fields import field_size
from cardroom.tournament.definition.examples import FORMATS, definition_of
from cardroom.tournament.tables.balancing import Balancing
from tests.rule import rule
from tests.simulation.tournament.long_runs import FIELD_MAX, Pair, Run, Seen, offered, play, runs_of
from tests.simulation.tournament.parallel import in_parallel

FREEZEOUT = Pair("freezeout", "nl-3.0")


def test_most_fields_are_small_and_a_few_have_thousands_of_players() -> None:
    definition, chance = definition_of("freezeout", {}), Random(4)
    sizes = [field_size(definition, chance, maximum=FIELD_MAX) for _ in range(7_680)]
    assert (min(sizes), max(sizes)) == (2, FIELD_MAX)
    assert 3_000 < sum(size <= 5 for size in sizes) < 4_800
    assert sum(size >= 100 for size in sizes) > 150
    assert sum(size >= 1_000 for size in sizes) > 10
    assert sum(sizes) < 250_000


@rule("TYP-02")
def test_a_sit_and_go_is_always_full_and_a_minimum_is_mostly_reached() -> None:
    chance = Random(4)
    five = definition_of("sit-and-go-5", {})
    assert {field_size(five, chance, maximum=FIELD_MAX) for _ in range(50)} == {5}
    guaranteed = definition_of("guaranteed", {})
    sizes = [field_size(guaranteed, chance, maximum=FIELD_MAX) for _ in range(100)]
    assert 5 < sum(size < 30 for size in sizes) < 40


def test_every_format_and_every_edition_is_played() -> None:
    pairs = offered()
    assert len(pairs) == len(set(pairs)) >= 64
    assert {pair.format for pair in pairs} == set(FORMATS)


def test_a_breach_is_told_with_the_words_that_play_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = Run(FREEZEOUT, number=3, seed=1, players=20)
    seen = play(run)
    assert (seen.tournaments, seen.players, seen.largest, seen.breaches) == (1, 20, 20, [])
    assert play(run) == seen
    monkeypatch.setattr(Balancing, "_move_is_due", False)
    (breach,) = play(run).breaches
    assert breach.startswith("AssertionError: not balanced")
    assert breach.endswith("--format freezeout --edition nl-3.0 --number 3 --seed 1")


def test_what_is_seen_adds_up() -> None:
    together = Seen()
    one, two = {"rebuys": 2, "deals_icm": 1}, {"rebuys": 3}
    together.add(Seen(events=1, tournaments=2, players=9, largest=9, coverage=one, breaches=["1"]))
    together.add(Seen(events=1, tournaments=1, players=4, largest=4, coverage=two, breaches=["2"]))
    assert (together.events, together.tournaments, together.players) == (2, 3, 13)
    assert (together.largest, together.breaches) == (9, ["1", "2"])
    assert together.coverage == {"rebuys": 5, "deals_icm": 1}


def test_runs_are_the_same_for_a_seed_and_different_for_another() -> None:
    assert runs_of(FREEZEOUT, range(50), 1) == runs_of(FREEZEOUT, range(50), 1)
    sizes = [[run.players for run in runs_of(FREEZEOUT, range(50), seed)] for seed in (1, 2)]
    assert sizes[0] != sizes[1]


def test_work_is_spread_and_every_result_finds_its_job(capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [3, 10, 4, 8]
    results = dict(in_parallel(abs, [-job for job in jobs], weight=abs, unit="steps"))
    assert results == {-job: job for job in jobs}
    assert "25 of 25 steps, 0 s left" in capsys.readouterr().err
