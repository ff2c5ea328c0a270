"""One question for every reason that a ruling can have: no branch of the tables is left out."""

from typing import Any

import msgspec
import pytest

from cardroom.floor import LANGUAGES, SITUATIONS, Facts, Ruling, explain
from cardroom.floor.rulings.betting import Act, BettingRound
from cardroom.floor.rulings.chips import read_motions
from cardroom.floor.rulings.counting import CountRequest
from cardroom.floor.rulings.dealing import DealDefect, WrongButton
from cardroom.floor.rulings.devices import DeviceUsed
from cardroom.floor.rulings.disputes import Dispute, LevelChange
from cardroom.floor.rulings.hands import CardsExposed, CardsGivenUp, HandKilled, Retrieval
from cardroom.floor.rulings.pots import PotsToShare
from cardroom.floor.rulings.presence import Absence, CalledClock, TimeRequest
from cardroom.floor.rulings.sentences import SENTENCES
from cardroom.floor.rulings.showing import ForcedShow, HandAnnounced, Showdown, ShownToOne
from cardroom.floor.rulings.spot import ChipsPushed
from cardroom.floor.rulings.turn import OutOfTurn
from cardroom.floor.rulings.words import Said
from cardroom.rulebook import Edition
from cardroom.rulebook.texts import rule_texts
from tests.floor.rulings.asking import LIVE, ask, house


def chips(pushed: str, said: str = "", **facts: Any) -> ChipsPushed:
    """Facing 1,200 with a last raise of 800 unless other facts are named."""
    usual: dict[str, Any] = {"big_blind": 400, "bet": 1200, "raise_size": 800}
    if "bet" in facts:
        del usual["raise_size"]
    motions = read_motions(pushed) if pushed else ()
    return ChipsPushed(motions=motions, said=said, **{**usual, **facts})


def option(pushed: str, said: str = "", **facts: Any) -> ChipsPushed:
    """The big blind with nothing to call."""
    return chips(pushed, said, bet=400, own=400, **facts)


def early(action: Any, now: int, **facts: Any) -> OutOfTurn:
    return OutOfTurn(action=action, bet_before=600, bet_now=now, **facts)


def betting(*acts: Act, seat: int = 1, **facts: Any) -> BettingRound:
    return BettingRound(big_blind=400, seat=seat, acts=acts, **facts)


def showdown(**facts: Any) -> Showdown:
    return Showdown(seats=(2, 5, 7), button=1, **facts)


QUESTIONS: dict[str, Facts] = {
    "words_unclear": Said(said="boom"),
    "word_understood": Said(said="call"),
    "amount_understood": Said(said="2000"),
    "call_declared": chips("5000", "call"),
    "check_declared": option("", "check"),
    "fold_declared": chips("", "fold"),
    "call_exact": chips("100x12"),
    "call_amount": chips("", "1200"),
    "all_in_call": chips("500", stack=500),
    "call_no_raise": chips("500x4", barred="closed"),
    "check_no_raise": option("500x4", barred="passive"),
    "check_too_little": option("25"),
    "call_one_chip": chips("5000"),
    "check_one_chip": option("5000"),
    "call_several_chips": chips("1000x2"),
    "call_under_half": chips("1000+500+25"),
    "raise_completed": chips("1000+500+100"),
    "raise_full": chips("500x4"),
    "raise_declared": chips("5000", "raise"),
    "raise_declared_completed": chips("500x3", "raise"),
    "raise_owed": chips("", "raise"),
    "raise_limited": chips("5000", "raise", game="split-limit"),
    "amount_declared": chips("", "2400"),
    "amount_completed": chips("", "1500"),
    "bet_full": chips("500", bet=0),
    "bet_completed": chips("100", bet=0),
    "bet_too_small": chips("100", bet=0),
    "all_in_full": chips("500x4", stack=2000),
    "all_in_short": chips("500x3+100", stack=1600),
    "overlooked_raise": chips("100x4"),
    "out_of_turn_binding": early("call", 600),
    "out_of_turn_changed": early("call", 900),
    "out_of_turn_fold": early("fold", 900, released=True),
    "may_raise": betting(Act(2, "bet", 1000)),
    "closed": betting(Act(1, "bet", 1000), Act(2, "all-in", 1500)),
    "capped": betting(
        *(Act(1, "bet", 400), Act(2, "raise", 800), Act(3, "raise", 1200), Act(4, "raise", 1600)),
        game="split-limit",
    ),
    "nothing_to_raise_with": betting(Act(2, "bet", 1000), stack=700),
    "count_due": CountRequest(asked="nothing", bet=900, called=True),
    "count_not_due": CountRequest(asked="nothing", bet=900),
    "count_bet": CountRequest(asked="bet", bet=900),
    "count_stack": CountRequest(asked="stack", bet=900, all_in=True),
    "count_bet_only": CountRequest(asked="stack", bet=900),
    "misdeal": DealDefect(extra_cards=2),
    "stands_after_flop": DealDefect(extra_cards=2, flop_dealt=True),
    "stands_after_actions": DealDefect(extra_cards=2, actions=2),
    "extra_card_back": DealDefect(extra_cards=1),
    "extra_card_seen": DealDefect(extra_cards=1, extra_card_seen=True),
    "exposed_to_floor": DealDefect(exposed=(7, 9)),
    "exposed_replaced": DealDefect(exposed=(7,)),
    "no_defect": DealDefect(),
    "button_corrected": WrongButton(used=4, right=5, actions=1),
    "button_stands": WrongButton(used=4, right=5, actions=2),
    "not_folded": CardsGivenUp(),
    "folded_forward_facedown": CardsGivenUp(forward_facedown=True),
    "folded_exposed_on_turn": CardsGivenUp(exposed_on_turn=True),
    "folded_touched_muck": CardsGivenUp(touched_muck=True),
    "muck_refused": CardsGivenUp(forward_facedown=True, at_showdown=True, someone_all_in=True),
    "hand_back": Retrieval(identifiable=True),
    "folded_on_purpose": Retrieval(identifiable=True, deliberate=True),
    "not_identifiable": Retrieval(),
    "action_has_followed": Retrieval(identifiable=True, later_action=True),
    "exposed_late": CardsExposed(betting_over=True),
    "exposed_last": CardsExposed(on_turn=True, last_to_act=True),
    "exposed_on_turn": CardsExposed(on_turn=True),
    "exposed_passive": CardsExposed(),
    "exposed_dead": CardsExposed(),
    "killed": HandKilled(bet=600),
    "killed_refund": HandKilled(bet=600, last_raiser=True),
    "too_late_to_contest": Dispute(shuffle_started=True, cut_done=True),
    "may_contest": Dispute(),
    "pot_corrected": Dispute(paid={1: 500}, due={2: 500}),
    "collected_hand_wins": Dispute(collected=True),
    "level_old": LevelChange(shuffle_started=True),
    "level_new": LevelChange(),
    "absent_last_card": Absence(moment="last_card"),
    "absent_dead": Absence(moment="on_turn"),
    "absent_live": Absence(moment="during_hand"),
    "time_refused": TimeRequest(),
    "time_allowed": TimeRequest(seated=True),
    "device_on_table": DeviceUsed(thing="device"),
    "device_call": DeviceUsed(thing="phone_call"),
    "device_headphones": DeviceUsed(thing="headphones", where="beside"),
    "device_in_hand": DeviceUsed(thing="device", where="beside", in_hand=True),
    "device_disturbs": DeviceUsed(thing="device", where="beside", disturbs=True),
    "device_allowed": DeviceUsed(thing="device", where="beside"),
    "clock_runs": CalledClock(elapsed_s=10),
    "clock_countdown": CalledClock(elapsed_s=55),
    "clock_check": CalledClock(elapsed_s=60),
    "clock_expired": CalledClock(elapsed_s=60),
    "shows_first": showdown(aggressors=(5,)),
    "shows_first_unbet": showdown(),
    "may_muck": showdown(seat=5),
    "all_hands_shown": showdown(seat=5),
    "wins_unseen": showdown(seat=5, mucked=(2, 7)),
    "need_not_show": ForcedShow(),
    "must_show": ForcedShow(collusion=True),
    "too_late_to_show": ForcedShow(collusion=True, cut_done=True),
    "show_all": ShownToOne(demanded=True, hand_over=True),
    "show_all_later": ShownToOne(demanded=True),
    "need_not_show_all": ShownToOne(),
    "cards_speak": HandAnnounced(hole="AhKh", board="QhJhTh2c2d"),
    "pots_one": PotsToShare(bets={1: 500, 2: 500}, button=1, winners=((1,),)),
    "pots_each": PotsToShare(
        bets={1: 500, 2: 900, 3: 900}, button=1, winners=((1,), (2,)), folded=()
    ),
}
HOUSES: dict[str, Edition] = {
    "bet_too_small": house("wagers", small_opening_bet="half_bet_test"),
    "exposed_dead": house("rulings", exposed_off_turn="dead"),
    "clock_check": house("floor", clock_expiry="check_or_fold"),
    "all_hands_shown": house("hand", may_muck_at_showdown=False),
}
"""Reasons that only another reading of the rules can have."""


@pytest.mark.parametrize("reason", SENTENCES)
def test_every_reason_is_reached_and_explained_in_every_language(reason: str) -> None:
    ruling = ask(QUESTIONS[reason], HOUSES.get(reason, LIVE))
    assert ruling.reason == reason
    for language in LANGUAGES:
        text = explain(ruling, language)
        assert text
        assert "{" not in text
    assert set(ruling.rule_ids) <= set(rule_texts())


@pytest.mark.parametrize("reason", QUESTIONS)
def test_facts_and_rulings_travel_as_json(reason: str) -> None:
    facts = QUESTIONS[reason]
    assert msgspec.json.decode(msgspec.json.encode(facts), type=Facts) == facts
    ruling = ask(facts, HOUSES.get(reason, LIVE))
    assert msgspec.json.decode(msgspec.json.encode(ruling), type=Ruling) == ruling


def test_every_situation_is_asked_about() -> None:
    asked = {type(facts) for facts in QUESTIONS.values()}
    assert asked == {situation.facts for situation in SITUATIONS.values()}
