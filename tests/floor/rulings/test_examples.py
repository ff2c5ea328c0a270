"""The worked examples of section 6.2, read from the catalogue's own numbers."""

from typing import Any

import pytest

from tests.floor.rulings.asking import pushed
from tests.rule import rule

E2: dict[str, Any] = {"big_blind": 400, "bet": 1200, "raise_size": 800}
E4: dict[str, Any] = {"big_blind": 800, "bet": 3200, "raise_size": 800}
PREFLOP_300: dict[str, Any] = {"big_blind": 600, "bet": 600}
PREFLOP_200: dict[str, Any] = {"big_blind": 400, "bet": 400}

EXAMPLES: list[tuple[str, dict[str, Any], str, str, int, int, str]] = [
    # example, situation, chips, decision, total in front, chips back, rule that must be named
    ("E1", PREFLOP_300, "500x2", "call", 600, 400, "LIVE-37.p5"),
    ("E2", E2, "1000x2", "call", 1200, 800, "LIVE-37.p5"),
    ("E3", E2, "500x4", "raise", 2000, 0, "LIVE-36.a"),
    ("E4", E4, "1000x4", "call", 3200, 800, "LIVE-37.p5"),
    ("E5", {**E4, "own": 800}, "1000x4", "raise", 4800, 0, "LIVE-36.a"),
    ("E6", E4, "1000x5", "raise", 5000, 0, "LIVE-36.a"),
    ("E7", E2, "500x3", "call", 1200, 300, "LIVE-37.p5"),
    ("E8", E2, "1000+500", "call", 1200, 300, "LAMB-24"),
    ("E9", E2, "1000+500+100", "raise", 2000, 0, "LIVE-38.p1"),
    ("E10", E2, "1000+500+25", "call", 1200, 325, "LIVE-38.p1"),
    ("E11", PREFLOP_200, "100x6", "raise", 800, 0, "LIVE-38.p1"),
    ("E12", PREFLOP_200, "100x5", "call", 400, 100, "LIVE-38.p1"),
    ("E13", {**PREFLOP_300, "said": "raise"}, "5000", "raise", 5000, 0, "LIVE-37.p3"),
    ("E14", {**PREFLOP_300, "said": "raise"}, "1000", "raise", 1200, 0, "LAMB-21"),
    (
        "E15",
        {**PREFLOP_300, "said": "raise", "said_after": True},
        *("5000", "call", 600, 4400, "LIVE-37.p1"),
    ),
    ("E16", {"big_blind": 400, "bet": 0}, "5000", "bet", 5000, 0, "LIVE-37.p4"),
    (
        "E17",
        {"big_blind": 400, "bet": 1000, "raise_size": 1000},
        *("5000", "call", 1000, 4000, "LIVE-37.p1"),
    ),
    ("E18", {**PREFLOP_200, "own": 200}, "1000", "call", 400, 800, "LIVE-37.p1"),
    ("E19", {**PREFLOP_200, "own": 200}, "100x4", "raise", 800, 0, "LIVE-38.p1"),
    ("E21", {**E2, "stack": 1600}, "500x3+100", "all_in", 1600, 0, "LIVE-38.p2"),
    ("E22", {**E2, "said": "raise"}, "500x3", "raise", 2000, 0, "LAMB-21"),
]


@rule("LIVE-36.a", "LIVE-37.p1", "LIVE-37.p2", "LIVE-37.p3", "LIVE-37.p4", "LIVE-37.p5")
@rule("LIVE-37.p6", "LIVE-38.p1", "LIVE-38.p3", "LAMB-21", "LAMB-23", "LAMB-24")
@pytest.mark.parametrize(
    ("example", "situation", "chips", "decision", "bet_to", "back", "rule_id"),
    EXAMPLES,
    ids=[example[0] for example in EXAMPLES],
)
def test_a_worked_example_of_the_catalogue_is_decided_as_printed(
    example: str,
    situation: dict[str, Any],
    chips: str,
    decision: str,
    bet_to: int,
    back: int,
    rule_id: str,
) -> None:
    ruling = pushed(chips, **situation)
    assert (ruling.decision, ruling.amounts.bet_to, ruling.amounts.back) == (decision, bet_to, back)
    assert rule_id in ruling.rule_ids
    assert ruling.needs_floor is False


@rule("LIVE-35.p1", "LHC-23")
def test_e20_an_overlooked_raise_is_completed_or_the_chips_are_lost_and_never_raised() -> None:
    ruling = pushed("100x4", **E2)
    assert ruling.decision == "complete_or_forfeit"
    complete, forfeit = ruling.options
    assert (complete.choice, complete.bet_to, complete.hand_status) == ("complete", 1200, "live")
    assert [move.chips for move in complete.chip_moves] == [800]
    assert (forfeit.choice, forfeit.bet_to, forfeit.hand_status) == ("forfeit", 400, "dead")
    assert forfeit.chip_moves == ()
    assert ruling.rule_ids == ("LIVE-35.p1",)


@rule("LIVE-38.p2")
def test_e21_a_short_all_in_reopens_nothing() -> None:
    assert pushed("500x3+100", **E2, stack=1600).reopens is False
    assert pushed("500x4", **E2, stack=2000).reopens is True


@rule("LHC-20")
def test_the_test_of_several_chips_precedes_the_half_bet_test() -> None:
    ruling = pushed("1000x4", **E4)
    assert (ruling.decision, ruling.amounts.bet_to) == ("call", 3200)


@rule("LHC-21", "LAMB-23")
def test_chips_left_in_front_count_towards_the_call_and_chips_pulled_back_do_not() -> None:
    left = pushed("1000x4", **E4, own=800)
    assert (left.decision, left.amounts.bet_to, left.amounts.adds) == ("raise", 4800, 4000)
    back = pushed("1000x4", **E4, own=800, pulled_back=True)
    assert (back.decision, back.amounts.bet_to, back.amounts.adds) == ("call", 3200, 2400)


@rule("LHC-22", "LIVE-37.p1", "LIVE-38.p3")
def test_raise_after_the_chip_has_landed_comes_too_late() -> None:
    late = pushed("5000", **PREFLOP_300, said="raise", said_after=True)
    assert (late.decision, late.amounts.bet_to) == ("call", 600)
    assert pushed("5000", **PREFLOP_300, said="raise").amounts.bet_to == 5000
