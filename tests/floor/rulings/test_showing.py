"""The showdown at a live table."""

from typing import Any

import pytest

from cardroom.floor.rulings.ruling import Ruling
from cardroom.floor.rulings.showing import ForcedShow, HandAnnounced, Showdown, ShownToOne
from tests.floor.rulings.asking import LIVE, ask, house
from tests.rule import rule


def shown(seats: str, rules: Any = LIVE, **facts: Any) -> Ruling:
    return ask(Showdown(seats=tuple(int(seat) for seat in seats), **facts), rules)


@rule("LIVE-39.p2", "LAMB-25", "LHC-40")
def test_the_last_aggressor_of_the_hand_shows_first_then_clockwise() -> None:
    flop_bettor = shown("257", button=1, aggressors=(5,))
    assert (flop_bettor.decision, flop_bettor.seats) == ("shows_first", (5, 7, 2))
    river = shown("257", button=1, aggressors=(5,), last_street=(7,))
    assert river.seats == (7, 2, 5)
    folded = shown("257", button=1, aggressors=(2,), last_street=(9,))
    assert folded.seats[0] == 2
    nobody = shown("257", button=5)
    assert (nobody.seats, nobody.reason) == ((7, 2, 5), "shows_first_unbet")


@rule("LAMB-25")
def test_a_house_may_look_at_the_last_street_only() -> None:
    street = house("hand", showdown_first="last_aggressor_of_last_street")
    assert shown("257", street, button=1, aggressors=(5,)).seats[0] == 2
    assert shown("257", street, button=1, aggressors=(5,), last_street=(7,)).seats[0] == 7


@rule("LIVE-39.p4", "LIVE-39.e")
def test_a_hand_may_be_mucked_unseen_and_the_last_claimant_wins_unseen() -> None:
    ruling = shown("257", button=1, seat=5)
    assert (ruling.decision, ruling.reason) == ("allowed", "may_muck")
    alone = shown("257", button=1, mucked=(2, 7), seat=5)
    assert (alone.decision, alone.reason, alone.hand_status) == ("allowed", "wins_unseen", "live")


@rule("LIVE-39.c", "LHC-41")
def test_beside_an_all_in_player_nobody_mucks() -> None:
    ruling = shown("257", button=1, all_in=(2,), seat=7)
    assert (ruling.decision, ruling.rule_ids) == ("refused", ("LIVE-39.c",))
    free = house("hand", may_muck_beside_all_in=True)
    assert shown("257", free, button=1, all_in=(2,), seat=7).decision == "allowed"
    never = house("hand", may_muck_at_showdown=False)
    assert shown("257", never, button=1, seat=7).reason == "all_hands_shown"


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"seat": 3}, "seat 3 has no cards left"),
        ({"all_in": (9,)}, "seat 9 has no cards left"),
        ({"seat": 5, "mucked": (5,)}, "have mucked already"),
        ({"mucked": (2, 5, 7)}, "have mucked already"),
    ],
)
def test_seats_that_cannot_be_asked_about_are_refused(facts: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        shown("257", button=1, **facts)
    with pytest.raises(ValueError, match="named twice"):
        shown("2557", button=1)


@rule("LIVE-39.p4", "LAMB-12")
def test_a_hand_without_a_claim_is_shown_only_on_suspicion_and_before_the_cut() -> None:
    assert ask(ForcedShow()).reason == "need_not_show"
    suspected = ask(ForcedShow(collusion=True, shuffle_started=True))
    assert (suspected.decision, suspected.needs_floor) == ("must_show", True)
    assert ask(ForcedShow(collusion=True, cut_done=True)).reason == "too_late_to_show"
    strict = house("rulings", contest_until="shuffle_started")
    late = ask(ForcedShow(collusion=True, shuffle_started=True), strict)
    assert late.reason == "too_late_to_show"


@rule("LIVE-40.p4")
def test_what_one_player_saw_all_may_see_after_the_hand() -> None:
    assert ask(ShownToOne()).decision == "need_not_show"
    assert ask(ShownToOne(demanded=True, hand_over=True)).reason == "show_all"
    assert ask(ShownToOne(demanded=True)).reason == "show_all_later"
    off = house("rulings", show_one_show_all=False)
    assert ask(ShownToOne(demanded=True, hand_over=True), off).decision == "need_not_show"


@rule("LIVE-39.a")
def test_the_cards_speak_whatever_was_announced() -> None:
    ruling = ask(HandAnnounced(hole="AhKh", board="QhJhTh2c2d"))
    assert ruling.values == {"cards": "AhKh", "hand": "royal flush"}
    assert ruling.penalty_hint is None
    lie = ask(HandAnnounced(hole="AhKh7c2s", board="QhJhTh3c2d", false=True))
    assert (lie.penalty_hint, lie.needs_floor) == ("FALSE_STATEMENT", True)


@pytest.mark.parametrize(
    ("hole", "board", "sentence"),
    [
        ("Ah", "QhJhTh2c2d", "2 or 4 known cards"),
        ("AhKh", "QhJhTh", "5 known cards"),
        ("Ah??", "QhJhTh2c2d", "known cards"),
        ("AhQh", "QhJhTh2c2d", "there twice"),
        ("Axb", "QhJhTh2c2d", "is no card"),
    ],
)
def test_cards_that_cannot_be_are_refused(hole: str, board: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask(HandAnnounced(hole=hole, board=board))
