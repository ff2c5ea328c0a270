import pytest

from cardroom.cards import parse_cards
from cardroom.history.dealt import board_cards, card_fault, hole_cards, mucked
from cardroom.history.phh import read_hand
from cardroom.history.record import HandRecord


def record(*actions: str) -> HandRecord:
    quoted = ", ".join(f'"{action}"' for action in actions)
    return read_hand(
        f"""
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = [{quoted}]
"""
    )


DEALT = ("d dh p1 ????", "d dh p2 KsKd")


def test_cards_that_were_shown_stand_for_those_nobody_saw() -> None:
    hole = hole_cards(record(*DEALT, "p1 sm ????", "p1 sm AhQc", "p2 sm -"))
    assert hole == {1: parse_cards("AhQc"), 2: parse_cards("KsKd")}


def test_one_card_shown_leaves_the_other_unknown() -> None:
    assert hole_cards(record(*DEALT, "p1 sm ??Ad"))[1] == parse_cards("Ad??")


def test_cards_dealt_one_at_a_time_are_one_hand() -> None:
    hole = hole_cards(record("d dh p1 Ah", "d dh p2 Ks", "d dh p1 Qc", "d dh p2 Kd"))
    assert hole == {1: parse_cards("AhQc"), 2: parse_cards("KsKd")}


def test_the_board_grows_street_by_street() -> None:
    assert board_cards(record(*DEALT, "d db 2c3c4c", "d db 5c")) == parse_cards("2c3c4c5c")


def test_who_shows_nothing_at_last_has_mucked() -> None:
    assert mucked(record(*DEALT, "p1 sm ????", "p2 sm", "p1 sm AhQc")) == {2}


@pytest.mark.parametrize(
    ("actions", "fault"),
    [
        (DEALT, ""),
        ((*DEALT, "p2 sm KdKs"), ""),
        ((*DEALT, "p2 sm KdQs"), "cards_contradict"),
        ((*DEALT, "p1 sm KsAh"), "card_twice"),
        ((*DEALT, "d db Ks3c4c"), "card_twice"),
        ((*DEALT, "d db 2c3c"), "wrong_number_of_cards"),
        ((*DEALT, "d db 2c3c4c5c"), "wrong_number_of_cards"),
        (DEALT[:1], "wrong_number_of_cards"),
        ((*DEALT, "d dh p2 2c"), "wrong_number_of_cards"),
    ],
)
def test_faults_in_the_cards_of_a_file_have_a_word(actions: tuple[str, ...], fault: str) -> None:
    assert card_fault(record(*actions), 2) == fault
