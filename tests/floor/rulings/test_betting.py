"""What a player may still do: reopened, closed or capped, by the engine's own betting."""

from typing import Any

import pytest

from cardroom.floor.rulings.betting import Act, BettingRound
from cardroom.floor.rulings.ruling import Ruling
from tests.floor.rulings.asking import LIVE, ask, house
from tests.rule import rule


def asked(seat: int, *acts: tuple[Any, ...], rules: Any = LIVE, **facts: Any) -> Ruling:
    played = tuple(Act(*act) for act in acts)
    return ask(BettingRound(seat=seat, acts=played, **{"big_blind": 400, **facts}), rules)


@rule("LIVE-38.p2", "LHC-16")
def test_a_short_all_in_leaves_the_first_raiser_a_call_and_the_others_everything() -> None:
    acts = (1, "raise", 1200), (2, "all-in", 1500)
    third = asked(3, *acts, preflop=True)
    assert (third.decision, third.amounts.call, third.amounts.minimum) == ("allowed", 1500, 2300)
    first = asked(1, *acts, (3, "call"), preflop=True)
    assert (first.decision, first.amounts.call, first.reason) == ("refused", 300, "closed")
    assert first.amounts.minimum is None


@rule("LAMB-19", "LHC-17")
def test_short_all_ins_are_judged_singly() -> None:
    acts = (1, "bet", 1000), (2, "all-in", 1500), (3, "all-in", 2100)
    assert asked(4, *acts).amounts.minimum == 3100
    assert (asked(1, *acts).decision, asked(1, *acts).amounts.call) == ("refused", 1100)
    summed = house("hand", short_all_in_reopen="consecutive_no_call")
    assert asked(1, *acts, rules=summed).decision == "allowed"


@rule("LIVE-36.p1", "LAMB-20", "LHC-18")
def test_three_raises_are_the_cap_in_split_limit_although_two_are_left_later() -> None:
    acts = (
        *((1, "bet", 400), (2, "raise", 800), (3, "raise", 1200), (4, "fold")),
        *((1, "raise", 1600), (2, "fold")),
    )
    ruling = asked(3, *acts, players=4, game="split-limit")
    assert (ruling.decision, ruling.reason, ruling.amounts.call) == ("refused", "capped", 400)


@rule("LIVE-36.p1", "LHC-19")
def test_the_cap_falls_away_when_two_are_left_before_the_third_raise() -> None:
    acts = (
        *((1, "bet", 400), (2, "raise", 800), (3, "fold"), (4, "fold")),
        *((1, "raise", 1200), (2, "raise", 1600), (1, "raise", 2000)),
    )
    ruling = asked(2, *acts, players=4, game="split-limit")
    assert (ruling.decision, ruling.amounts.minimum, ruling.amounts.maximum) == (
        *("allowed", 2400, 2400),
    )


def test_limits_stacks_and_blinds_bound_what_may_be_raised() -> None:
    assert asked(3, (1, "call"), preflop=True, stack=900).amounts.maximum == 900
    small = asked(3, (1, "bet", 1000), stack=700)
    assert (small.decision, small.reason, small.amounts.call) == (
        *("refused", "nothing_to_raise_with", 700),
    )
    pot = asked(3, (1, "bet", 1000), pot=2000, game="pot-limit")
    assert pot.amounts.maximum == 5000
    option = asked(2, (1, "call"), preflop=True, posted={2: 400})
    assert (option.amounts.call, option.amounts.minimum) == (0, 800)
    assert asked(2, (1, "check")).amounts.minimum == 400
    assert asked(1, (1, "bet", 1000), (2, "all-in", 600), (3, "raise", 2000)).amounts.call == 1000


@pytest.mark.parametrize(
    ("acts", "sentence"),
    [
        (((1, "bet", 1000), (2, "raise", 1300)), "cannot raise to 1,300: from 2,000"),
        (((1, "bet", 1000), (2, "all-in", 1200), (1, "raise", 5000)), "not at all"),
        (((1, "bet", 1000), (2, "check")), "cannot check"),
        (((1, "call"),), "nothing to call"),
        (((1, "fold"), (1, "check")), "no longer in the betting"),
        (((1, "bet", 1000), (1, "all-in", 900)), "total of seat 1's all-in"),
        (((3, "fold"),), "seat 3 is no longer in the betting"),
    ],
)
def test_a_round_that_cannot_have_been_played_is_refused(acts: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        asked(3, *acts)


@rule("LIVE-36.p1")
def test_blinds_count_towards_a_call_and_in_the_pot_limit() -> None:
    blinds = {1: 200, 2: 400}
    facts: dict[str, Any] = {"preflop": True, "posted": blinds, "game": "pot-limit"}
    assert asked(3, **facts).amounts.maximum == 1400
    small = asked(1, (3, "raise", 1400), **facts)
    assert (small.amounts.call, small.amounts.maximum) == (1200, 4600)
    assert asked(2, (3, "raise", 1400), (1, "call"), **facts).amounts.maximum == 5600
    with pytest.raises(ValueError, match="seat 2 has posted more than it had"):
        asked(2, stack=300, **facts)


def test_more_seats_than_players_are_refused() -> None:
    with pytest.raises(ValueError, match="3 seats are named, but 2 had cards"):
        asked(3, (1, "check"), (2, "check"), players=2)
