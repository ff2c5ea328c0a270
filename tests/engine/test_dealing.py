"""A hand in one line: `Hand.deal`."""

import random
from typing import Any

import pytest

from cardroom.cards import UNKNOWN, card_names, parse_cards
from cardroom.engine import Hand, Rake
from cardroom.engine.events import Posted
from cardroom.errors import ActionRefused, UsageError
from cardroom.rulebook import edition
from tests.engine.script import to_the_flop
from tests.rule import rule

THREE: dict[str, Any] = {"stacks": [1000, 1000, 400], "blinds": (5, 10), "rules": "en-2.7"}


def posted(hand: Hand) -> list[tuple[int, str, int]]:
    events = [event for event in hand.events if isinstance(event, Posted)]
    return [(event.seat, event.kind, event.by) for event in events]


@rule("CASH-13", "BET-02")
def test_stacks_in_a_list_are_the_seats_from_one_on_and_the_last_has_the_button() -> None:
    hand = Hand.deal("nl-holdem", **THREE)
    assert hand.seats == (1, 2, 3)
    assert hand.started.button == 3
    assert posted(hand) == [(1, "small_blind", 5), (2, "big_blind", 10)]
    assert hand.actor == 3


@rule("CASH-13", "BET-02")
def test_two_players_have_the_small_blind_on_the_button() -> None:
    hand = Hand.deal("nl-holdem", stacks=[500, 300], blinds=(5, 10), rules="en-2.7")
    assert posted(hand) == [(2, "small_blind", 5), (1, "big_blind", 10)]
    assert hand.actor == 2


@rule("AMB-32")
def test_seats_and_an_empty_button_may_be_named() -> None:
    stacks = {2: 100, 5: 200, 9: 300}
    hand = Hand.deal("nl-holdem", stacks=stacks, blinds=(1, 2), rules="live", button=4)
    assert hand.seats == (5, 9, 2)
    assert posted(hand) == [(5, "small_blind", 1), (9, "big_blind", 2)]
    assert hand.stacks == {5: 199, 9: 298, 2: 100}


def test_rules_are_a_name_an_edition_or_the_rules_of_a_hand() -> None:
    whole = edition("en-2.7")
    for rules in ("en-2.7", whole, whole.hand):
        assert Hand.deal("nl-holdem", **{**THREE, "rules": rules}).rules is whole.hand
    with pytest.raises(UsageError, match="There is no edition 'en-9'"):
        Hand.deal("nl-holdem", **{**THREE, "rules": "en-9"})


@rule("LIVE-30")
def test_hole_cards_and_board_are_text_or_numbers_by_seat_or_in_order() -> None:
    aces, board = parse_cards("AhAd"), "Qs9h4d3c8s"
    in_order = Hand.deal("nl-holdem", **THREE, hole=["AhAd", "KsKh", "7c2d"], board=board)
    by_seat = Hand.deal(
        "nl-holdem", **THREE, hole={2: "KsKh", 1: aces, 3: "7c2d"}, board=parse_cards(board)
    )
    deck = "AhKs7c AdKh2d" + board
    from_deck = Hand.deal("nl-holdem", **THREE, deck=deck)
    assert in_order.events == by_seat.events == from_deck.events
    assert in_order.hole(1) == aces
    for hand in (in_order, from_deck):
        to_the_flop(hand)
        assert card_names(hand.board) == "Qs9h4d"


def test_cards_that_are_not_given_are_unknown_and_the_board_is_waited_for() -> None:
    hand = Hand.deal("nl-holdem", **THREE, hole={2: "KsKh"})
    assert hand.hole(1) == (UNKNOWN, UNKNOWN)
    to_the_flop(hand)
    assert hand.waits_for == "board"


@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha", "fl-holdem"])
def test_chance_deals_what_is_not_given_and_no_card_twice(game: str) -> None:
    below = random.Random(7).randrange
    stacks = [1000] * 10
    one = Hand.deal(game, stacks=stacks, blinds=(5, 10), rules="en-2.7", rand_below=below)
    other = Hand.deal(game, stacks=stacks, blinds=(5, 10), rules="en-2.7", rand_below=below)
    assert one.events != other.events
    size = 4 if game == "pl-omaha" else 2
    given = card_names(range(size))
    hand = Hand.deal(
        game,
        stacks=stacks,
        blinds=(5, 10),
        rules="en-2.7",
        hole={4: given},
        board="AsAh",
        rand_below=below,
    )
    assert card_names(hand.hole(4)) == given
    while hand.waits_for == "action":
        hand.act(hand.actor or 0, "call" if hand.to_call else "check")
    assert card_names(hand.board[:2]) == "AsAh"
    dealt = [card for seat in hand.seats for card in hand.hole(seat)] + list(hand.board)
    assert len(set(dealt)) == len(dealt) == 10 * size + 5
    assert hand.is_over


@rule("TAMB-94", "RAKE-01")
def test_antes_rake_and_the_big_bet_of_fixed_limit_are_named() -> None:
    hand = Hand.deal("fl-holdem", **THREE, ante=2, rake=Rake(50, 300), big_bet=25)
    assert hand.chips_in == 3 * 2 + 15
    assert hand.started.rake == Rake(50, 300)
    assert hand.started.big_bet == 25


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"stacks": [100]}, "too_few_or_too_many_players"),
        ({"stacks": []}, "unknown_seat"),
        ({"stacks": [100] * 11}, "too_few_or_too_many_players"),
        ({"stacks": [100, 2.5]}, "amount_is_not_a_whole_number"),
        ({"stacks": [100, True]}, "amount_is_not_a_whole_number"),
        ({"stacks": {1: 100, 11: 100}}, "unknown_seat"),
        ({"stacks": {1: 100, "2": 100}}, "unknown_seat"),
        ({"blinds": (5, 0)}, "amount_is_not_a_whole_number"),
        ({"blinds": ("5", 10)}, "amount_is_not_a_whole_number"),
        ({"ante": -1}, "amount_is_not_a_whole_number"),
        ({"ante": None}, "amount_is_not_a_whole_number"),
        ({"big_bet": 2.0}, "amount_is_not_a_whole_number"),
        ({"button": 11}, "unknown_seat"),
        ({"button": "3"}, "unknown_seat"),
        ({"game": "stud"}, "unknown_game"),
        ({"hole": {4: "AhAd"}}, "unknown_seat"),
        ({"hole": ["AhAd"] * 4}, "unknown_seat"),
        ({"hole": ["AhAdAc"]}, "wrong_number_of_cards"),
        ({"hole": ["AhAd", "AhKd"]}, "card_dealt_twice"),
        ({"hole": [(51, 52)]}, "no_such_card"),
        ({"deck": [5] * 52}, "card_dealt_twice"),
    ],
)
@rule("AMB-49")
def test_what_cannot_be_dealt_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ActionRefused) as caught:
        Hand.deal(**{"game": "nl-holdem", **THREE, **change})
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hole": ["AhXx"]}, "'Xx' is no card"),
        ({"blinds": (5, 10, 20)}, "blinds are a small and a big one, not 3 amounts"),
        ({"deck": "AhKs", "hole": ["AhAd"]}, "a deck names every card"),
        ({"deck": "AhKs", "rand_below": random.randrange}, "a deck names every card"),
    ],
)
def test_arguments_that_make_no_sense_are_a_value_error(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Hand.deal("nl-holdem", **{**THREE, **change})
