"""Chips and words in turn, branch by branch of section 6.1, also by other house rules."""

from typing import Any

import pytest

from cardroom.floor.rulings.chips import read_motion, read_motions
from cardroom.floor.rulings.spot import ChipsPushed
from tests.floor.rulings.asking import ask, house, pushed
from tests.rule import rule

E2: dict[str, Any] = {"big_blind": 400, "bet": 1200, "raise_size": 800}
OPTION: dict[str, Any] = {"big_blind": 600, "bet": 600, "own": 600}
FLOP: dict[str, Any] = {"big_blind": 400, "bet": 0}


def short(ruling: Any) -> tuple[str, int | None]:
    return ruling.decision, ruling.amounts.bet_to


# Step 1: words and amounts


@rule("LIVE-4")
def test_customary_words_bind_whatever_the_chips_are() -> None:
    assert short(pushed("5000", **E2, said="call")) == ("call", 1200)
    assert short(pushed("5000", **E2, said="I fold")) == ("fold", 0)
    assert short(pushed("500", **OPTION, said="check")) == ("check", 600)
    assert short(pushed("500", **E2, said="all in", stack=9000)) == ("all_in", 9000)
    assert pushed("5000", **E2, said="fold").hand_status == "folded"


@rule("LAMB-52", "LIVE-4")
def test_complete_is_a_call_and_unclear_where_there_is_nothing_to_call() -> None:
    assert short(pushed("", big_blind=400, bet=400, own=200, said="complete")) == ("call", 400)
    unclear = pushed("", **OPTION, said="complete")
    assert (unclear.decision, unclear.needs_floor) == ("unclear", True)


@rule("LIVE-4", "LAMB-52")
@pytest.mark.parametrize("said", ["boom", "check", "bet", "call raise", "raise 900 1200", "!!"])
def test_after_unclear_words_the_chips_decide_and_the_floor_is_called(said: str) -> None:
    ruling = pushed("500x4", **E2, said=said)
    assert short(ruling) == ("raise", 2000)
    assert ruling.needs_floor
    assert "LIVE-4" in ruling.rule_ids
    nothing = pushed("", **E2, said=said)
    assert (nothing.decision, nothing.needs_floor, nothing.rule_ids) == (
        "unclear",
        True,
        ("LIVE-4",),
    )


@rule("LIVE-36.b")
def test_an_exact_amount_announced_first_counts_and_the_chips_do_not() -> None:
    assert short(pushed("5000", **E2, said="raise to 2,400")) == ("raise", 2400)
    assert short(pushed("100", **E2, said="2400")) == ("raise", 2400)
    assert pushed("100", **E2, said="2400").amounts.missing == 2300
    assert short(pushed("5000", **E2, said="1200")) == ("call", 1200)
    assert short(pushed("", **FLOP, said="bet 900")) == ("bet", 900)


@rule("LIVE-36.b", "LAMB-21")
def test_an_announced_amount_below_the_minimum_is_completed_within_the_stack() -> None:
    assert short(pushed("", **E2, said="raise 1500")) == ("raise", 2000)
    assert short(pushed("", **E2, said="raise 1500", stack=1800)) == ("all_in", 1800)
    assert short(pushed("", **E2, said="raise 1500", stack=1000)) == ("call", 1000)
    assert short(pushed("", **E2, said="9000", stack=3000)) == ("all_in", 3000)
    assert short(pushed("", **E2, said="1000", stack=1000)) == ("call", 1000)


@rule("LIVE-35.p1")
def test_an_announced_amount_below_the_bet_is_completed_or_lost() -> None:
    ruling = pushed("100x4", **E2, said="400")
    assert ruling.decision == "complete_or_forfeit"
    assert [option.bet_to for option in ruling.options] == [1200, 400]


@rule("LIVE-38.p2")
def test_an_all_in_below_the_bet_is_a_call_and_needs_to_know_the_stack() -> None:
    assert short(pushed("", **E2, said="all-in", stack=900)) == ("call", 900)
    with pytest.raises(ValueError, match="needs the player's stack"):
        pushed("", **E2, said="all-in")


# Step 2: "raise" without an amount


@rule("LIVE-37.p3", "LAMB-21")
def test_an_announced_raise_is_at_least_the_minimum_and_at_most_what_the_limit_permits() -> None:
    assert short(pushed("5000", **E2, said="raise")) == ("raise", 5000)
    assert short(pushed("1000x2", **E2, said="raise")) == ("raise", 2000)
    fixed = pushed("5000", **E2, said="raise", game="split-limit")
    assert short(fixed) == ("raise", 2000)
    assert fixed.amounts.back == 3000
    pot = pushed("10000", **E2, said="raise", game="pot-limit", pot=1800)
    assert short(pot) == ("raise", 4200)
    assert "LIVE-36.p1" in pot.rule_ids
    assert short(pushed("500x3", **E2, said="raise", stack=1700)) == ("all_in", 1700)


@rule("LAMB-21")
def test_a_house_may_read_one_announced_chip_as_the_increase() -> None:
    by_chip = house("wagers", announced_one_chip_raise="by_chip")
    assert short(pushed("5000", rules=by_chip, **E2, said="raise")) == ("raise", 6200)
    strict = house("wagers", announced_raise_completed=False)
    assert short(pushed("500x3", rules=strict, **E2, said="raise")) == ("call", 1200)


@rule("LIVE-36.c", "LAMB-51", "LAMB-46")
def test_after_raise_come_the_call_and_one_more_motion() -> None:
    assert short(pushed("1200/2000", **E2, said="raise")) == ("raise", 3200)
    three = pushed("1200/2000/5000", **E2, said="raise")
    assert short(three) == ("raise", 3200)
    assert three.amounts.back == 5000
    first_is_more = pushed("2500/2000", **E2, said="raise")
    assert short(first_is_more) == ("raise", 2500)
    assert first_is_more.amounts.back == 2000
    assert first_is_more.rule_ids == ("LAMB-51",)
    assert "LIVE-36.c" in three.rule_ids


@rule("LIVE-36.c")
def test_the_word_raise_alone_owes_a_raise_of_any_legal_size() -> None:
    ruling = pushed("", **E2, said="raise", stack=9000)
    assert ruling.decision == "raise"
    assert (ruling.amounts.minimum, ruling.amounts.maximum) == (2000, 9000)


# Steps 3 to 8: chips alone


@rule("LIVE-36.a", "LAMB-46")
def test_without_words_only_the_first_motion_counts() -> None:
    ruling = pushed("1200/2000", **E2)
    assert short(ruling) == ("call", 1200)
    assert ruling.amounts.back == 2000
    assert "LAMB-46" in ruling.rule_ids
    two = house("wagers", raise_motions_silent=2)
    assert short(pushed("1200/2000", rules=two, **E2)) == ("raise", 3200)
    overlooked = pushed("400/800", **E2)
    assert [option.bet_to for option in overlooked.options] == [1200, 400]
    assert [[move.chips for move in one.chip_moves] for one in overlooked.options] == [[], [800]]


@rule("LIVE-36.p3", "LIVE-37.p4")
def test_an_uncounted_heap_across_the_line_is_bet_whole() -> None:
    ruling = pushed("500x7+100x13+25x3", **FLOP)
    assert short(ruling) == ("bet", 4875)
    assert "LIVE-36.p3" in ruling.rule_ids


@rule("LAMB-22")
def test_an_opening_bet_below_the_big_blind_is_completed_unless_it_is_all_in() -> None:
    assert short(pushed("100", **FLOP)) == ("bet", 400)
    assert short(pushed("100", **FLOP, stack=100)) == ("all_in", 100)
    half = house("wagers", small_opening_bet="half_bet_test")
    assert short(pushed("100", rules=half, **FLOP)) == ("check", 0)
    assert short(pushed("100x2", rules=half, **FLOP)) == ("bet", 400)


@rule("LIVE-35.p1")
def test_too_few_chips_are_an_all_in_call_when_they_are_the_whole_stack() -> None:
    assert short(pushed("100x4", **E2, stack=400)) == ("call", 400)
    ruling = pushed("100x4", **E2, stack=1000)
    assert [option.bet_to for option in ruling.options] == [1000, 400]


@rule("LIVE-35.p1")
def test_who_overlooks_raises_again_and_again_gets_a_hint_and_a_house_may_allow_the_raise() -> None:
    assert pushed("100x4", **E2).penalty_hint is None
    again = pushed("100x4", **E2, repeated=True)
    assert (again.penalty_hint, again.needs_floor) == ("OUT_OF_TURN", True)
    generous = house("wagers", overlooked_raise_may_reraise=True)
    choices = [option.choice for option in pushed("100x4", rules=generous, **E2).options]
    assert choices == ["complete", "forfeit", "raise"]


def test_the_exact_call_is_a_call() -> None:
    assert short(pushed("1000+100x2", **E2)) == ("call", 1200)


@rule("LAMB-43")
def test_the_big_blind_with_the_option_checks_with_one_larger_chip() -> None:
    assert short(pushed("1000", **OPTION)) == ("check", 600)
    assert pushed("1000", **OPTION).amounts.back == 1000
    assert short(pushed("500", **OPTION)) == ("raise", 1200)
    assert short(pushed("100", **OPTION)) == ("check", 600)
    assert short(pushed("500x2", **OPTION)) == ("raise", 1600)
    half = house("wagers", option_oversized_chip="half_bet_test")
    assert short(pushed("1000", rules=half, **OPTION)) == ("raise", 1600)


@rule("LAMB-44")
def test_last_chips_are_not_exempt_from_the_rules_about_one_and_several_chips() -> None:
    assert short(pushed("5000", **E2, stack=5000)) == ("call", 1200)
    assert short(pushed("1000x2", **E2, stack=2000)) == ("call", 1200)
    exempt = house("wagers", last_chips_exempt=True)
    assert short(pushed("5000", rules=exempt, **E2, stack=5000)) == ("all_in", 5000)
    assert short(pushed("1000x2", rules=exempt, **E2, stack=2000)) == ("all_in", 2000)
    assert short(pushed("1000x2", rules=exempt, **E2, stack=9000)) == ("call", 1200)


@rule("LIVE-38.p1")
def test_the_half_bet_share_is_a_switch_and_completion_stops_at_the_stack() -> None:
    third = house("wagers", half_bet_percent=30)
    assert short(pushed("1000+500+25", rules=third, **E2)) == ("raise", 2000)
    assert short(pushed("1000+500+100", **E2, stack=1900)) == ("all_in", 1900)


@rule("LIVE-38.p2", "LIVE-36.p1", "LAMB-26")
@pytest.mark.parametrize(
    ("barred", "rule_id"),
    [("closed", "LIVE-38.p2"), ("capped", "LIVE-36.p1"), ("passive", "LAMB-26")],
)
def test_a_player_who_may_not_raise_calls_with_whatever_they_push(
    barred: Any, rule_id: str
) -> None:
    for chips, said in (("500x4", ""), ("5000", "raise"), ("", "3000"), ("500x4", "all-in")):
        ruling = pushed(chips, **E2, said=said, barred=barred, stack=9000)
        assert short(ruling) == ("call", 1200)
    assert rule_id in pushed("500x4", **E2, barred=barred).rule_ids
    assert short(pushed("500x2", **OPTION, barred=barred)) == ("check", 600)
    assert short(pushed("1000", **FLOP, barred=barred)) == ("check", 0)


def test_an_all_in_of_exactly_the_minimum_is_full_unless_the_house_says_otherwise() -> None:
    assert pushed("500x4", **E2, stack=2000).reopens is True
    more = house("hand", exact_minimum_is_full_raise=False)
    assert pushed("500x4", rules=more, **E2, stack=2000).reopens is False


# What cannot be


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"big_blind": 400, "bet": 1200}, "how much the last full bet or raise added"),
        ({**E2, "own": 1300}, "more in front than the highest bet"),
        ({**E2, "stack": 1900}, "more chips were pushed than the player has"),
        ({**E2, "raise_size": 1300}, "cannot have added more"),
        ({**E2, "game": "pot-limit"}, "pot-limit needs the chips in the middle"),
    ],
)
def test_facts_that_cannot_be_are_refused_in_one_sentence(
    facts: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        pushed("500x4", **facts)


def test_a_question_without_chips_and_words_is_refused() -> None:
    with pytest.raises(ValueError, match="pushed nothing"):
        ask(ChipsPushed(**E2))


@pytest.mark.parametrize("text", ["", "x4", "500x", "500x0", "0", "500,4", "-5", "5e3", "1" * 14])
def test_what_is_no_chip_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a number of chips|too much"):
        read_motion(text)


def test_chips_are_read_in_every_usual_way() -> None:
    assert read_motion("500 x 4").worth == read_motion("500×4").worth == 2000
    assert [motion.worth for motion in read_motions("1200/500x4")] == [1200, 2000]
    assert read_motion("1000+500+25").smallest == 25
