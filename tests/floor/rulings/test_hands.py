"""Folded, brought back, exposed and killed hands."""

import pytest

from cardroom.floor.rulings.hands import CardsExposed, CardsGivenUp, HandKilled, Retrieval
from tests.floor.rulings.asking import ask, house
from tests.rule import rule


@rule("LIVE-24.p1")
@pytest.mark.parametrize("how", ["forward_facedown", "exposed_on_turn", "touched_muck"])
def test_each_of_three_ways_folds_a_hand(how: str) -> None:
    ruling = ask(CardsGivenUp(**{how: True}))
    assert (ruling.decision, ruling.hand_status) == ("hand_folded", "folded")
    assert ruling.reason == f"folded_{how}"
    assert ruling.penalty_hint is None
    none = house("rulings", folded_by=())
    assert ask(CardsGivenUp(**{how: True}), none).decision == "hand_live"


@rule("LIVE-24.p1")
def test_a_hand_that_nothing_happened_to_is_live_and_a_fold_out_of_turn_is_noted() -> None:
    assert ask(CardsGivenUp()).hand_status == "live"
    early = ask(CardsGivenUp(forward_facedown=True, out_of_turn=True))
    assert (early.penalty_hint, "LIVE-35.p5" in early.rule_ids) == ("FOLD_OUT_OF_TURN", True)


@rule("LIVE-39.p3", "LIVE-39.c", "LHC-41")
def test_at_the_showdown_cards_face_down_are_folded_unless_a_player_is_all_in() -> None:
    ruling = ask(CardsGivenUp(forward_facedown=True, at_showdown=True))
    assert (ruling.decision, ruling.rule_ids) == ("hand_folded", ("LIVE-39.p3",))
    refused = ask(CardsGivenUp(forward_facedown=True, at_showdown=True, someone_all_in=True))
    assert (refused.decision, refused.hand_status) == ("refused", "live")
    gone = ask(CardsGivenUp(touched_muck=True, at_showdown=True, someone_all_in=True))
    assert gone.hand_status == "folded"
    free = house("hand", may_muck_beside_all_in=True)
    again = CardsGivenUp(forward_facedown=True, at_showdown=True, someone_all_in=True)
    assert ask(again, free).decision == "hand_folded"


@rule("LIVE-24.p2")
def test_an_identifiable_hand_comes_back_if_the_floor_agrees_and_nobody_has_acted() -> None:
    ruling = ask(Retrieval(identifiable=True))
    assert (ruling.decision, ruling.hand_status, ruling.needs_floor) == ("allowed", "live", True)
    assert ask(Retrieval()).reason == "not_identifiable"
    assert ask(Retrieval(identifiable=True, later_action=True)).reason == "action_has_followed"
    assert ask(Retrieval(identifiable=True, deliberate=True)).reason == "folded_on_purpose"
    trusting = house("rulings", retrieve_needs_identifiable=False)
    assert ask(Retrieval(), trusting).decision == "allowed"


@rule("LIVE-39.b")
def test_a_hand_mucked_beside_an_all_in_comes_back_or_costs_a_penalty() -> None:
    mistake = ask(Retrieval(identifiable=True, all_in=True))
    assert (mistake.decision, mistake.rule_ids) == ("allowed", ("LIVE-39.b",))
    deliberate = ask(Retrieval(identifiable=True, all_in=True, deliberate=True))
    assert (deliberate.decision, deliberate.penalty_hint) == ("refused", "MUCK_ALLIN")


@rule("LIVE-40.p1", "LAMB-26", "LAMB-27", "LHC-43")
def test_a_card_shown_on_another_players_turn_makes_the_hand_passive() -> None:
    ruling = ask(CardsExposed())
    assert (ruling.decision, ruling.hand_status) == ("hand_passive", "passive")
    choices = [option.choice for option in ruling.options]
    assert choices == ["check", "call", "fold", "declare_dead"]
    assert ruling.penalty_hint is None
    assert ask(CardsExposed(deliberate=True)).penalty_hint == "EXPOSE_CARD"
    strict = house("rulings", exposed_off_turn="dead")
    assert ask(CardsExposed(), strict).hand_status == "dead"


@rule("LIVE-40.p3", "LHC-44")
def test_the_last_to_act_who_shows_a_card_before_declaring_has_folded() -> None:
    ruling = ask(CardsExposed(on_turn=True, last_to_act=True))
    assert (ruling.decision, ruling.penalty_hint) == ("hand_folded", "EXPOSE_CARD")
    assert ruling.rule_ids == ("LIVE-40.p3",)


@rule("LAMB-27")
def test_a_card_shown_on_the_own_turn_folds_and_after_the_betting_means_nothing() -> None:
    ruling = ask(CardsExposed(on_turn=True))
    assert (ruling.hand_status, ruling.rule_ids) == ("folded", ("LIVE-24.p1", "LAMB-27"))
    over = ask(CardsExposed(on_turn=True, betting_over=True))
    assert (over.hand_status, over.penalty_hint) == ("live", None)
    mild = house("rulings", exposed_on_turn="passive")
    assert ask(CardsExposed(on_turn=True), mild).hand_status == "passive"


@rule("LIVE-25.b", "LHC-28")
def test_a_raise_that_nobody_has_called_goes_back_when_the_dealer_kills_the_hand() -> None:
    ruling = ask(HandKilled(bet=1200, last_raiser=True, before=400))
    assert (ruling.decision, ruling.amounts.back, ruling.amounts.bet_to) == ("refund", 800, 400)
    assert ruling.hand_status == "dead"


@rule("LIVE-25.b", "LHC-29")
def test_a_raise_that_was_called_does_not() -> None:
    ruling = ask(HandKilled(bet=1200, last_raiser=True, before=400, matched=1200))
    assert (ruling.decision, ruling.amounts.back, ruling.chip_moves) == ("hand_dead", 0, ())
    assert ask(HandKilled(bet=1200)).amounts.back == 0


@rule("LAMB-14", "LHC-30")
def test_only_the_excess_over_a_short_call_goes_back() -> None:
    short = HandKilled(bet=1200, last_raiser=True, before=400, matched=700)
    assert ask(short).amounts.back == 500
    opening = HandKilled(bet=1000, last_raiser=True)
    assert ask(opening).amounts.back == 1000
    whole = house("rulings", killed_raise_refund="whole_raise")
    assert ask(short, whole).amounts.back == 0
    assert ask(HandKilled(bet=1200, last_raiser=True, before=400), whole).amounts.back == 800


def test_bets_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="above the bet before it"):
        ask(HandKilled(bet=400, last_raiser=True, before=400))
    with pytest.raises(ValueError, match="has raised"):
        ask(HandKilled(bet=400, matched=500))
