"""Recorded hands of files, told again in the other formats."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import InvalidFile
from cardroom.history import (
    HandRecord,
    Place,
    PlayedHand,
    hand_record,
    narrate,
    played_hand,
    read_hand,
    read_hands,
    record_of,
    write_hand,
)
from cardroom.rulebook import edition
from tests.history.played_hands import text_of
from tests.history.random_hands import random_hand
from tests.history.samples import FILES, HOLDEM
from tests.history.text_reader import read_text
from tests.rule import rule

RULES = edition("en-2.7")
PLACE = Place("some/where/hands.phhs", 7, 1)


def narrated_again(record: HandRecord) -> PlayedHand:
    return played_hand(record, PLACE, RULES, at_ms=0)


@rule("RAKE-06", "AMB-52")
@given(st.integers(0, 10**9), st.booleans())
def test_a_hand_of_ours_is_told_again_with_the_same_seats_stacks_and_rake(
    seed: int, raked: bool
) -> None:
    hand = random_hand(seed, raked=raked)
    record = hand_record(hand, currency="EUR" if raked else None)
    narrated = narrate(narrated_again(read_hand(write_hand(record))), "auditor")
    assert narrated.rake == hand.rake
    assert narrated.won == hand.payouts
    again = record_of(narrated)
    assert (again.seats, again.starting_stacks) == (record.seats, record.starting_stacks)
    assert (again.finishing_stacks, again.actions) == (record.finishing_stacks, record.actions)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_hands_of_ours_and_of_other_rooms_add_up_when_they_are_told_again(file: Path) -> None:
    narrated = 0
    with file.open(encoding="utf-8") as lines:
        for place, record in read_hands(lines, file.name):
            try:
                hand = played_hand(record, place, RULES, at_ms=0)
            except InvalidFile:
                continue
            read = read_text(text_of(narrate(hand, "auditor")))
            assert read.collected + read.rake == read.total == read.put, place
            narrated += 1
    assert narrated > 0


def test_the_rake_that_a_file_does_not_name_is_what_was_not_paid() -> None:
    called = HOLDEM.replace('"p1 f",', '"p1 cc", "d db 2d", "p1 cc", "p3 cc", "d db 3s",')
    called = called.replace('"d db 3s",', '"d db 3s", "p1 cc", "p3 cc",').replace("????", "7c7d")
    won = called + "winnings = [0, 0, 17.50]\ncurrency = 'USD'\n"
    narrated = narrate(narrated_again(read_hand(won)), "auditor")
    assert (narrated.rake, narrated.won) == (50, {3: 1750})


def test_what_a_file_leaves_out_is_filled_with_what_it_has() -> None:
    hand = narrated_again(read_hand(HOLDEM))
    assert hand.names == {1: "p1", 2: "p2", 3: "p3"}
    assert (hand.table, hand.number, hand.seats_max) == ("hands", 7, 3)
    assert (hand.currency, hand.small_blind) == ("USD", 50)


def test_the_numbers_and_names_of_the_file_are_kept() -> None:
    other = """
players = ["Ann", "Bob", "Cid"]
seats = [5, 6, 2]
hand = "R5-19-653"
table = "Rome"
seat_count = 8
currency_symbol = "€"
venue = "Elsewhere"
"""
    hand = narrated_again(read_hand(HOLDEM + other))
    assert hand.names == {5: "Ann", 6: "Bob", 2: "Cid"}
    assert (hand.table, hand.number, hand.seats_max) == ("Rome", 519653, 8)
    assert (hand.currency, hand.site, hand.started.button) == ("EUR", "Elsewhere", 2)


@pytest.mark.parametrize("seats", ["[5, 2, 6]", "[1, 1, 2]", "[1, 2, 77]"])
def test_seats_that_do_not_go_round_a_table_are_numbered_anew(seats: str) -> None:
    hand = narrated_again(read_hand(HOLDEM + f"seats = {seats}\n"))
    assert hand.started.seats == (1, 2, 3)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (HOLDEM.replace("80]", "inf]"), "the stacks are not recorded"),
        (HOLDEM.replace('"p1 f",', ""), "the file stops before the hand is over"),
        (HOLDEM.replace("cbr 3.50", "cbr 1.10"), "the rules say otherwise"),
        (HOLDEM.replace('"NT"', '"NS"'), "cardroom does not play this game"),
    ],
)
def test_a_hand_that_cannot_be_played_to_its_end_is_not_told(changed: str, said: str) -> None:
    with pytest.raises(InvalidFile, match=said) as caught:
        narrated_again(read_hand(changed))
    assert str(caught.value).startswith("some/where/hands.phhs, line 1: [7]: ")
