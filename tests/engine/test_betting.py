import pytest

from cardroom.errors import ActionRefused
from tests.engine.script import DEEP, deal, flop
from tests.rule import rule


def refused(act: object, *args: object) -> ActionRefused:
    assert callable(act)
    with pytest.raises(ActionRefused) as caught:
        act(*args)
    return caught.value


@rule("BET-08", "AMB-27", "HC-01")
def test_a_raise_adds_at_least_the_largest_raise_before_it() -> None:
    hand = flop("ABC").play("A bets 5, B raises to 15")
    assert hand.may("C") == (15, 25)
    error = refused(hand.hand.raise_to, 2, 24)
    assert (error.rule, error.reason) == ("BET-08", "below_minimum_raise")
    assert error.details == {"minimum": 25, "maximum": DEEP}


@rule("BET-08", "BET-10", "BET-13", "AMB-44", "HC-02")
def test_an_undersized_all_in_is_accepted_and_closes_the_last_raiser() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 24}).play("A bets 5, B raises to 15, C all-in 24")
    assert hand.may("A") == (19, 34)
    assert hand.play("A folds").is_closed("B") == 9


@rule("BET-13", "HC-03")
def test_an_undersized_all_in_leaves_all_options_to_those_who_only_checked_before_the_bet() -> None:
    hand = deal(
        {"A": DEEP, "B": DEEP, "C": DEEP, "D": 18},
        small=("A", 1),
        big=("B", 2),
    )
    hand.play("C calls, D calls, A calls, B checks").hand.deal_board((0, 21, 30))
    hand.play("A checks, B bets 10, C calls, D all-in 16")
    assert hand.may("A") == (16, 26)
    hand.play("A calls")
    assert hand.is_closed("B") == 6
    assert hand.play("B calls").is_closed("C") == 6
    assert hand.play("C calls").pots() == [(72, "ABCD")]


def stacked(**settings: int) -> dict[str, int]:
    """Six deep stacks, but for those named."""
    return {name: settings.get(name, DEEP) for name in "ABCDEF"}


@rule("BET-14", "AMB-44", "HC-04")
def test_short_all_ins_that_add_up_to_a_raise_reopen_the_betting() -> None:
    script = "A bets 10, B calls, C all-in 18, D all-in 25"
    stacks = {"A": DEEP, "B": DEEP, "C": 18, "D": 25}
    hand = flop(stacks).play(script)
    assert hand.may("A") == (15, 35)
    assert hand.play("A calls").may("B") == (15, 35)
    assert flop(stacks).play(f"{script}, A raises to 35").may("B") == (25, 45)
