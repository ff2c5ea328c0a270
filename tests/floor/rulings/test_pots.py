"""Side pots and odd chips, as the engine counts them."""

from typing import Any

import pytest

from cardroom.floor.rulings.pots import PotsToShare
from cardroom.floor.rulings.ruling import Ruling
from tests.floor.rulings.asking import LIVE, ask, house
from tests.rule import rule


def share(bets: dict[int, int], rules: Any = LIVE, **facts: Any) -> Ruling:
    return ask(PotsToShare(bets=bets, **{"button": 6, **facts}), rules)


@rule("LIVE-20", "LHC-12")
def test_the_odd_chip_goes_to_the_worse_position() -> None:
    ruling = share({1: 1500, 5: 1500, 2: 1500}, folded=(2,), winners=((1, 5),), unit=100)
    assert ruling.pots[0].shares == {1: 2300, 5: 2200}
    assert "LIVE-20" in ruling.rule_ids


@rule("LAMB-09", "LHC-13")
def test_several_odd_chips_go_one_each_from_the_worst_position() -> None:
    bets = {1: 600, 2: 600, 6: 600}
    facts: dict[str, Any] = {"ante": 200, "winners": ((1, 2, 6),), "unit": 100}
    assert share(bets, **facts).pots[0].shares == {1: 700, 2: 700, 6: 600}
    all_to_one = house("hand", odd_units="worst_takes_all")
    assert share(bets, all_to_one, **facts).pots[0].shares == {1: 800, 2: 600, 6: 600}


@rule("LAMB-10")
def test_a_pot_is_split_in_the_smallest_chip_or_in_ones_if_the_house_says_so() -> None:
    bets = {1: 125, 2: 125, 3: 50}
    facts: dict[str, Any] = {"folded": (3,), "winners": ((1, 2),), "unit": 25, "ante": 25}
    assert share(bets, **facts).pots[0].shares == {1: 175, 2: 150}
    ones = house("chips", odd_unit="one")
    assert share(bets, ones, **facts).pots[0].shares == {1: 163, 2: 162}


@rule("LIVE-26.p1", "LHC-14")
def test_every_side_pot_is_split_on_its_own() -> None:
    bets = {1: 850, 2: 850, 3: 400, 4: 100}
    ruling = share(bets, folded=(4,), winners=((1, 2),), unit=100)
    assert [pot.chips for pot in ruling.pots] == [1300, 900]
    assert [pot.shares for pot in ruling.pots] == [{1: 700, 2: 600}, {1: 500, 2: 400}]
    total = {seat: sum(pot.shares[seat] for pot in ruling.pots) for seat in (1, 2)}
    assert total == {1: 1200, 2: 1000}


@rule("LAMB-11", "LHC-15")
def test_heads_up_the_big_blind_is_the_worse_position() -> None:
    ruling = share({1: 1850, 2: 1850}, button=1, winners=((1, 2),), unit=100)
    assert ruling.pots[0].shares == {2: 1900, 1: 1800}


@rule("LIVE-39.e", "LHC-42")
def test_whoever_mucks_a_board_that_plays_gets_nothing() -> None:
    facts: dict[str, Any] = {"board": "AhKhQhJhTh", "unit": 100}
    both = share({1: 500, 2: 500}, hole={1: "2c3c", 2: "4d5d"}, **facts)
    assert both.pots[0].shares == {1: 500, 2: 500}
    one = share({1: 500, 2: 500}, hole={1: "2c3c"}, mucked=(2,), **facts)
    assert (one.pots[0].shares, "LIVE-39.e" in one.rule_ids) == ({1: 1000}, True)


@rule("LIVE-39.a", "LIVE-26.p1")
def test_the_best_cards_win_each_pot_that_they_can_win() -> None:
    ruling = share(
        {1: 500, 2: 1500, 3: 1500},
        hole={1: "AsAd", 2: "KsKd", 3: "QsQd"},
        board="2c3d5h8s9c",
    )
    assert [pot.shares for pot in ruling.pots] == [{1: 1500}, {2: 2000}]
    omaha = share({1: 10, 2: 10}, hole={1: "AsAdTh4c", 2: "KsKdJh4d"}, board="2c3d5h8s9c")
    assert omaha.pots[0].shares == {1: 20}


def test_a_bet_that_nobody_matched_goes_back_first() -> None:
    ruling = share({1: 500, 2: 900}, winners=((1,),))
    assert [(move.to_seat, move.chips) for move in ruling.chip_moves] == [(2, 400), (1, 1000)]
    assert ruling.amounts.back == 400
    keeps = house("hand", return_uncalled=False)
    assert share({1: 500, 2: 900}, keeps, winners=((1,), (2,))).amounts.back is None


def test_the_only_claimant_wins_every_pot() -> None:
    ruling = share({1: 500, 2: 900, 3: 900}, mucked=(2, 3))
    assert [pot.shares for pot in ruling.pots] == [{1: 1500}, {1: 800}]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({}, "say who wins"),
        ({"winners": ((1, 1),)}, "named twice among the winners"),
        ({"winners": ((9,),)}, "seat 9 has put in nothing"),
        ({"folded": (1, 2, 3)}, "somebody must claim the pot"),
        ({"winners": ((1,),)}, "who wins the side pot too"),
        ({"mucked": (2,), "folded": (3,), "winners": ((1,),)}, ""),
        ({"winners": ((1,),), "board": "2c3d5h8s9c"}, "not both"),
        ({"hole": {1: "AsAd"}, "board": "2c3d5h8s9c"}, "cards of seat 2 are missing"),
        (
            {"hole": {1: "AsAd", 2: "AsKd", 3: "QsQd"}, "board": "2c3d5h8s9c"},
            "As is there twice",
        ),
        (
            {"hole": {1: "AsAd", 2: "KsKd2h3h", 3: "QsQd"}, "board": "2c3d5h8s9c"},
            "same number of cards",
        ),
    ],
)
def test_facts_that_leave_a_pot_open_are_refused(facts: Any, sentence: str) -> None:
    bets = {1: 500, 2: 1500, 3: 1500}
    if not sentence:
        assert share(bets, **facts).decision == "pay"
        return
    with pytest.raises(ValueError, match=sentence):
        share(bets, **facts)


def test_an_empty_middle_and_a_pot_without_claimants_are_refused() -> None:
    with pytest.raises(ValueError, match="nothing in the middle"):
        share({1: 0, 2: 0}, winners=((1,),))
    with pytest.raises(ValueError, match="claim every pot"):
        share({1: 500, 2: 1500, 3: 1500, 4: 500}, mucked=(2, 3), winners=((1,), (4,)))
