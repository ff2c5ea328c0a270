"""Counters of one's own play: what a hand adds, and the shares that many hands give."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.engine import Hand, HandStarted, Post
from cardroom.history.statistics import (
    Result,
    Share,
    aggression_factor,
    count,
    results,
    sessions,
    shares,
    total,
)
from tests.engine.random_play import play
from tests.engine.script import ONLINE, Script, deal
from tests.rule import rule

BLINDS: dict[str, Any] = {"small": ("SB", 5), "big": ("BB", 10)}
SIX = ("SB", "BB", "UTG", "HJ", "CO", "BTN")
HOLE = {"SB": "Ah Kd", "BB": "Qh Qd", "UTG": "5h 4d", "HJ": "8h 8d", "CO": "9s 9d", "BTN": "Th 6d"}
BOARD = "2c 7d Jh 3s Jc"
HOUR_MS = 3_600_000


def counted(script: Script, *, at_ms: int = 0) -> dict[str, dict[str, int]]:
    """What a hand adds, by name."""
    hand = script.hand
    began = dict(zip(hand.started.seats, hand.started.stacks, strict=True))
    seats = {script.seat(name): name for name in script.names}
    deltas = {seats[seat]: hand.stacks[seat] - began[seat] for seat in hand.seats}
    return count(hand.events, seats, deltas, at_ms=at_ms)


def six(text: str) -> dict[str, dict[str, int]]:
    script = deal(SIX, hole=HOLE, board=BOARD, **BLINDS)
    return counted(script.play(text))


def who(found: dict[str, dict[str, int]], counter: str) -> list[str]:
    return [name for name in found if found[name].get(counter)]


def test_who_calls_or_raises_before_the_flop_puts_money_in_of_the_own_will() -> None:
    found = six("UTG folds, HJ calls, CO raises 40, BTN folds, SB calls, BB folds, HJ folds")
    # Posting a blind, folding it, and checking the big blind are no choice.
    assert who(found, "vpip") == ["SB", "HJ", "CO"]
    assert who(found, "pfr") == ["CO"]


def test_a_checked_big_blind_is_no_voluntary_bet() -> None:
    script = deal(("SB", "BB", "BTN"), board=BOARD, **BLINDS)
    script.play("BTN folds, SB calls, BB checks, SB bets 10, BB folds")
    found = counted(script)
    assert who(found, "vpip") == ["SB"]


def test_the_second_raise_is_a_third_bet_and_one_raise_before_is_the_chance_for_it() -> None:
    found = six("UTG folds, HJ raises 30, CO folds, BTN raises 90, SB folds, BB calls, HJ folds")
    assert who(found, "three_bet") == ["BTN"]
    # The blinds faced two raises already.
    assert who(found, "three_bet_chance") == ["CO", "BTN"]
    assert who(found, "fold_to_three_bet_chance") == ["HJ"]
    assert who(found, "fold_to_three_bet") == ["HJ"]


def test_a_raiser_who_calls_the_third_bet_had_the_chance_to_fold_and_did_not() -> None:
    found = six(
        "UTG folds, HJ raises 30, CO folds, BTN raises 90, SB folds, BB folds, HJ calls, "
        "HJ checks, BTN bets 50, HJ folds"
    )
    assert found["HJ"]["fold_to_three_bet_chance"] == 1
    assert "fold_to_three_bet" not in found["HJ"]
    assert shares(found["HJ"])["fold_to_three_bet"].basis_points == 0


def test_a_cold_fourth_bet_takes_the_chance_away() -> None:
    found = six(
        "UTG folds, HJ raises 30, CO raises 90, BTN raises 200, SB folds, BB folds, HJ folds, "
        "CO folds"
    )
    assert who(found, "fold_to_three_bet_chance") == []
    assert who(found, "three_bet") == ["CO"]
    assert who(found, "three_bet_chance") == ["CO"]


def test_a_walk_is_no_chance_to_play() -> None:
    found = six("UTG folds, HJ folds, CO folds, BTN folds, SB folds")
    assert who(found, "walks") == ["BB"]
    assert shares(found["BB"])["vpip"] == Share(0, 0)
    assert shares(found["BB"])["vpip"].exact is None
    assert shares(found["UTG"])["vpip"] == Share(0, 1)
    assert who(found, "hands_won") == ["BB"]


def test_flops_showdowns_and_aggression_are_counted_after_the_flop() -> None:
    found = six(
        "UTG folds, HJ folds, CO calls, BTN calls, SB calls, BB checks, "
        "SB checks, BB bets 20, CO calls, BTN folds, SB folds, "
        "BB bets 40, CO raises 100, BB calls, BB checks, CO bets 100, BB calls"
    )
    assert who(found, "flops_seen") == ["SB", "BB", "CO", "BTN"]
    assert who(found, "showdowns") == ["BB", "CO"]
    assert who(found, "showdowns_won") == who(found, "hands_won") == ["BB"]
    assert [found["BB"][name] for name in ("aggressive", "passive")] == [2, 2]
    assert aggression_factor(found["BB"]) == 1
    assert aggression_factor(found["CO"]) == 2
    assert aggression_factor(found["BTN"]) is None
    assert shares(found["BTN"])["aggression"] == Share(0, 1)
    assert shares(found["BB"])["went_to_showdown"] == Share(1, 1)


@rule("LIVE-32")
def test_a_killed_hand_is_nobodys_decision() -> None:
    script = deal(SIX, hole=HOLE, board=BOARD, **BLINDS).play("UTG raises 30")
    for name in ("HJ", "CO", "BTN", "SB", "BB"):
        script.hand.kill(script.seat(name), "LIVE-32")
    found = counted(script)
    assert who(found, "three_bet_chance") == []
    assert who(found, "hands_won") == ["UTG"]


@pytest.mark.parametrize(
    ("name", "position"),
    [
        *[("SB", "small_blind"), ("BB", "big_blind"), ("BTN", "button")],
        *[("CO", "cutoff"), ("HJ", "hijack"), ("UTG", "lojack")],
    ],
)
def test_results_are_kept_by_position_stake_and_hour(name: str, position: str) -> None:
    script = deal(SIX, hole=HOLE, board=BOARD, **BLINDS)
    script.play("UTG folds, HJ folds, CO folds, BTN folds, SB folds")
    found = counted(script, at_ms=50 * HOUR_MS + 59 * 60_000)[name]
    cents = {"SB": -5, "BB": 5}.get(name, 0)
    assert results(found) == dict.fromkeys(
        ["", position, "nl-holdem-10", "hour-02"], Result(1, cents)
    )


@rule("AMB-32")
def test_positions_hold_without_a_small_blind_and_with_two_players() -> None:
    posts = (Post(5, "big_blind", 10),)
    started = HandStarted("nl-holdem", 2, (1, 5, 6), (500, 500, 500), 10, posts)
    hand = Hand(ONLINE, started)
    hand.fold(6)
    hand.fold(1)
    found = count(hand.events, {1: "a", 5: "b", 6: "c"}, {}, at_ms=0)
    assert [next(iter(_positions(found[name]))) for name in "abc"] == [
        "cutoff",
        "big_blind",
        "hijack",
    ]
    heads_up = deal(("BB", "SB"), small=("SB", 5), big=("BB", 10)).play("SB folds")
    assert _positions(counted(heads_up)["SB"]) == {"button"}


def _positions(counters: dict[str, int]) -> set[str]:
    return {place for place in results(counters) if place and not place[-1].isdecimal()}


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=5))
def test_shares_are_never_more_than_all_and_results_are_what_was_won(hands: list[int]) -> None:
    added: list[dict[str, int]] = []
    for seed in hands:
        hand = play(seed)
        began = dict(zip(hand.started.seats, hand.started.stacks, strict=True))
        deltas = {seat: hand.stacks[seat] - began[seat] for seat in hand.seats}
        found = count(hand.events, {seat: seat for seat in hand.seats}, deltas, at_ms=seed)
        assert sum(one.get("cents", 0) for one in found.values()) == -hand.rake
        assert all(add for one in found.values() for add in one.values())
        added += found.values()
    all_hands = total(added)
    for share in shares(all_hands).values():
        assert 0 <= share.times <= share.chances
        assert share.basis_points is None or 0 <= share.basis_points <= 10_000
    found_results = results(all_hands)
    for kind in ("hour-", "-holdem-", "-omaha-"):
        parts = [found_results[place] for place in found_results if kind in place]
        assert sum(part.hands for part in parts) <= all_hands["hands"]
    hours = [found_results[place] for place in found_results if place.startswith("hour-")]
    assert sum(part.cents for part in hours) == found_results[""].cents


@pytest.mark.parametrize(
    ("times", "chances", "points"),
    [(1, 3, 3333), (2, 3, 6667), (1, 8, 1250), (1, 20_000, 1), (1, 20_001, 0), (0, 0, None)],
)
def test_a_share_is_rounded_once_to_basis_points(
    times: int, chances: int, points: int | None
) -> None:
    share = Share(times, chances)
    assert share.basis_points == points
    assert share.exact == (Fraction(times, chances) if chances else None)


def test_a_result_is_measured_in_big_blinds_per_hundred_hands() -> None:
    assert Result(hands=250, cents=-1234).big_blinds_per_hundred(10) == Fraction(-1234, 25)
    assert Result(hands=0, cents=0).big_blinds_per_hundred(10) is None


def test_a_long_pause_begins_a_new_session() -> None:
    minute = 60_000
    times = [0, minute, 31 * minute, 62 * minute, 63 * minute]
    assert sessions(reversed(times)) == [[0, minute, 31 * minute], [62 * minute, 63 * minute]]
    assert sessions([]) == []
