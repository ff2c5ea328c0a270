"""Programs are found by their tempo; people, however quick or moody, are not."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from cardroom.integrity.alerts import BotAlert
from cardroom.integrity.detectors.tempo import distance, grids_for, in_steps, ranks
from cardroom.integrity.hands import ReviewedHand
from cardroom.integrity.judged_before import JudgedBefore
from cardroom.integrity.program_watch import ProgramWatch, apart
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.scan import P, Q, Scan
from cardroom.rulebook import edition
from cardroom.simulation.population.pool import Pool, PoolTerms
from tests.rule import rule

PEOPLE = {
    f"person {number}": style
    for number, style in enumerate(
        ("tag", "lag", "station", "regular", "rock", "beginner", "tilter", "nit", "small_ball"), 1
    )
}
HANDS = 600
ROUNDS = 300


@cache
def hands(*kinds: str) -> tuple[ReviewedHand, ...]:
    """The hands of nine people and of programs that keep time in these ways."""
    programs = {f"program {number}": kind for number, kind in enumerate(kinds, 1)}
    styles = PEOPLE | dict.fromkeys(programs, "program")
    terms = PoolTerms(styles=styles, tempos=programs)
    pool = Pool(terms, edition("en-2.7").hand, Random(3), hands=HANDS, timing=Random(4))
    found = []
    for one in pool.play():
        key, at_ms = f"hand {one.number}", one.number * 60_000
        hand = reviewed_hand(
            *(one.hand.events, one.names),
            key=key, think_ms=one.think_ms, number=one.number, at_ms=at_ms,
        )  # fmt: skip
        assert hand is not None
        found.append(hand)
    return tuple(found)


def watched(*kinds: str, old: str = "") -> tuple[ProgramWatch, list[str]]:
    """What was gathered of these hands; the times of one player may be old."""
    watch, names = ProgramWatch(), [*PEOPLE, "program 1", "program 2"]
    for number, hand in enumerate(hands(*kinds)):
        players = [names.index(name) for name in hand.players]
        watch.add(hand, number, players, [name == old for name in hand.players])
    return watch, names


def is_strong(p: float, q: float) -> bool:
    return q <= Q and p <= P


@cache
def alerts(*kinds: str, old: str = "") -> dict[str, BotAlert]:
    watch, names = watched(*kinds, old=old)
    keys = [hand.key for hand in hands(*kinds)]
    found = watch.alerts(names, keys, Random(1).randrange, rounds=ROUNDS, is_alert=is_strong)
    return {one.player: one for one in found}


@rule("FAIR-07")
@pytest.mark.parametrize(("kind", "test"), [("steady", "scatter"), ("clockwork", "steps")])
def test_a_program_that_keeps_its_own_time_is_the_only_alert(kind: str, test: str) -> None:
    found = alerts(kind)
    assert found.keys() == {"program 1"}
    alert = found["program 1"]
    assert alert.evidence[0].test == test
    assert len({one.key for one in alert.hands}) == 5
    assert all(one.think_ms <= alert.median_ms for one in alert.hands)
    assert 1 <= alert.longest_h <= HANDS / 60
    assert 1 <= alert.hours_of_day <= 1 + HANDS / 60


def test_people_raise_no_alert() -> None:
    assert alerts() == {}


def test_several_programs_do_not_vouch_for_each_other() -> None:
    found = alerts("steady", "steady")
    assert found.keys() == {"program 1", "program 2"}
    distances = [one.distance for one in found["program 1"].alike]
    assert distances == sorted(distances)
    assert len(distances) == 3


def test_choices_are_nothing_apart_from_themselves_and_one_from_their_opposite() -> None:
    folds, calls = {7: Counter({0: 5})}, {7: Counter({1: 9})}
    half = {7: Counter({0: 5, 1: 5})}
    assert apart(folds, folds) == 0
    assert apart(folds, calls) == pytest.approx(1)
    assert 0 < apart(folds, half) < apart(folds, calls)
    assert apart(folds, {8: Counter({0: 5})}) == 1


def test_copied_times_do_not_follow_hard_decisions_and_are_too_good_for_an_alert() -> None:
    """The guide says so openly: such a program is only suspected."""
    watch, names = watched("copied")
    found = watch.findings(Random(1).randrange, rounds=ROUNDS, is_alert=is_strong)
    (own,) = [one for one in found if names[one.player] == "program 1"]
    assert own.p > P
    (follows,) = [one for one in own.tests if one.test == "follows"]
    assert abs(follows.observed) < 0.1 < follows.usual


def test_times_that_were_evidence_before_are_none_again() -> None:
    assert alerts("steady", old="program 1") == {}


def test_a_scan_judges_nobody_without_times_and_reads_those_that_there_are() -> None:
    scan = Scan(JudgedBefore(programs={"person 1": 5}))
    for hand in hands("steady")[:10]:
        scan.add(hand)
    assert scan.programs(Random(1).randrange) == ()
    held = scan._programs._decisions
    timed = sum(len(hand.decisions) for hand in hands("steady")[:10])
    own = [
        one
        for hand in hands("steady")[:6]
        for one in hand.decisions
        if hand.players[one.place] == "person 1"
    ]
    assert sum(map(len, held.values())) == timed - len(own)


def test_equal_values_share_their_rank() -> None:
    assert ranks([3.0, 1.0, 3.0, 7.0]) == [1.5, 0.0, 1.5, 3.0]


def test_two_samples_are_as_far_apart_as_their_largest_step() -> None:
    assert distance([1.0, 2.0], [1.0, 2.0]) == 0.5
    assert distance([1.0, 2.0], [3.0, 4.0]) == 1.0


def test_whole_steps_are_seen_only_where_times_scatter_over_several() -> None:
    quarters = [1_000 + 250 * (place % 12) for place in range(120)]
    assert 250 in grids_for(quarters)
    assert in_steps(quarters, [250]) == pytest.approx(120)
    assert grids_for([1_000 + place % 9 for place in range(120)]) == []
