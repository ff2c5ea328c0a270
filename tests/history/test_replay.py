"""Whole hands as other rooms record them, and what the engine says to them."""

import pytest

from cardroom.history import Verdict, judge, read_hand
from cardroom.rulebook import edition
from tests.rule import rule

RULES = edition("en-2.7").hand


def verdict(
    blinds: str,
    actions: str,
    *,
    cards: str = "",
    stacks: str = "",
    antes: str = "",
    result: str = "",
    game: str = "NT",
) -> Verdict:
    """Judge a hand at 1/2 (2/4 fixed limit); cards by player, `-` for unknown ones."""
    count = len(blinds.split(","))
    dealt = (cards or " ".join(["-"] * count)).split()
    unknown = "????????" if game == "PO" else "????"
    deal = [f"d dh p{n} {hole if hole != '-' else unknown}" for n, hole in enumerate(dealt, 1)]
    played = [*deal, *(action.strip() for action in actions.split(",") if action.strip())]
    bets = "small_bet = 2\nbig_bet = 4" if game == "FT" else "min_bet = 2"
    text = f"""
variant = "{game}"
antes = [{antes or ", ".join(["0"] * count)}]
blinds_or_straddles = [{blinds}]
{bets}
starting_stacks = [{stacks or ", ".join(["100"] * count)}]
actions = [{", ".join(f'"{action}"' for action in played)}]
{result}
"""
    return judge(read_hand(text), RULES)


AGREES = Verdict("agree")
MONEY = "currency = 'USD'\n"
RIVER = (
    "p3 cc, p1 f, p2 cc, d db 2c7d9h, p2 cc, p3 cc, d db Js, p2 cc, p3 cc, d db 3s, p2 cc, p3 cc"
)
"""Two players see a river with a pot of 5."""


@rule("POT-06")
def test_the_last_one_standing_gets_the_blinds() -> None:
    result = "finishing_stacks = [99, 98, 103]"
    assert verdict("1, 2, 0", "p3 cbr 6, p1 f, p2 f", result=result) == AGREES


def test_winnings_are_accepted_without_and_with_the_uncalled_bet() -> None:
    for won in (5, 9):
        result = f"winnings = [0, 0, {won}]"
        assert verdict("1, 2, 0", "p3 cbr 6, p1 f, p2 f", result=result) == AGREES


@rule("POT-02", "POT-03")
def test_known_cards_decide_the_pot() -> None:
    cards = "- AhKd QsQd"
    right = "finishing_stacks = [99, 98, 103]"
    wrong = "finishing_stacks = [99, 103, 98]"
    assert verdict("1, 2, 0", RIVER, cards=cards, result=right) == AGREES
    found = verdict("1, 2, 0", RIVER, cards=cards, result=wrong)
    assert (found.outcome, found.reason) == ("disagree", "payout_differs")


def test_a_winner_known_only_from_the_file_is_paid() -> None:
    for stacks in ("[99, 103, 98]", "[99, 98, 103]"):
        assert verdict("1, 2, 0", RIVER, result=f"finishing_stacks = {stacks}") == AGREES


def test_unknown_cards_may_tie() -> None:
    result = MONEY + "finishing_stacks = [99, 100.50, 100.50]"
    assert verdict("1, 2, 0", RIVER, result=result) == AGREES


def test_a_folded_player_cannot_be_paid() -> None:
    found = verdict("1, 2, 0", RIVER, result="finishing_stacks = [104, 98, 98]")
    assert (found.outcome, found.reason) == ("disagree", "no_winners_fit")


def test_a_shown_hand_that_loses_to_another_shown_hand_cannot_be_paid() -> None:
    river = "p3 cc, p1 cc, p2 cc, d db 2c7d9h, p1 cc, p2 cc, p3 cc, d db Js, p1 cc, p2 cc, p3 cc, "
    river += "d db 3s, p1 cc, p2 cc, p3 cc"
    for winner, agrees in ((1, True), (2, True), (3, False)):
        paid = ["98", "98", "98"]
        paid[winner - 1] = "104"
        result = f"finishing_stacks = [{', '.join(paid)}]"
        found = verdict("1, 2, 0", river, cards="- AhAd KhKd", result=result)
        assert (found == AGREES) is agrees


@rule("POT-01")
def test_side_pots_are_found_although_no_card_is_known() -> None:
    actions = "p3 cbr 50, p1 cc, p2 cc, d db 2c7d9h, d db Js, d db 3s"
    stacks = "10, 30, 50"
    for paid in ("[30, 40, 20]", "[0, 70, 20]", "[0, 0, 90]", "[30, 0, 60]", "[15, 55, 20]"):
        result = f"finishing_stacks = {paid}"
        assert verdict("1, 2, 0", actions, stacks=stacks, result=result) == AGREES
    impossible = verdict("1, 2, 0", actions, stacks=stacks, result="finishing_stacks = [90, 0, 0]")
    assert impossible.reason == "no_winners_fit"


def test_rake_is_accepted_from_winners_up_to_a_tenth_and_half_a_dollar() -> None:
    for won, outcome in (
        ("5", "agree"),
        ("4.75", "agree"),
        ("4.00", "agree"),
        ("3.99", "unjudged"),
    ):
        result = MONEY + f"winnings = [0, 0, {won}]"
        assert verdict("1, 2, 0", RIVER, result=result).outcome == outcome


def test_where_no_money_is_played_for_nothing_may_be_missing() -> None:
    found = verdict("1, 2, 0", RIVER, result="finishing_stacks = [99, 98, 102]")
    assert found == Verdict("unjudged", "paid_less_than_put_in", "4 of 5")


def test_a_loser_cannot_pay_the_rake() -> None:
    cards = "- AhKd QsQd"
    result = MONEY + "finishing_stacks = [99, 97.90, 102.90]"
    assert verdict("1, 2, 0", RIVER, cards=cards, result=result).reason == "payout_differs"


def test_a_file_that_pays_more_than_was_put_in_is_at_fault_itself() -> None:
    found = verdict("1, 2, 0", "p3 f, p1 cbr 6, p2 f", result="winnings = [6, 0, 0]")
    assert found == Verdict("unjudged", "paid_more_than_put_in", "6 of 4")


def test_without_a_result_the_play_is_verified_all_the_same() -> None:
    assert verdict("1, 2, 0", RIVER).reason == "result_not_recorded"
    assert verdict("1, 2, 0", RIVER, result="winnings = [0, 0, 0]").reason == "winnings_all_zero"
    assert verdict("1, 2, 0", "p3 cbr 3, p1 f, p2 f").reason == "below_minimum_raise"


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ("p1 cc, p3 cc", "not_your_turn"),
        ("p3 cbr 3, p1 f, p2 f", "below_minimum_raise"),
        ("p3 cbr 101, p1 f, p2 f", "more_than_the_stack"),
        ("p3 cc, d db 2c7d9h", "betting_goes_on"),
        ("p3 f, p1 f, p2 cc", "hand_is_over"),
    ],
)
@rule("BET-01", "BET-08", "BET-17")
def test_what_the_rules_do_not_allow_is_a_disagreement_with_its_reason(
    actions: str, reason: str
) -> None:
    found = verdict("1, 2, 0", actions)
    assert (found.outcome, found.reason) == ("disagree", reason)


def test_a_result_in_the_middle_of_the_betting_is_a_disagreement() -> None:
    found = verdict("1, 2, 0", "p3 cc, p1 cc", result="winnings = [6, 0, 0]")
    assert found == Verdict("disagree", "hand_goes_on", "it is the turn of p2")


def test_a_fold_that_was_not_written_down_is_a_fault_of_the_file() -> None:
    left_out = verdict("1, 2, 0", "p3 cbr 6, p2 cc, d db 2c3c4c, p2 cc, p3 cc")
    assert (left_out.outcome, left_out.reason) == ("unjudged", "turn_left_out")
    out_of_turn = verdict("1, 2, 0", "p3 cbr 6, p2 cc, p1 cc")
    assert (out_of_turn.outcome, out_of_turn.reason) == ("disagree", "not_your_turn")


def test_a_hand_that_stops_early_cannot_be_judged() -> None:
    assert verdict("1, 2, 0", "p3 cc, p1 cc").reason == "hand_not_finished"
    assert verdict("1, 2", "p2 cbr 100, p1 cc").reason == "hand_not_finished"


def test_unknown_stacks_are_deep_until_somebody_must_have_been_all_in() -> None:
    deep = verdict("1, 2", "p2 cbr 5000, p1 f", stacks="inf, inf", result="winnings = [0, 4]")
    assert deep == AGREES
    actions = "p2 cbr 50, p1 cc, d db 2c7d9h, d db Js, d db 3s"
    assert verdict("1, 2", actions, stacks="inf, inf").reason == "unknown_stacks"


@rule("CASH-12", "BET-02")
def test_of_two_players_the_second_has_the_button_and_acts_first() -> None:
    actions = "p2 cc, p1 cc, d db 2c7d9h, p1 cbr 2, p2 f"
    assert verdict("1, 2", actions, result="finishing_stacks = [102, 98]") == AGREES


@rule("AMB-32")
def test_without_a_small_blind_the_first_player_is_the_big_blind() -> None:
    actions = "p2 cc, p3 f, p1 cc, d db 2c7d9h, p1 cc, p2 cbr 2, p1 f"
    assert verdict("2, 0, 0", actions, result="finishing_stacks = [98, 102, 100]") == AGREES


@rule("AMB-50")
def test_a_walk_without_a_small_blind_wins_nothing() -> None:
    found = verdict("2, 0, 0", "p2 f, p3 f", result="finishing_stacks = [100, 100, 100]")
    assert found == AGREES


@rule("AMB-35")
def test_a_newcomers_live_post_may_check_raise_or_fold_in_turn() -> None:
    flop = "p3 cc, p4 f, p1 f, p2 cc, d db 2c7d9h, p2 cbr 2, p3 f"
    result = "finishing_stacks = [99, 103, 98, 100]"
    assert verdict("1, 2, -2, 0", flop, result=result) == AGREES
    raised = "p3 cbr 6, p4 f, p1 f, p2 f"
    result = "finishing_stacks = [99, 98, 103, 100]"
    assert verdict("1, 2, -2, 0", raised, result=result) == AGREES


def test_a_post_below_the_big_blind_agrees_in_either_reading() -> None:
    actions = "p3 cc, p1 f, p2 cc, d db 2c7d9h, p2 cbr 2, p3 f"
    for p2, p3 in ((104, 97), (103, 98)):
        result = f"finishing_stacks = [99, {p2}, {p3}]"
        assert verdict("1, 2, -1", actions, result=result) == AGREES


@rule("LIVE-16.1")
def test_an_ante_of_the_big_blind_is_money_of_the_whole_table() -> None:
    result = "finishing_stacks = [99, 96, 105]"
    actions = "p3 cbr 6, p1 f, p2 f"
    assert verdict("1, 2, 0", actions, antes="0, 2, 0", result=result) == AGREES


def test_a_player_all_in_for_a_part_of_the_ante_wins_all_antes_or_the_trimmed_ones() -> None:
    cards = "2h3h 2s3d AhAd"
    actions = (
        "p1 cc, p2 cc, d db KcQd9h, p1 cc, p2 cc, d db Js, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc"
    )
    shared = {"cards": cards, "antes": "2, 2, 2", "stacks": "100, 100, 1"}
    whole = "finishing_stacks = [98, 98, 5]"
    trimmed = "ante_trimming_status = true\nfinishing_stacks = [99, 99, 3]"
    assert verdict("1, 2, 0", actions, result=whole, **shared) == AGREES
    assert verdict("1, 2, 0", actions, result=trimmed, **shared) == AGREES


def test_a_straddle_is_a_further_blind() -> None:
    actions = "p4 cc, p1 f, p2 f, p3 cbr 12, p4 f"
    assert verdict("1, 2, 4, 0", actions, result="winnings = [0, 0, 11, 0]") == AGREES


@rule("OMA-03", "AMB-48")
def test_pot_limit_omaha_is_replayed_with_its_limit() -> None:
    result = "finishing_stacks = [99, 98, 103]"
    assert verdict("1, 2, 0", "p3 cbr 7, p1 f, p2 f", game="PO", result=result) == AGREES
    assert verdict("1, 2, 0", "p3 cbr 8, p1 f, p2 f", game="PO").outcome == "disagree"


def test_fixed_limit_is_replayed_with_its_small_and_big_bets() -> None:
    actions = (
        "p3 cbr 4, p1 cbr 6, p2 f, p3 cc, d db 2c7d9h, p1 cbr 2, p3 cc, d db Js, p1 cbr 4, p3 f"
    )
    result = "finishing_stacks = [110, 98, 92]"
    assert verdict("1, 2, 0", actions, game="FT", result=result) == AGREES
    assert verdict("1, 2, 0", "p3 cbr 5", game="FT").outcome == "disagree"


@rule("LIVE-39.p4")
def test_a_hand_mucked_at_the_showdown_wins_nothing_although_it_was_best() -> None:
    actions = f"{RIVER}, p2 sm AhKd, p3 sm"
    cards = "- AhKd QsQd"
    assert verdict("1, 2, 0", actions, cards=cards, result="winnings = [0, 5, 0]") == AGREES


def test_when_all_muck_the_last_one_takes_the_pot() -> None:
    actions = f"{RIVER}, p2 sm, p3 sm"
    cards = "- AhKd QsQd"
    assert verdict("1, 2, 0", actions, cards=cards, result="winnings = [0, 0, 5]") == AGREES


@rule("LIVE-32")
def test_a_hand_that_the_floor_killed_is_out() -> None:
    actions = "p3 cc, p1 f # killed by LIVE-32, p2 cc, d db 2c7d9h, p2 cbr 2, p3 f"
    assert verdict("1, 2, 0", actions, result="winnings = [0, 5, 0]") == AGREES


@rule("AMB-44")
def test_a_raise_that_only_completes_a_short_all_in_is_a_rule_of_other_rooms() -> None:
    actions = "p3 cbr 10, p1 cbr 15, p2 cbr 20, p3 f, d db 2c7d9h, d db Js, d db 3s"
    shared = {"stacks": "15, 100, 100", "result": "winnings = [0, 40, 0]"}
    assert verdict("1, 2, 0", actions, **shared).reason == "other_room_rule"
    full = actions.replace("p2 cbr 20", "p2 cbr 23")
    assert verdict("1, 2, 0", full, **shared) == AGREES


@rule("POT-05")
def test_an_odd_chip_given_to_another_winner_is_a_rule_of_other_rooms() -> None:
    cards = "- AhKd AdKs"
    ours = "finishing_stacks = [99, 101, 100]"
    theirs = "finishing_stacks = [99, 100, 101]"
    neither = "finishing_stacks = [99, 102, 99]"
    assert verdict("1, 2, 0", RIVER, cards=cards, result=ours) == AGREES
    assert verdict("1, 2, 0", RIVER, cards=cards, result=theirs).reason == "odd_unit_elsewhere"
    assert verdict("1, 2, 0", RIVER, cards=cards, result=neither).reason == "payout_differs"
    assert verdict("1, 2, 0", RIVER, result=theirs).reason == "odd_unit_elsewhere"


def test_winners_are_not_searched_for_ever() -> None:
    count = 10
    actions = "p3 cbr 90, p4 cc, p5 cc, p6 cc, p7 cc, p8 cc, p9 cc, p10 cc, p1 cc, p2 cc, "
    actions += "d db 2c7d9h, d db Js, d db 3s"
    stacks = ", ".join(str(10 * (place if place != 3 else 9)) for place in range(1, count + 1))
    paid = [1] * (count - 1)
    total = sum(int(stack) for stack in stacks.split(","))
    result = f"finishing_stacks = {[*paid, total - sum(paid)]}"
    found = verdict("1, 2" + ", 0" * (count - 2), actions, stacks=stacks, result=result)
    assert found.reason == "too_many_ways"


def test_a_seat_without_chips_cannot_be_played() -> None:
    assert verdict("1, 2", "p2 f", stacks="0, 100").reason == "nothing_to_play_for"


def test_games_that_are_not_played_are_counted_apart() -> None:
    text = """
variant = "FR"
antes = [1, 1]
bring_in = 1
small_bet = 3
big_bet = 6
starting_stacks = [20, 20]
actions = ["d dh p1 ????8s", "d dh p2 ????6h", "p1 pb", "p2 cbr 3", "p1 f"]
"""
    assert judge(read_hand(text), RULES) == Verdict("unjudged", "variant_not_played", "FR")


def test_a_card_dealt_twice_is_the_files_own_fault() -> None:
    found = verdict("1, 2", "p2 f", cards="AhAd AhKd", result="winnings = [2, 0]")
    assert found == Verdict("unjudged", "card_twice")
