"""Until when a hand may be contested, and what a wrong payment costs whom."""

import pytest

from cardroom.floor.rulings.disputes import Dispute, LevelChange
from cardroom.floor.rulings.pots import PotsToShare
from tests.floor.rulings.asking import ask, house
from tests.rule import rule


@rule("LIVE-25.p1", "LAMB-12")
def test_a_hand_may_be_contested_until_the_next_cut() -> None:
    assert ask(Dispute()).decision == "allowed"
    assert ask(Dispute(shuffle_started=True)).decision == "allowed"
    late = ask(Dispute(shuffle_started=True, cut_done=True))
    assert (late.decision, late.rule_ids) == ("refused", ("LIVE-25.p1", "LAMB-12"))
    strict = house("rulings", contest_until="shuffle_started")
    assert ask(Dispute(shuffle_started=True), strict).decision == "refused"


@rule("LIVE-25.a", "LAMB-12", "LHC-36")
def test_between_shuffle_and_cut_the_level_is_frozen_and_the_pot_is_still_corrected() -> None:
    assert ask(LevelChange(shuffle_started=True)).decision == "old_level"
    ruling = ask(Dispute(shuffle_started=True, paid={3: 4500}, due={3: 2250, 5: 2250}))
    assert ruling.decision == "pay"
    moves = [(move.seat, move.to_seat, move.chips) for move in ruling.chip_moves]
    assert moves == [(3, 5, 2250)]


@rule("LIVE-31", "LHC-37")
def test_a_hand_whose_shuffle_has_not_begun_takes_the_new_level() -> None:
    assert ask(LevelChange()).decision == "new_level"
    cut = house("button", level_frozen_at="cut_done")
    assert ask(LevelChange(shuffle_started=True), cut).decision == "new_level"


@rule("LIVE-25.a")
def test_several_players_give_back_what_several_others_should_have_got() -> None:
    ruling = ask(Dispute(paid={1: 900, 2: 600, 3: 100}, due={3: 700, 4: 900}))
    moves = [(move.seat, move.to_seat, move.chips) for move in ruling.chip_moves]
    assert moves == [(1, 3, 600), (1, 4, 300), (2, 4, 600)]
    assert ruling.amounts.back == 1500


@rule("LIVE-25.a")
def test_the_winners_are_worked_out_again_from_the_cards() -> None:
    pots = PotsToShare(
        bets={2: 500, 5: 500, 7: 500},
        button=1,
        folded=(7,),
        hole={2: "AsAd", 5: "KsKd"},
        board="KcQd7h4s2c",
    )
    ruling = ask(Dispute(paid={2: 1500}, pots=pots))
    assert [(move.seat, move.to_seat, move.chips) for move in ruling.chip_moves] == [(2, 5, 1500)]
    assert ask(Dispute(paid={5: 1500}, pots=pots)).decision == "allowed"
    with pytest.raises(ValueError, match="not both"):
        ask(Dispute(paid={2: 1500}, due={5: 1500}, pots=pots))


@rule("LIVE-39.d", "LIVE-25.a")
def test_a_tabled_winning_hand_that_the_dealer_collected_still_wins() -> None:
    ruling = ask(Dispute(collected=True, paid={2: 800}, due={6: 800}))
    assert (ruling.decision, ruling.hand_status) == ("hand_live", "live")
    assert ruling.rule_ids == ("LIVE-39.d", "LIVE-25.a")
    assert [(move.seat, move.to_seat) for move in ruling.chip_moves] == [(2, 6)]
    assert ask(Dispute(collected=True)).chip_moves == ()


def test_facts_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(ValueError, match="shuffled before they are cut"):
        ask(Dispute(cut_done=True))
    with pytest.raises(ValueError, match="the same chips in all"):
        ask(Dispute(paid={1: 100}, due={2: 200}))
