"""Hands of our own engine, written, read and replayed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import parse_cards
from cardroom.engine import Hand, HandStarted, Post, stacked_deck
from cardroom.history import Verdict, hand_record, judge, read_hand, write_hand
from cardroom.rulebook import edition
from tests.history.golden import golden_texts
from tests.history.random_hands import random_hand
from tests.history.samples import ROOT
from tests.rule import rule

AGREES = Verdict("agree")
ONLINE = edition("en-2.7").hand
LIVE = edition("live").hand


def started(*posts: Post, stacks: tuple[int, ...] = (500, 500, 500), unit: int = 1) -> HandStarted:
    seats = (2, 5, 7)[: len(stacks)]
    return HandStarted("nl-holdem", seats[-1], seats, stacks, 10, posts, unit=unit)


BLINDS = (Post(2, "small_blind", 5), Post(5, "big_blind", 10))


@given(st.integers(0, 10**9), st.sampled_from(["en-2.7", "live"]), st.booleans())
def test_what_is_written_is_read_back_and_replayed_to_the_same_end(
    seed: int, name: str, raked: bool
) -> None:
    hand = random_hand(seed, edition_name=name, raked=raked)
    record = hand_record(hand, currency="EUR" if raked else None)
    again = read_hand(write_hand(record))
    assert again == record
    assert judge(again, hand.rules) == AGREES


@given(st.integers(0, 10**9))
def test_a_stack_that_is_one_cent_off_is_noticed(seed: int) -> None:
    record = hand_record(random_hand(seed), currency=None)
    finishing = record.finishing_stacks
    assert finishing is not None
    text = write_hand(record)
    line = f"finishing_stacks = [{', '.join(str(stack) for stack in finishing)}]"
    assert line in text
    moved = [(finishing[0] or 0) + 1, *finishing[1:]]
    broken = text.replace(line, f"finishing_stacks = [{', '.join(str(stack) for stack in moved)}]")
    assert judge(read_hand(broken), ONLINE) != AGREES


def test_players_stand_in_the_order_of_the_format_the_button_last() -> None:
    hand = Hand(ONLINE, started(*BLINDS))
    hand.fold(7)
    hand.fold(2)
    names = {2: "Ann", 5: "Bob", 7: "Cid"}
    record = hand_record(hand, currency="EUR", names=names, other={"table": "Rome"})
    assert record.seats == (2, 5, 7)
    assert record.players == ("Ann", "Bob", "Cid")
    assert record.blinds_or_straddles == (5, 10, 0)
    assert record.finishing_stacks == (495, 505, 500)
    assert record.winnings == (0, 10, 0)
    assert record.other == {"currency": "EUR", "table": "Rome"}
    assert "blinds_or_straddles = [0.05, 0.1, 0]" in write_hand(record)


@rule("CASH-12")
def test_of_two_players_the_big_blind_stands_first_and_the_blinds_are_reversed() -> None:
    posts = (Post(5, "small_blind", 5), Post(2, "big_blind", 10))
    hand = Hand(ONLINE, started(*posts, stacks=(500, 400)))
    hand.fold(5)
    record = hand_record(hand, currency=None)
    assert record.seats == (2, 5)
    assert record.starting_stacks == (500, 400)
    assert record.blinds_or_straddles == (5, 10)
    assert judge(record, ONLINE) == AGREES


def test_dead_money_of_a_blind_stands_with_the_antes() -> None:
    hand = Hand(ONLINE, started(*BLINDS, Post(5, "dead", 5)))
    hand.fold(7)
    hand.fold(2)
    record = hand_record(hand, currency=None)
    assert (record.antes, record.blinds_or_straddles) == ((0, 5, 0), (5, 10, 0))
    assert judge(record, ONLINE) == AGREES


def test_a_live_and_a_dead_post_are_one_negative_amount() -> None:
    hand = Hand(ONLINE, started(*BLINDS, Post(7, "post", 10), Post(7, "dead", 5)))
    for fold in (7, 2):
        hand.fold(fold)
    record = hand_record(hand, currency=None)
    assert record.blinds_or_straddles == (5, 10, -15)
    assert judge(record, ONLINE) == AGREES


@rule("LAMB-10")
def test_the_smallest_chip_in_play_is_kept_in_a_field_of_our_own() -> None:
    hand = Hand(LIVE, started(*BLINDS, unit=5))
    hand.fold(7)
    hand.fold(2)
    assert hand_record(hand, currency=None).other == {"_smallest_chip": 5}


@rule("LIVE-32")
def test_a_hand_that_the_floor_killed_is_written_and_replayed() -> None:
    hand = Hand(ONLINE, started(*BLINDS))
    hand.call(7)
    hand.kill(5, "LIVE-32")
    hand.fold(2)
    record = hand_record(hand, currency=None)
    assert '"p2 f # killed by LIVE-32"' in write_hand(record)
    assert judge(read_hand(write_hand(record)), ONLINE) == AGREES


def test_an_award_from_outside_is_replayed_from_its_result() -> None:
    hand = Hand(ONLINE, started(*BLINDS))
    hand.raise_to(7, 500)
    hand.call(2)
    hand.fold(5)
    for cards in ((0, 1, 2), (3,), (4,)):
        hand.deal_board(cards)
    hand.award([[2]])
    record = hand_record(hand, currency=None)
    assert record.winnings == (1010, 0, 0)
    assert judge(read_hand(write_hand(record)), ONLINE) == AGREES


@rule("LIVE-39.p4")
def test_a_mucked_hand_that_has_to_be_shown_wins_nothing_when_it_is_replayed() -> None:
    hole = {5: parse_cards("2c7d"), 7: parse_cards("AhAd")}
    hand = Hand(LIVE, started(*BLINDS), stacked_deck(started(), hole, parse_cards("Kc9s4h3d8c")))
    hand.call(7)
    hand.fold(2)
    while hand.waits_for == "action":
        hand.check(hand.actor or 0)
    hand.show(5)
    hand.muck(7)
    hand.force_show(7, "asked for")
    record = hand_record(hand, currency=None)
    text = write_hand(record)
    assert '"p3 sm", "# p3 has to show AhAd: asked for"' in text
    assert judge(read_hand(text), LIVE) == AGREES


def test_a_hand_that_is_not_over_is_not_recorded() -> None:
    with pytest.raises(AssertionError, match="not over"):
        hand_record(Hand(ONLINE, started(*BLINDS)), currency=None)


@pytest.mark.parametrize("name", golden_texts())
def test_the_engine_still_plays_the_golden_hands(name: str) -> None:
    assert (ROOT / "tests" / "golden" / name).read_text(encoding="utf-8") == golden_texts()[name]
