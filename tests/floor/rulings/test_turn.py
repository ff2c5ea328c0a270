"""Actions ahead of the turn."""

from typing import Any

import pytest

from cardroom.floor.rulings.ruling import Ruling
from cardroom.floor.rulings.turn import OutOfTurn
from tests.floor.rulings.asking import LIVE, ask, house
from tests.rule import rule


def early(action: Any, before: int, now: int, rules: Any = LIVE, **facts: Any) -> Ruling:
    return ask(OutOfTurn(action=action, bet_before=before, bet_now=now, **facts), rules)


@rule("LIVE-35.p2", "LHC-24")
def test_a_call_out_of_turn_binds_when_the_player_before_only_called() -> None:
    ruling = early("call", 600, 600, chips=600)
    assert (ruling.decision, ruling.amounts.bet_to, ruling.chip_moves) == ("binding", 600, ())
    assert ruling.penalty_hint == "OUT_OF_TURN"


@rule("LIVE-35.p2", "LHC-25")
def test_a_call_out_of_turn_comes_back_when_the_player_before_raised() -> None:
    ruling = early("call", 600, 1500, chips=600)
    assert (ruling.decision, ruling.amounts.back) == ("not_binding", 600)
    assert [move.target for move in ruling.chip_moves] == ["stack"]
    assert ruling.amounts.call == 1500


@rule("LAMB-30", "LHC-26")
def test_an_all_in_in_between_is_a_change_only_if_it_raises_the_bet() -> None:
    raised = early("check", 0, 300, all_in_between=True)
    assert (raised.decision, raised.rule_ids) == ("not_binding", ("LIVE-35.p2", "LAMB-30"))
    called = early("call", 600, 600, chips=600, all_in_between=True)
    assert called.decision == "binding"
    strict = house("wagers", out_of_turn_change="any_all_in_or_raise")
    again = early("call", 600, 600, strict, chips=600, all_in_between=True)
    assert again.decision == "not_binding"


@rule("LIVE-24.p1", "LAMB-28", "LHC-27")
def test_released_cards_are_folded_for_good_even_if_somebody_raises() -> None:
    ruling = early("fold", 600, 1500, released=True)
    assert (ruling.decision, ruling.hand_status) == ("hand_folded", "folded")
    assert ruling.penalty_hint == "FOLD_OUT_OF_TURN"


@rule("LAMB-28")
def test_the_word_fold_alone_follows_the_change_test() -> None:
    same = early("fold", 600, 600)
    assert (same.decision, same.hand_status) == ("binding", "folded")
    assert "LAMB-28" in same.rule_ids
    changed = early("fold", 600, 1500)
    assert (changed.decision, changed.hand_status) == ("not_binding", "live")
    final = house("rulings", fold_word_out_of_turn="final")
    assert early("fold", 600, 1500, final).decision == "hand_folded"


@rule("LIVE-35.p2")
def test_an_announced_raise_out_of_turn_binds_to_its_total() -> None:
    ruling = early("raise", 600, 600, to=1500, chips=500, own=300)
    assert (ruling.amounts.bet_to, ruling.amounts.adds) == (1500, 1200)
    assert [(move.chips, move.source) for move in ruling.chip_moves] == [(700, "stack")]
    assert early("check", 0, 0).amounts.bet_to == 0
    assert early("all-in", 600, 600, to=400).amounts.bet_to == 400


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (("call", 600, 300, {}), "never falls"),
        (("call", 600, 600, {"own": 700}), "more in front"),
        (("raise", 600, 600, {}), "to which total"),
        (("raise", 600, 600, {"to": 600}), "above the highest bet"),
    ],
)
def test_what_cannot_have_happened_is_refused(facts: Any, sentence: str) -> None:
    action, before, now, more = facts
    with pytest.raises(ValueError, match=sentence):
        early(action, before, now, **more)


@rule("LAMB-30", "LIVE-35.p2")
def test_an_all_in_that_raises_nothing_leaves_a_call_out_of_turn_binding_by_its_rule() -> None:
    facts = OutOfTurn(action="call", bet_before=600, bet_now=600, chips=600, all_in_between=True)
    ruling = ask(facts)
    assert (ruling.decision, ruling.rule_ids) == ("binding", ("LIVE-35.p2", "LAMB-30"))
