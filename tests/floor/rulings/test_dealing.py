"""Misdeals and a misplaced button: the decision table after LIVE-33, row by row."""

from typing import Any

import pytest

from cardroom.floor.rulings.dealing import DealDefect, WrongButton
from tests.floor.rulings.asking import ask, house
from tests.rule import rule

BETS = {1: 600, 2: 300, 3: 600, 5: 600}


def back(ruling: Any) -> dict[int, int]:
    return {move.to_seat: move.chips for move in ruling.chip_moves}


@rule("LIVE-33", "LIVE-33.a", "LHC-31")
def test_two_extra_cards_found_after_one_action_are_a_misdeal_and_all_chips_go_back() -> None:
    ruling = ask(DealDefect(extra_cards=2, actions=1, bets=BETS))
    assert (ruling.decision, back(ruling)) == ("misdeal", BETS)
    assert ruling.rule_ids == ("LIVE-33", "LIVE-33.a")


@rule("LIVE-33.b", "LIVE-33.p2", "LHC-32")
def test_a_seat_without_cards_is_out_once_two_players_have_called() -> None:
    ruling = ask(DealDefect(without_cards=(7,), actions=2, bets={7: 300, 1: 600, 2: 600}))
    assert (ruling.decision, ruling.hand_status, ruling.seats) == ("hand_stands", "dead", (7,))
    assert ruling.chip_moves == ()
    assert ask(DealDefect(without_cards=(7,), actions=1)).decision == "misdeal"


@rule("LIVE-33.a", "LIVE-33.p3", "LAMB-18", "LHC-33")
def test_after_the_flop_the_deal_counts_and_the_faulty_hand_is_dead() -> None:
    ruling = ask(DealDefect(extra_cards=2, flop_dealt=True, faulty=7))
    assert ruling.seats == (7,)
    assert (ruling.decision, ruling.hand_status, ruling.chip_moves) == ("hand_stands", "dead", ())
    assert {"LIVE-33.p3", "LAMB-18"} <= set(ruling.rule_ids)
    lenient = house("rulings", misdeal_after_flop=True)
    assert ask(DealDefect(extra_cards=2, flop_dealt=True), lenient).decision == "misdeal"


@rule("LAMB-16", "LIVE-33.a")
def test_one_extra_card_goes_back_and_kills_only_a_hand_that_it_was_mixed_into() -> None:
    unseen = ask(DealDefect(extra_cards=1))
    assert (unseen.decision, unseen.hand_status) == ("hand_stands", "live")
    seen = ask(DealDefect(extra_cards=1, extra_card_seen=True))
    assert (seen.decision, seen.hand_status) == ("hand_stands", "dead")
    strict = house("rulings", one_extra_card="misdeal")
    assert ask(DealDefect(extra_cards=1), strict).rule_ids == ("LIVE-33", "LAMB-16")


@rule("LIVE-33.c", "LAMB-17")
def test_the_first_two_cards_off_the_deck_may_not_be_exposed() -> None:
    for card in (1, 2):
        assert ask(DealDefect(exposed=(card,))).decision == "misdeal"
    third = ask(DealDefect(exposed=(3,)))
    assert (third.decision, third.rule_ids) == ("hand_stands", ("LAMB-17",))
    two = ask(DealDefect(exposed=(5, 9)))
    assert (two.decision, two.needs_floor) == ("unclear", True)


@rule("LAMB-17")
def test_a_house_may_count_the_cards_of_every_player() -> None:
    each = house("rulings", misdeal_exposed_counts="of_any_player", misdeal_exposed_cards=(1,))
    assert ask(DealDefect(exposed=(6,), players=6), each).decision == "misdeal"
    assert ask(DealDefect(exposed=(7,), players=6), each).decision == "hand_stands"
    with pytest.raises(ValueError, match="how many players"):
        ask(DealDefect(exposed=(6,)), each)


@rule("LIVE-33")
def test_a_deal_without_a_defect_counts() -> None:
    ruling = ask(DealDefect(actions=0))
    assert (ruling.decision, ruling.reason) == ("hand_stands", "no_defect")
    without = house("rulings", misdeal_without_cards=False)
    assert ask(DealDefect(without_cards=(3,)), without).reason == "no_defect"


@rule("LIVE-16.4", "LAMB-42", "LHC-34")
def test_a_wrong_button_noticed_after_two_actions_moves_on_from_where_it_was() -> None:
    ruling = ask(WrongButton(used=4, right=5, actions=2, occupied=(1, 3, 4, 6, 8)))
    assert (ruling.decision, ruling.seats, ruling.hand_status) == ("hand_stands", (6,), "live")
    right = house("button", button_after_wrong="from_right_position")
    again = ask(WrongButton(used=4, right=6, actions=2, occupied=(1, 3, 4, 6, 8)), right)
    assert again.seats == (8,)


@rule("LIVE-16.4", "LHC-35")
def test_a_wrong_button_noticed_earlier_is_a_misdeal_with_everything_back() -> None:
    ruling = ask(WrongButton(used=4, right=5, actions=1, bets=BETS))
    assert (ruling.decision, ruling.seats, back(ruling)) == ("misdeal", (5,), BETS)


def test_a_button_in_the_right_place_is_no_question() -> None:
    with pytest.raises(ValueError, match="right place"):
        ask(WrongButton(used=4, right=4))
