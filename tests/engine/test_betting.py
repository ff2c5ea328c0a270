import pytest

from tests.engine.script import DEEP, ONLINE, deal, flop, refusal
from tests.rule import rule


@rule("BET-08", "AMB-27", "HC-01")
def test_a_raise_adds_at_least_the_largest_raise_before_it() -> None:
    hand = flop("ABC").play("A bets 5, B raises to 15")
    assert hand.may("C") == (15, 25)
    error = refusal(hand.hand.raise_to, 3, 24)
    assert (error.rule, error.reason) == ("BET-08", "below_minimum_raise")
    assert error.details == {"minimum": 25, "maximum": DEEP}


@rule("BET-08", "BET-10", "BET-13", "AMB-44", "HC-02")
def test_an_undersized_all_in_is_accepted_and_closes_the_last_raiser() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 24}).play("A bets 5, B raises to 15, C all-in 24")
    assert hand.may("A") == (19, 34)
    assert hand.play("A folds").closed("B") == 9


@rule("BET-13", "HC-03")
def test_an_undersized_all_in_leaves_all_options_to_those_who_only_checked_before_the_bet() -> None:
    stacks = {"A": DEEP, "B": DEEP, "C": DEEP, "D": 18}
    hand = deal(stacks, small=("A", 1), big=("B", 2))
    hand.play("C calls, D calls, A calls, B checks").flop()
    hand.play("A checks, B bets 10, C calls, D all-in 16")
    assert hand.may("A") == (16, 26)
    assert hand.play("A calls").closed("B") == 6
    assert hand.play("B calls").closed("C") == 6
    assert hand.play("C calls").pots() == [(72, "ABCD")]


@rule("BET-13")
def test_a_full_raise_after_an_undersized_all_in_opens_the_betting_again() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": DEEP, "D": 16})
    hand.play("A checks, B bets 10, C calls, D all-in 16, A raises to 26")
    assert hand.may("B") == (16, 36)


@rule("BET-14", "AMB-44", "HC-04")
def test_short_all_ins_that_add_up_to_a_raise_reopen_the_betting() -> None:
    script = "A bets 10, B calls, C all-in 18, D all-in 25"
    stacks = {"A": DEEP, "B": DEEP, "C": 18, "D": 25}
    hand = flop(stacks).play(script)
    assert hand.may("A") == (15, 35)
    assert hand.play("A calls").may("B") == (15, 35)
    assert flop(stacks).play(f"{script}, A raises to 35").may("B") == (25, 45)


@rule("AMB-42", "HC-05")
def test_a_call_after_the_reopening_does_not_take_it_back() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 18, "D": 25, "E": DEEP})
    hand.play("A bets 10, B calls, C all-in 18, D all-in 25")
    assert hand.may("E") == (25, 35)
    assert hand.play("E calls").may("A") == (15, 35)


@rule("AMB-42", "AMB-43", "HC-06")
def test_a_call_between_two_short_all_ins_breaks_the_chain() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 18, "E": DEEP, "D": 25})
    hand.play("A bets 10, B calls, C all-in 18, E calls, D all-in 25")
    assert hand.closed("A") == 15
    assert hand.play("A calls").closed("B") == 15
    assert hand.play("B calls").closed("E") == 7


@rule("AMB-42", "HC-07")
def test_a_fold_between_two_short_all_ins_does_not_break_the_chain() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 18, "E": DEEP, "D": 25})
    hand.play("A bets 10, B calls, C all-in 18, E folds, D all-in 25")
    assert hand.may("A") == (15, 35)


@rule("AMB-42", "HC-08")
def test_an_all_in_call_for_less_breaks_the_chain_too() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 18, "E": 12, "D": 25})
    hand.play("A bets 10, B calls, C all-in 18, E all-in 12, D all-in 25")
    assert hand.closed("A") == 15


@rule("BET-14", "AMB-42", "HC-09")
def test_short_all_ins_that_do_not_add_up_to_a_raise_reopen_nothing() -> None:
    hand = flop({"A": DEEP, "C": 14, "D": 19, "F": DEEP}).play(
        "A bets 10, C all-in 14, D all-in 19"
    )
    assert hand.may("F") == (19, 29)
    assert hand.play("F calls").closed("A") == 9


@rule("AMB-42", "HC-10")
def test_three_short_all_ins_that_add_up_to_exactly_a_raise_reopen_the_betting() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 14, "D": 19, "F": 20})
    hand.play("A bets 10, B calls, C all-in 14, D all-in 19, F all-in 20")
    assert hand.may("A") == (10, 30)


@rule("AMB-47", "HC-11")
def test_nobody_raises_against_opponents_who_are_all_all_in() -> None:
    hand = flop({"A": DEEP, "C": 14, "D": 19, "F": 20})
    hand.play("A bets 10, C all-in 14, D all-in 19, F all-in 20")
    assert hand.may("A") == (10, 0)
    assert refusal(hand.hand.raise_to, 1, 30).reason == "all_opponents_are_all_in"


@rule("BET-08", "AMB-44", "HC-12")
def test_a_raise_over_a_short_all_in_adds_its_step_to_the_all_in() -> None:
    hand = flop({"A": DEEP, "C": 18, "E": DEEP}).play("A bets 10, C all-in 18")
    assert hand.may("E") == (18, 28)
    assert hand.play("E raises to 28").may("A") == (18, 38)


@rule("AMB-42", "HC-13")
def test_a_chain_is_measured_against_the_last_full_raise() -> None:
    stacks = {"A": DEEP, "C": 18, "E": DEEP, "F": 36, "D": 41}
    script = "A bets 10, C all-in 18, E raises to 30, F all-in 36"
    hand = flop(stacks).play(f"{script}, D all-in 41")
    assert hand.may("A") == (31, 53)
    assert hand.play("A calls").closed("E") == 11
    variant = flop({**stacks, "D": 42}).play(f"{script}, D all-in 42, A calls")
    assert variant.may("E") == (12, 54)


@rule("BET-12", "AMB-16", "HC-14")
def test_an_all_in_of_exactly_the_minimum_is_a_full_raise() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 20}).play("A bets 10, B calls, C all-in 20")
    assert hand.may("A") == (10, 30)


@rule("AMB-45", "HC-15")
def test_a_closed_seat_may_not_go_all_in_above_the_call() -> None:
    hand = flop({"A": 25, "B": DEEP, "C": 18}).play("A bets 10, B calls, C all-in 18")
    assert hand.closed("A") == 8
    assert refusal(hand.hand.raise_to, 1, 25).rule == "BET-13"


@rule("AMB-46", "HC-16")
def test_an_undersized_opening_all_in_closes_earlier_checkers() -> None:
    stacks = {"A": DEEP, "B": 6, "C": DEEP}
    hand = flop(stacks, big_blind=10).play("A checks, B all-in 6")
    assert hand.may("C") == (6, 16)
    assert hand.play("C calls").closed("A") == 6
    raised = flop(stacks, big_blind=10).play("A checks, B all-in 6, C raises to 16")
    assert raised.may("A") == (16, 26)


@rule("AMB-46", "BET-14", "HC-17")
def test_an_undersized_opening_all_in_starts_a_chain() -> None:
    hand = flop({"A": DEEP, "B": 6, "C": 12, "D": DEEP}, big_blind=10)
    hand.play("A checks, B all-in 6, C all-in 12")
    assert hand.may("D") == (12, 22)
    assert hand.play("D calls").may("A") == (12, 22)


@rule("BET-13", "AMB-47", "HC-18")
def test_an_undersized_raise_takes_the_free_check_but_not_the_raise_from_the_big_blind() -> None:
    stacks = {"SB": DEEP, "BB": DEEP, "UTG": DEEP, "CO": 3, "BTN": DEEP}
    hand = deal(stacks, small=("SB", 1), big=("BB", 2))
    hand.play("UTG calls, CO all-in 3, BTN folds")
    assert hand.may("SB") == (2, 5)
    assert hand.play("SB folds").may("BB") == (1, 5)
    assert refusal(hand.hand.check, 2).rule == "BET-05"
    assert hand.play("BB calls").closed("UTG") == 1
    assert hand.play("UTG calls").pots() == [(10, "BB CO UTG")]


@rule("BET-08", "HC-19")
def test_the_step_after_a_raise_stays_when_an_undersized_all_in_follows() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 60, "D": DEEP})
    hand.play("A bets 10, B raises to 40, C all-in 60")
    assert hand.may("D") == (60, 90)
    assert hand.play("D folds").may("A") == (50, 90)
    assert hand.play("A calls").closed("B") == 20


@rule("BET-05", "AMB-47", "HC-20")
def test_the_big_blind_may_check_or_raise_when_nobody_raised() -> None:
    hand = deal(("SB", "BB", "UTG"), small=("SB", 5), big=("BB", 10)).play("UTG calls, SB calls")
    assert hand.may("BB") == (0, 20)
    assert hand.options("BB").check
    assert hand.play("BB checks").hand.waits_for == "board"


@rule("BET-01", "BET-02", "AMB-09", "CASH-13", "CASH-15")
def test_everybody_acts_clockwise_from_the_big_blind_and_then_from_the_button() -> None:
    hand = deal(("SB", "BB", "UTG", "BTN"), small=("SB", 1), big=("BB", 2))
    turns = []
    for _ in range(4):
        turns.append(hand.turn())
        hand.hand.check(hand.hand.actor or 0) if hand.turn() == "BB" else hand.hand.call(
            hand.hand.actor or 0
        )
    hand.flop()
    for _ in range(4):
        turns.append(hand.turn())
        hand.hand.check(hand.hand.actor or 0)
    assert turns == ["UTG", "BTN", "SB", "BB", "SB", "BB", "UTG", "BTN"]
    assert hand.hand.street == "flop"
    assert hand.flop("Ks").hand.street == "turn"


@rule("BET-02", "CASH-12")
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_only_before_the_flop() -> None:
    hand = deal(("BB", "BTN"), small=("BTN", 1), big=("BB", 2))
    assert hand.turn() == "BTN"
    assert hand.play("BTN calls, BB checks").flop().turn() == "BB"


@rule("BET-03")
def test_the_last_to_act_sits_before_the_last_raiser() -> None:
    hand = flop("ABCD").play("A checks, B bets 10, C raises to 20, D calls, A folds, B calls")
    assert hand.turn() is None
    assert hand.hand.waits_for == "board"


@rule("BET-04", "AMB-47")
def test_whoever_folds_decides_nothing_more_and_may_do_it_where_a_check_is_free() -> None:
    hand = flop("ABC").play("A folds, B checks, C checks")
    assert hand.flop("Ks").turn() == "B"
    assert hand.hand.live == (2, 3)


@rule("BET-06", "AMB-10")
def test_a_call_needs_a_bet_and_before_the_flop_the_big_blind_is_one() -> None:
    assert refusal(flop("AB").hand.call, 1).rule == "BET-06"
    limped = deal(("SB", "BB", "UTG"), small=("SB", 1), big=("BB", 2)).play("UTG calls")
    assert limped.hand.bets[3] == 2


@rule("BET-07", "BET-09")
def test_before_the_flop_every_increase_is_a_raise_over_the_big_blind() -> None:
    hand = deal(("SB", "BB", "UTG"), small=("SB", 1), big=("BB", 2))
    assert hand.may("UTG") == (2, 4)
    assert refusal(hand.hand.raise_to, 3, 3).rule == "BET-08"


@rule("BET-09")
def test_a_bet_is_at_least_one_big_blind() -> None:
    hand = flop("AB", big_blind=10)
    error = refusal(hand.hand.raise_to, 1, 9)
    assert (error.rule, error.details["minimum"]) == ("BET-09", 10)


@rule("BET-11", "BET-16", "AMB-26")
def test_a_short_stack_calls_with_all_it_has_and_takes_no_further_part_in_the_betting() -> None:
    hand = flop({"A": DEEP, "B": 7, "C": DEEP}).play("A bets 10, B calls")
    assert hand.stacks()["B"] == 0
    assert hand.play("C calls").flop("Ks").turn() == "A"
    assert hand.play("A checks").turn() == "C"
    assert hand.pots() == [(21, "ABC"), (6, "AC")]


@rule("BET-12")
def test_an_all_in_that_makes_a_full_raise_is_an_ordinary_raise() -> None:
    hand = flop({"A": DEEP, "B": DEEP, "C": 45}).play("A bets 10, B calls, C all-in 45")
    assert hand.may("A") == (35, 80)


@rule("BET-15", "BET-17")
def test_raises_have_no_limit_but_the_stack() -> None:
    hand = flop({"A": DEEP, "B": 5000})
    total = 2
    hand.hand.raise_to(1, total)
    for turn in range(30):
        total += 2
        hand.hand.raise_to(1 + (turn + 1) % 2, total)
    assert hand.turn() == "B"
    assert hand.raises("B") == (64, 5000)
    assert refusal(hand.hand.raise_to, 2, 5001).rule == "BET-17"


@rule("AMB-47")
def test_a_bet_larger_than_any_opposing_stack_is_accepted_and_the_rest_comes_back() -> None:
    hand = flop({"A": DEEP, "B": 100}).play("A bets 5000, B calls")
    assert hand.stacks() == {"A": DEEP - 100, "B": 0}


@rule("AMB-47")
def test_a_post_out_of_position_is_live_and_keeps_the_option() -> None:
    stacks = ("SB", "BB", "UTG", "NEW", "BTN")
    hand = deal(stacks, small=("SB", 1), big=("BB", 2), posts={"NEW": 2})
    assert hand.play("UTG calls").may("NEW") == (0, 4)
    hand.play("NEW checks, BTN calls, SB calls, BB checks")
    assert hand.pots() == [(10, "BB BTN NEW SB UTG")]


@rule("AMB-38", "HC-28")
def test_a_short_big_blind_leaves_the_call_at_the_full_big_blind() -> None:
    stacks = {"SB": DEEP, "BB": 6, "UTG": DEEP}
    hand = deal(stacks, small=("SB", 5), big=("BB", 10))
    assert hand.may("UTG") == (10, 20)
    both = deal(stacks, small=("SB", 5), big=("BB", 10)).play("UTG calls, SB calls")
    assert both.pots() == [(18, "BB SB UTG"), (8, "SB UTG")]
    hand.play("UTG calls, SB folds")
    assert hand.stacks()["UTG"] == DEEP - 6
    assert hand.pots() == [(17, "BB UTG")]


@rule("AMB-38")
def test_nobody_is_asked_to_complete_a_blind_that_covers_everyone_who_is_all_in() -> None:
    hand = deal({"BB": 3, "BTN": 500}, small=("BTN", 5), big=("BB", 10))
    assert hand.hand.waits_for == "board"
    assert hand.stacks() == {"BB": 0, "BTN": 497}


@rule("AMB-38", "TAMB-94", "BET-02")
def test_a_big_blind_that_is_all_in_from_the_ante_still_sets_the_call_and_the_order() -> None:
    stacks = {"SB": 500, "BB": 3, "UTG": 500, "BTN": 500}
    hand = deal(stacks, small=("SB", 5), big=("BB", 10), ante=4)
    assert hand.may("UTG") == (10, 20)
    assert hand.play("UTG calls, BTN calls").may("SB") == (5, 20)
    hand.play("SB folds").flop()
    assert hand.turn() == "UTG"
    assert hand.pots() == [(12, "BB BTN UTG"), (28, "BTN UTG")]


@rule("TAMB-94", "TAMB-97")
def test_antes_are_in_the_pot_but_no_part_of_the_bet_and_come_before_the_blind() -> None:
    stacks = {"SB": 100, "BB": 12, "UTG": 3}
    hand = deal(stacks, small=("SB", 5), big=("BB", 10), ante=4)
    assert hand.hand.bets == {1: 5, 2: 8, 3: 0}
    assert hand.stacks() == {"SB": 91, "BB": 0, "UTG": 0}
    assert hand.pots()[0] == (9, "BB SB UTG")
    assert hand.options("SB").call == 5


def test_without_a_small_blind_the_pot_starts_without_it() -> None:
    hand = deal(("BB", "UTG", "BTN"), big=("BB", 10))
    assert hand.may("UTG") == (10, 20)
    assert hand.hand.chips_in == 10


@pytest.mark.parametrize("amount", [0, -5, True, 20.0, "20", None, 2**60])
@rule("AMB-47", "AMB-49")
def test_an_amount_that_is_no_whole_number_of_chips_is_refused(amount: object) -> None:
    assert refusal(flop("AB").hand.raise_to, 1, amount).rule == "AMB-47"


@pytest.mark.parametrize("seat", [9, -1, True, 1.0, "1", None])
@pytest.mark.parametrize("action", ["fold", "check", "call", "show", "muck"])
@rule("AMB-49")
def test_a_seat_that_was_not_dealt_in_is_refused(action: str, seat: object) -> None:
    error = refusal(getattr(flop("ABC").hand, action), seat)
    assert (error.rule, error.reason) == ("AMB-49", "unknown_seat")


@rule("AMB-49")
def test_an_action_out_of_turn_is_refused_and_names_whose_turn_it_is() -> None:
    error = refusal(flop("ABC").hand.check, 2)
    assert (error.rule, error.reason) == ("AMB-49", "not_your_turn")
    assert error.details == {"turn": 1}


@rule("AMB-49")
def test_after_the_hand_nobody_acts() -> None:
    hand = flop("AB").play("A folds").hand
    for act in (hand.fold, hand.check, hand.call):
        assert refusal(act, 2).reason == "hand_is_over"
    assert refusal(hand.raise_to, 2, 10).reason == "hand_is_over"


@rule("AMB-49")
def test_between_the_streets_nobody_acts() -> None:
    hand = flop("AB").play("A checks, B checks").hand
    assert refusal(hand.check, 1).reason == "nobody_bets_now"


@rule("AMB-49")
def test_at_the_showdown_nobody_bets_not_even_the_seat_whose_turn_it_is_to_show() -> None:
    script = deal("ABC", small=("A", 1), big=("B", 2), board="Ah Kh 9c 5d 2s")
    script.play("C calls, A calls, B checks")
    for _ in ("flop", "turn", "river"):
        script.play("A checks, B checks, C checks")
    hand = script.hand
    assert (hand.waits_for, hand.actor) == ("showdown", 1)
    for act in (hand.fold, hand.check, hand.call):
        assert refusal(act, 1).reason == "nobody_bets_now"


def test_the_editions_play_hands_by_the_same_rules() -> None:
    from cardroom.rulebook import edition

    assert all(edition(name).hand == ONLINE for name in ("en-2.2", "fr-2.2", "nl-3.0"))


@rule("AMB-49")
def test_a_decision_may_be_named_by_its_word_and_another_word_is_refused() -> None:
    hand = flop("ABC").hand
    for seat, word, to in ((1, "check", 0), (2, "raise", 15), (3, "call", 0), (1, "fold", 0)):
        hand.act(seat, word, to)
    assert hand.live == (2, 3)
    error = refusal(hand.act, 2, "bet", 20)
    assert (error.rule, error.reason) == ("AMB-49", "unknown_action")
    assert error.details == {"actions": "fold, check, call, raise"}
